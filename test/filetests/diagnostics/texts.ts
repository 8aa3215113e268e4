// Texts are compared, and nothing more.
import { deviceFn, Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);
type Mode = "add" | "keep";
const run = (mode: Mode, name: string) => {
  q.parallelFor(8, (i) => {
    if (mode) out[i] = 1; // error LW1311
  });
  q.parallelFor(8, (i) => {
    out[i] = mode.length; // error LW1306
  });
  q.parallelFor(8, (i) => {
    out[i] = name === "add" ? 1 : 2; // error LW1204: `name` has the type string // error LW1105
  });
};
run("add", "add");
const known = "lanes";
const read = (text: string) => {
  q.parallelFor(8, (i) => {
    out[i] = text.charCodeAt(i) + text.length; // error LW1249: `text` is a string
  });
  q.parallelFor(8, (i) => {
    out[i] = known.charCodeAt(i); // error LW1249: `known` is a string
  });
  // What the help says.
  const codes = Uint16Array.from({ length: text.length }, (_, k) => text.charCodeAt(k));
  q.parallelFor(codes.length, (i) => {
    out[i] = codes[i]! + codes.length;
  });
};
read("gangs");
export const scaled = deviceFn((mode: Mode, x: number) => (mode === "add" ? x : 1)); // error LW1432
