// Layouts are passed where structOf is called; without kernels and device globals there is no header.
import { type FixedArray, type f32, type i32, type i64, Queue, structOf, type u8, type u64 } from "lanewise";
import * as lanewise from "lanewise";

interface Vec { x: f32; readonly y: f32 }
interface Particle extends Vec { id: u8; flags: FixedArray<boolean, 2>; big: i64; bigger: u64; huge: bigint; plain: number; step(): void }
type Pair = { first: Vec; second: { x: i32 }; rows: FixedArray<FixedArray<f32, 2>, 3>; corners: readonly [Vec, Vec] };
class Vec3<T extends number> {
  static count = 0;
  readonly x: T;
  y: T;
  private unused = 0;
  constructor(x: T, y: T, private z: T) { this.x = x; this.y = y; }
  get length(): number { return Math.hypot(this.x, this.y, this.z); }
}
class Base<T> { head!: T; both = 0; }
class Derived<T> extends Base<T> { tail!: T; override both = 1; kind: 0 | 1 = 0; isOn: true | false = true; }
interface Mixed { a: Other.Vec; b: Vec; c: Vec & { z: f32 }; d: { x: f32; y: f32 } }
namespace Other { export interface Vec { w: i32 } }
const q = new Queue();
export const ps = q.mallocShared(structOf<Particle>(), 3);
export const pairs = q.mallocShared( lanewise.structOf<Pair>( /* nothing */ ), 3), derived = structOf<Derived<f32>>(Derived<f32>);
export const mixed = structOf<Mixed>(undefined, );
export const generic = structOf<Vec3<f32>>(Vec3);
export const known = structOf<Vec>(undefined, { name: "Vec", structs: [] });
