// Work-items as objects.
import { type Item, type KernelFunction, Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Int32Array, 64);
declare const elsewhere: Item<1>;

q.parallelFor([8, 8], (item: Item<2>) => {
  const d = item.linearId > 3 ? 1 : 0;
  out[item.linearId] = item.id(d); // error LW1312: from 0 to 1
  const kept = { item }; // error LW1106
  let other = item;
  other = item; // error LW1313: `other`
  const give = () => item; // error LW1313: `Item<2>`
  out[0] = give().id(0); // note: called from the kernel
});
q.parallelFor(8, (item: Item<1>) => {
  out[item.id()] = elsewhere.id(); // error LW1204: `elsewhere`
});
q.parallelFor([8, 8], (item: Item<2>) => {
  out[item.id(0)] = item; // error TS2322
  out[item.linearId] = item.id(2); // error TS2345
});
// A kernel of items over a range of other dimensions, or with other parameters.
q.parallelFor([8, 8], (item: Item<1>) => { // error TS2769
  out[item.id()] = 1;
});
const run = (kernel: KernelFunction<(item: Item<1>, scale: number) => void>) => kernel;
run((item, scale) => { // error LW1005
  out[item.id()] = scale;
});
