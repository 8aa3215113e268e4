// Every kind of export of another module's device globals.
export * from "./places.js";
export * as nested from "./places.js";
export { original as renamed } from "./places.js";
import { Space } from "./places.js";
export { Space as within };
