// What a launch cannot read of an object of the host.
import { Queue } from "lanewise";

const q = new Queue();
class Hidden {
  readonly #data: Float64Array;
  constructor(data: Float64Array) {
    this.#data = data;
  }
  at(i: number): number {
    return this.#data[i]!; // error LW1223: `hidden.#data` is private to its class
  }
}
class Counter {
  calls = 0;
  constructor(readonly data: Float64Array) {}
  at(i: number): number {
    this.calls++; // error LW1203: `this.calls`
    return this.data[i]!;
  }
}
const out = new Float64Array(8);
const hidden = new Hidden(out);
const counter = new Counter(out);
q.parallelFor(8, (i) => { out[i] = hidden.at(i); }); // note: called from the kernel
q.parallelFor(8, (i) => { out[i] = counter.at(i); }); // note: called from the kernel
