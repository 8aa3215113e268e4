// Values that may be null: results, variables, parameters and fields of numbers, booleans and objects.
import { type f32, KernelError } from "lanewise";
import { fractions, program, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

interface Hit {
  t: number;
  id: number;
}
function find(a: Float64Array, least: number): number | null {
  for (let k = 0; k < a.length; k++) if (a[k]! > least) return k;
  return null;
}
function trace(x: number): Hit | null {
  if (x < 1) return null;
  return { t: x * 2, id: 4 };
}
const isLarge = (x: number): boolean | null => (x > 2 ? x > 5 : null);
const inferred = (x: number) => {
  if (x > 3) return null;
  return x;
};
const orZero = (x: number | null): number => (x === null ? 0 : x);
const rounded = (x: number): f32 | null => (x > 1 ? Math.fround(x) : null);

export const numbers = same(arrays, (a, out) => (i) => {
  const hit = find(a, i);
  if (hit !== null) out[i] = hit + a[hit]!;
  else out[i] = -1;
});
export const objects = same(arrays, (a, out) => (i) => {
  const hit = trace(a[i]!);
  out[i] = hit ? hit.t + hit.id : -1;
});
export const nearest = same(arrays, (a, out) => (i) => {
  let best: Hit | null = null;
  for (let k = 0; k < 4; k++) {
    const hit = trace(a[i + k]!);
    if (hit !== null && (best === null || hit.t < best.t)) best = hit;
  }
  out[i] = best === null ? -1 : best.t * 10 + best.id;
});
export const nullish = same(arrays, (a, out) => (i) => {
  const none: Hit = { t: 5, id: 6 };
  const hit = trace(a[i]!) ?? none;
  const isOr = isLarge(i) ?? a[i]! > 0;
  out[i] = (find(a, i) ?? -7) + hit.t + hit.id * 3 + (isOr ? 1000 : 0) + (rounded(i) ?? 0.1);
});
export const conditions = same(arrays, (_, out) => (i) => {
  const [flag, value] = [isLarge(i), inferred(i)];
  // A number that is there and 0 counts as false, too.
  out[i] = (flag ? 1 : 0) + (flag === null ? 10 : 0) + (value ? 100 : 0) + (value == null ? 1000 : 0);
  if (flag && value) out[i] = -1;
  if (!flag || null !== value) out[i]! += 0.5;
});
export const variablesAndParameters = same(arrays, (a, out) => (i) => {
  let value: number | null = null;
  if (i % 3 === 0) value = i * 2;
  if (value !== null) value = value + 1;
  const other = i % 2 === 0 ? a[i]! : null;
  const { t } = trace(7)!;
  out[i] = orZero(value) + orZero(other) * 3 + orZero(null) + orZero(i) + t;
});

class Best {
  value: number | null = null;
  hit: Hit | null = null;
  add(x: number): void {
    if (this.value === null || x > this.value) this.value = x;
    this.hit = trace(x);
  }
}
export const fields = same(arrays, (a, out) => (i) => {
  const best = new Best();
  for (let k = 0; k < 4; k++) if (a[i + k]! > 2) best.add(a[i + k]!);
  out[i] = best.value ?? -3;
  if (best.value !== null && best.hit) out[i]! += best.value * best.hit.t;
});
export const assignedInside = same(arrays, (a, out) => (i) => {
  let last: number | null = null;
  const see = (x: number): void => {
    last = x;
  };
  for (let k = 0; k < 3; k++) if (a[i + k]! > 1) see(k);
  out[i] = last ?? -3;
});
// What is left alone by the side that counts is not asked.
export const onlyWhereItCounts = same(arrays, (a, out) => (i) => {
  const hit = trace(a[i]!);
  out[i] = a[i]! >= 1 && hit!.t > 3 ? hit!.t : a[i]! >= 1 ? hit!.id : 0;
});

// JavaScript goes on with null: a kernel fails where the program says that it is none.
export const nullWithAnExclamationMark = program(async (q) => {
  const out = new Float64Array(4);
  try {
    await q.parallelFor(4, (i) => { out[i] = find(out, i)! + 1; });
  } catch (error) {
    return error instanceof KernelError && error.message.includes("find(out, i)!");
  }
  return false;
}, true);

interface Found {
  hit: Hit;
  at: [number, number];
  isLast: boolean;
}
const search = (x: number): Found | null => (x < 2 ? null : { hit: { t: x, id: 2 }, at: [x, 3], isLast: x > 4 });
export const optionalMembers = same(arrays, (a, out) => (i) => {
  const found = search(i);
  const hit = trace(a[i]!);
  const none: Hit = { t: 7, id: 8 };
  out[i] = (hit?.t ?? -1) + (trace(a[i]!)?.id ?? 0) * 10 + (search(i)?.hit ?? none).t * 100;
  if (found?.isLast) out[i]! += 0.5;
  if (hit?.t == null) out[i]! += 0.25;
  if (found !== null) out[i]! += found?.at[1]!;
});
// What is compared with undefined, or with null, runs, though it is known to be neither.
export const comparedAndRun = same(arrays, (_, out) => (i) => {
  let calls = 0;
  const next = (): number => ++calls;
  const [isMissing, isNull] = [next() === undefined, next() == null];
  out[i] = calls * 100 + (isMissing || isNull ? 1 : 0);
});
interface Cached {
  sum: number | undefined;
  hit: Hit | null;
}
export const assignedIfMissing = same(arrays, (a, out) => (i) => {
  let calls = 0;
  const count = (x: number) => {
    calls++;
    return x;
  };
  let v = find(a, i);
  v ??= count(-7);
  let flag = isLarge(a[i]!);
  const isSet = (flag ??= i % 2 === 0);
  const cached: Cached = { sum: a[i]! > 2 ? a[i]! : undefined, hit: trace(a[i]!) };
  const sum = (cached.sum ??= count(i));
  cached.hit ??= { t: count(5), id: 6 };
  cached.hit ??= { t: count(7), id: 8 };
  let small = rounded(a[i]!);
  small ??= Math.fround(0.1);
  let best: Hit | null = null;
  for (let k = 0; k < 3; k++) best ??= trace(a[i + k]!);
  let first: number | null = null;
  for (let k = 0; k < 3; k++) first ??= find(a, a[i + k]!);
  out[i] = v + (isSet ? 100 : 200) + (flag ? 1000 : 2000) + sum * 3 + cached.sum * 5 + cached.hit.t + cached.hit.id + small
    + calls * 1e4 + (best === null ? 0 : best.t) + (first ?? 50) * 1e6;
});

// What was found with null goes where undefined stands for nothing, once TypeScript knows that it is there.
const positive = (x: number): Hit | null => (x > 0 ? { t: x, id: 1 } : null);
function nearestOf(x: number): Hit | undefined {
  let best: Hit | undefined;
  for (let k = 0; k < 3; k++) {
    const hit = positive(x - k);
    if (hit && (!best || hit.t < best.t)) best = hit;
  }
  return best;
}
function sameOrNone(x: number): Hit | undefined {
  const hit = positive(x);
  return hit === null ? undefined : hit;
}
function numberOrNone(x: number): number | undefined {
  const value: number | null = x > 0 ? x : null;
  if (value !== null) return value;
  return undefined;
}
export const nullWhereUndefinedIs = same(arrays, (a, out) => (i) => {
  const best = nearestOf(a[i]!);
  out[i] = (best ? best.t + best.id : -1) + (sameOrNone(a[i]!)?.t ?? -2) + (numberOrNone(a[i]!) ?? -3) + (nearestOf(i)?.id ?? 0);
});
