// Device globals that barrel.ts exports.
import { deviceGlobal, type i32 } from "lanewise";
const chosen = deviceGlobal<i32>(1);
const original = deviceGlobal<i32>(2);
export { chosen, original };
export class Shared {
  static readonly total = deviceGlobal<i32>(3);
}
export namespace Space {
  export const total = deviceGlobal<i32>(4);
}
