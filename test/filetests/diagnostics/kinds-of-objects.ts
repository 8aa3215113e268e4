// Classes with typed arrays, and what their message says to write.
import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
const a = new Float64Array(8);

class View {
  constructor(
    readonly data: Float64Array,
    readonly begin: number,
  ) {}
  at(k: number): number {
    return this.data[this.begin + k]!;
  }
}
q.parallelFor(4, (i) => {
  const view = new View(a, 4); // error LW1112: `View (its field data)`
  out[i] = view.at(i);
});
const view = new View(a, 4);
q.parallelFor(4, (i) => { out[i] = view.at(i); });
