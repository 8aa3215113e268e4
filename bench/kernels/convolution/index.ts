// What the table's row is made of.

export { gpu } from "./gpu.js";
export { lanewise } from "./kernel.js";
export { plain } from "./plain.js";
export { workload } from "./workload.js";
