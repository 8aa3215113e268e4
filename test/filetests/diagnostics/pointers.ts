// Pointers: what has none, and what they do not do.
import { addressOf, deviceGlobal, type f32, type FixedArray, fixedArray, type i32, nullPointer, type Pointer, Queue, structOf } from "lanewise";

interface Node { value: i32; next: Pointer<Node> }
const q = new Queue();
const out = q.mallocShared(Int32Array, 64);
const nodes = q.mallocShared(structOf<Node>(), 64);
const head = deviceGlobal<Pointer<Node>>();
const plain = deviceGlobal<Pointer<number>>();
const weights: readonly number[] = [1, 2, 3];

q.parallelFor(64, (i) => {
  const own = fixedArray<i32, 4>(4, 0);
  const made = { value: i, next: head.value };
  addressOf(own, 1); // error LW1701: `own` is not in a device's memory
  addressOf(made); // error LW1701: `made`
  addressOf(weights, 1); // error LW1701: `weights`
  out[i] = plain.value.value; // error LW1304: number
});
q.parallelFor(64, (i) => {
  addressOf(out, i / 2); // error LW1301
});
q.parallelFor(64, (i) => {
  const p: Pointer<i32> = i; // error TS2322
  const other = addressOf(nodes, i) + 1; // error TS2365
  head.value = addressOf(out, i); // error TS2322
  nodes[i]!.next = 0; // error TS2322
  out[i] = p.value;
});
q.parallelFor(64, (i) => {
  const nothing = nullPointer<FixedArray<f32, 4>>();
  out[i] = nothing.isNull ? 1 : i32Of(addressOf(out, i));
});
function i32Of(p: Pointer<i32>): number {
  return p.get();
}
