// `npm run bench:launch`: what a launch costs besides the kernel. Writes bench/results/launch.json and prints the goals
// with what was measured; exits 1 where a goal is missed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getDevices, Queue } from "lanewise";
import { describeMachine } from "../machine.js";
import { median } from "../statistics.js";
import { fiveOperations, tenKernels } from "./kernels.js";
import {
  compute,
  computeAnew,
  empty,
  medianOf,
  outputFor,
  pause,
  ratioOf,
  roundsFor,
  timedAwait,
  timedSync,
} from "./measure.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const threads = 2;
const q = new Queue({ device: "cpu", threads });
const alone = new Queue({ device: "cpu", threads: 1 });
const out = outputFor(q);
await pause(200); // until the workers run

const many = 1000;
const submitUs = await medianOf(30, () => {
  const start = performance.now();
  for (let i = 0; i < many; i++) empty(q);
  const submitted = performance.now() - start;
  q.waitSync();
  return (submitted * 1000) / many;
});
const runUs = await medianOf(30, () => {
  for (let i = 0; i < many; i++) empty(q);
  const start = performance.now();
  q.waitSync();
  return ((performance.now() - start) * 1000) / many;
});
const syncUs = 1000 * (await medianOf(3000, () => timedSync(() => empty(q))));
const awaitUs = 1000 * (await medianOf(1000, () => timedAwait(() => empty(q))));

const short = roundsFor(q, out, 1);
const hotMs = await medianOf(50, () => timedSync(() => compute(q, out, short)));
const afterPause = (queue: Queue, timed: typeof timedAwait | typeof timedSync) =>
  medianOf(50, async () => {
    await pause(5);
    return timed(() => compute(queue, out, short));
  });
// After a pause everything is slower, as one thread alone shows: what is measured is what threads add to that.
const aloneHotMs = await medianOf(50, () => timedSync(() => compute(alone, out, short)));
const slowerUs = ((await afterPause(alone, timedSync)) - aloneHotMs) * 1000;
const lateUs = ((await afterPause(q, timedSync)) - hotMs) * 1000 - slowerUs;
const lateAwaitUs = ((await afterPause(q, timedAwait)) - hotMs) * 1000 - slowerUs;

const long = roundsFor(q, out, 12);
const speedup = async (timed: typeof timedAwait | typeof timedSync) => {
  const ratios: number[] = [];
  for (let i = 0; i < 15; i++) {
    const one = await timed(() => compute(alone, out, long));
    ratios.push(one / (await timed(() => compute(q, out, long))));
  }
  return median(ratios);
};
const speedupSync = await speedup(timedSync);
const speedupAwait = await speedup(timedAwait);

const steadyMs = await medianOf(20, () => timedSync(() => compute(q, out, long)));
const compileMs: number[] = [];
const firsts: number[] = [];
for (const launch of computeAnew) {
  const start = performance.now();
  const event = launch(q, out, long); // compiles
  const compiled = performance.now();
  event.waitSync();
  compileMs.push(compiled - start);
  firsts.push(performance.now() - compiled);
  await pause(50);
}
const firstMs = median(firsts);

const ten = tenKernels(q);
const replay = ten.record();
const replayRatio = await ratioOf(
  2000,
  () => {
    ten.submit();
    q.waitSync();
  },
  () => replay.run().waitSync(),
);
using five = fiveOperations(q);
using chain = five.record({ fuse: true });
const fusionRatio = await ratioOf(
  10,
  () => {
    five.submit();
    q.waitSync();
  },
  () => chain.run().waitSync(),
);

const goals = [
  { what: "submit of an empty kernel, of 1,000", unit: "us", value: submitUs, goal: 2 },
  { what: "submit and waitSync of an empty kernel", unit: "us", value: syncUs, goal: 5 },
  { what: "a 1 ms kernel after 5 ms idle, waitSync: late", unit: "us", value: lateUs, goal: 60 },
  { what: "right after compilation: lost", unit: "ms", value: firstMs - steadyMs, goal: 3 },
  {
    what: "right after compilation, a launch of 12 ms, of steady state",
    unit: "x",
    value: firstMs / steadyMs,
    goal: 1.25,
  },
  { what: "two threads, waitSync: speedup", unit: "x", value: speedupSync, goal: 1.8, isLeast: true },
  { what: "two threads, await: speedup", unit: "x", value: speedupAwait, goal: 1.8, isLeast: true },
  { what: "ten small kernels, a graph of them: speedup", unit: "x", value: replayRatio, goal: 5, isLeast: true },
  { what: "five operations over 4M f32, fused: speedup", unit: "x", value: fusionRatio, goal: 3, isLeast: true },
];
const isMet = ({ value, goal, isLeast }: (typeof goals)[number]) => (isLeast ? value >= goal : value <= goal);
console.log(
  `devices: ${getDevices()
    .map(({ kind, threads: has }) => `${kind} (${has})`)
    .join(", ")}`,
);
console.log(`run of an empty kernel, of 1,000: ${runUs.toFixed(2)} us`);
console.log(`submit and await of an empty kernel: ${awaitUs.toFixed(2)} us`);
console.log(`a 1 ms kernel after 5 ms idle, await: ${lateAwaitUs.toFixed(0)} us late`);
for (const row of goals) {
  const { what, unit, value, goal, isLeast } = row;
  console.log(
    `${isMet(row) ? "met " : "MISS"} ${what}: ${value.toFixed(2)} ${unit} (goal: at ${isLeast ? "least" : "most"} ${goal})`,
  );
}
const others = { runUs, awaitUs, lateAwaitUs, slowerUs, hotMs, steadyMs, firsts, compileMs };
const result = { machine: describeMachine(), threads, goals, others };
writeFileSync(join(root, "bench/results/launch.json"), `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = goals.every(isMet) ? 0 : 1;
