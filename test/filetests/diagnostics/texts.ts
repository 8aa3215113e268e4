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
export const scaled = deviceFn((mode: Mode, x: number) => (mode === "add" ? x : 1)); // error LW1432
