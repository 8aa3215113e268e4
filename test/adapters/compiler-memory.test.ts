// A compiler with a memory gives what one without it gives, whatever was edited between two compilations: every file of a small
// program is replaced by others of its variants, at random. The variants of a file differ in bodies alone, in what other files see, in both.

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

/** Structs, classes and enums: what they are and what they do, and from where others have them. */
const types = [
  'import type { f32 } from "lanewise"; export interface Point { x: f32; y: f32 } export enum Mode { A = 1, B = 2 }',
  'import type { f64 } from "lanewise"; export interface Point { x: f64; y: f64 } export enum Mode { A = 1, B = 2 }',
  'import type { f32 } from "lanewise"; export interface Point { x: f32 } export interface Point { y: f32 } export enum Mode { A = 7, B = 2 }',
  `import type { f32 } from "lanewise"; export class Point { x: f32 = 1; y: f32 = 2; private hidden = secret();
   length(): f32 { return this.x + this.y; } } function secret() { return 1; } export const enum Mode { A = 3, B }`,
  `import type { f32 } from "lanewise"; export class Point { x: f32 = 1; y: f32 = 2; private hidden = secret();
   length(): f32 { return this.x * this.y; } } function secret() { return true; } export const enum Mode { A = 3, B }`,
  'export type { Settings as Point } from "./inner.js"; export const Mode = { A: 4, B: 5 } as const;',
];

const inner = [
  'import type { f32 } from "lanewise"; export interface Settings { x: f32; y: f32 } export function size() { return 4; }',
  'import type { i32 } from "lanewise"; export interface Settings { x: i32; y: i32 } export function size() { return 5; }',
  'import type { f32 } from "lanewise"; export interface Settings { x: f32; y: f32 } export function size(): number { return 4; }',
  'import type { f32 } from "lanewise"; export interface Settings { x: f32; y: f32 } export function size(): number { return 5; }',
  'export interface Settings { x: string; y: string } export function size(): string { return "4"; }',
];

const barrel = [
  'export * from "./types.js"; export { size } from "./inner.js";',
  'export { type Point, Mode } from "./types.js"; export * from "./inner.js";',
  'export * from "./types.js"; export const size = (): number => 4;',
  'export * from "./types.js"; export const size = (): number => 6; // other',
  'import * as all from "./types.js"; import { size as one } from "./inner.js"; export import Mode = all.Mode; export type Point = all.Point; export const size = one;',
];

const helpers = [
  'import type { Point } from "./barrel.js"; export function sum<T extends Point>(p: T): number { return Number(p.x) + Number(p.y); }',
  'import type { Point } from "./barrel.js"; export function sum<T extends Point>(p: T): number { return Number(p.x) - Number(p.y); }',
  'import type { Point } from "./barrel.js"; export function sum<T extends Point>(p: T) { return Number(p.x); }',
  'import type { Point } from "./barrel.js";\n\nexport const sum = (p: Point): number => { return p.x * 2; };',
  'import { size } from "./barrel.js"; let kind: number | boolean = 1; export const sum = (p: { x: number }) => p.x + Number(kind); export function set(): void { kind = 2; size(); }',
  'import { size } from "./barrel.js"; let kind: number | boolean = 1; export const sum = (p: { x: number }) => p.x + Number(kind); export function set(): void { size(); }',
  "export default function sum(p: { x: number }): number { return p.x; } export { sum };",
];

const uses = [
  `import { Queue, structOf } from "lanewise"; import { Mode, type Point } from "./barrel.js"; import { sum } from "./helpers.js";
   const q = new Queue(); const p = q.mallocShared(structOf<Point>(), 4); const y = new Float32Array(4);
   q.parallelFor(4, (i) => { y[i] = sum(p[i]!) + Mode.A; });`,
  `import { Queue } from "lanewise"; import * as all from "./barrel.js"; import * as h from "./helpers.js";
   const q = new Queue(); const y = new Float32Array(4); const n = all.size();
   q.parallelFor(4, (i) => { y[i] = h.sum({ x: i, y: 2 }) + n; });`,
  `import { deviceGlobal, type i32, Queue } from "lanewise"; import { Mode, size } from "./barrel.js";
   const q = new Queue(); export const bins = deviceGlobal<i32>(size() + Mode.B); q.singleTask(() => { bins.value += 1; });`,
  `import { Queue } from "lanewise"; const { sum } = await import("./helpers.js"); type P = import("./barrel.js").Point;
   const q = new Queue(); const y = new Float32Array(4); q.parallelFor(4, (i) => { y[i] = i; }); export const p: P | undefined = undefined;`,
  "export {};",
];

const more = [
  `import { Queue, reduction } from "lanewise"; import { sum } from "./helpers.js"; import { size } from "./barrel.js";
   const q = new Queue(); const out = new Float32Array(1);
   const combine = (a: number, b: number) => sum({ x: a, y: b }) + b;
   q.parallelFor(4, reduction(out, combine, { identity: 0 }), (i, out) => { out.combine(i * size()); });`,
  `import { Queue } from "lanewise"; import { work } from "./work.js"; const q = new Queue(); q.parallelFor(4, work);`,
  `import { Queue } from "lanewise"; import { work } from "./work.js"; const q = new Queue(); q.parallelFor([2, 2], work);`,
  `import { deviceFn, type f32 } from "lanewise"; export const outside = deviceFn((x: f32): f32 => x + 1); import "./work.js";`,
  `import { deviceFn, type f32 } from "lanewise"; export const outside = deviceFn((x: f32): f32 => x + 2); import "./work.js";`,
];

const work = [
  `import { outside } from "./more.js"; const y = new Float32Array(4); export const work = (i: number) => { y[i] = outside(i); };`,
  `import { sum } from "./helpers.js"; const y = new Float32Array(4); export const work = (i: number) => { y[i] = sum({ x: i, y: 1 }); };`,
  `const y = new Float32Array(4); export function work(i: number): void { y[i] = table[i % 3]!; } const table = [1, 2, 3] as const;`,
  `const y = new Float32Array(4); export function work(i: number): void { y[i] = table[i % 3]!; } const table = [1, 2, 4] as const;`,
  `declare global { interface Array<T> { first(): T } } const y = new Float32Array(4); export function work(i: number): void { y[i] = 1; }`,
  `import sum from "./helpers.js"; const y = new Float32Array(4); export function work(i: number): void { y[i] = sum({ x: i }); }`,
];

/** Wrappers of kernels, and what calls pass them from other files. */
const wrapper = [
  `import { Queue } from "lanewise"; const q = new Queue(); const y = new Float32Array(4);
   export function map(f: (x: number) => number): void { q.parallelFor(4, (i) => { y[i] = f(i); }); }`,
  `import { Queue } from "lanewise"; const q = new Queue(); const y = new Float32Array(4); let k = 2;
   export function map(f: (x: number) => number): void { k += 1; q.parallelFor(4, (i) => { y[i] = f(f(i)) * k; }); }`,
  `import type { Kernel1 } from "lanewise"; const y = new Float32Array(4);
   export const map = (f: (x: number) => number, g = (x: number) => x): Kernel1 => (i) => { y[i] = g(f(i)); };`,
  "export function map(f: (x: number) => number): void { f(1); }",
  `import { Queue } from "lanewise"; const q = new Queue();
   export function map(f: (x: number) => number): void { q.parallelFor(4, f); }`,
];

const passing = [
  'import { map } from "./wrapper.js"; let k = 1; map((x) => x + k); k = 2;',
  'import { map } from "./wrapper.js"; let [k, other] = [1, 2]; // moved\nmap((x) => x * k - other); map(Math.abs); k = other = 2;',
  'import { map } from "./wrapper.js"; import { used } from "./passed.js"; map(used); map((x) => used(x) + 1);',
  'import { map } from "./between.js"; import { used } from "./passed.js"; map(used); map((x) => x);',
  "export {};",
];

const between = [
  'import { map as inner } from "./wrapper.js"; export const map = (g: (x: number) => number) => inner((x) => g(x) + 1);',
  'import { map as inner } from "./wrapper.js"; export const map = (g: (x: number) => number) => inner(g);',
  'export { map } from "./wrapper.js";',
];

const passed = [
  "let k = 3; export function used(x: number): number { return x * k; } k = 4;",
  "let k = 3; export const used = (x: number): number => x - k; k = 4;",
  "const add = (y: number) => (x: number) => x + y; export const used = add(Math.random());",
  "export const used = (x: number): number => { throw x; };",
];

interface Program {
  readonly variants: Readonly<Record<string, readonly string[]>>;
  /** The files that may be left out. */
  readonly optional: readonly string[];
}

const programs: Readonly<Record<string, Program>> = {
  "functions and globals": {
    variants: { math, middle, globals, kernels, first, second },
    optional: ["kernels", "second"],
  },
  "types and constants": {
    variants: { types, inner, barrel, helpers, uses, more, work },
    optional: ["inner", "more"],
  },
  wrappers: {
    variants: { wrapper, passing, between, passed },
    optional: [],
  },
};

/** Which variant of each file there is; a number behind the last leaves it out. */
type State = Readonly<Record<string, number>>;

function stateOf({ variants, optional }: Program): fc.Arbitrary<State> {
  const numbers = Object.entries(variants).map(([name, texts]): [string, fc.Arbitrary<number>] => [
    name,
    fc.nat(optional.includes(name) ? texts.length : texts.length - 1),
  ]);
  return fc.record(Object.fromEntries(numbers));
}

/** An edit of one file, or of all. */
function editOf(program: Program): fc.Arbitrary<State> {
  const single = fc
    .constantFrom(...Object.entries(program.variants))
    .chain(([name, texts]) =>
      fc.nat(program.optional.includes(name) ? texts.length : texts.length - 1).map((to): State => ({ [name]: to })),
    );
  return fc.oneof({ weight: 4, arbitrary: single }, { weight: 1, arbitrary: stateOf(program) });
}

function sourcesOf({ variants }: Program, chosen: State): Sources {
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

describe.each(Object.entries(programs))("a compiler with a memory: %s", (_, program) => {
  for (const split of ["per_source", "off"] as const) {
    test(`gives what a new one gives, split ${split}`, () => {
      const edits = fc.array(editOf(program), { minLength: 3, maxLength: 8 });
      fc.assert(
        fc.property(stateOf(program), edits, (start, steps) => {
          const watch = watchSources({ split });
          let now = start;
          for (const step of [start, ...steps]) {
            now = { ...now, ...step };
            const sources = sourcesOf(program, now);
            const { files, added, diagnostics, faults } = watch(sources);
            const fresh = compileSource(sources, undefined, { split }).compilation;
            expect([...files.values()]).toEqual([...fresh.files.values()]);
            expect(added).toEqual(fresh.added);
            expect(diagnostics).toEqual(fresh.diagnostics);
            expect(textOf(faults)).toEqual(textOf(fresh.faults));
          }
        }),
        { numRuns: Number(process.env.LANEWISE_RUNS ?? 20) },
      );
    }, 240_000);
  }
});

test("functions of packages, whose sources are looked at, are parsed once: an edit concerns nobody else", () => {
  const random = `import { Queue } from "lanewise"; import { Philox } from "lanewise/random";
    const q = new Queue(); const x = new Float32Array(9);
    q.parallelFor(9, (i) => { x[i] = new Philox(7, i).uniform(); });`;
  const other = (factor: number) => `import { Queue } from "lanewise";
    const q = new Queue(); const x = new Float32Array(9); q.parallelFor(9, (i) => { x[i]! *= ${factor}; });`;
  const watch = watchSources();
  const fileOf = ({ files }: Compilation, name: string) =>
    [...files.values()].find(({ fileName }) => fileName.endsWith(name));
  const before = watch({ "random.ts": random, "other.ts": other(2) });
  const after = watch({ "random.ts": random, "other.ts": other(3) });
  expect(fileOf(before, "random.ts")?.images).toHaveLength(1);
  expect(fileOf(after, "random.ts")).toBe(fileOf(before, "random.ts"));
  expect(fileOf(after, "other.ts")).not.toEqual(fileOf(before, "other.ts"));
});

test("classes are among what is edited", () => {
  const vec = (factor: number) => `export class Vec {
    constructor(readonly x: number, readonly y: number) {}
    sum(): number { return (this.x + this.y) * ${factor}; }
  }`;
  const main = `import { Queue } from "lanewise"; import { Vec } from "./vec.js";
    const q = new Queue(); const x = new Float32Array(9);
    q.parallelFor(9, (i) => { x[i] = new Vec(1, x[i]!).sum(); });`;
  const watch = watchSources();
  watch({ "main.ts": main, "vec.ts": vec(2) });
  const edited = { "main.ts": main, "vec.ts": vec(3) };
  const fresh = compileSource(edited).compilation;
  expect([...watch(edited).files.values()]).toEqual([...fresh.files.values()]);
});
