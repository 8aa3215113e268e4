// Exports some names of globals.ts, too.
import { deviceGlobal, type i32 } from "lanewise";
export const total = deviceGlobal<i32>();
export { plain } from "./globals.js";
