// Spread of what has no known length, and rest where kernels do not have it.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
class List {
  first: number;
  constructor(...values: number[]) { // error LW1120
    this.first = values[0]!;
  }
}
const total = (...values: number[]): number => values.length;
q.parallelFor(8, (i) => {
  out[i] = Math.max(...out); // error LW1120: Kernels do not support spreading a value of unknown length, nor rest elements in patterns and constructors
  out[i] = total(); // error LW1267
  out[i] = new List(1, 2).first; // note: called from the kernel
});

// The names of an element that is refused are not reported again.
q.parallelFor(1, (i) => {
  const values = [i, 2, 3];
  const [first, ...others] = values; // error LW1120
  out[i] = first! + others[0]!;
});
q.parallelFor(1, (i) => {
  const pair: [number, number] = [i, 2];
  const list = [...pair, 4]; // error LW1263: `pair` is a tuple
  out[i] = list[2]!;
});
const size: [number, number] = [2, 3];
const area = (width: number, height: number): number => width * height;
q.parallelFor(8, (i) => {
  out[i] = area(...size); // error LW1274: `...size` spreads an array of the host
});
q.parallelFor(8, (i) => {
  out[i] = area(size[0], size[1]);
});
