// What the table's row is made of.

export { nBody as prototype } from "../../prototypes/n-body.js";
export { gpu } from "./gpu.js";
export { lanewise } from "./kernel.js";
export { plain } from "./plain.js";
export { workload } from "./workload.js";
