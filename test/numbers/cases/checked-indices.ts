// Variables that are indices somewhere: behind the check of `data[t]`, and only there, `t` is an index of `data`.

import type { NumberCase } from "../number-case.js";

const data = Float64Array.from({ length: 64 }, (_, at) => at * 1.5 + 1);
const captures = { data, out: new Float64Array(37) } as const;

const cases: readonly NumberCase[] = [
  {
    name: "a stack whose top is an index",
    body: `const stack = new Int32Array(16);
      let [top, visited] = [1, 0];
      while (top > 0) {
        top--;
        const node = stack[top];
        visited = visited * 3 + node;
        if (2 * node + 2 >= 10 + i) continue;
        stack[top] = 2 * node + 2;
        stack[top + 1] = 2 * node + 1;
        top += 2;
      }
      out[i] = visited + top;`,
  },
  {
    name: "a stack that grows beyond its array",
    body: `const stack = new Int32Array(16);
      let top = 1;
      while (top > 0) {
        stack[top] = i;
        top += i + 1;
      }
      out[i] = top;`,
    failure: "out_of_bounds",
  },
  {
    name: "in one branch, large in the other",
    body: `let t = i;
      let s = 0;
      for (let r = 0; r < 8; r++) {
        if (r === 0) s += data[t];
        else t += 1e9;
      }
      out[i] = t + s;`,
  },
  {
    name: "a counter that is large where the loop continues",
    body: "let s = 0; for (let k = i; k < 1e10; k += 1e9) { if (k > 1000) continue; s += data[k] + k; } out[i] = s;",
  },
  {
    name: "a counter that is large where the loop ends",
    body: "let t = i; for (;;) { if (t > 1000) break; out[i] += data[t]; t += 2.5e9; } out[i] += t;",
  },
  {
    name: "a counter that is large behind the loop",
    body: "let t = i; while (t < 64) { out[i] += data[t]; t = t * 1e9 + 3e9; } out[i] += t;",
  },
  {
    name: "made large by a loop that follows",
    body: "let t = i; let s = data[t]; for (let r = 0; r < 3; r++) { s += t; t += 1e9; } out[i] = t + s;",
  },
  {
    name: "made large by a loop around",
    body: "let t = 0; for (let r = 0; r < 4; r++) { if (t < 64) out[i] += data[t]; out[i] += t; t += 1e9; }",
  },
  {
    name: "of a value that nobody uses",
    body: "let t = n + i; const s = data[t]; t += 7; out[i] = t;",
    captures: { ...captures, n: 5e9 },
    failure: "out_of_bounds",
  },
  {
    name: "only if the left side of && holds",
    body: "const t = n + i; const s = t < 64 && data[t] > 0 ? 1 : 2; out[i] = t + s;",
    captures: { ...captures, n: 5e9 },
  },
  {
    name: "only in one value of a choice",
    body: "const t = n + i; const s = t < 64 ? data[t] : 2; out[i] = t + s;",
    captures: { ...captures, n: 5e9 },
  },
  {
    name: "scaled and shifted, below 0 and NaN",
    body: "const t = n + i; const s = t >= 0 && t < 30 ? data[2 * t + 3] : t * 2; out[i] = s + t * 3;",
    captures: { ...captures, n: -4 },
    relaunches: [{ n: Number.NaN }, { n: 3e9 }, { n: -3e9 }],
  },
  {
    name: "behind a test that leaves",
    body: "let t = n + i; for (let r = 0; r < 3; r++) { if (t >= 64) { t += 2e9; continue; } out[i] += data[t]; t += 30; } out[i] += t;",
    captures: { ...captures, n: 0 },
  },
];

export const checkedIndices: readonly NumberCase[] = cases.map((number) => ({ captures, ...number }));
