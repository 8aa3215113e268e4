// The statements of `console.log` in kernels, made by hand and run on every executor: the records in the ring are the same
// everywhere, those of a work-item in the order of its calls.

import { compileWasm, costOf } from "@lanewise/codegen";
import {
  build,
  consoleGlobal,
  type Expr,
  encodeMessage,
  type Local,
  type Module,
  RING,
  type Stmt,
  verify,
} from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { propertiesOf } from "../../transformer/dist/link/properties.js";
import { linearItem, logStatements, printedTypes } from "../../transformer/dist/lower/console.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { type Executor, executors, type GangExecutor, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, convert, load, op, query } = build;
const WORDS = 65536;
const all: readonly (readonly [string, Executor])[] = [
  ...Object.entries(executors),
  ...gangExecutors
    .filter(({ bounds }: GangExecutor) => bounds === "checked")
    .map((executor): readonly [string, Executor] => [executor.name, executor]),
];

type Log = (...values: Expr[]) => Stmt[];

/** A kernel whose parameter is an array `x` of f32; `log` prints values in between words. Sites of messages are 2, 3, … */
function moduleOf(dimensions: 1 | 2 | 3, body: (log: Log) => Stmt[]): Module {
  const parameters: Local[] = [{ name: "x", type: span("f32") }];
  const locals = [...parameters];
  const sites = [
    { kind: "bounds" as const, name: "x", at },
    { kind: "bounds" as const, name: "console", at },
  ];
  const messages: Module["sites"][number][] = [];
  const log = (...values: Expr[]) => {
    const parts = values.flatMap(({ type }) => ["v ", { type: printedTypes[type as keyof typeof printedTypes] }]);
    messages.push({ kind: "log", name: encodeMessage(parts), at });
    return logStatements({
      site: sites.length + messages.length - 1,
      ringSite: 1,
      item: linearItem(dimensions),
      values,
      global: 0,
      newLocal: (name, type) => locals.push({ name, type }) - 1,
      at,
    });
  };
  const stmts = body(log);
  const module = kernelModule(
    { dimensions, locals: locals.map(({ type }) => type), parameters: 1, body: stmts },
    { sites: [...sites, ...messages], globals: [consoleGlobal(at)] },
  );
  expect(verify(module)).toEqual([]);
  return module;
}

interface Record {
  readonly site: number;
  readonly item: number;
  readonly words: readonly number[];
}

function recordsIn(ring: Uint32Array, module: Module): Record[] {
  const records: Record[] = [];
  const end = Math.min(RING.records + (ring[RING.claimed] ?? 0), WORDS);
  for (let start: number = RING.records; start < end; ) {
    const site = (ring[start] ?? 0) - 1;
    // Claimed behind the end, so not written.
    if (site < 0) break;
    const values = (module.sites[site]?.name.match(/type/g) ?? []).length;
    records.push({ site, item: ring[start + 1] ?? -1, words: [...ring.subarray(start + 2, start + 2 + 2 * values)] });
    start += 2 + 2 * values;
  }
  // The order of records of one work-item stays.
  return records.sort((a, b) => a.item - b.item);
}

function ringAfter(executor: Executor, module: Module, range: readonly number[], x: Float32Array): Uint32Array {
  const { globals, failure } = runKernel(executor, { module, range, args: [x] });
  expect(failure).toBeUndefined();
  return new Uint32Array(globals[0]?.buffer ?? new ArrayBuffer(0));
}

const f64Words = (value: number) => [...new Uint32Array(Float64Array.of(value).buffer)];
const i64Words = (value: bigint) => [...new Uint32Array(BigInt64Array.of(value).buffer)];

describe.each(all)("%s", (_, executor) => {
  test("records have the site, the work-item and the bits of values of every type", () => {
    const i = query("globalId", 0);
    const x = load(ownElement(0, "f32"));
    const module = moduleOf(1, (log) => [
      ...log(x, i, op("gt", i, constant("i32", 1))),
      ...log(convert("wrap", "u32", op("neg", i)), convert("convert", "i64", op("neg", i))),
      ...log(convert("wrap", "u64", op("neg", i)), convert("convert", "f64", x), constant("f32", 0.5)),
      ...log(),
    ]);
    const values = Float32Array.from({ length: 21 }, (__, item) => 0.1 * item - 1);
    const found = recordsIn(ringAfter(executor, module, [21], values), module);
    const expected = [...values].flatMap((value, item) => [
      { site: 2, item, words: [...f64Words(value), ...f64Words(item), item > 1 ? 1 : 0, 0] },
      { site: 3, item, words: [...f64Words(-item >>> 0), ...i64Words(-BigInt(item))] },
      { site: 4, item, words: [...i64Words(-BigInt(item)), ...f64Words(value), ...f64Words(0.5)] },
      { site: 5, item, words: [] },
    ]);
    expect(found).toEqual(expected);
  });

  test("in branches that some work-items take", () => {
    const i = query("globalId", 0);
    const x = load(ownElement(0, "f32"));
    const module = moduleOf(1, (log) => [
      build.ifElse(op("eq", op("rem", i, constant("i32", 3)), constant("i32", 0)), log(i)),
      build.ifElse(op("lt", x, constant("f32", 0)), log(x), log()),
    ]);
    const values = Float32Array.from({ length: 37 }, (__, item) => (item % 5) - 2);
    const found = recordsIn(ringAfter(executor, module, [37], values), module);
    const expected = [...values].flatMap((value, item) => [
      ...(item % 3 === 0 ? [{ site: 2, item, words: f64Words(item) }] : []),
      value < 0 ? { site: 3, item, words: f64Words(value) } : { site: 4, item, words: [] },
    ]);
    expect(found).toEqual(expected);
  });

  test.each([
    [2, [5, 7]],
    [3, [3, 4, 5]],
  ] as const)("the linear work-item in %d dimensions", (dimensions, range) => {
    const module = moduleOf(dimensions, (log) =>
      log(query("globalId", 0), query("globalId", dimensions - 1 === 1 ? 1 : 2)),
    );
    const items = range.reduce((a: number, b: number) => a * b, 1);
    const found = recordsIn(ringAfter(executor, module, range, new Float32Array(1)), module);
    expect(found.map(({ item }) => item)).toEqual(Array.from({ length: items }, (__, item) => item));
    const inner = range[range.length - 1] ?? 1;
    expect(found.map(({ words }) => words)).toEqual(
      found.map(({ item }) => [...f64Words(Math.floor(item / (items / range[0]))), ...f64Words(item % inner)]),
    );
  });

  test("a full ring drops messages and counts them, and none is torn", () => {
    const i = query("globalId", 0);
    const module = moduleOf(1, (log) => [...log(i, i), ...log(i)]);
    const items = 10_001;
    const ring = ringAfter(executor, module, [items], new Float32Array(1));
    const found = recordsIn(ring, module);
    expect(found.length + (ring[RING.dropped] ?? 0)).toBe(2 * items);
    expect(found.length).toBeGreaterThan((WORDS - 16 * 6) / 6);
    for (const { site, item, words } of found) {
      expect(words).toEqual(site === 2 ? [...f64Words(item), ...f64Words(item)] : f64Words(item));
    }
    // No more is claimed than the gangs that met the end.
    expect(ring[RING.claimed]).toBeLessThan(WORDS + 16 * 6);
  });
});

test("the ring is never copied for each thread, and no device global of the program", () => {
  const module = moduleOf(1, (log) => log());
  expect(costOf(module, 0).hasAtomics).toBe(true);
  for (const gang of [undefined, 4, 16] as const) {
    const options = {
      features: gang === undefined ? "scalar" : "simd128",
      bounds: "checked",
      fp: "strict",
      shape: "rows",
    } as const;
    const program = compileWasm({
      module,
      kernel: 0,
      threads: "many",
      privatise: true,
      sharedMemory: true,
      ...options,
      gang,
    });
    expect(program.privatised).toEqual([]);
  }
  expect(propertiesOf(module, { bounds: "checked", fp: "default" }, () => 0)).toEqual({});
});

test("a value that fails leaves no record", () => {
  const module = moduleOf(1, (log) => log(load(ownElement(0, "f32"))));
  for (const [, executor] of all) {
    const { globals, failure } = runKernel(executor, { module, range: [1], args: [new Float32Array(0)] });
    expect(failure?.site).toBe(0);
    expect(new Uint32Array(globals[0]?.buffer ?? new ArrayBuffer(0))[RING.claimed]).toBe(0);
  }
});

test("the formula for three dimensions serves kernels of fewer", () => {
  const module = kernelModule({
    locals: [span("i32")],
    parameters: 1,
    body: [build.store(ownElement(0, "i32"), linearItem(3), at)],
  });
  for (const [, executor] of all) {
    const { arrays } = runKernel(executor, { module, range: [19], args: [new Int32Array(19)] });
    expect([...(arrays[0] ?? [])]).toEqual(Array.from({ length: 19 }, (_, item) => item));
  }
});
