// Arrays in objects of the kernel that it would know only when it runs.
import { Queue } from "lanewise";

const q = new Queue();
const [a, out] = [new Float64Array(32), new Float64Array(32)];

class View {
  at = 0;
  constructor(public values: Float64Array) {}
  move(values: Float64Array): void {
    this.values = values; // error LW1245: `this.values`
  }
  get first(): number {
    return this.values[this.at]!;
  }
}
class Late {
  at = 0;
  readonly values: Float64Array;
  constructor(values: Float64Array) {
    this.values = values.subarray(1); // error LW1245: `values.subarray(1)`
  }
}
class Either {
  at = 0;
  readonly values: Float64Array;
  constructor(one: Float64Array, other: Float64Array, isFirst: boolean) {
    if (isFirst) this.values = one;
    else this.values = other; // error LW1245: `other`
  }
}
class Global {
  at = 0;
  readonly values = a;
}
class Holder {
  constructor(readonly view: View) {} // error LW1245: or an object that holds one
}
q.parallelFor(8, (i) => {
  const view = new View(a);
  view.move(out); // note: called from the kernel
});
q.parallelFor(8, (i) => {
  out[i] = new Late(a).values[0]!; // note: called from the kernel
});
q.parallelFor(8, (i) => {
  out[i] = new Either(a, out, i > 3).values[0]!; // note: called from the kernel
});
q.parallelFor(8, (i) => {
  out[i] = new Global().values[0]!; // error LW1112: `Global (its field values)`
});
q.parallelFor(8, (i) => {
  const view = i > 3 ? new View(a) : new View(out); // error LW1245: `i > 3 ? new View(a) : new View(out)`
  out[i] = view.first;
});
q.parallelFor(8, (i) => {
  let view = new View(a);
  if (i > 3) view = new View(a.subarray(1)); // error LW1245
  out[i] = view.first;
});
q.parallelFor(8, (i) => {
  const holder = new Holder(new View(a)); // note: called from the kernel
  out[i] = holder.view.first;
});
function made(k: number): View {
  return new View(a.subarray(k)); // error LW1245
}
q.parallelFor(8, (i) => {
  out[i] = made(i).first; // note: called from the kernel
});
q.parallelFor(8, (i) => {
  const views = [new View(a), new View(out)]; // error LW1245: `new View(a)` // error LW1245: `new View(out)`
  out[i] = views[i & 1]!.first;
});
q.parallelFor(8, (i) => {
  const copy = { ...new View(a) };
  out[i] = copy.at + copy.values[0]!; // error LW1245: `copy.values`
});
