// Device globals for the barrels beside it.
import { deviceGlobal, type i32 } from "lanewise";
export const total = deviceGlobal<i32>(); // note: the device global
export const plain = 1;
export namespace Space {
  export namespace Inner {
    export const other = deviceGlobal<i32>(); // note: the device global
  }
}
export class Totals {
  static readonly own = deviceGlobal<i32>(); // note: the device global
}
export namespace Empty {
  export const plain = 1;
}
export const renamed = deviceGlobal<i32>(); // note: the device global
