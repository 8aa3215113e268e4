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
Patched.prototype.area = (x) => x;
export function patched(one: Patched): void {
  q.parallelFor(8, (i) => { out[i] = one.area(i); }); // error LW1208: `one.area`
}

const chosen = { f: (x: number) => x * 2, g: (x: number) => x * 3 };
chosen["f"] = (x) => x - 50;
q.parallelFor(8, (i) => { out[i] = chosen.f(i); }); // error LW1208: `chosen.f`
q.parallelFor(8, (i) => { out[i] = chosen.g(i); });
