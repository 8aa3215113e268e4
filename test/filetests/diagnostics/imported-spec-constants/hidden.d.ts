import type { i32, SpecConstant } from "lanewise";
export declare const other: SpecConstant<i32>;
