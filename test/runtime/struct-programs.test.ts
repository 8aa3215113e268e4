// Programs whose kernels use arrays of structs, from source to result, in both layouts on every device.

import { expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const vec = { x: 1, y: 4, z: 3 };
const programs: readonly (readonly [string, string, unknown])[] = [
  [
    "every kind of field",
    `interface P { x: f32; v: f32; n: number; alive: boolean; w: FixedArray<i16, 3>; m: FixedArray<FixedArray<f32, 2>, 2> }
const ps = q.mallocShared(structOf<P>(), 10, { layout });
for (const p of ps) { p.v = 2; p.w = [1, 2, 3]; }
await q.parallelFor(10, (i) => {
  const p = ps[i]!;
  p.x += p.v * 3; p.n = p.n + i; p.alive = i > 4; p.w[1] = p.w[0]! + i; p.m[1]![0] = i * 1;
});
result = ps.toArray()[7];`,
    {
      x: 6,
      v: 2,
      n: 7,
      alive: true,
      w: [1, 8, 3],
      m: [
        [0, 0],
        [7, 0],
      ],
    },
  ],
  [
    "classes with constructors and methods",
    `class V { constructor(public x: f32, public y: f32) {} add(o: V): V { return new V(this.x + o.x, this.y + o.y); } }
class P { pos = new V(0, 0); vel = new V(1, 2); mass: f32 = 1; step(): void { this.pos = this.pos.add(this.vel); } }
const ps = q.mallocShared(structOf(P), Array.from({ length: 5 }, () => new P()), { layout });
await q.parallelFor(5, (i) => { ps[i]!.step(); ps[i]!.step(); });
ps[3]!.step(); // on the host
result = ps.toArray()[3];`,
    { pos: { x: 3, y: 6 }, vel: { x: 1, y: 2 }, mass: 1 },
  ],
  [
    "whole elements, between layouts",
    `interface P { x: f32; id: u8; big: i64 }
const a = q.mallocShared(structOf<P>(), [{ x: 1, id: 2, big: 3n }, { x: 4, id: 5, big: 6n }], { layout });
const b = q.mallocShared(structOf<P>(), 2);
await q.parallelFor(2, (i) => { b[i] = a[1 - i]!; });
result = b.toArray();`,
    [
      { x: 4, id: 5, big: 6n },
      { x: 1, id: 2, big: 3n },
    ],
  ],
  [
    "generic and inherited fields, in the order of the host",
    `class B<T> { a!: T; n = 0; }
class D extends B<f32> { b: i32 = 0; t: [f32, f32] = [0, 0]; }
const ps = q.mallocShared(structOf(D), 3, { layout });
await q.parallelFor(3, (i) => { const p = ps[i]!; p.a = 1.5; p.b = i; p.n = 0.25; p.t[1] = 8; });
result = ps.toArray()[2];`,
    { a: 1.5, n: 0.25, b: 2, t: [0, 8] },
  ],
  [
    "a wrapper's parameter, and a subarray",
    `interface P { x: f32 }
function run(ps: StructArray<P>) { return q.parallelFor(ps.length, (i) => { ps[i]!.x = i + ps.length; }); }
const ps = q.mallocShared(structOf<P>(), 4, { layout });
await run(ps);
await run(ps.subarray(2));
result = ps.map(({ x }) => x);`,
    [4, 5, 2, 3],
  ],
  [
    "the library's vectors",
    `interface P { pos: Vec3; speed: Vec3 }
const ps = q.mallocShared(structOf<P>(), 4, { layout });
for (const p of ps) { p.pos = new Vec3(1, 2, 3); p.speed = new Vec3(0, 1, 0); }
await q.parallelFor(4, (i) => { const p = ps[i]!; p.pos = p.pos.add(p.speed.scale(2)); });
result = [ps.toArray()[2]?.pos, ps[1]!.pos.length() ** 2];`,
    [vec, expect.closeTo(26)],
  ],
];

const variants = (["aos", "soa"] as const).flatMap((layout) => ["cpu", "host"].map((device) => ({ layout, device })));

test.each(
  programs.flatMap(([name, text, expected]) => variants.map((variant) => ({ name, text, expected, ...variant }))),
)("$name: $layout, $device", async ({ text, expected, layout, device }) => {
  const program = await loadProgram({
    "main.ts": `import { type FixedArray, type f32, type i16, type i32, type i64, type u8, type StructArray, Queue, structOf } from "lanewise";
import { Vec3 } from "lanewise/vec";
const q = new Queue({ device: "${device}" });
const layout = "${layout}" as const;
export let result: unknown;
${text}
export type Used = [FixedArray<f32, 1>, i16, i32, i64, u8, StructArray<Vec3>];`,
  });
  try {
    expect((await program.load("main.ts")).result).toEqual(expected);
  } finally {
    program.dispose();
  }
});
