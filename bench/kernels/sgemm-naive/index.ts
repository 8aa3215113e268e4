// What the table's row is made of.

export { sgemmNaive as prototype } from "../../prototypes/sgemm.js";
export { gpu } from "./gpu.js";
export { lanewise } from "./kernel.js";
export { plain } from "./plain.js";
export { workload } from "./workload.js";
