// Host code that touches a device global's value.
import { deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";

interface Point {
  x: i32;
}
const counter = deviceGlobal<i32>(1);
const table = deviceGlobal<FixedArray<i32, 4>>();
namespace Inner {
  export const point = deviceGlobal<Point>();
}
const q = new Queue();

console.log(counter.value); // error LW1417: `counter` is used on the host
counter.value = 3; // error LW1417
table[0] = 1; // error LW1417: `table` is used
counter.set(2); // error LW1417
const at = Inner.point.get(); // error LW1417: `Inner.point` is used
[1, 2].map((x) => x + counter.value); // error LW1417
void at;
counter.hasProperty("hostAccess");

function nobodyCalls(): i32 {
  return counter.value; // error LW1417
}
class Local {
  readonly first = table[0]; // error LW1417
}
export function mayBeForKernels(): i32 {
  return counter.value;
}
function byList(): i32 {
  return counter.value;
}
export { byList };
export class Shape {
  area(): i32 {
    return counter.value;
  }
}
export async function launches(): Promise<void> {
  counter.value = 5; // error LW1417
  await q.singleTask(() => {
    counter.value = reachedHelper();
  });
}
export function starts(): void {
  q.singleTask(() => {
    counter.value = new Reached().double();
  });
  table[1] = 2; // error LW1417
}
function reachedHelper(): i32 {
  const inner = () => table[2]!;
  return inner();
}
class Reached {
  readonly own: i32 = table[3]!;
  double(): i32 {
    return this.own * 2;
  }
}
function applied(fn: (x: i32) => i32): i32 {
  return fn(counter.value);
}
/** Reached as its class is, though a function stands in it that a kernel reaches, too. */
export class Built {
  readonly own: i32;
  constructor(first: i32) {
    this.own = applied((x) => x + first) + counter.value;
  }
}
q.singleTask(() => {
  counter.value = new Built(2).own;
});
export class MayBeBuilt {
  readonly own: i32 = counter.value;
  static readonly first: i32 = counter.value; // error LW1417
}
void nobodyCalls;
void Local;
