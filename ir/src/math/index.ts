// Numbers that JavaScript has no functions for, and the host's Math: the exports for other rooms.

export { halfBits, halfValue } from "./half-float.js";
