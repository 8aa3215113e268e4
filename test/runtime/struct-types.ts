// The public types of arrays of structs, checked by tsc in types.test.ts: what must type-check and, by @ts-expect-error, what
// must not.

import {
  type Column,
  type FixedArray,
  type f32,
  type f64,
  type i32,
  type i64,
  type PlainStruct,
  Queue,
  type QueueEvent,
  type StructArray,
  type StructOf,
  type StructValue,
  structOf,
  type u8,
} from "lanewise";

interface Particle {
  pos: FixedArray<f32, 3>;
  readonly mass: f32;
  alive: boolean;
  count: i64;
  weight: number;
}
class Vec3<T extends number> {
  x: T;
  y: T;
  z: T;
  constructor(x: T, y: T, z: T) {
    this.x = x;
    this.y = y;
    this.z = z;
  }
  dot(other: Vec3<T>): number {
    return this.x * other.x + this.y * other.y + this.z * other.z;
  }
}
class Body {
  place = new Vec3<f32>(0, 0, 0);
  turn: readonly [f64, f64] = [0, 0];
  private kind: u8 = 0;
  isOf(kind: u8): boolean {
    return this.kind === kind;
  }
}

using q = new Queue({ device: "cpu", threads: 1 });
const particle: StructOf<Particle> = structOf<Particle>();
const ps = q.mallocShared(particle, 10);
const vectors = q.mallocDevice(structOf<Vec3<f32>>(Vec3), [new Vec3<f32>(1, 2, 3), { x: 1, y: 2, z: 3 }], {
  layout: "soa",
});
using bodies = q.mallocHost(structOf(Body), [new Body()], { layout: "aos" });

export const array: StructArray<Particle> & Disposable = ps;
export const generic: StructArray<Vec3<f32>> = vectors;
export const ofClass: StructArray<Body> = bodies;
export const element: Particle | undefined = ps[0];
export const layout: "aos" | "soa" = ps.layout;

// As arrays.
const [first] = ps;
if (first) {
  first.alive = true;
  first.pos[1] = 2;
  first.weight += 1;
}
for (const v of vectors) v.x += v.dot(v);
ps[0] = { pos: [1, 2, 3], mass: 1, alive: true, count: 3n, weight: 1 };
vectors[1] = new Vec3<f32>(1, 2, 3);
export const place: Vec3<f32> | undefined = bodies.at(-1)?.place;
export const masses: number[] = ps.map(({ mass }) => mass);
export const total: number = ps.reduce((sum, { mass }) => sum + mass, 0);
ps.forEach((p, index, all) => {
  p.weight = index / all.length;
});
ps.subarray(1, 3).fill({ pos: new Float32Array(3), mass: 1, alive: false, count: 0n, weight: 0 });
ps.set(ps.subarray(0, 2), 2);
ps.set([{ pos: [1, 2, 3], mass: 1, alive: true, count: 3n, weight: 1 }]);

// Values without methods; plain objects with JavaScript's arrays.
export const value: StructValue<Vec3<f32>> = { x: 1, y: 2, z: 3 };
export const plain: PlainStruct<Particle>[] = ps.toArray();
export const numbers: number[] | undefined = q.toHost(ps)[0]?.pos;

// Typed arrays over the memory.
export const x: Float32Array<SharedArrayBuffer> = vectors.column("x");
export const place2: Float32Array<SharedArrayBuffer> = bodies.column("place.x");
export const turns: Float64Array<SharedArrayBuffer> = bodies.column("turn");
export const positions: Float32Array = ps.column("pos");
export const alive: Uint8Array = ps.column("alive");
export const counts: BigInt64Array = ps.column("count");
export const weights: Float64Array = ps.column("weight");
export const column: Column<Particle, "mass"> = new Float32Array(new SharedArrayBuffer(4));
export const all: Float32Array<SharedArrayBuffer> = vectors.view(Float32Array);
export const bytes: Uint8Array<SharedArrayBuffer> = ps.bytes;

// Queues take them.
const copied: QueueEvent = q.copy(ps, ps.subarray(), 2);
q.copy(ps, ps, { count: 1, after: copied });
q.fill(vectors, { x: 1, y: 2, z: 3 });
q.free(ps);
q.parallelFor(ps.length, (i: i32) => {
  const p = ps[i];
  if (p) p.weight = p.mass;
});

// @ts-expect-error a field is missing
q.mallocShared(particle, [{ pos: [1, 2, 3], mass: 1, alive: true, count: 3n }]);
// @ts-expect-error the field is a string
q.mallocShared(particle, [{ pos: [1, 2, 3], mass: "1", alive: true, count: 3n, weight: 1 }]);
// @ts-expect-error no such layout
q.mallocShared(particle, 1, { layout: "columns" });
// @ts-expect-error mass is readonly
if (first) first.mass = 3;
// @ts-expect-error no such field
vectors.column("w");
// @ts-expect-error a nested struct has no column
bodies.column("place");
// @ts-expect-error the column holds f32
export const wrong: Float64Array = vectors.column("x");
// @ts-expect-error the structs differ
q.copy(ps, vectors);
// @ts-expect-error arrays of different structs
export const other: StructArray<Particle> = vectors;
// @ts-expect-error an array of objects is no memory
export const host: StructArray<Particle> = [ps[0]];
// @ts-expect-error a struct is an object
structOf<number>();
// @ts-expect-error elements are Vec3s
structOf<Particle>(Vec3);
// @ts-expect-error typed arrays have no layout
q.mallocShared(Float32Array, 10, { layout: "soa" });
