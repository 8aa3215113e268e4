import { deviceGlobal, type i32, type Properties, Queue } from "lanewise";

export const either = deviceGlobal<i32, { hostAccess: "read" | "write" }>(); // error LW1423: found `"read" | "write"`
export const perhaps = deviceGlobal<i32, { hostAccess?: "read" }>(); // error LW1423: The property `hostAccess`
export const open = deviceGlobal<i32, { implementInCsr: boolean }>(); // error LW1423: The property `implementInCsr`
export const all = deviceGlobal<i32, Pick<Properties, "initMode">>(); // error LW1423: The property `initMode`
export const one = deviceGlobal<i32, { hostAccess: "read"; implementInCsr: true }>();

const q = new Queue();
q.singleTask(() => {
  one.value += 1;
});
