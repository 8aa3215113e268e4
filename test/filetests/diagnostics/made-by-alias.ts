// What makes a device global, a specialization constant or a device function is found by what is called, not by its name (requirement D12): by another
// name it works where it may stand, and gets the same diagnostics elsewhere.
import * as lw from "lanewise";
import { type DeviceGlobal, deviceFn, deviceGlobal, type f32, type FixedArray, type i32, Queue, specConstant } from "lanewise";

const mk = deviceGlobal;
const { deviceGlobal: taken, specConstant: constantOf, ["deviceFn"]: fnOf } = lw;
const { deviceGlobal: loaded } = await import("lanewise");
const dynamic = await import("lanewise");
const bound = deviceGlobal.bind(undefined);
const makers = [deviceGlobal];
const table = { make: deviceGlobal, nested: { make: mk } };
class Makers {
  static readonly make = deviceGlobal;
}

// Legal
const one = mk<i32>(1);
const two = lw["deviceGlobal"]<i32>(2);
const three = taken<i32>(3);
const four = loaded<i32>(4);
const five = dynamic.deviceGlobal<i32>(5);
const six = bound<i32>(6);
const seven = makers[0]!<i32>(7);
const eight = table.nested.make<i32>(8);
const nine = Makers.make<FixedArray<i32, 9>>();
const ten = (mk)<i32>(10);
const eleven = table?.make<i32>(11);
const degree = constantOf<i32>(2);
const level = lw["specConstant"]<i32>(2);
const half = fnOf((x: f32): f32 => x / 2);
const third = lw["deviceFn"]((x: f32): f32 => x / 3);

const q = new Queue();
const out = q.mallocShared(Float32Array, 4);
q.singleTask(() => {
  out[0] = one.value + two.value + three.value + four.value + five.value + six.value + seven.value + eight.value;
  out[1] = nine[0]! + ten.value + eleven.value;
  out[2] = degree.value + level.value;
  out[3] = half(1) + third(1);
});

// Diagnostics
let variable = mk<i32>(); // error LW1408
const untyped = taken(5); // error LW1402
const untypedElement = lw["deviceGlobal"](5); // error LW1402
const late = bound<i32>(Date.now()); // error LW1403
const list = [mk<i32>(), loaded<i32>()]; // error LW1411
const record = { total: lw["deviceGlobal"]<i32>() }; // error LW1411
class Members {
  instance = mk<i32>(); // error LW1409
  static assigned = lw["deviceGlobal"]<i32>(); // error LW1414
  constant = constantOf<i32>(1); // error LW1409
}
function inside(make = deviceGlobal): unknown {
  const local = mk<i32>(); // error LW1407
  const here = make<i32>(); // error LW1407
  const { deviceGlobal: own } = lw;
  return [local, here, own<i32>()]; // error LW1407
}
const arrow = () => table.make<i32>(); // error LW1407
const plainConstant = constantOf<number>(1); // error LW1441
const plainFn = fnOf((x: number): f32 => x); // error LW1432

// By call, apply and bind with arguments it cannot be seen what is made
const called = deviceGlobal.call(undefined, one); // error LW1418: cannot be made with `call`
const applied = deviceGlobal.apply(undefined, [one]); // error LW1418
const reflected = Reflect.apply(mk, undefined, [one]); // error LW1418
const filled = mk.bind(undefined, one);
const bySix = filled(); // error LW1418
const atOnce = mk.bind(undefined, one)(); // error LW1418
const calledFn = fnOf.call(undefined, (x: f32): f32 => x); // error LW1418
const calledConstant = specConstant.apply(undefined, [5]); // error LW1418

// What gives one that is there makes none.
const chosen = (all: readonly DeviceGlobal<i32>[]) => all[0]!;
const again = chosen([one, two]);
const first = [one, two].find(() => true);
const found = chosen.call(undefined, [one]);
const picked = chosen.bind(undefined, [one]);
const last = picked();
void [variable, untyped, untypedElement, late, list, record, Members, inside, arrow, plainConstant, plainFn, called, applied, reflected, bySix, atOnce];
void [calledFn, calledConstant, again, first, found, last];
