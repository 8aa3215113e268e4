// Where a device global can be declared, with which types and values.
import { type DeviceGlobal, deviceGlobal, type FixedArray, type i32, type i64, Queue, type u8, type u32 } from "lanewise";
import { shared } from "./package.js";

const q = new Queue();
const out = q.mallocShared(Int32Array, 64);
const runtime = Date.now();

let variable = deviceGlobal<i32>(); // error LW1401: cannot be declared here
function inside(): void {
  const local = deviceGlobal<i32>(); // error LW1401
}
class Holder {
  static total = deviceGlobal<i32>(); // error LW1401
}
namespace Space {
  export const inner = deviceGlobal<i32>(); // error LW1401
}
export const untyped: DeviceGlobal<i32> = deviceGlobal(); // error LW1402: type must be written
const weak = deviceGlobal<number>(); // error LW1404: cannot have the type number
const text = deviceGlobal<string>(); // error LW1404
const empty = deviceGlobal<FixedArray<i32, 0>>(); // error LW1404
const half = deviceGlobal<FixedArray<i32, 1.5>>(); // error LW1404
const negative = deviceGlobal<FixedArray<i32, -1>>(); // error LW1404
const huge = deviceGlobal<FixedArray<FixedArray<i32, 65536>, 65536>>(); // error LW1404
const object = deviceGlobal<{ x: i32 }>(); // error LW1404
const late = deviceGlobal<i32>(runtime); // error LW1403: must be a constant of its type i32
const large = deviceGlobal<u8>(256); // error LW1403
const longer = deviceGlobal<FixedArray<i32, 2>>([1, 2, 3]); // error LW1403
const fraction = deviceGlobal<i32>(0.5); // error LW1403

const total = deviceGlobal<i32>();
const alias = total;
let other = total;
const table = deviceGlobal<FixedArray<FixedArray<i32, 4>, 4>>();

q.parallelFor(64, (i) => {
  out[i] = alias.value + total.get();
  out[i] = weak.value; // a use of a faulty one says nothing more
  out[i] = other.value; // error LW1406: `other` cannot be traced
  out[i] = shared.value; // error LW1405: another package cannot be used yet: `shared`
  const row = table[0]!;
  total.hasProperty; // error LW1306
  const t = table.get(); // error LW1306: `get`
});
