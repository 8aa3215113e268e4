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
export const ps = q.mallocShared(structOf<Particle>(undefined, {"name":"Particle","structs":[{"name":"Particle","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"},{"name":"id","type":"u8"},{"name":"flags","type":{"kind":"array","element":"bool","length":2}},{"name":"big","type":"i64"},{"name":"bigger","type":"u64"},{"name":"huge","type":"i64"},{"name":"plain","type":"f64"}]}]}), 3);
export const pairs = q.mallocShared( lanewise.structOf<Pair>( /* nothing */ undefined, {"name":"Pair","structs":[{"name":"Vec","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]},{"name":"object","fields":[{"name":"x","type":"i32"}]},{"name":"Pair","fields":[{"name":"first","type":{"kind":"struct","name":"Vec"}},{"name":"second","type":{"kind":"struct","name":"object"}},{"name":"rows","type":{"kind":"array","element":{"kind":"array","element":"f32","length":2},"length":3}},{"name":"corners","type":{"kind":"array","element":{"kind":"struct","name":"Vec"},"length":2}}]}]}), 3), derived = structOf<Derived<f32>>(Derived<f32>, {"name":"Derived","structs":[{"name":"Derived","fields":[{"name":"head","type":"f32"},{"name":"both","type":"f64"},{"name":"tail","type":"f32"},{"name":"kind","type":"f64"},{"name":"isOn","type":"bool"}]}]});
export const mixed = structOf<Mixed>(undefined, {"name":"Mixed","structs":[{"name":"Vec","fields":[{"name":"w","type":"i32"}]},{"name":"Vec 2","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]},{"name":"object","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"},{"name":"z","type":"f32"}]},{"name":"object 2","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]},{"name":"Mixed","fields":[{"name":"a","type":{"kind":"struct","name":"Vec"}},{"name":"b","type":{"kind":"struct","name":"Vec 2"}},{"name":"c","type":{"kind":"struct","name":"object"}},{"name":"d","type":{"kind":"struct","name":"object 2"}}]}]}, );
export const generic = structOf<Vec3<f32>>(Vec3, {"name":"Vec3","structs":[{"name":"Vec3","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"},{"name":"unused","type":"f64"},{"name":"z","type":"f32"}]}]});
export const known = structOf<Vec>(undefined, { name: "Vec", structs: [] });
