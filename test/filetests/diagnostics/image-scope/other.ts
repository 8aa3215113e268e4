import type { Queue } from "lanewise";
import { shared } from "./main.js";

function double(): void {
  shared.value *= 2;
}
export const run = (q: Queue) => q.singleTask(() => { double(); }); // note: used by kernel run (other.ts:7) in image 2 of 2, of app@1.0.0/other.ts
export const again = (q: Queue) => q.singleTask(() => { shared.value = 0; }); // note: used by kernel again (other.ts:8) in image 2 of 2
