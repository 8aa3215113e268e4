// Syntax that kernels do not know: all of it is reported at once, each with what to write instead.
import { Queue } from "lanewise";

const q = new Queue();
const out = q.mallocShared(Float32Array, 64);

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
  const point = { x: 1 }; // error LW1106: Objects
  const list = [1, 2]; // error LW1107: Array literals
  switch (i) { // error LW1108: switch
    default:
      break;
  }
  for (const x of out) out[i]! += x; // error LW1109: for-of
  for (const key in out) out[i] = 1; // error LW1110: for-in
  const { length } = out; // error LW1111: Destructuring
  const made = new Float32Array(4); // error LW1112: Classes
  class Local {} // error LW1112
  const pattern = /a/; // error LW1114: Regular expressions
  outer: for (let k = 0; k < 3; k++) break outer; // error LW1115: Labels
  const helper = [1].map((x) => x); // error LW1107 // error LW1116
  out[i] = Math.max(...out); // error LW1120: Spread
  var old = 1; // error LW1121: var
  debugger; // error LW1123: This statement
  const big = 5n; // error LW1118: bigint
  out[i] = out?.[i]!; // error LW1119: Optional chaining
  out[i] = null!; // error LW1124: `null`
  const address = import.meta.url; // error LW1101: This syntax (meta property)
  const kind = typeof i; // error LW1117: `typeof`
  void i; // error LW1117: `void`
  const immediate = (() => 1)(); // error LW1116: This function
  enum Colour { red } // error LW1112
});
q.parallelFor(64, (i) => {
  const none = i === undefined; // error LW1124: `undefined`
});
class Blur {
  gain = 2;
  run(): void {
    q.parallelFor(64, (i) => {
      out[i] = this.gain; // error LW1113: `this`
    });
  }
}
q.parallelFor(64, function (this: void, i) { // error LW1003
  out[i] = 1;
});
new Blur().run();
