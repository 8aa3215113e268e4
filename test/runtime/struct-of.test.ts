// `structOf` in compiled programs: views have the methods of their classes, also of those inside, where the call can name them.

import { expect, test } from "vitest";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";

const vec = `import type { f32 } from "lanewise";
export class Vec {
  constructor(public x: f32, public y: f32) {}
  get length(): number { return Math.hypot(this.x, this.y); }
  scale(by: number): this { this.x *= by; this.y *= by; return this; }
}`;
const main = `import { Queue, structOf } from "lanewise";
IMPORT
interface Particle { pos: Vec; mass: number }
const q = new Queue();
export const results = (["aos", "soa"] as const).map((layout) => {
  const ps = q.mallocShared(structOf<Particle>(), 2, { layout });
  for (const p of ps) { p.pos.x = 3; p.pos.y = 4; p.mass = 1; }
  const first = ps[0]!;
  const scaled = ps[1]!.pos.scale?.(2).length ?? 0;
  return [first.pos.length ?? 0, first.pos instanceof Object, scaled, q.toHost(ps).length];
});
export class Below { constructor(public x: number) {} twice(): number { return this.x * 2; } }`;

async function resultsOf(importLine: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const program: LoadedProgram = await loadProgram({
    "main.ts": main.replace("IMPORT", importLine),
    "vec.ts": vec,
    ...more,
  });
  try {
    return (await program.load("main.ts")).results;
  } finally {
    program.dispose();
  }
}

test.each([
  ["an import", 'import { Vec } from "./vec.js"; void Vec;', {}],
  ["a barrel", 'import { Vec } from "./all.js"; void Vec;', { "all.ts": 'export * from "./vec.js";' }],
])("methods of a class inside, by %s", async (_, line, more) => {
  const expected = [5, true, 10, 2];
  expect(await resultsOf(line, more)).toEqual([expected, expected]);
});

test.each([
  ["a type-only import", 'import type { Vec } from "./vec.js";', {}],
  ["a type-only name", 'import { type Vec } from "./vec.js";', {}],
  ["a type-only barrel", 'import type { Vec } from "./all.js";', { "all.ts": 'export type { Vec } from "./vec.js";' }],
  ["another name", 'import { Vec as V } from "./vec.js"; type Vec = V; void V;', {}],
])("none where the class has no name as a value: %s", async (_, line, more) => {
  const expected = [0, true, 0, 2];
  expect(await resultsOf(line, more)).toEqual([expected, expected]);
});

test("a class that is declared below the call has its methods when an element is looked at", async () => {
  const program = await loadProgram({
    "main.ts": `import { Queue, structOf } from "lanewise";
const type = structOf<Below>();
const ps = new Queue().mallocShared(type, 2);
ps.fill({ x: 4, y: { z: 3 } });
export const plain = ps.toArray();
class Inner { z = 0; half(): number { return this.z / 2; } }
class Below { x = 0; y = new Inner(); twice(): number { return this.x * 2 + this.y.half(); } }
export const result = ps[0]!.twice();`,
  });
  try {
    const { result, plain } = await program.load("main.ts");
    expect(result).toBe(9.5);
    expect(plain).toEqual([
      { x: 4, y: { z: 3 } },
      { x: 4, y: { z: 3 } },
    ]);
  } finally {
    program.dispose();
  }
});
