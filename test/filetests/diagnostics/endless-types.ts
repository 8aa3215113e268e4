// Types without an end, and choices between arrays of different types: each is told where it stands.
import { deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";

type Own = FixedArray<Own, 2>;
export const own = deviceGlobal<Own>(); // error LW1404: Own
type Pair = [Pair, Pair];
export const pair = deviceGlobal<Pair>(); // error LW1404: Pair
interface Growing<T> {
  a: T; // note: is declared here
  next: Growing<FixedArray<T, 2>>;
}
export const growing = deviceGlobal<Growing<i32>>(); // error LW1602

const q = new Queue();
const [ints, floats, others] = [new Int32Array(8), new Float32Array(8), new Int32Array(8)];
q.parallelFor(8, (i) => {
  (i > 3 ? ints : floats)[i] = 1; // error LW1136
});
q.parallelFor(8, (i) => {
  ints[i]! += (i > 3 ? others : floats)[i]!; // error LW1136
});
q.parallelFor(8, (i) => {
  (i > 3 ? ints : others)[i] = 1;
});

const inner = (value: Growing<i32>) => value.a;
const first = (value: Own) => value.length;
q.parallelFor(8, (i) => {
  ints[i] = inner({} as never); // error LW1106
});
q.parallelFor(8, (i) => {
  ints[i] = first({} as never); // error LW1106
});
