// Where the footer names device globals, and which blocks hand over those that it cannot (requirements D6, F1, F3).
import { deviceGlobal, type i32, Queue } from "lanewise";
const total = deviceGlobal<i32>();
class Totals {
  static readonly total = deviceGlobal<i32>();
}
namespace Space {
  /** The first statement. */
  export const total = deviceGlobal<i32>();
  export class Totals {
    static readonly total = deviceGlobal<i32>();
  }
  const hidden = deviceGlobal<i32>();
  class Hidden {
    static readonly total = deviceGlobal<i32>();
  }
  namespace Inner.Most { export const total = deviceGlobal<i32>(); }
  export namespace Outer.Most {
    export const total = deviceGlobal<i32>();
    const hidden = deviceGlobal<i32>();
  }
}
namespace Space {
  const total = deviceGlobal<i32>();
  namespace Inner.Most { export const total = deviceGlobal<i32>(); }
  function kernel() { total.value = 1; }
  new Queue().singleTask(kernel);
}
namespace Space { const total = deviceGlobal<i32>(); }
namespace Space.Inner { const other = deviceGlobal<i32>(); }
