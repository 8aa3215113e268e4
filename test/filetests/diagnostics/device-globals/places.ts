// Where a device global can be declared (requirements D1 to D3, D8): legal places say nothing, each other place says why and what to write.
import { type DeviceGlobal, deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";

// Legal
const plain = deviceGlobal<i32>();
export const exported = deviceGlobal<i32>(1);
const wrapped = ((deviceGlobal<i32>() as DeviceGlobal<i32>) satisfies DeviceGlobal<i32>)!;
const array = deviceGlobal<FixedArray<i32, 4>>();
const one = deviceGlobal<i32>(), two = deviceGlobal<i32>();
class Totals {
  static readonly short = deviceGlobal<i32>();
  public static readonly long = deviceGlobal<i32>();
}
export default class Defaults {
  static readonly total = deviceGlobal<i32>();
}
namespace Space {
  const inner = deviceGlobal<i32>();
  export const outer = deviceGlobal<i32>();
  export class Totals {
    static readonly total = deviceGlobal<i32>();
  }
  class Hidden {
    static readonly total = deviceGlobal<i32>();
  }
  namespace Deep.Deeper {
    export const total = deviceGlobal<i32>();
  }
}
declare const erased: DeviceGlobal<i32>;
declare namespace Erased { const total: DeviceGlobal<i32>; }
declare global { var ofAll: DeviceGlobal<i32>; }

// Assignable
let variable = deviceGlobal<i32>(); // error LW1408: declared with const, so that `variable`
var old = deviceGlobal<i32>(); // error LW1408: `old`
export let shown = deviceGlobal<i32>(); // error LW1408
namespace Space {
  export let assigned = deviceGlobal<i32>(); // error LW1408
}
class Assigned {
  static total = deviceGlobal<i32>(); // error LW1414: static member `total` can be assigned
  static accessor other = deviceGlobal<i32>(); // error LW1414
}

// Members
class Members {
  instance = deviceGlobal<i32>(); // error LW1409: `instance` is not static
  readonly constant = deviceGlobal<i32>(); // error LW1409
  private static readonly hidden = deviceGlobal<i32>(); // error LW1410: `hidden` is not public
  protected static readonly inherited = deviceGlobal<i32>(); // error LW1410
  static readonly #own = deviceGlobal<i32>(); // error LW1410: `#own`
  static readonly ["computed"] = deviceGlobal<i32>(); // error LW1401: cannot be declared here
  static {
    const local = deviceGlobal<i32>(); // error LW1407
  }
  static readonly table = [deviceGlobal<i32>()]; // error LW1411
  constructor(readonly parameter = deviceGlobal<i32>()) {} // error LW1407
}
const Expression = class {
  static readonly total = deviceGlobal<i32>(); // error LW1412: static member `total`
};
function classes(): unknown {
  class Local {
    static readonly total = deviceGlobal<i32>(); // error LW1412
  }
  return Local;
}
{
  class InBlock {
    static readonly total = deviceGlobal<i32>(); // error LW1412
  }
}

// Local
function inside(parameter = deviceGlobal<i32>()): unknown { // error LW1407: cannot be local
  const local = deviceGlobal<i32>(); // error LW1407
  return [parameter, local, deviceGlobal<i32>()]; // error LW1407
}
const make = () => deviceGlobal<i32>(); // error LW1407
{
  const block = deviceGlobal<i32>(); // error LW1407
}
for (const each = deviceGlobal<i32>(); ; ) break; // error LW1407

// Parts
const list = [deviceGlobal<i32>()]; // error LW1411: part of an array
const record = { total: deviceGlobal<i32>() }; // error LW1411
const [first] = [deviceGlobal<i32>()]; // error LW1411
const { total = deviceGlobal<i32>() } = {} as { total?: DeviceGlobal<i32> }; // error LW1411
const { value } = deviceGlobal<i32>(); // error LW1411

// Other expressions
const chosen = plain ? deviceGlobal<i32>() : exported; // error LW1401: cannot be declared here
const last = (plain, deviceGlobal<i32>()); // error LW1401 // error TS2695
deviceGlobal<i32>(); // error LW1401
new deviceGlobal<i32>(); // error TS7009
let late: DeviceGlobal<i32>;
late = deviceGlobal<i32>(); // error LW1401
Object.freeze(deviceGlobal<i32>()); // error LW1401

new Queue().singleTask(() => {
  plain.value = exported.value + wrapped.value + array[0]! + one.value + two.value + Totals.short.value + Totals.long.value;
  Space.outer.value = Space.Totals.total.value;
  variable.value = 1; // what is reported where it is declared is reported once
  erased.value = 1; // error LW1406
});

// Names that cannot be followed to a declaration
const byName = { plain };
const { outer } = Space;
class Static extends Totals {
  static launch(given: DeviceGlobal<i32>): void {
    new Queue().singleTask(() => {
      this.short.value = 1; // error LW1406: `this.short` cannot be traced to the declaration
      given.value = 1; // error LW1406: `given`
      byName.plain.value = 1; // error LW1406: `byName.plain`
      outer.value = 1; // error LW1406: `outer`
      Static.short.value = 1;
    });
  }
}
