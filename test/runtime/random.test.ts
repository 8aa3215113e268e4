// lanewise/random on the host: Philox against the vectors that Random123 publishes, everything else against formulas in bigint,
// which are exact by themselves, and against what the distributions must look like.

import {
  hash2,
  hash3,
  murmur3Mix,
  Philox,
  pcg2d,
  pcg3d,
  pcgHash,
  philox4x32,
  randomNormal,
  randomU32,
  randomUniform,
  randomUniformF64,
  splitmix32,
  wangHash,
} from "lanewise/random";
import { vec2u, vec3u, vec4u } from "lanewise/vec";
import { describe, expect, test } from "vitest";

const wrap = (x: bigint): bigint => BigInt.asUintN(32, x);
const hex = (words: readonly number[]) => words.map((word) => word.toString(16).padStart(8, "0")).join(" ");
const words = ({ x, y, z, w }: { x: number; y: number; z: number; w: number }) => [x, y, z, w];
const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

const samples = [0, 1, 2, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x243f6a88, 0xdeadbeef];

describe("Philox-4x32-10", () => {
  // kat_vectors of Random123 1.14: counter, key, result.
  test.each([
    ["00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"],
    ["ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"],
    ["243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"],
  ])("%s under %s", (counter, key, expected) => {
    const [x = 0, y = 0, z = 0, w = 0] = counter.split(" ").map((word) => Number.parseInt(word, 16));
    const [k0 = 0, k1 = 0] = key.split(" ").map((word) => Number.parseInt(word, 16));
    expect(hex(words(philox4x32(vec4u(x, y, z, w), vec2u(k0, k1))))).toBe(expected);
  });

  function reference([x, y, z, w]: readonly bigint[], [k0, k1]: readonly bigint[]): bigint[] {
    let state = [x ?? 0n, y ?? 0n, z ?? 0n, w ?? 0n] as const;
    for (let round = 0n; round < 10n; round++) {
      const p0 = 0xd2511f53n * state[0];
      const p1 = 0xcd9e8d57n * state[2];
      const a = wrap((k0 ?? 0n) + round * 0x9e3779b9n);
      const b = wrap((k1 ?? 0n) + round * 0xbb67ae85n);
      state = [(p1 >> 32n) ^ state[1] ^ a, wrap(p1), (p0 >> 32n) ^ state[3] ^ b, wrap(p0)];
    }
    return [...state];
  }

  test("any counter and key: as in bigint", () => {
    for (const a of samples) {
      for (const b of samples) {
        const found = words(philox4x32(vec4u(a, b, b ^ 1, 5), vec2u(b, a))).map(BigInt);
        expect(found).toEqual(reference([a, b, (b ^ 1) >>> 0, 5].map(BigInt), [b, a].map(BigInt)));
      }
    }
  });
});

describe("streams", () => {
  test("are blocks of Philox, counted in the counter's first word, under the stream in the third", () => {
    const random = new Philox(11, 0xfffffff0);
    const found = list(9, () => random.nextU32());
    const blocks = [0, 1, 2].flatMap((block) => words(philox4x32(vec4u(block, 0, 0xfffffff0, 0), vec2u(11, 0))));
    expect(found).toEqual(blocks.slice(0, 9));
    expect(random.taken).toBe(9);
  });

  test("are the same with and without state", () => {
    const streams = () => new Philox(3, 7);
    const [a, b, c, d] = [streams(), streams(), streams(), streams()];
    for (let n = 0; n < 13; n++) {
      expect(a.nextU32()).toBe(randomU32(3, 7, n));
      expect(b.uniform()).toBe(randomUniform(3, 7, n));
      expect(c.uniformF64()).toBe(randomUniformF64(3, 7, n));
      expect(d.normal()).toBe(randomNormal(3, 7, n));
    }
  });

  test("differ by seed and by stream", () => {
    const first = new Set(list(50, (k) => randomU32(k, 0, 0)));
    const second = new Set(list(50, (k) => randomU32(0, k, 0)));
    expect([first.size, second.size]).toEqual([50, 50]);
    expect([...first].filter((word) => second.has(word))).toEqual([randomU32(0, 0, 0)]);
  });
});

describe("distributions", () => {
  const count = 20_000;
  const moments = (values: readonly number[]) => {
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
    return { mean, variance };
  };

  test("uniform: 24 bits in [0, 1), mean 1/2, variance 1/12", () => {
    const values = list(count, (n) => randomUniform(1, 2, n));
    expect(values.every((x) => x >= 0 && x < 1 && Number.isInteger(x * 2 ** 24))).toBe(true);
    const { mean, variance } = moments(values);
    // Five standard errors.
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / count));
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / count));
    expect(values[0]).toBe((randomU32(1, 2, 0) >>> 8) / 2 ** 24);
  });

  test("uniformF64: 53 bits, the first word's first", () => {
    for (let n = 0; n < 9; n++) {
      const [high, low] = [randomU32(1, 2, 2 * n), randomU32(1, 2, 2 * n + 1)].map(BigInt);
      const bits = ((high ?? 0n) >> 5n) * 2n ** 26n + ((low ?? 0n) >> 6n);
      expect(randomUniformF64(1, 2, n)).toBe(Number(bits) / 2 ** 53);
    }
  });

  test("normal: mean 0, variance 1, as many within one and two deviations as must be", () => {
    const values = list(count, (n) => randomNormal(5, 6, n));
    const { mean, variance } = moments(values);
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(count));
    expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / count));
    for (const [limit, share] of [
      [1, 0.6827],
      [2, 0.9545],
    ] as const) {
      const within = values.filter((x) => Math.abs(x) < limit).length / count;
      expect(Math.abs(within - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / count));
    }
    expect(values.every((x) => x === Math.fround(x))).toBe(true);
  });
});

describe("hashes: as in bigint", () => {
  const formulas: readonly (readonly [string, (x: number) => number, (x: bigint) => bigint])[] = [
    [
      "pcgHash",
      pcgHash,
      (x) => {
        const state = wrap(x * 747796405n + 2891336453n);
        const word = wrap(((state >> ((state >> 28n) + 4n)) ^ state) * 277803737n);
        return (word >> 22n) ^ word;
      },
    ],
    [
      "murmur3Mix",
      murmur3Mix,
      (x) => {
        const first = wrap((x ^ (x >> 16n)) * 0x85ebca6bn);
        const second = wrap((first ^ (first >> 13n)) * 0xc2b2ae35n);
        return second ^ (second >> 16n);
      },
    ],
    [
      "splitmix32",
      splitmix32,
      (x) => {
        const next = wrap(x + 0x9e3779b9n);
        const first = wrap((next ^ (next >> 16n)) * 0x21f0aaadn);
        const second = wrap((first ^ (first >> 15n)) * 0x735a2d97n);
        return second ^ (second >> 15n);
      },
    ],
    [
      "wangHash",
      wangHash,
      (x) => {
        const first = wrap((x ^ 61n ^ (x >> 16n)) * 9n);
        const second = wrap((first ^ (first >> 4n)) * 0x27d4eb2dn);
        return second ^ (second >> 15n);
      },
    ],
  ];
  test.each(formulas)("%s", (_, hash, formula) => {
    expect(samples.map(hash)).toEqual(samples.map((x) => Number(formula(BigInt(x)))));
  });

  test("fmix32 as MurmurHash3 has it", () => {
    expect(hex([murmur3Mix(0), murmur3Mix(1)])).toBe("00000000 514e28b7");
  });

  test("pcg2d, pcg3d and the hashes made of them", () => {
    const step = (x: number) => wrap(BigInt(x) * 1664525n + 1013904223n);
    for (const a of samples) {
      for (const b of samples) {
        let [x, y, z] = [step(a), step(b), 0n];
        for (const _ of [1, 2]) {
          x = wrap(x + y * 1664525n);
          y = wrap(y + x * 1664525n);
          [x, y] = [x ^ (x >> 16n), y ^ (y >> 16n)];
        }
        expect(pcg2d(vec2u(a, b))).toMatchObject({ x: Number(x), y: Number(y) });
        expect(hash2(a, b)).toBe(Number(x));
        [x, y, z] = [step(a), step(b), step(9)];
        for (const isLast of [false, true]) {
          x = wrap(x + y * z);
          y = wrap(y + z * x);
          z = wrap(z + x * y);
          if (!isLast) [x, y, z] = [x ^ (x >> 16n), y ^ (y >> 16n), z ^ (z >> 16n)];
        }
        expect(pcg3d(vec3u(a, b, 9))).toMatchObject({ x: Number(x), y: Number(y), z: Number(z) });
        expect(hash3(a, b, 9)).toBe(Number(x));
      }
    }
  });
});
