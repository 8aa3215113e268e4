// % of floats, which gangs and scalar code compute themselves where that is exact, against JavaScript's, bit by bit: numbers of any bits, what
// programs meet, quotients next to integers and next to where the host takes over.

import { build } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";
import { type Executor, executors, runKernel, wasmExecutor } from "../support/run-kernel.js";

const words = new DataView(new ArrayBuffer(8));
const random = createRandom(20261124);
const word = () => random.below(2 ** 32);
function anyBits(): number {
  words.setUint32(0, word());
  words.setUint32(4, word());
  return words.getFloat64(0);
}
const between = (low: number, high: number) => low + ((high - low) * (word() + word() / 2 ** 32)) / 2 ** 32;
const withSign = (a: number) => (random.oneIn(2) ? -a : a);
const anyInteger = (bits: number) => withSign(Math.floor(2 ** between(0, bits)));
const many = (make: () => number, other: (a: number) => number) =>
  Array.from({ length: 30_000 }, () => {
    const a = make();
    return [a, other(a)] as const;
  });
/** Next to a multiple of b, by at most a few last places. */
function nearMultiple(b: number, times: number): number {
  words.setFloat64(0, b * times);
  words.setBigInt64(0, words.getBigInt64(0) + BigInt(random.below(7) - 3));
  return words.getFloat64(0);
}

const special = [
  ...[0, 5e-324, 2 ** -1022, 1e-300, 2 ** -30, 0.1, 0.5, 0.75, 1, 1.5, 2, 3, 7, 10, Math.PI, 2 * Math.PI, 360],
  ...[2 ** 23, 2 ** 24 + 2, 2 ** 26 - 1, 2 ** 26, 2 ** 26 + 1, 2 ** 27, 2 ** 31, 2 ** 32, 2 ** 52 - 1, 2 ** 52],
  ...[2 ** 52 + 1, 2 ** 53 - 1, 2 ** 53, 2 ** 54, 1e20, 1e300, 1.7976931348623157e308, Infinity, NaN],
].flatMap((a) => [a, -a]);

const pairs = [
  ...special.flatMap((a) => special.map((b) => [a, b] as const)),
  ...many(anyBits, anyBits),
  ...many(anyBits, (a) => a * between(-2, 2)),
  ...many(anyBits, (a) => a / 2 ** between(0, 60)),
  ...many(
    () => between(-1000, 1000),
    () => between(-10, 10),
  ),
  ...many(
    () => between(-1000, 1000),
    () => 2 * Math.PI,
  ),
  ...many(
    () => anyInteger(53),
    () => anyInteger(53),
  ),
  ...many(
    () => anyInteger(53),
    () => anyInteger(20),
  ),
  ...many(
    () => anyInteger(31),
    () => anyInteger(31),
  ),
  ...many(
    () => anyInteger(20) / 64,
    () => anyInteger(10) / 64,
  ),
];
const nearMultiples = Array.from({ length: 90_000 }, () => {
  const b = random.oneIn(2) ? anyInteger(27) : between(0, 4);
  return [nearMultiple(b, Math.floor(2 ** between(0, 30))), b] as const;
});

const inGangs = (gang: 4 | 16) => wasmExecutor({ threads: "one", sharedMemory: false, features: "simd128", gang });

function kernelOf(type: "f32" | "f64", constant?: number) {
  const divisor = constant === undefined ? build.load(ownElement(2, type)) : build.constant(type, constant);
  const value = build.op("rem", build.load(ownElement(1, type)), divisor);
  const body = [build.store(ownElement(0, type), value, at)];
  return kernelModule({ locals: [span(type), span(type), span(type)], parameters: 3, body });
}

describe.each<[string, Executor]>([
  ["scalar code", executors.wasm],
  ["gangs of 4", inGangs(4)],
  ["gangs of 16", inGangs(16)],
])("%s", (_, executor) => {
  test.each(["f64", "f32"] as const)("%s: is JavaScript's to the bit", (type) => {
    const all = [...pairs, ...nearMultiples];
    const Numbers = type === "f64" ? Float64Array : Float32Array;
    const a = new Numbers(all.map(([one]) => one));
    const b = new Numbers(all.map(([, other]) => other));
    const args = [new Numbers(a.length), a, b];
    const { arrays } = runKernel(executor, { module: kernelOf(type), range: [a.length], args });
    const wrong = Array.from(a, (one, index) => {
      const [divisor = 0, found] = [b[index], arrays[0]?.[index]];
      return Object.is(found, one % divisor) ? [] : [`${one} % ${divisor} = ${one % divisor}, found ${found}`];
    }).flat();
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  const constants = [1, 2, 4, -8, 1024, 2 ** 31, 2 ** 52, 2 ** 99, 2 ** 100, 2 ** 101, 2 ** 120, 0.5, 0.25, 3];
  test.each(["f64", "f32"] as const)("%s: by a constant", (type) => {
    const Numbers = type === "f64" ? Float64Array : Float32Array;
    const numbers = [...special, ...pairs.slice(-60_000).map(([one]) => one), ...Array.from({ length: 9999 }, anyBits)];
    for (const constant of constants) {
      const near = Array.from({ length: 999 }, (_, times) => [times, -times, times + 0.5].map((one) => one * constant));
      const a = new Numbers([...numbers, ...near.flat(), ...near.flat().map((one) => nearMultiple(one, 1))]);
      const args = [new Numbers(a.length), a, a];
      const module = kernelOf(type, constant);
      const [found] = runKernel(executor, { module, range: [a.length], args }).arrays;
      const wrong = Array.from(a, (one, index) =>
        Object.is(found?.[index], one % constant) ? [] : [`${one} % ${constant}, found ${found?.[index]}`],
      ).flat();
      expect(wrong.slice(0, 10)).toEqual([]);
    }
  });
});
