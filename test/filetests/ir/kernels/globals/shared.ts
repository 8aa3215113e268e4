import { deviceGlobal, type FixedArray, type i32, type u32 } from "lanewise";
export const counter = deviceGlobal<u32>(7);
export const table = deviceGlobal<FixedArray<i32, 64>>();
