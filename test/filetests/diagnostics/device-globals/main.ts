// Types and values of device globals, and what kernels can do with them; places.ts is about where they stand.
import { atomicRef, type DeviceGlobal, deviceGlobal, type f32, type FixedArray, type i32, type i64, Queue, type u8, type u32 } from "lanewise";
import { addOther } from "./helper.js";
import { scoped, shared, weakly } from "./package.js";

const q = new Queue();
const out = q.mallocShared(Int32Array, 64);
const runtime = Date.now();
declare const Outer: f32;

export const untyped: DeviceGlobal<i32> = deviceGlobal(); // error LW1402: type must be written
const five = deviceGlobal(5); // error LW1402
const weak = deviceGlobal<number>(); // error LW1404: cannot have the type number
const text = deviceGlobal<string>(); // error LW1404
const empty = deviceGlobal<FixedArray<i32, 0>>(); // error LW1404
const half = deviceGlobal<FixedArray<i32, 1.5>>(); // error LW1404
const negative = deviceGlobal<FixedArray<i32, -1>>(); // error LW1404
const huge = deviceGlobal<FixedArray<FixedArray<i32, 65536>, 65536>>(); // error LW1404
const list = deviceGlobal<i32[]>(); // error LW1404
const nothing = deviceGlobal<i32 | undefined>(); // error LW1404
const anything = deviceGlobal<any>(); // error LW1404
const mixed = deviceGlobal<[i32, f32]>(); // error LW1404
const numbers = deviceGlobal<FixedArray<number, 2>>(); // error LW1404: cannot have the type FixedArray<number, 2>
const big = deviceGlobal<bigint>(); // error LW1404
const map = deviceGlobal<Map<i32, i32>>(); // error LW1404
const none = deviceGlobal<{}>(); // error LW1404
const missing = deviceGlobal<NotThere>(); // error TS2304
interface Inside {
  x: f32;
  name: string; // note: inside.name is declared here
}
interface Outside { inside: Inside }
class Secret {
  #key: i32 = 1; // note: #key is declared here
  key(): i32 { return this.#key; }
}
const named = deviceGlobal<Outside>(); // error LW1602: The field `inside.name` has the type string
const optional = deviceGlobal<FixedArray<{ x?: i32 }, 2>>(); // error LW1603: The field `x` is optional // note: x is declared here
const secret = deviceGlobal<Secret>(); // error LW1607: The name of the field `#key` makes it private
const rows = deviceGlobal<{ rows: i32[] }>(); // error LW1608: The field `rows` // note: rows is declared here
const ofTwo = deviceGlobal<{ two: [i32, f32] }>(); // error LW1609: The field `two` // note: two is declared here
const early = deviceGlobal<Outside["inside"]["x"]>(Outer); // error LW1403
const shape = deviceGlobal<{ x: u8; flag: boolean }>({ x: 256, flag: true }); // error LW1403: of the type { x: u8; flag: boolean }
const late = deviceGlobal<i32>(runtime); // error LW1403: must be a constant of the type i32
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
  out[i] = shared.value + alias.value; // of another package
  out[i] = scoped.value; // error LW1416: `scoped` is a device global with deviceImageScope of another package
  out[i] = weakly.value; // error LW1404: cannot have the type number
  out[i] = addOther(1); // note: called from
  const row = table[0]!;
  total.hasProperty; // error LW1306
  const t = table.get();
  out[i] = t[0]![1]!;
});

interface Particle { pos: FixedArray<f32, 3>; count: i32; flag: boolean }
const particle = deviceGlobal<Particle>();
const readOnly = deviceGlobal<i32, { hostAccess: "read" }>();
q.singleTask(() => {
  out[0] = particle.count; // error TS2339
  out[0] = particle[0]; // error TS7053
  out[0] = particle.value; // error TS2339
});
q.singleTask(() => {
  out[0] = total[0]; // error TS7053
  out[0] = total.length; // error TS2339
});
q.singleTask(() => {
  out[0] = table.value; // error TS2339
});
q.singleTask(() => {
  table.set([[1], [2, 3, 4, 5]]); // error LW1107
});
q.singleTask(() => {
  particle.set({ pos: [1, 2, 3], count: 1 }); // error TS2345
});
q.singleTask(() => {
  particle.get().pos[0.5] = 1; // error LW1301
});
q.singleTask(() => {
  particle.get().count = particle.get().flag as never; // error LW1311
  particle.set(particle as never); // what the cast hides is a particle
  total.set(particle.get() as never); // error LW1311
  atomicRef(particle.get().pos as never, 0).fetchAdd(1);
  atomicRef(table as never, 0).fetchAdd(1); // error LW1501
  const text = readOnly.getProperty("hostAccess"); // error LW1105
  if (readOnly.getProperty("hostAccess") === "read") out[0] = 1;
});
