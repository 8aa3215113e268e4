// Branches, loops, break, continue, early return: nested and mixed, as plain JavaScript runs them.
import { range } from "lanewise";
import { counts, integers, same } from "./harness.js";

export const branches = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => {
  const x = a[i]!;
  if (x > 100) out[i] = 3;
  else if (x > 0) {
    if (x % 2 === 0) out[i] = 2;
    else out[i] = 1;
  } else out[i] = x === 0 ? 0 : x < -100 ? -2 : -1;
});
export const loops = same((n) => [Int32Array.from(counts(n)), new Int32Array(n * 4)], (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < a[i]!; k++) sum += k * k;
  out[i * 4] = sum;
  let left = a[i]!;
  let steps = 0;
  while (left !== 1) {
    left = left % 2 === 0 ? left >> 1 : left * 3 + 1;
    steps++;
  }
  out[i * 4 + 1] = steps;
  do {
    steps -= 3;
  } while (steps > 0);
  out[i * 4 + 2] = steps;
  for (let down = 10, up = 0; down > up; down--, up += 2) out[i * 4 + 3]! += down * up;
});
export const jumps = same((n) => [Int32Array.from(counts(n)), new Int32Array(n * 3)], (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < 20; k++) {
    if (k % 3 === a[i]! % 3) continue;
    if (k > a[i]!) break;
    sum += k;
  }
  out[i * 3] = sum;
  let found = -1;
  for (;;) {
    found++;
    let k = 0;
    while (true) {
      if (k++ > found) break;
      if (k === 3) continue;
      sum += k;
    }
    if (found < 4) continue;
    break;
  }
  out[i * 3 + 1] = sum;
  do {
    sum -= 7;
    if (sum % 5 === 0) continue;
    if (sum < -20) break;
  } while (sum > 0);
  out[i * 3 + 2] = sum;
});
export const earlyReturn = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => {
  if (i % 5 === 4) return;
  for (let k = 0; k < 10; k++) {
    out[i]! += k;
    if (a[i]! > 50 && k === 3) return;
    while (k > 5) {
      if (a[i]! < 0) return;
      break;
    }
  }
  out[i]! += 1000;
});
export const scopes = same((n) => [new Int32Array(n)], (out) => (i) => {
  const x = 1;
  {
    const x = 2;
    out[i]! += x;
    for (let x = 0; x < 3; x++) out[i]! += x * 10;
  }
  let fresh = 0;
  for (let k = 0; k < 3; k++) {
    let inner = 0;
    inner += k;
    fresh += inner;
  }
  out[i]! += x * 100 + fresh * 1000;
});
export const variableInLoop = same((n) => [new Float64Array(n)], (out) => (i) => {
  let x = 0;
  let y = 0;
  let steps = 0;
  const cx = i / 16 - 1.5;
  while (x * x + y * y <= 4 && steps < 50) {
    const next = x * x - y * y + cx;
    y = 2 * x * y + 0.25;
    x = next;
    steps++;
  }
  out[i] = steps + x;
});
export const ranges = same((n) => [Int32Array.from(counts(n)), new Int32Array(n)], (a, out) => (i) => {
  let sum = 0;
  for (const k of range(a[i]!)) {
    if (k === 5) continue;
    sum = sum * 3 + k;
  }
  for (const k of range(2, 7)) sum += k * a[i]!;
  for (const k of range(7, -3, -2)) sum = sum * 2 - k;
  for (const k of range(0, 9, a[i]!)) sum += k;
  out[i] = sum;
});
/** Bounds with fractions, which a whole counter is compared with as it is. */
let limit = 2.75;
let quarter = 0.25;
export const fractionalLimits = same(
  (n) => [Int32Array.from(counts(n)), Float32Array.from(counts(n), (x) => x / 4), new Float64Array(n * 9)],
  (a, singles, out) => (i) => {
    const at = i * 9;
    for (let k = 0; k < 2.5; k++) out[at] = out[at]! * 3 + k;
    for (let k = 5; k >= 2.5; k--) out[at + 1] = out[at + 1]! * 3 + k;
    for (let k = 0; k <= a[i]! / 2; k++) out[at + 2]! += k;
    for (let k = 0; k < limit / 2; k++) out[at + 3]! += k + 1;
    for (let k = 0; k < i * quarter + 0.5; k++) out[at + 4]! += k + 1;
    const single = singles[i]!;
    let k = 0;
    while (k < single) k++;
    out[at + 5] = k;
    for (let down = a[i]!; down > 0.75; down -= 2) out[at + 6]! += down;
    let x = 0;
    do x++;
    while (x < NaN || x + 0.5 < single);
    out[at + 7] = x;
    let stride = a[i]!;
    while (stride >= 1) {
      out[at + 8]! += stride;
      stride /= 2;
    }
  },
);
/** Parameters that are given integers, and assigned fractions. */
function integral(t: number, end: number): number {
  let s = 0;
  while (t < end) {
    s += t;
    t += 0.125;
  }
  return s;
}
function halved(x: number, least: number): number {
  let steps = 0;
  for (; x > least; x /= 2) steps++;
  return steps;
}
export const fractionalParameters = same((n) => [Int32Array.from(counts(n)), new Float64Array(n * 4)], (a, out) => (i) => {
  out[i * 4] = integral(0, 1);
  out[i * 4 + 1] = integral(i / 2, 12);
  out[i * 4 + 2] = halved(a[i]!, 1);
  out[i * 4 + 3] = halved(100, 0.125);
});
