// Conformance: captured typed arrays that are not in a device's memory. Titles begin with the section of the design, or the
// requirement, that they show; test/runtime/host-arrays.test.ts has each rule by itself.

import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import { type f32, type Queue } from "lanewise";
export async function readOnce(q: Queue) {
  let from = Float32Array.of(1, 2);
  let to = new Float32Array(2);
  let gain = 2;
  const kernel = () => q.parallelFor(2, (i) => { to[i] = from[i]! * gain; });
  kernel();
  [from, to] = [to, from];
  gain = 10;
  const last = kernel();
  gain = 1000;
  await last;
  return [...from, ...to];
}
export async function union(q: Queue) {
  const words = new Uint32Array(6);
  const [low, high, bytes] = [words.subarray(0, 4), words.subarray(2), new Uint8Array(words.buffer, 8, 4)];
  await q.singleTask(() => { low[2] = 0x01020304; bytes[0] = 0xff; high[3] = high[0]!; });
  return [...words];
}
export async function covered(q: Queue) {
  const out = Int32Array.of(5, 6, 7, 8);
  const part = out.subarray(1, 3);
  await q.parallelFor(2, (i) => { part[i] = i; });
  await q.parallelFor(4, (i) => { if (i > 2) out[i] = -1; });
  return [...out];
}
export async function chain(q: Queue, other: Queue) {
  const [a, b, c] = [Float64Array.of(1, 2), new Float64Array(2), new Float64Array(2)];
  q.parallelFor(2, (i) => { b[i] = a[i]! + 1; });
  b.fill(1000);
  other.parallelFor(2, (i) => { c[i] = b[i]! * 2; });
  await q.parallelFor(2, (i) => { c[i]! += 0.5; });
  return [...b, ...c];
}
export function detached(q: Queue) {
  const gone = new Float32Array(4);
  structuredClone(gone, { transfer: [gone.buffer] });
  return q.parallelFor(4, (i) => { gone[i] = 1; });
}
`;
const program = await loadProgram({ "main.ts": text });
afterAll(program.dispose);
type Run = (...queues: readonly object[]) => Promise<unknown>;
const main = (await program.load("main.ts")) as Readonly<Record<string, Run>>;
const run = (name: string, ...queues: readonly object[]) => main[name]?.(...queues);

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new program.lanewise.Queue({ device });

  test("X2, design 3: captures are read once, when the launch call runs, also of arrays whose names are swapped", async () => {
    expect(await run("readOnce", q)).toEqual([2, 4, 20, 40]);
  });
  test("design 3: captures of one buffer keep their aliasing", async () => {
    expect(await run("union", q)).toEqual([0, 0, 0x010203ff, 0, 0, 0x010203ff]);
  });
  test("design 3: what is not written keeps the host's values", async () => {
    expect(await run("covered", q)).toEqual([5, 0, 1, -1]);
  });
  test("design 3: later launches use the device's copy, those of other queues wait", async () => {
    const other = new program.lanewise.Queue({ device });
    expect(await run("chain", q, other)).toEqual([2, 3, 4.5, 6.5]);
  });
  test("design 3: a detached buffer is an error", () => {
    expect(() => run("detached", q)).toThrow(/captured "gone" is a Float32Array without memory/);
  });
});
