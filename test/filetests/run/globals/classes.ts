// A default export whose static members are device globals.
import { deviceGlobal, type i32 } from "lanewise";
export default class Default {
  static readonly total = deviceGlobal<i32>(0);
  static readonly total2 = deviceGlobal<i32>(5);
}
export { Default };
