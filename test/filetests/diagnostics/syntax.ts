// Syntax that kernels do not know: all of it is reported at once, each with what to write instead.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const names = ["a"];
const key = "length";

q.parallelFor(64, (i) => {
  throw new Error("x"); // error LW1102: throw and try
});
q.parallelFor(64, async (i) => { // error LW1103: async
  await q.wait(); // error LW1103
  out[i] = 1;
});
q.parallelFor(64, function* (i) { // error LW1104: generators
  yield i; // error LW1104
});
q.parallelFor(64, (i) => {
  try { out[i] = 1; } catch { out[i] = 2; } // error LW1102
  const text = "a"; // error LW1105: Strings
  const template = `a${i}`; // error LW1105
  for (const key in out) out[i] = 1; // error LW1110: for-in
  const pattern = /a/; // error LW1114: Regular expressions
  const f = (x: number) => x;
  out[i] = f?.(1); // error LW1119: An optional call
  out[i] = null!; // error LW1124: `null`
  const address = import.meta.url; // error LW1101: This syntax (meta property)
  const kind = typeof i; // error LW1117: `typeof`
  void i; // error LW1117: `void`
  const Made = class {}; // error LW1112
  let functions = { twice: (x: number) => x * 2 }; // error LW1272: `twice`
});
q.parallelFor(64, (i) => {
  const point = { [i]: 1 }; // error LW1106: A kernel cannot create this object
  const list: number[] = []; // error LW1266: `[]` is empty
});
q.parallelFor(64, (i) => {
  let x = 0;
  for (x of out) out[i] = x; // error LW1109: for-of
});
q.parallelFor(64, (i) => {
  const { [key]: n } = out; // error LW1111: A kernel cannot destructure a computed name
});
q.parallelFor(64, (i) => {
  const none = i === undefined;
  for (const x of names) out[i] = 1; // error LW1204
});
q.parallelFor(64, (i) => {
  const made = new Map(); // error LW1135: `Map` grows
});
q.parallelFor(64, (i) => {
  const made = new Float32Array(i); // error LW1127: The length
});
q.parallelFor(64, (i) => {
  const pair: [number, number] = [1, 2];
  out[i] = pair[i & 1]!;
  const mixed: [number, boolean] = [1, true];
  out[i] = Number(mixed[i & 1]); // error LW1128: A kernel can index a tuple only by constants
});
q.parallelFor(64, (i) => {
  console.log({ x: i }); // error LW1130: console.log
});
q.parallelFor(64, (i) => {
  out[i] = Math.max(...out); // error LW1120: Kernels do not support spreading a value of unknown length, nor rest elements in patterns and constructors
});
class Blur {
  gain = 2;
  run(): void {
    q.parallelFor(64, (i) => {
      out[i] = this.gain;
      const self = this; // error LW1113: `this`
    });
  }
}
q.parallelFor(64, function (this: void, i) { // error LW1003
  out[i] = 1;
});
new Blur().run();
