// Values that may be undefined: results, variables, parameters and fields of numbers, booleans and objects, and optional fields.
import { fractions, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

interface Hit {
  t: number;
  id?: number;
  last: number | undefined;
}
function find(a: Float64Array, least: number): number | undefined {
  for (let k = 0; k < a.length; k++) if (a[k]! > least) return k;
  return undefined;
}
/** It ends without a return, and returns nothing. */
function ends(x: number): boolean | undefined {
  if (x > 3) return true;
  if (x < 1) return;
  if (x > 2) return false;
}
const inferred = (x: number) => (x > 2 ? x : undefined);
const trace = (x: number): Hit | undefined => (x < 1 ? undefined : x < 2 ? { t: x, last: 5 } : { t: x * 2, id: 4, last: undefined });
const orMinus = (x: number | undefined): number => (x === undefined ? -1 : x * 2);
const orLeftOut = (x: number, by?: number): number => x + (by === undefined ? 100 : by);

export const results = same(arrays, (a, out) => (i) => {
  const at = find(a, i);
  const end = ends(i);
  if (at === undefined) out[i] = -1;
  else out[i] = at + a[at]!;
  out[i]! += (end === undefined ? 10 : end ? 20 : 30) + (inferred(a[i]!) ?? 0.5);
});
export const objects = same(arrays, (a, out) => (i) => {
  const hit = trace(i);
  out[i] = hit ? hit.t + (hit.id ?? 70) + (hit.last === undefined ? 0.25 : hit.last) : -1;
  out[i]! += (trace(a[i]!)?.t ?? 0.125) + (hit?.id === undefined ? 1000 : 0) + (hit?.t === null ? 3000 : 0);
});
export const optionalFields = same(arrays, (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    // One without the field follows one with it.
    const hit: Hit = k % 2 === 0 ? { t: k, id: i, last: 1 } : { t: k, last: undefined };
    const more: Hit = { ...hit, last: a[k]! };
    sum = sum * 3 + orMinus(hit.id) + orMinus(more.last) + (more.id ?? 9);
  }
  out[i] = sum;
});
export const variablesAndParameters = same(arrays, (a, out) => (i) => {
  let best: number | undefined;
  for (let k = 0; k < 4; k++) if (a[i + k]! > 2 && (best === undefined || a[i + k]! < best)) best = a[i + k]!;
  const element = a[i];
  const either = i % 2 === 0 ? a[i + 1]! : undefined;
  out[i] = orMinus(best) + orMinus(undefined) * 10 + orMinus(a[i]) + orMinus(either) * 100 + orMinus(element);
  out[i]! += orLeftOut(1) + orLeftOut(2, i) + orLeftOut(3, inferred(i)) + orLeftOut(4, undefined);
});
// What is undefined is not null: the operators with three characters tell them apart.
export const undefinedIsNotNull = same(arrays, (_, out) => (i) => {
  const value: number | undefined = inferred(i);
  out[i] = (value == null ? 1 : 0) + (value != null ? 10 : 0) + (value !== undefined ? 100 : 0);
});
class Best {
  value: number | undefined;
  hit?: Hit;
  add(x: number): void {
    if (this.value === undefined || x > this.value) this.value = x;
    const hit = trace(x);
    if (hit !== undefined) this.hit = hit;
  }
}
export const classes = same(arrays, (a, out) => (i) => {
  const best = new Best();
  for (let k = 0; k < 4; k++) if (a[i + k]! > 1.5) best.add(a[i + k]!);
  out[i] = (best.value ?? -3) + (best.hit ? best.hit.t : 0.5);
});

// Each of these assigns a parameter that the call may leave out.
const scaled = (x: number, by?: number): number => {
  by ??= 3;
  return x * by;
};
function raised(x: number, by?: number, isDown?: boolean): number {
  by = by === undefined ? 7 : by + 1;
  if (isDown === undefined) isDown = x > 1;
  return isDown ? x - by : x + by;
}
const counted = (x: number, sum?: number): number => {
  for (let k = 0; k < 3; k++) if (x + k > 1) sum = (sum ?? 0.5) + k;
  return sum === undefined ? -5 : sum;
};
export const leftOutAndAssigned = same(arrays, (a, out) => (i) => {
  let total = 0;
  for (let k = 0; k < 2; k++) total += counted(a[i + k]!) * 1e4 + scaled(a[i + k]!) + scaled(a[i]!, k);
  out[i] = total + raised(a[i]!) * 100 + raised(a[i]!, 2) + raised(a[i]!, 3, false) * 10 + counted(a[i]!, 4) * 1e6;
});
