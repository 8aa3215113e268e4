// The Viterbi algorithm: the most likely states of a hidden Markov model behind each of many sequences of observations.

import type { Queue } from "lanewise";

const STATES = 4;
const SYMBOLS = 6;
const LENGTH = 32;
const COUNT = 29;

const normalised = (weights: number[]) => weights.map((w) => Math.log(w / weights.reduce((a, b) => a + b)));
const start = Float64Array.from(normalised([4, 3, 2, 1]));
const transitions = Float64Array.from(
  [5, 2, 2, 1].flatMap((_, s) => normalised([0, 1, 2, 3].map((t) => 1 + ((s * 5 + t * 3) % 7)))),
);
const emissions = Float64Array.from(
  [0, 1, 2, 3].flatMap((s) => normalised([0, 1, 2, 3, 4, 5].map((o) => 1 + ((s * 3 + o * o) % 11)))),
);
const observed = Uint8Array.from({ length: COUNT * LENGTH }, (_, k) => ((k * 7919) >> 3) % SYMBOLS);

export async function run(q: Queue): Promise<Uint8Array> {
  const states = new Uint8Array(COUNT * LENGTH);
  await q.parallelFor(COUNT, (i) => {
    const score = new Float64Array(STATES);
    const best = new Float64Array(STATES);
    const back = new Uint8Array(LENGTH * STATES);
    for (let s = 0; s < STATES; s++) score[s] = start[s]! + emissions[s * SYMBOLS + observed[i * LENGTH]!]!;
    for (let t = 1; t < LENGTH; t++) {
      const symbol = observed[i * LENGTH + t]!;
      for (let s = 0; s < STATES; s++) {
        let from = 0;
        for (let p = 1; p < STATES; p++) {
          if (score[p]! + transitions[p * STATES + s]! > score[from]! + transitions[from * STATES + s]!) from = p;
        }
        best[s] = score[from]! + transitions[from * STATES + s]! + emissions[s * SYMBOLS + symbol]!;
        back[t * STATES + s] = from;
      }
      for (let s = 0; s < STATES; s++) score[s] = best[s]!;
    }
    let state = 0;
    for (let s = 1; s < STATES; s++) if (score[s]! > score[state]!) state = s;
    for (let t = LENGTH - 1; t >= 0; t--) {
      states[i * LENGTH + t] = state;
      state = back[t * STATES + state]!;
    }
  });
  return states;
}
