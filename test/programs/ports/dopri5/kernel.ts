// Lorenz's equations from many starts, by the method of Dormand and Prince of order 5 with steps of adapted length.

import type { Queue } from "lanewise";

const COUNT = 19;
const END = 0.5;
const TOLERANCE = 1e-6;

type State = readonly [number, number, number];

const slope = ([x, y, z]: State): State => [10 * (y - x), x * (28 - z) - y, x * y - (8 / 3) * z];
const add = ([x, y, z]: State, k: State, h: number): State => [x + h * k[0], y + h * k[1], z + h * k[2]];

export async function run(q: Queue): Promise<Float64Array> {
  const ends = new Float64Array(COUNT * 3);
  await q.parallelFor(COUNT, (i) => {
    let state: State = [1 + i / 10, 1 - i / 20, 20 + (i % 3)];
    let [t, h] = [0, 0.01];
    for (let step = 0; step < 1000 && t < END; step++) {
      h = Math.min(h, END - t);
      const k1 = slope(state);
      const k2 = slope(add(state, k1, h / 5));
      const k3 = slope(add(add(state, k1, (h * 3) / 40), k2, (h * 9) / 40));
      const k4 = slope(add(add(add(state, k1, (h * 44) / 45), k2, (-h * 56) / 15), k3, (h * 32) / 9));
      const s5 = add(add(state, k1, (h * 19372) / 6561), k2, (-h * 25360) / 2187);
      const k5 = slope(add(add(s5, k3, (h * 64448) / 6561), k4, (-h * 212) / 729));
      const s6 = add(add(add(state, k1, (h * 9017) / 3168), k2, (-h * 355) / 33), k3, (h * 46732) / 5247);
      const k6 = slope(add(add(s6, k4, (h * 49) / 176), k5, (-h * 5103) / 18656));
      const s7 = add(add(add(state, k1, (h * 35) / 384), k3, (h * 500) / 1113), k4, (h * 125) / 192);
      const next = add(add(s7, k5, (-h * 2187) / 6784), k6, (h * 11) / 84);
      const k7 = slope(next);
      const zero: State = [0, 0, 0];
      const e3 = add(add(add(zero, k1, (h * 71) / 57600), k3, (-h * 71) / 16695), k4, (h * 71) / 1920);
      const error = add(add(add(e3, k5, (-h * 17253) / 339200), k6, (h * 22) / 525), k7, -h / 40);
      const size = Math.sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]) / TOLERANCE;
      if (size <= 1) {
        t += h;
        state = next;
      }
      h *= size > 1 ? 0.5 : size < 0.02 ? 2 : 1;
    }
    ends[i * 3] = state[0];
    ends[i * 3 + 1] = state[1];
    ends[i * 3 + 2] = state[2];
  });
  return ends;
}
