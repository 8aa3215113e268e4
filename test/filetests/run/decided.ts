// Conditions that the call decides: what was left out, what `typeof` gives. The other branch need not make sense for the call.
import { fractions, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

class Vector {
  constructor(
    public x: number,
    public y: number,
  ) {}
  add(other: Vector | number): this {
    if (typeof other === "number") {
      this.x += other;
      this.y += other;
    } else {
      this.x += other.x;
      this.y += other.y;
    }
    return this;
  }
}
const length = (value: number | Vector): number => {
  if (typeof value === "number") return Math.abs(value);
  return value.x * value.x + value.y * value.y;
};
const sum = (value: number | readonly [number, number]): number => (typeof value === "number" ? value : value[0] + value[1]);
const apply = (by: number | ((x: number) => number), x: number): number => (typeof by === "function" ? by(x) : by * x);
function scaled(x: number, y?: number, z?: number): number {
  if (y === undefined && z === undefined) return x;
  if (z === undefined) return x * 10 + y!;
  return x * 100 + (y ?? 0.5) * 10 + z;
}
const isNumber = (x: number | undefined): number => (typeof x === "number" ? 1 : typeof x === "undefined" ? 2 : 3);
const isNull = (x: Vector | null): number => (typeof x === "object" ? (x !== null ? 1 : 2) : 3);

export const unions = same(arrays, (a, out) => (i) => {
  const v = new Vector(a[i]!, i).add(2).add(new Vector(i, 1));
  out[i] = length(v) + length(a[i]!) * 3 + sum(i) + sum([a[i]!, 2]) + apply(3, i) + apply((x) => x - 0.5, i);
});
export const leftOut = same(arrays, (a, out) => (i) => {
  out[i] = scaled(a[i]!) + scaled(a[i]!, 2) + scaled(i, 2, 3) + scaled(i, undefined, 3);
});
export const whatMayBeMissing = same(arrays, (a, out) => (i) => {
  const x = i % 2 === 0 ? a[i]! : undefined;
  const v = i % 3 === 0 ? new Vector(1, 2) : null;
  out[i] = isNumber(x) + isNumber(1) * 10 + isNumber(undefined) * 100 + isNull(v) * 1000 + (typeof v !== "object" ? 0.5 : 0.25);
});
// What a decided condition runs, runs; what stands behind a branch that leaves does not.
export const effects = same(arrays, (_, out) => (i) => {
  let calls = 0;
  const next = (): number => ++calls;
  const leave = (x: number | boolean): number => {
    for (let k = 0; k < 3; k++) {
      calls += 10;
      if (typeof x === "number") break;
      if (x) continue;
      calls += 100;
    }
    return typeof next() === "number" || typeof next() === "string" ? calls : -1;
  };
  out[i] = leave(i) * 1000 + leave(true) + (typeof next() === "boolean" && next() > 0 ? 0.5 : calls);
});
