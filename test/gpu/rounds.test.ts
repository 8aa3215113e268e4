// Loops of which some rounds stand in a row (codegen/src/wgsl/unrolled-loops.ts), on the gpu device: what they compute on the CPU, for each number of
// rounds, and from each byte of a word. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

/** Sums of `n` neighbours, of a constant number of them in both directions, and of every second one from another number on. */
const kernelsOf = (type: string) => `
export function any${type}(q: Queue, from: ${type}Array, to: Float32Array, n: number) {
  return q.parallelFor(to.length, (i) => {
    let sum: f32 = 0;
    for (let k = 0; k < n; k++) sum += from[i + k]!;
    to[i] = sum;
  });
}
export function all${type}(q: Queue, from: ${type}Array, to: Float32Array, width: number) {
  return q.parallelFor(to.length, (i) => {
    let sum: f32 = 0;
    for (let y = 0; y < 3; y++) for (let x = 0; x <= 5; x++) sum = sum * 2 + from[y * width + i + x]!;
    to[i] = sum;
  });
}
export function second${type}(q: Queue, from: ${type}Array, to: Float32Array, first: number, n: number) {
  return q.parallelFor(to.length, (i) => {
    let sum: f32 = 0;
    let rounds = 0;
    for (let k = first; k <= n; k += 2) {
      const here = from[k + i]!;
      if (here > 3) sum += here * from[i]!;
      rounds++;
    }
    to[i] = sum + rounds / 64;
  });
}`;
const types = { Uint8: Uint8Array, Int8: Int8Array, Uint16: Uint16Array, Int16: Int16Array, Float32: Float32Array };
const text = `import { type f32, type Queue } from "lanewise";
${Object.keys(types).map(kernelsOf).join("\n")}`;

type Kernel = (q: Queue, from: NumberArray, to: Float32Array, ...numbers: readonly number[]) => Promise<void>;
type NumberArray = InstanceType<(typeof types)[keyof typeof types]>;

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "rounds.ts": text });
afterAll(program.dispose);

describe.skipIf(!isPromised)("rounds in a row", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("rounds.ts")) as unknown as Readonly<Record<string, Kernel>>; // as the text above has them
  const gpu = await requestGpu({ software: true });
  const queues = [new Queue({ device: gpu ?? "cpu" }), new Queue({ device: "cpu" })];

  async function expectSame(name: string, from: NumberArray, numbers: readonly number[]): Promise<void> {
    const [found, expected] = await Promise.all(
      queues.map(async (q) => {
        const to = new Float32Array(21);
        await kernels[name]?.(q, from, to, ...numbers);
        return [...to];
      }),
    );
    expect(found, `${name}(${numbers.join(", ")}) at ${from.byteOffset}`).toEqual(expected);
    expect(new Set(expected).size, name).toBeGreaterThan((numbers.at(-1) ?? 0) >= 8 ? 10 : 0);
  }

  test.each(Object.entries(types))("of %s", async (name, type) => {
    const lowest = name.startsWith("U") ? 0 : -50;
    const all = type.from(Array.from({ length: 120 }, (_, i) => ((i * 37) % 101) + lowest));
    for (const offset of [0, 1, 2, 3]) {
      const from = all.subarray(offset);
      for (const n of offset === 1 ? [0, 1, 2, 3, 4, 5, 7, 8, 9, 13] : [8, 11])
        await expectSame(`any${name}`, from, [n]);
      await expectSame(`all${name}`, from, [31]);
      for (const n of [1, 6, 7, 8, 9]) await expectSame(`second${name}`, from, [offset, n]);
    }
  });
});
