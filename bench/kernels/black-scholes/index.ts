// What the table's row is made of.

export { blackScholes as prototype } from "../../prototypes/black-scholes.js";
export { gpu } from "./gpu.js";
export { lanewise } from "./kernel.js";
export { plain } from "./plain.js";
export { workload } from "./workload.js";
