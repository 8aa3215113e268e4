import type { DeviceFn, i32, SpecConstant } from "lanewise";
export declare const radius: SpecConstant<i32>;
export declare class Settings {
  static readonly depth: SpecConstant<i32>;
}
export declare const radiusOfAll: DeviceFn<() => i32>;
