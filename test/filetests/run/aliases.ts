// Names of objects whose fields are assigned: two variables that swap, one that names new objects and others' by turns.
import { f32, type Queue, structOf } from "lanewise";
import { counts, program, same } from "./harness.js";

const data = (n: number) => [Float64Array.from(counts(n), (x) => x - 4), new Float64Array(n)] as const;

export const renamed = same(data, (a, out) => (i) => {
  let v = { x: a[i]! };
  const before = v;
  v = { x: 5 };
  v.x += 1;
  out[i] = before.x + v.x * 100;
});
export const keptBest = same(data, (a, out) => (i) => {
  let best = { x: -1, n: 0 };
  for (let k = 0; k < 4; k++) {
    const p = { x: a[(i + k) % a.length]!, n: k };
    p.x += 1;
    if (p.x > best.x) best = { ...p };
  }
  out[i] = best.x + best.n * 100;
});
export const swapped = same(data, (a, out) => (i) => {
  let near = { x: a[i]!, steps: 0 };
  let far = { x: 2, steps: 0 };
  for (let k = 0; k < 5; k++) {
    if (near.x > far.x) [near, far] = [far, near];
    near.x += 1.5;
    near.steps++;
  }
  out[i] = near.x + far.x * 100 + near.steps * 1000;
});
export const madeOnDemand = same(data, (a, out) => (i) => {
  const given = { x: a[i]! };
  let p = given;
  if (a[i]! > 3) p = { x: 7 };
  p.x += 1;
  out[i] = given.x + p.x * 100;
});
function grown(p: { x: number }, by: number): { x: number } {
  if (p.x < 0) p = { x: 0 };
  p.x += by;
  return { x: p.x };
}
export const parameter = same(data, (a, out) => (i) => {
  const p = { x: a[i]! };
  const q = grown(p, 2);
  out[i] = p.x + q.x * 100;
});
export const destructured = same(data, (a, out) => (i) => {
  const p = { x: a[i]! };
  const [first, second] = [p, { x: 1 }];
  first.x += 1;
  second.x += 2;
  out[i] = p.x + second.x * 100;
});
class Counter {
  constructor(public count: number) {}
  next(): Counter {
    return new Counter(this.count + 1);
  }
  add(by: number): this {
    this.count += by;
    return this;
  }
}
export const replacedInLoop = same(data, (a, out) => (i) => {
  let c = new Counter(a[i]!);
  for (let k = 0; k < 3; k++) {
    c = c.next();
    c.add(k);
  }
  out[i] = c.count;
});
export const chained = same(data, (a, out) => (i) => {
  const c = new Counter(a[i]!);
  out[i] = c.add(1).add(2).count + c.count * 100;
});

class Point {
  constructor(
    public x: f32,
    public y: f32,
  ) {}
}
/** Of each of two ways: what the kernel sees, and what the host's objects are afterwards. */
export const ownOrHosts = program(async (q: Queue) => {
  const points = q.mallocShared(structOf(Point), Array.from({ length: 20 }, (_, k) => new Point(k * 10, 0)));
  const out = q.mallocShared(Float32Array, 20);
  await q.parallelFor(20, (i) => {
    const own = new Point(f32(i), 2);
    const hosts = points[i]!;
    const chosen = i > 2 ? own : hosts;
    chosen.x += 1;
    let assigned = own;
    if (i % 2 === 0) assigned = points[i]!;
    assigned.x += 2;
    out[i] = chosen.x + own.x * 100;
  });
  return [[...out.slice(0, 5)], Array.from({ length: 5 }, (_, k) => points.at(k)?.x)];
}, [[3, 311, 223, 606, 505], [3, 11, 23, 30, 42]]);
