// What the table's row is made of.

export { triadF64 as prototype } from "../../prototypes/streams.js";
export { lanewise } from "./kernel.js";
export { plain } from "./plain.js";
export { workload } from "./workload.js";
