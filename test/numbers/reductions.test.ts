// Reductions and atomic operations of plain numbers: what is combined is exact, and the target holds what its type holds.

import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import { type Queue, reduction } from "lanewise";
type Make = (q: Queue) => Promise<readonly number[]>;
const n = 1000;

export const aSumOfSquaresIntoF64: Make = async (q) => {
  const u16s = q.mallocShared(Uint16Array, n);
  const sum = q.mallocShared(Float64Array, 1);
  u16s.fill(65535);
  await q.parallelFor(n, reduction(sum, "add"), (i, sum) => { sum.combine(u16s[i]! * u16s[i]! * 3); });
  return [...sum];
};
export const aDifferenceOfU32IntoF64: Make = async (q) => {
  const u32s = q.mallocShared(Uint32Array, n);
  const least = q.mallocShared(Float64Array, 1);
  await q.parallelFor(n, reduction(least, "min"), (i, least) => { least.combine(u32s[i]! - i - 3); });
  return [...least];
};
export const aSumIntoI32: Make = async (q) => {
  const sum = q.mallocShared(Int32Array, 1);
  await q.parallelFor(n, reduction(sum, "add"), (i, sum) => { sum.combine(i * 4000000); });
  return [...sum];
};
export const aSumIntoU32: Make = async (q) => {
  const sum = q.mallocShared(Uint32Array, 1);
  await q.parallelFor(n, reduction(sum, "add"), (i, sum) => { sum.combine(i - 600); });
  return [...sum];
};
export const aMaximumIntoU32: Make = async (q) => {
  const most = q.mallocShared(Uint32Array, 1);
  const u32s = q.mallocShared(Uint32Array, n);
  u32s[7] = 4294967290;
  await q.parallelFor(n, reduction(most, "max"), (i, most) => { most.combine(u32s[i]!); });
  return [...most];
};
export const sumsIntoBinsOfF64: Make = async (q) => {
  const sums = q.mallocShared(Float64Array, 8);
  await q.parallelFor(n, reduction(sums, "add"), (i, sums) => { sums.at((i * 7) % 8).combine(i * 65536 * 1024); });
  return [...sums];
};
export const countsIntoBinsOfI32: Make = async (q) => {
  const counts = q.mallocShared(Int32Array, 8);
  await q.parallelFor(n, reduction(counts, "add"), (i, counts) => { counts.at((i * i) % 8).combine(2147483647); });
  return [...counts];
};
export const atomicSumsOfI32AndU32: Make = async (q) => {
  const signed = q.mallocShared(Int32Array, 2);
  const unsigned = q.mallocShared(Uint32Array, 2);
  await q.parallelFor(n, (i) => {
    Atomics.add(signed, i % 2, i * 16777217);
    Atomics.sub(unsigned, i % 2, i);
  });
  return [...signed, ...unsigned];
};
export const atomicSumsOfLargeProducts: Make = async (q) => {
  const sums = q.mallocShared(Int32Array, 1);
  await q.parallelFor(n, (i) => { Atomics.add(sums, 0, (i + 1000000) * (i + 1000000)); });
  return [...sums];
};
export const oldValuesOfAtomics: Make = async (q) => {
  const ticket = q.mallocShared(Uint32Array, 1);
  const seen = q.mallocShared(Float64Array, 8);
  ticket[0] = 4294967290;
  await q.singleTask(() => {
    for (let k = 0; k < 8; k++) seen[k] = Atomics.add(ticket, 0, 1) + 1;
  });
  return [...seen, ...ticket];
};
`;

/** As JavaScript computes them, one work-item after the other. */
const n = 1000;
const all = Array.from({ length: n }, (_, i) => i);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const added = (values: readonly number[]): number => values.reduce((total, value) => (total + value) | 0, 0);
const expected: Readonly<Record<string, readonly number[]>> = {
  aSumOfSquaresIntoF64: [65535 * 65535 * 3 * n],
  aDifferenceOfU32IntoF64: [-1002],
  aSumIntoI32: [added(all.map((i) => i * 4000000))],
  aSumIntoU32: [sum(all.map((i) => i - 600)) >>> 0],
  aMaximumIntoU32: [4294967290],
  sumsIntoBinsOfF64: bins((i) => (i * 7) % 8).map((own) => sum(own.map((i) => i * 65536 * 1024))),
  countsIntoBinsOfI32: bins((i) => (i * i) % 8).map((own) => added(own.map(() => 2147483647))),
  atomicSumsOfI32AndU32: [
    ...[0, 1].map((odd) => added(all.filter((i) => i % 2 === odd).map((i) => (i * 16777217) | 0))),
    ...[0, 1].map((odd) => -sum(all.filter((i) => i % 2 === odd)) >>> 0),
  ],
  atomicSumsOfLargeProducts: [added(all.map((i) => ((i + 1000000) * (i + 1000000)) | 0))],
  oldValuesOfAtomics: [4294967291, 4294967292, 4294967293, 4294967294, 4294967295, 4294967296, 1, 2, 2],
};

function bins(of: (i: number) => number): readonly (readonly number[])[] {
  return Array.from({ length: 8 }, (_, bin) => all.filter((i) => of(i) === bin));
}

const program = await loadProgram({ "main.ts": text });
afterAll(() => program.dispose());
const main = await program.load("main.ts");
const { Queue } = program.lanewise;

describe.each([
  ["cpu, one thread", { device: "cpu", threads: 1 }],
  ["cpu, three threads", { device: "cpu", threads: 3 }],
  ["host", { device: "host" }],
] as const)("%s", (_, options) => {
  const q = new Queue(options);
  test.each(Object.keys(expected))("%s", async (name) => {
    // The program exports functions of this type alone.
    const run = main[name] as (q: InstanceType<typeof Queue>) => Promise<readonly number[]>;
    expect(await run(q)).toEqual(expected[name]);
  });
});
