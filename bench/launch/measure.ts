// The launches that are timed: an empty kernel, and one of pure arithmetic whose length is chosen. All times are in ms.

import type { Queue, QueueEvent } from "lanewise";
import { median } from "../statistics.js";

const items = 4096;
export function empty(q: Queue): QueueEvent {
  return q.singleTask(() => {
    // Nothing: what remains is the launch.
  });
}

type Compute = (q: Queue, out: Float32Array, rounds: number) => QueueEvent;

/** `rounds` dependent multiplications and additions in each of 4096 work-items. */
export const compute: Compute = (q, out, rounds) =>
  q.parallelFor(items, (i) => {
    let x = i / 4096;
    for (let round = 0; round < rounds; round++) x = x * 0.999 + 0.25;
    out[i] = x;
  });

/** The same with other constants: V8 keeps the optimised code of a program that it has seen, so each is new to it. */
export const computeAnew: readonly Compute[] = [
  (q, out, rounds) =>
    q.parallelFor(items, (i) => {
      let x = i / 4096;
      for (let round = 0; round < rounds; round++) x = x * 0.998 + 0.25;
      out[i] = x;
    }),
  (q, out, rounds) =>
    q.parallelFor(items, (i) => {
      let x = i / 4096;
      for (let round = 0; round < rounds; round++) x = x * 0.997 + 0.25;
      out[i] = x;
    }),
  (q, out, rounds) =>
    q.parallelFor(items, (i) => {
      let x = i / 4096;
      for (let round = 0; round < rounds; round++) x = x * 0.996 + 0.25;
      out[i] = x;
    }),
  (q, out, rounds) =>
    q.parallelFor(items, (i) => {
      let x = i / 4096;
      for (let round = 0; round < rounds; round++) x = x * 0.995 + 0.25;
      out[i] = x;
    }),
  (q, out, rounds) =>
    q.parallelFor(items, (i) => {
      let x = i / 4096;
      for (let round = 0; round < rounds; round++) x = x * 0.994 + 0.25;
      out[i] = x;
    }),
];

export const outputFor = (q: Queue) => q.mallocShared(Float32Array, items);

/** How many rounds take about `ms` on this queue. */
export function roundsFor(q: Queue, out: Float32Array, ms: number): number {
  let rounds = 64;
  for (let attempt = 0; attempt < 8; attempt++) {
    const took = median(Array.from({ length: 5 }, () => timedSync(() => compute(q, out, rounds))));
    rounds = Math.max(1, Math.round((rounds * ms) / took));
  }
  return rounds;
}

export function timedSync(submit: () => QueueEvent): number {
  const start = performance.now();
  submit().waitSync();
  return performance.now() - start;
}

export async function timedAwait(submit: () => QueueEvent): Promise<number> {
  const start = performance.now();
  await submit();
  return performance.now() - start;
}

/** How many times as long the first takes: medians over `count` alternating runs. */
export async function ratioOf(count: number, first: () => void, second: () => void): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < count; i++) {
    for (const [index, run] of [first, second].entries()) {
      const start = performance.now();
      run();
      times[index === 0 ? 0 : 1].push(performance.now() - start);
    }
    if (i % 100 === 0) await pause(0);
  }
  return median(times[0]) / median(times[1]);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The median over `count` runs of `run`, one after the other. */
export async function medianOf(count: number, run: () => number | Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await run());
  return median(times);
}
