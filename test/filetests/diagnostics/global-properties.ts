import { type DeviceGlobal, deviceGlobal, type i32, type Properties, Queue } from "lanewise";

export const either = deviceGlobal<i32, { hostAccess: "read" | "write" }>(); // error LW1423: found `"read" | "write"`
export const perhaps = deviceGlobal<i32, { hostAccess?: "read" }>(); // error LW1423: The property `hostAccess`
export const open = deviceGlobal<i32, { implementInCsr: boolean }>(); // error LW1423: The property `implementInCsr`
export const all = deviceGlobal<i32, Pick<Properties, "initMode">>(); // error LW1423: The property `initMode`
export const one = deviceGlobal<i32, { hostAccess: "read"; implementInCsr: true }>();

const q = new Queue();
q.singleTask(() => {
  one.value += 1;
});

// biome-ignore lint/suspicious/noExplicitAny: what is refused here
export const anything = deviceGlobal<i32, any>(); // error LW1423: The property `hostAccess` of a device global must have a single value, stated in its type
export const nothing = deviceGlobal<i32, never>(); // error LW1423: found `never`
const reset = deviceGlobal<i32, { initMode: "reset" }>();

function resets(g: DeviceGlobal<i32>): boolean {
  return g.hasProperty("initMode"); // error LW1306: `hasProperty` of g
}
q.singleTask(() => {
  if (resets(reset)) one.value += 1; // note: called from the kernel
});
