// Device globals that ../globals.ts imports; one has a namesake there.
import { deviceGlobal, type i32 } from "lanewise";
export const counter = deviceGlobal<i32>(1000);
export const same = deviceGlobal<i32>(7);
