// Uses a device global of circular-first.ts, which uses one of this.
import { deviceGlobal, type i32, type Queue } from "lanewise";
import { first } from "./circular-first.js";
export const second = deviceGlobal<i32>(2);
export const addTwice = (q: Queue) => q.singleTask(() => { first.value += 100; second.value += 100; });
