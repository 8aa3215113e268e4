// No kernel, no device global: no edit.
import { Queue } from "lanewise";
export const q = new Queue();
