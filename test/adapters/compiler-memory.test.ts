// A compiler with a memory gives what one without it gives, whatever was edited between two compilations: every file of a small
// program is replaced by others of its variants, at random.

import type { Compilation } from "@lanewise/transformer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource, type Sources, watchSources } from "../support/compile-source.js";

const math = [
  'import type { f32 } from "lanewise"; export function scale(x: f32): f32 { return x * 2; }',
  'import type { f32 } from "lanewise"; export function scale(x: f32): f32 { return x * 3; }',
  'import type { f32, i32 } from "lanewise"; export function scale(x: f32): f32 { let n: i32 = 1.5; return x + n; }',
  'import type { f32 } from "lanewise"; export function scale(x: f32): f32 { return scale(x); }',
  'import type { f32 } from "lanewise"; export function scale(x: f32): f32 { throw new Error("no"); }',
];

const middle = [
  'export { scale } from "./math.js"; export const factor = 2;',
  'import { scale as other } from "./math.js"; export const factor = 3; export const scale = other;',
  'import type { f32 } from "lanewise"; export const factor = 5; export function scale(x: f32): f32 { return x; }',
  "export const factor = 1;",
];

const globals = [
  'import { deviceGlobal, type i32 } from "lanewise"; export const total = deviceGlobal<i32>(1);',
  'import { deviceGlobal, type i32 } from "lanewise"; export const total = deviceGlobal<i32>(2);',
  'import { deviceGlobal, type f64 } from "lanewise"; export const total = deviceGlobal<f64, { hostAccess: "read" }>(2);',
  'import { deviceGlobal, type i32 } from "lanewise"; export const total = deviceGlobal<i32, { deviceImageScope: true }>(2);',
  'import { deviceGlobal, type i32 } from "lanewise"; export let total = deviceGlobal<i32>(2);',
];

const kernels = [
  "",
  'import type { Kernel1 } from "lanewise"; export const fill = (i: number) => {}; export const typed: Kernel1 = (i) => {};',
  "export const fill = (i: number) => { throw i; };",
  "export const fill = (y: number, x: number) => {};",
];

const first = [
  `import { Queue } from "lanewise"; import { factor, scale } from "./middle.js"; import { total } from "./globals.js";
   const q = new Queue(); const x = new Float32Array(9);
   q.parallelFor(9, (i) => { x[i] = scale(x[i]!) * factor + total.value; });`,
  `import { Queue } from "lanewise"; import * as k from "./kernels.js";
   const q = new Queue(); q.parallelFor(9, k.fill);`,
  `import { Queue, structOf } from "lanewise"; import { total } from "./globals.js";
   const q = new Queue(); const p = q.mallocShared(structOf<{ a: number; b: number[] }>(), 3);
   q.singleTask(() => { total.set(total.value + 1); });`,
  `import { total } from "./globals.js"; export const now = total.value;`,
];

const second = [
  `import { Queue } from "lanewise"; import { fill } from "./kernels.js"; import { scale } from "./math.js";
   const q = new Queue(); q.parallelFor([3, 3], fill); const y = new Float32Array(9);
   q.parallelFor(9, (i) => { y[i] = scale(i); });`,
  `import { deviceFn, type f32 } from "lanewise"; import { scale } from "./math.js";
   export const twice = deviceFn((x: f32): f32 => scale(x) + scale(x));`,
  `import { Queue } from "lanewise"; const q = new Queue(); let hits = 0; const y = new Float32Array(9);
   q.parallelFor(9, (i) => { hits += 1; y[0] = i; });`,
  `import { total } from "./globals.js"; import { Queue } from "lanewise"; const q = new Queue();
   function add() { return total.value; } q.singleTask(() => { total.set(add()); }); declare global { var shared: number }`,
];

const variants = { math, middle, globals, kernels, first, second };

/** Which variant of each file there is; the last number may leave a file out. */
const state = fc.record({
  math: fc.nat(math.length - 1),
  middle: fc.nat(middle.length - 1),
  globals: fc.nat(globals.length - 1),
  kernels: fc.nat(kernels.length),
  first: fc.nat(first.length - 1),
  second: fc.nat(second.length),
});

function sourcesOf(chosen: Readonly<Record<string, number>>): Sources {
  const files = Object.entries(variants).map(([name, texts]) => [`${name}.ts`, texts[chosen[name] ?? 0]] as const);
  return Object.fromEntries(files.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

function textOf(faults: Compilation["faults"]): unknown {
  return [...faults].map(([file, { errors, typeErrors }]) => [
    file,
    errors,
    typeErrors.map(({ code, start }) => [code, start]),
  ]);
}

describe("a compiler with a memory", () => {
  for (const split of ["per_source", "off"] as const) {
    test(`gives what a new one gives, split ${split}`, () => {
      const edits = fc.array(
        fc.oneof(state, fc.record({ only: fc.constantFrom(...Object.keys(variants)), to: fc.nat(4) })),
        {
          minLength: 3,
          maxLength: 8,
        },
      );
      fc.assert(
        fc.property(edits, (steps) => {
          const watch = watchSources({ split });
          let now: Record<string, number> = {};
          for (const step of steps) {
            now = "only" in step ? { ...now, [step.only]: step.to } : { ...step };
            const sources = sourcesOf(now);
            const { files, added, diagnostics, faults } = watch(sources);
            const fresh = compileSource(sources, undefined, { split }).compilation;
            expect([...files.values()]).toEqual([...fresh.files.values()]);
            expect(added).toEqual(fresh.added);
            expect(diagnostics).toEqual(fresh.diagnostics);
            expect(textOf(faults)).toEqual(textOf(fresh.faults));
          }
        }),
        { numRuns: 25 },
      );
    }, 120_000);
  }
});
