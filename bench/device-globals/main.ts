// `npm run bench:device-globals`: what device globals cost. Writes bench/results/device-globals.json and prints the goals with what
// was measured; exits 1 where a goal is missed. Variants take turns; a ratio is of the same round, its median counts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import { readPicture } from "../../examples/01-photo/picture.js";
import { resultsFolder, rootFolder } from "../harness/folders.js";
import { plain } from "../kernels/histogram/plain.js";
import { describeMachine } from "../machine.js";
import { median } from "../statistics.js";
import {
  countInFourRows,
  countInGlobal,
  countInPrivate,
  countInRows,
  histogram,
  scaleByCapture,
  scaleByGlobal,
} from "./kernels.js";

const rounds = 31;
/** Fits the second-level cache: what the kernel itself costs shows. */
const elements = 1 << 16;
const bytes = 1 << 22;
const histogramGoals = [
  { threads: 1, what: "a histogram by atomics, against the best by hand, one thread" },
  { threads: 2, what: "a histogram by atomics, against the best by hand, two threads" },
  { threads: 4, what: "a histogram by atomics, against the best by hand, four threads" },
];

type Variants = Readonly<Record<string, () => void>>;

/** The times of each, in us; every round begins with another one. */
function measure(q: Queue, variants: Variants, repetitions: number): Readonly<Record<string, readonly number[]>> {
  const times = new Map(Object.keys(variants).map((name) => [name, [] as number[]]));
  const all = Object.entries(variants);
  for (let round = -3; round < rounds; round++) {
    for (let turn = 0; turn < all.length; turn++) {
      const [name, run] = all[(turn + round + 3) % all.length] ?? [];
      if (!name || !run) continue;
      const start = performance.now();
      for (let i = 0; i < repetitions; i++) run();
      q.waitSync();
      const took = ((performance.now() - start) * 1000) / repetitions;
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  return Object.fromEntries(times);
}

function ratio(over: readonly number[] = [], under: readonly number[] = []): number {
  return median(over.map((time, round) => time / (under[round] ?? Number.NaN)));
}

const medians = (times: Readonly<Record<string, readonly number[]>>) =>
  Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));

function measureScalar(): { value: number; us: Readonly<Record<string, number>> } {
  using q = new Queue({ device: "cpu", threads: 1 });
  const x = q.mallocShared(Float32Array, elements).fill(1);
  const variants = { global: () => scaleByGlobal(q, x), capture: () => scaleByCapture(q, x, 1) };
  const times = measure(q, variants, 200);
  return { value: ratio(times.global, times.capture), us: medians(times) };
}

async function measureHistogram(threads: number): Promise<{ value: number; us: Readonly<Record<string, number>> }> {
  using q = new Queue({ device: "cpu", threads });
  const data = pixels(q);
  const counts = q.mallocShared(Uint32Array, 256);
  const bins = [4, 16, 64].map((each) => q.mallocShared(Uint32Array, 256 * threads * each));
  const byHand: Variants = Object.fromEntries(
    bins.flatMap((one) => [
      [`private, ${one.length / 256} strips`, () => countInPrivate(q, data, one, counts)],
      [`rows, ${one.length / 256} strips`, () => countInRows(q, data, one, counts)],
      [`four rows, ${one.length / 1024} strips`, () => countInFourRows(q, data, one, counts)],
    ]),
  );
  await check(q, data, counts, byHand);
  const times = measure(q, { global: () => countInGlobal(q, data), ...byHand }, 4);
  const us = medians(times);
  const names = Object.keys(byHand);
  const best = names.reduce((one, other) => ((us[other] ?? 0) < (us[one] ?? 0) ? other : one));
  return { value: ratio(times[best], times.global), us };
}

/** Real pixels: the photograph's bytes, again and again. */
function pixels(q: Queue): Uint8Array {
  const { rgb } = readPicture(join(rootFolder, "examples/data/chelsea.png"));
  const data = q.mallocShared(Uint8Array, bytes);
  for (let at = 0; at < bytes; at += rgb.length) data.set(rgb.subarray(0, Math.min(rgb.length, bytes - at)), at);
  return data;
}

/** Variants that count something else are no comparison. */
async function check(q: Queue, data: Uint8Array, counts: Uint32Array, byHand: Variants): Promise<void> {
  const expected = new Uint32Array(256);
  plain({ data, counts: expected }, { n: data.length });
  const before = Uint32Array.from(await q.read(histogram));
  countInGlobal(q, data);
  const after = await q.read(histogram);
  const results = { global: Uint32Array.from(after, (count, bin) => count - (before[bin] ?? 0)) };
  for (const [name, run] of Object.entries(byHand)) {
    counts.fill(0);
    run();
    await q.wait();
    Object.assign(results, { [name]: counts.slice() });
  }
  for (const [name, found] of Object.entries(results)) {
    if (found.some((count, bin) => count !== expected[bin])) throw new Error(`"${name}" counts something else`);
  }
}

const scalar = measureScalar();
const histograms = [];
for (const goal of histogramGoals) histograms.push({ ...goal, ...(await measureHistogram(goal.threads)) });
const goals = [
  { what: "a scalar read, against a captured constant", unit: "x", value: scalar.value, goal: 1.05, isLeast: false },
  ...histograms.map(({ what, value }) => ({ what, unit: "x", value, goal: 0.5, isLeast: true })),
];
const isMet = ({ value, goal, isLeast }: (typeof goals)[number]) => (isLeast ? value >= goal : value <= goal);
for (const row of goals) {
  const bound = `at ${row.isLeast ? "least" : "most"} ${row.goal}`;
  console.log(`${isMet(row) ? "met " : "MISS"} ${row.what}: ${row.value.toFixed(2)} ${row.unit} (goal: ${bound})`);
}
for (const { threads, us } of [{ threads: 1, us: scalar.us }, ...histograms]) {
  for (const [name, time] of Object.entries(us)) console.log(`  threads: ${threads}, ${name}: ${time.toFixed(1)} us`);
}
const result = { machine: describeMachine(), rounds, elements, bytes, goals, others: { scalar, histograms } };
writeFileSync(join(resultsFolder, "device-globals.json"), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = goals.every(isMet) ? 0 : 1;
