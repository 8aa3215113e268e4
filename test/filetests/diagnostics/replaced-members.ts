// The method of an object of the host is the one that its type shows, unless the program has another.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);

class Shape {
  constructor(readonly r: number) {}
  area(x: number): number { return x * this.r; }
  edge(x: number): number { return x + this.r; }
}
class Disk extends Shape {
  override area(x: number): number { return x * this.r * this.r; }
}
const grow = (shape: Shape, x: number): number => shape.edge(x);
export function run(shape: Shape, disk: Disk): void {
  q.parallelFor(8, (i) => { out[i] = shape.area(i); }); // error LW1219: Shape or Disk
  q.parallelFor(8, (i) => { out[i] = shape.edge(i) + disk.area(i); });
  q.parallelFor(8, (i) => { out[i] = grow(shape, i); });
}

class Patched {
  constructor(readonly r: number) {}
  area(x: number): number { return x * this.r; }
}
Patched.prototype.area = (x) => x; // note: it is replaced here
export function patched(one: Patched): void {
  q.parallelFor(8, (i) => { out[i] = one.area(i); }); // error LW1236: `one.area`
}

const chosen = { f: (x: number) => x * 2, g: (x: number) => x * 3 };
chosen["f"] = (x) => x - 50;
q.parallelFor(8, (i) => { out[i] = chosen.f(i); }); // error LW1208: `chosen.f`
q.parallelFor(8, (i) => { out[i] = chosen.g(i); });

class Assigned {
  constructor(readonly r: number, init: Partial<Assigned>, more: Pick<Assigned, "r">) {
    Object.assign(this, more);
    Object.assign(this, init); // note: it is replaced here
  }
  edge(x: number): number { return x + this.r; }
  size(x: number): number { return x - this.r; }
  length(x: number): number { return x / this.r; }
}
class Plain {
  constructor(readonly r: number) {}
  edge(x: number): number { return x + this.r; }
  size(x: number): number { return x - this.r; }
  length(x: number): number { return x / this.r; }
  width(x: number): number { return x; }
}
export function assigned(a: Assigned, b: Plain, key: "width", any: { size: number }): void {
  Object.defineProperty(b, "edge", { value: (x: number) => x }); // note: it is replaced here
  Object.assign(b, { size: (x: number) => x }); // note: it is replaced here
  Object.assign(any, b);
  Object.assign(b, new Plain(3));
  Reflect.set(b, key, () => 0); // note: it is replaced here
  q.parallelFor(8, (i) => { out[i] = a.edge(i); }); // error LW1236: `a.edge`
  q.parallelFor(8, (i) => { out[i] = b.edge(i); }); // error LW1236: `b.edge`
  q.parallelFor(8, (i) => { out[i] = b.size(i); }); // error LW1236: `b.size`
  q.parallelFor(8, (i) => { out[i] = b.width(i); }); // error LW1236: `b.width`
  q.parallelFor(8, (i) => { out[i] = b.length(i); });
}
class Moved {
  constructor(readonly r: number) {}
  edge(x: number): number { return x + this.r; }
}
export function moved(one: Moved): void {
  Object.setPrototypeOf(one, null); // note: it is replaced here
  q.parallelFor(8, (i) => { out[i] = one.edge(i); }); // error LW1236: `one.edge`
}

const patchedLater = { f: (x: number) => x * 2 };
Object.assign(patchedLater, { f: (x: number) => x });
q.parallelFor(8, (i) => { out[i] = patchedLater.f(i); }); // error LW1208: `patchedLater.f`

class Round {
  constructor(readonly r: number) {}
  area(x: number): number { return x * this.r; }
  edge(x: number): number { return x + this.r; }
}
export function literals(one: Round): void {
  q.parallelFor(8, (i) => { out[i] = one.area(i); }); // error LW1236: `one.area`
}
literals({ r: 2, area: (x) => x, edge: (x) => x }); // note: it is replaced here

let ops = { f: (x: number) => x * 2 };
ops = { f: (x) => x * 3 };
q.parallelFor(8, (i) => { out[i] = ops.f(i); }); // error LW1239: `ops.f`
const fixed = { f: (x: number) => x * 2, g: (x: number) => x };
export function given(some: typeof fixed): void {
  q.parallelFor(8, (i) => { out[i] = some.f(i); }); // error LW1239: `some.f`
  q.parallelFor(8, (i) => {
    const g = i > 2 ? some.g : fixed.f; // error LW1239: `some.g`
    out[i] = g(i) + fixed.g(i);
  });
}
const either = Math.random() > 0.5 ? { f: (x: number) => x } : { f: (x: number) => -x };
q.parallelFor(8, (i) => { out[i] = either.f(i); }); // error LW1239: `either.f`

interface Circle { f: (x: number) => number; g?: number }
const itself: Circle = gives();
function gives(): Circle { return itself; }
const first: Circle = { ...spreads() };
const second: Circle = { ...first };
function spreads(): Circle { return { ...second }; }
q.parallelFor(8, (i) => { out[i] = itself.f(i); }); // error LW1235: `itself.f`
q.parallelFor(8, (i) => { out[i] = second.f(i); }); // error LW1235: `second.f`

// What has the members of a class, and is no object of it.
class Named {
  constructor(readonly r: number) {}
  reach(x: number): number { return x * this.r; }
  depth(x: number): number { return x - this.r; }
}
class Unlike {
  constructor(readonly r: number) {}
  reached(x: number): number { return x * this.r; }
}
class Apart {
  constructor(readonly r: number) {}
  reached(x: number): number { return x * this.r; }
}
const literal = { r: 2, reach: (x: number) => x + 1000, depth: (x: number) => x };
const standIn: Named = literal; // note: it is replaced here // note: it is replaced here
export function standIns(named: Named, other: Unlike, readonly: Readonly<Unlike>, apart: Apart): void {
  const take = (one: Unlike): number => one.r;
  take(other);
  take(readonly);
  q.parallelFor(8, (i) => { out[i] = standIn.reach(i); }); // error LW1236: `standIn.reach`
  q.parallelFor(8, (i) => { out[i] = named.reach(i); }); // error LW1236: `named.reach`
  q.parallelFor(8, (i) => { out[i] = other.reached(i) + apart.reached(i); });
}
