// Objects: what cannot be one, and where JavaScript's references cannot be kept.
import { deviceFn, type FixedArray, Queue, structOf, type f32 } from "lanewise";

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
  const n = new Named(); // error LW1112: Kernels cannot create objects of `Named (its field name)`
});
q.parallelFor(64, (i) => {
  const n = new Node(); // error LW1112: `Node (its field next)`
});
q.parallelFor(64, (i) => {
  let best = new Vec(0, 0);
  for (let k = 0; k < 4; k++) {
    const p = new Vec(k, 1); // error LW1218: `p` gets a new object in each iteration while an earlier one may still be in use
    p.x += 1;
    if (p.x > best.x) best = p;
  }
  out[i] = best.y;
});
q.parallelFor(64, (i) => {
  let v = new Vec(1, 2);
  for (let k = 0; k < 4; k++) {
    const before = v;
    v = new Vec(before.y, k); // error LW1218: `v` gets a new object in each iteration while an earlier one may still be in use
    v.x += before.x;
  }
  out[i] = v.y;
});
const vecs = q.mallocShared(structOf<Vec>(), 64);
q.parallelFor(64, (i) => {
  let v = vecs[i]!; // error LW1214: `v` would be a new object in one case and an existing one in another
  if (i > 2) v = new Vec(3, 4);
  v.x += 1;
});
q.parallelFor(64, (i) => {
  const a = new Vec(1, 2);
  const pair = [a, a];
  a.x = 5; // error LW1215: `a` is stored as a copy
  out[i] = pair[0]!.x;
});
class Twice {
  a: Vec;
  b: Vec;
  constructor(v: Vec = new Vec(1, 1)) {
    this.a = v;
    this.b = v;
  }
}
class Later {
  a: Vec;
  constructor(v: Vec) {
    this.a = v;
    v.x = 7; // error LW1215: `v` is stored as a copy
  }
}
q.parallelFor(64, (i) => {
  const given = new Twice(new Vec(i, 2));
  given.a.x = 5; // error LW1215: `given` is stored as a copy
  out[i] = given.b.x;
});
q.parallelFor(64, (i) => {
  const own = new Twice();
  own.a.x = 5; // error LW1215: `own` is stored as a copy
  out[i] = own.b.x;
});
q.parallelFor(64, (i) => {
  out[i] = new Later(new Vec(i, 2)).a.x; // note: called from the kernel
});
function firstOf(v: Vec, of: FixedArray<Vec, 2>): number {
  of[0] = new Vec(7, 8);
  return v.x; // error LW1222: `v` refers to a place where `of[0] = new Vec(7, 8)` puts another object
}
export const given = deviceFn((v: Vec, of: FixedArray<Vec, 2>): f32 => {
  of[0] = new Vec(7, 8);
  return v.x; // error LW1222: `v` refers to a place where `of[0] = new Vec(7, 8)` puts another object
});
const reset = (of: FixedArray<Vec, 2>) => {
  of[0] = new Vec(0, 0);
};
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  pair[0]!.y = 5;
  const first = pair[0]!;
  if (i > 2) pair[0] = new Vec(5, 6);
  out[i] = first.x; // error LW1222: `first` refers to a place where `pair[0] = new Vec(5, 6)` puts another object
});
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  for (const v of pair) {
    v.y = 5;
    for (let k = 0; k < 2; k++) {
      out[i] = v.x; // error LW1222: `v` refers to a place where `pair[k] = new Vec(k, 6)` puts another object
      pair[k] = new Vec(k, 6);
    }
  }
});
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  pair[0]!.y = 5;
  out[i] = firstOf(pair[1]!, pair); // note: called from the kernel
  const first = pair[0]!;
  reset(pair);
  out[i] = first.x; // error LW1222: `first` refers to a place where `reset(pair)` puts another object
});
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  pair[0]!.y = 5;
  const first = pair[0]!;
  const read = () => first.x;
  const swap = (x: f32): number => {
    pair[0] = new Vec(x, x);
    return first.x; // error LW1222: `first` refers to a place where `pair[0] = new Vec(x, x)` puts another object
  };
  pair[0] = new Vec(5, 6);
  out[i] = read(); // error LW1222: `first` refers to a place where `pair[0] = new Vec(5, 6)` puts another object
  out[i] = swap(1); // note: called from the kernel
});
const sum = (v: Vec, x: f32): number => v.x + x;
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  out[i] = sum(pair[0]!, (pair[0] = new Vec(5, 6)).x); // error LW1222: `pair[0]!` refers to a place where `pair[0] = new Vec(5, 6)` puts another object
  out[i] = sum(pair[1]!, (pair[0] = new Vec(5, 6)).x); // error LW1222: `pair[1]!` refers to a place where `pair[0] = new Vec(5, 6)` puts another object
});
// Of two branches one runs; what decides between them runs before both.
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  pair[0]!.y = 5;
  const first = pair[0]!;
  out[i] = i > 2 ? (pair[0] = new Vec(5, 6)).x : first.x;
});
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  pair[0]!.y = 5;
  const first = pair[0]!;
  if (i > 2) pair[0] = new Vec(5, 6);
  else out[i] = first.x;
});
q.parallelFor(64, (i) => {
  const pair: FixedArray<Vec, 2> = [new Vec(1, 2), new Vec(3, 4)];
  pair[0]!.y = 5;
  const first = pair[0]!;
  out[i] = (pair[0] = new Vec(5, 6)).x > i ? 1 : first.x; // error LW1222: `first` refers to a place
});
q.parallelFor(64, (i) => {
  const rows: FixedArray<FixedArray<f32, 2>, 2> = [[1, 2], [3, 4]];
  rows[0]![0] = 5;
  const row = rows[0]!;
  rows[0] = [8, 9];
  out[i] = row[0]!; // error LW1222: `row` refers to a place where `rows[0] = [8, 9]` puts another object
});
q.parallelFor(64, (i) => {
  const rows: FixedArray<FixedArray<f32, 2>, 2> = [[1, 2], [3, 4]];
  const row = rows[0]!;
  [rows[0], rows[1]] = [rows[1]!, rows[0]!];
  rows[1]![0] = 5;
  out[i] = row[0]!; // error LW1222: `row` refers to a place where `rows[0]` puts another object
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

// A captured object whose method does more than read it, where the kernel assigns others of its class.
class Walker {
  constructor(public x: number) {}
  moved(by: number): Walker {
    this.x += by;
    return this;
  }
  same(): Walker {
    return this;
  }
  get(): number {
    return this.x;
  }
}
const walker = new Walker(2);
q.parallelFor(8, (i) => {
  const other = new Walker(i);
  other.x = 4;
  const moved = walker.moved(1); // error LW1203: `walker` is captured
  const self = walker.same(); // error LW1203: `walker` is captured
  out[i] = moved.x + self.x + walker.get() + other.x;
});
