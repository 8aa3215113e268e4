// A module of device globals alone is registered too.
import { deviceGlobal, type FixedArray, type u32 } from "lanewise";
export const histogram = deviceGlobal<FixedArray<u32, 256>>();
export const quoted = { "a": 1 };
