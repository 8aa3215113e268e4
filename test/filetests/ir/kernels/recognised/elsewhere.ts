import { type i32, Queue } from "lanewise";

const q = new Queue();
const hidden = q.mallocShared(Int32Array, 64);
export function elsewhere(i: i32): void {
  hidden[i] = i;
}
export const second = (i: i32): void => { hidden[i]! += 1; };
