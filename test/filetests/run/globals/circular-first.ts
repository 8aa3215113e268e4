// Uses a device global of circular-second.ts, which uses one of this.
import { deviceGlobal, type i32, type Queue } from "lanewise";
import { addTwice, second } from "./circular-second.js";
export const first = deviceGlobal<i32>(1);
export const add = (q: Queue) => {
  addTwice(q);
  return q.singleTask(() => { first.value += 10; second.value += 20; });
};
