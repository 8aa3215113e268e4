// Where the footer names device globals, and which blocks hand over those that it cannot (requirements D6, F1, F3).
import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); import { deviceGlobal, type i32, Queue } from "lanewise";
const total = deviceGlobal<i32>();
class Totals {
  static readonly total = deviceGlobal<i32>();
}
namespace Space {
  /** The first statement. */
  __lanewise.shim("app@1.0.0/places.ts:Space.hidden", () => hidden); __lanewise.shim("app@1.0.0/places.ts:Space.Hidden.total", () => Hidden.total); export const total = deviceGlobal<i32>();
  export class Totals {
    static readonly total = deviceGlobal<i32>();
  }
  const hidden = deviceGlobal<i32>();
  class Hidden {
    static readonly total = deviceGlobal<i32>();
  }
  namespace Inner.Most { __lanewise.shim("app@1.0.0/places.ts:Space.Inner.Most.total", () => total); export const total = deviceGlobal<i32>(); }
  export namespace Outer.Most {
    __lanewise.shim("app@1.0.0/places.ts:Space.Outer.Most.hidden", () => hidden); export const total = deviceGlobal<i32>();
    const hidden = deviceGlobal<i32>();
  }
}
namespace Space {
  __lanewise.kernel("app@1.0.0/places.ts:Space.kernel#0", () => [], kernel); __lanewise.shim("app@1.0.0/places.ts:Space#2.total", () => total); const total = deviceGlobal<i32>();
  namespace Inner.Most { __lanewise.shim("app@1.0.0/places.ts:Space.Inner.Most#2.total", () => total); export const total = deviceGlobal<i32>(); }
  function kernel() { total.value = 1; }
  new Queue().singleTask(kernel);
}
namespace Space { __lanewise.shim("app@1.0.0/places.ts:Space#3.total", () => total); const total = deviceGlobal<i32>(); }
namespace Space.Inner { __lanewise.shim("app@1.0.0/places.ts:Space.Inner.other", () => other); const other = deviceGlobal<i32>(); }

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/places.ts", images: ["…"], globals: { "app@1.0.0/places.ts:total": { object: () => total, type: "i32" }, "app@1.0.0/places.ts:Totals.total": { object: () => Totals.total, type: "i32" }, "app@1.0.0/places.ts:Space.total": { object: () => Space.total, type: "i32" }, "app@1.0.0/places.ts:Space.Totals.total": { object: () => Space.Totals.total, type: "i32" }, "app@1.0.0/places.ts:Space.hidden": { type: "i32" }, "app@1.0.0/places.ts:Space.Hidden.total": { type: "i32" }, "app@1.0.0/places.ts:Space.Inner.Most.total": { type: "i32" }, "app@1.0.0/places.ts:Space.Outer.Most.total": { object: () => Space.Outer.Most.total, type: "i32" }, "app@1.0.0/places.ts:Space.Outer.Most.hidden": { type: "i32" }, "app@1.0.0/places.ts:Space#2.total": { type: "i32" }, "app@1.0.0/places.ts:Space.Inner.Most#2.total": { type: "i32" }, "app@1.0.0/places.ts:Space#3.total": { type: "i32" }, "app@1.0.0/places.ts:Space.Inner.other": { type: "i32" } }, parts: [__lanewise.globals] }; }
