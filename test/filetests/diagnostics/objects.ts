// Objects: what cannot be one, and where JavaScript's references cannot be kept.
import { Queue, structOf, type f32 } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);

class Vec {
  constructor(
    public x: f32,
    public y: f32,
  ) {}
}
class Named {
  name = "n";
}
class Node {
  next: Node | undefined;
  value = 1;
}

q.parallelFor(64, (i) => {
  const n = new Named(); // error LW1112: `Named (its field name)` is no class
});
q.parallelFor(64, (i) => {
  const n = new Node(); // error LW1112: `Node (its field next)`
});
q.parallelFor(64, (i) => {
  let best = new Vec(0, 0);
  for (let k = 0; k < 4; k++) {
    const p = new Vec(k, 1); // error LW1218: `p` gets a new object in each round
    p.x += 1;
    if (p.x > best.x) best = p;
  }
  out[i] = best.y;
});
q.parallelFor(64, (i) => {
  let v = new Vec(1, 2);
  for (let k = 0; k < 4; k++) {
    const before = v;
    v = new Vec(before.y, k); // error LW1218: `v` gets a new object in each round
    v.x += before.x;
  }
  out[i] = v.y;
});
const vecs = q.mallocShared(structOf<Vec>(), 64);
q.parallelFor(64, (i) => {
  let v = vecs[i]!; // error LW1214: `v` would name objects of its own and of others
  if (i > 2) v = new Vec(3, 4);
  v.x += 1;
});
q.parallelFor(64, (i) => {
  const a = new Vec(1, 2);
  const pair = [a, a];
  a.x = 5; // error LW1215: `a` is stored as a copy
  out[i] = pair[0]!.x;
});
q.parallelFor(64, (i) => {
  const a = new Vec(1, 2);
  const b = new Vec(1, 2);
  out[i] = a === b ? 1 : 0; // error LW1216: Objects cannot be compared
});
q.parallelFor(64, (i) => {
  let p = { x: 1, y: 2 };
  const r = { x: 1, y: 2, z: 3 };
  p = r; // error LW1217: An object of type { x: number; y: number; z: number } is used as { x: number; y: number }
  out[i] = p.x;
});
function either(v: Vec, c: boolean): Vec { // error LW1214: `either`
  if (c) return v;
  return new Vec(5, 6);
}
q.parallelFor(64, (i) => {
  const v = new Vec(1, 2);
  either(v, i > 2).x = 5; // note: called from the kernel
  out[i] = v.x;
});
class Meter {
  total = 0;
  add(x: number): void {
    this.total += x;
  }
}
const meter = new Meter();
q.parallelFor(64, (i) => {
  meter.add(i); // error LW1203: `meter` is captured
});
