// Numbers that JavaScript has no functions for, and the host's Math: the exports for other rooms.

export { leadingZeros, onesIn, rotatedLeft, rotatedLeft64, trailingZeros } from "./bits.js";
export { halfBits, halfValue } from "./half-float.js";
