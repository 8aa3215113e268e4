import type { DeviceFn, f32 } from "lanewise";
export declare const half: DeviceFn<(x: f32) => f32>;
export declare const luma: DeviceFn<(r: f32, g: f32) => f32>;
export declare const weak: DeviceFn<(x: number) => f32>;
export declare const untyped: DeviceFn<(x: f32) => number>;
export declare const times: DeviceFn<(f: (x: f32) => f32, x: f32) => f32>;
