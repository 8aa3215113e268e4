// Objects with two names, one of which the kernel cannot keep as JavaScript does.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float64Array, 64);

class P {
  constructor(
    public x: number,
    public y: number,
  ) {}
}
class Box {
  constructor(public p: P) {}
  inner(): P {
    return this.p;
  }
}

// A function inside assigns the name.
q.parallelFor(64, (i) => {
  let a = new P(i, 1); // error LW1269: `a` is assigned by a function inside
  let b = new P(2, 3); // error LW1269: `b` is assigned by a function inside
  const swap = () => {
    const kept = a;
    a = b;
    b = kept;
  };
  swap();
  a.x += 1;
  out[i] = a.x + b.x;
});

// Another function stores the object, or assigns its fields.
const boxed = (p: P) => ({ p, weight: 1 });
const put = (list: P[], p: P) => {
  list[0] = p;
};
const move = (p: P) => {
  p.x += 1;
};
q.parallelFor(64, (i) => {
  const p = new P(i, 1);
  const box = new Box(p);
  p.x = 2; // error LW1215: `p` is stored as a copy and assigned afterwards
  out[i] = box.p.x;
});
q.parallelFor(64, (i) => {
  const p = new P(i, 1);
  const box = boxed(p);
  p.x = 2; // error LW1215: `p` is stored
  out[i] = box.p.x;
});
q.parallelFor(64, (i) => {
  const p = new P(i, 1);
  const list = [new P(0, 0), new P(0, 0)];
  put(list, p);
  p.x = 2; // error LW1215: `p` is stored
  out[i] = list[0]!.x;
});
q.parallelFor(64, (i) => {
  const p = new P(i, 1);
  const list = [p, new P(0, 0)];
  move(p); // error LW1215: `p` is stored
  out[i] = list[0]!.x;
});
q.parallelFor(64, (i) => {
  const p = new P(i, 1);
  const box = new Box(p);
  box.inner().x = 3; // error LW1215: `box` is stored
  out[i] = p.x;
});
q.parallelFor(64, (i) => {
  const row = [i, 0];
  const rows = [row, [1, 2]];
  row[1] = 3; // error LW1215: `row` is stored
  out[i] = rows[0]![1]!;
});

// One of several objects.
const either = (c: boolean, p: P, other: P): P => {
  if (c) return p;
  return other;
};
q.parallelFor(64, (i) => {
  const [p, other] = [new P(i, 1), new P(2, 3)];
  const list = [new P(0, 0), new P(0, 0)];
  list[0] = i % 2 === 0 ? p : other;
  list[1] = either(i % 3 === 0, p, other);
  other.x = 2; // error LW1215: `other` is stored
  out[i] = list[0]!.x;
});
q.parallelFor(64, (i) => {
  const [p, other] = [new P(i, 1), new P(2, 3)];
  const list = [new P(0, 0), new P(0, 0)];
  let name = p;
  list[0] = other;
  name = other;
  name.x = 2; // error LW1215: `name` is stored
  out[i] = list[0]!.x;
});
q.parallelFor(64, (i) => {
  const other = new P(2, 3);
  const list = [new P(0, 0), new P(0, 0)];
  const chosen = i % 2 === 0 ? other : list[0]!;
  list[0] = new P(4, 5);
  chosen.y = 6; // error LW1222: `chosen` refers to a place
  out[i] = list[0]!.x;
});

// A new object, or the caller's.
const started = (p: P, isNew: boolean): P => { // error LW1214: `started`
  let m = new P(1, 2);
  if (!isNew) m = p;
  return m;
};
q.parallelFor(64, (i) => {
  const p = new P(i, 1);
  started(p, i % 2 === 0).x += 1; // note: called from the kernel
  out[i] = p.x;
});
