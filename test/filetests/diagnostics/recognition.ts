// What can be a kernel, and what a kernel's parameters are.
import { type i32, type Kernel1, type KernelFunction, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);

const fill = (i: i32) => {
  out[i] = 1;
};
let changing = fill;
const kernels = {
  fill(i: i32) {
    out[i] = 2;
  },
};

q.parallelFor(64, fill); // note: used with 1 dimensions here
q.parallelFor([8, 8], fill); // error LW1002: `fill` is used as a kernel of 2 dimensions here and of 1 elsewhere
q.parallelFor(64, changing); // error LW1001: cannot be traced
q.parallelFor(64, kernels.fill); // error LW1001
q.parallelFor(64, fill.bind(null)); // error LW1001
const stored: Kernel1 = changing; // error LW1001
q.parallelFor(64, stored);

q.parallelFor(64, (i = 0) => { // error LW1003: A kernel's parameters are its work-item's indices or elements
  out[i] = 3;
});
q.parallelFor(64, (...indices: i32[]) => { // error LW1003
  out[indices[0]!] = 3;
});

function each(kernel: KernelFunction<(a: i32, b: i32, c: i32, d: i32) => void>): void {
  void kernel;
}
each((a) => { // error LW1004: at most three dimensions; this type has 4
  out[a] = 4;
});
