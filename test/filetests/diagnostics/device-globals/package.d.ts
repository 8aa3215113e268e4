import type { DeviceGlobal, i32 } from "lanewise";
export declare const shared: DeviceGlobal<i32>;
