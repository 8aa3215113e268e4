// A device global with device_image_scope is used by the kernels of one image (post-link).
import { deviceGlobal, type i32, Queue } from "lanewise";

const q = new Queue();
export const shared = deviceGlobal<i32, { deviceImageScope: true }>(3); // error LW2001: device_global variable shared with property "device_image_scope" is used in more than one device image.
export const own = deviceGlobal<i32, { deviceImageScope: true }>(3);
q.singleTask(() => { shared.value += 1; own.value += 1; }); // note: in image 1 of 2, of app@1.0.0/main.ts
