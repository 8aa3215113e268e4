import type { DeviceGlobal, i32 } from "lanewise";
export declare const shared: DeviceGlobal<i32>;
export declare const other: DeviceGlobal<i32>;
export declare const scoped: DeviceGlobal<i32, { deviceImageScope: true }>;
export declare const weakly: DeviceGlobal<number>;
