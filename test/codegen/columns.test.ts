// Kernels whose arrays of structs lie in columns: their form, and that they do what they do to arrays that lie element by
// element, on random kernels too.

import { type ColumnKernel, compileWasm, explainKernel, splitColumns } from "@lanewise/codegen";
import { createInterpreter, parseModule, printModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { runColumns } from "../support/column-launch.js";
import { independentProgram } from "../support/independent-arbitrary.js";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { type Launch, prepare, runAll } from "../support/ir-launch.js";
import { executors, runKernel } from "../support/run-kernel.js";

const text = (parameters: string, locals: string, body: string) => `module "test"

file "test.ts"

struct "V" { "x": f32, "y": f32 }
struct "P" { "id": u8, "pos": struct<"V">, "w": array<f32, 2>, "n": i32 }

site !0.ps bounds @1:1
site !1.qs bounds @2:1
site !2.w bounds @3:1

fn #0.k kernel "k" range 1 (${parameters}) @1:1 {
${locals
  .split("; ")
  .filter((local) => local !== "")
  .map((local) => `  local ${local}`)
  .join("\n")}
${body}
}
`;

function split(
  source: string,
  parameters: readonly number[] = [0],
): ColumnKernel & { readonly lines: readonly string[] } {
  const module = parseModule(source);
  expect(verify(module)).toEqual([]);
  const found = splitColumns(module, 0, new Set(parameters));
  expect(verify(found.module)).toEqual([]);
  const lines = printModule(found.module).split("\n");
  const start = lines.findIndex((line) => line.startsWith("fn "));
  return { ...found, lines: lines.slice(start, -2).map((line) => line.trim().replace(/ @\d+:\d+/g, "")) };
}

describe("form", () => {
  test("one span for each leaf, in the parameter's place, with its path, type and offset", () => {
    const { columns, lines } = split(
      text(
        `%0.a: i32, %1.ps: span<struct<"P">>, %2.b: span<f32>`,
        "",
        "  store %1[%0]!0->1->1 = add(load(%1[%0]!0->2[i32(1)]!2), convert<f32>(load(%1[length(%1)]!0->0))) @1:1",
      ),
      [1],
    );
    expect(columns).toEqual([
      { index: 1, parameter: 1, path: "id", type: "u8", offset: 0 },
      { index: 2, parameter: 1, path: "pos.x", type: "f32", offset: 4 },
      { index: 3, parameter: 1, path: "pos.y", type: "f32", offset: 8 },
      { index: 4, parameter: 1, path: "w", type: { kind: "array", element: "f32", length: 2 }, offset: 12 },
      { index: 5, parameter: 1, path: "n", type: "i32", offset: 20 },
    ]);
    expect(lines[0]).toBe(
      `fn #0.k kernel "k" range 1 (%0.a: i32, %1."ps.id": span<u8>, %2."ps.pos.x": span<f32>, ` +
        `%3."ps.pos.y": span<f32>, %4."ps.w": span<array<f32, 2>>, %5."ps.n": span<i32>, %6.b: span<f32>) {`,
    );
    expect(lines[1]).toBe(
      `store %3."ps.pos.y"[%0.a]!0.ps = add(load(%4."ps.w"[%0.a]!0.ps[i32(1)]!2.w), ` +
        `convert<f32>(load(%1."ps.id"[length(%1."ps.id")]!0.ps)))`,
    );
  });

  test("copies go leaf by leaf, their index computed once", () => {
    const { lines } = split(
      text(
        `%0.ps: span<struct<"P">>`,
        `%1.p: struct<"P">`,
        "  store %0[i32(1)]!0->1 = %0[add(globalId(0), i32(2))]!1->1 @1:1\n  store &%1 = %0[globalId(0)]!0 @1:1\n  store %0[i32(2)]!0 = &%1 @1:1",
      ),
    );
    expect(lines.filter((line) => line.startsWith("store")).slice(0, 4)).toEqual([
      `store %1."ps.pos.x"[i32(1)]!0.ps = load(%1."ps.pos.x"[%6.index]!1.qs)`,
      `store %2."ps.pos.y"[i32(1)]!0.ps = load(%2."ps.pos.y"[%6.index]!1.qs)`,
      `store &%5.p->0.id = load(%0."ps.id"[globalId(0)]!0.ps)`,
      `store &%5.p->1.pos->0.x = load(%1."ps.pos.x"[globalId(0)]!0.ps)`,
    ]);
  });

  test("a variable for arrays of both layouts is an error that names it", () => {
    const source = text(
      `%0.ps: span<struct<"P">>, %1.qs: span<struct<"P">>`,
      `%2.either: span<struct<"P">>`,
      "  if gt(globalId(0), i32(2)) {\n    set %2 = %0\n  } else {\n    set %2 = %1\n  }\n  store %2[i32(0)]!0->3 = i32(1) @1:1",
    );
    expect(() => split(source)).toThrow(/either may be an array of structs in columns/);
    expect(split(source, [0, 1]).columns.length).toBe(10);
  });
});

test("a reference to one of several elements, private ones among them, leads to each leaf", () => {
  const source = text(
    `%0.ps: span<struct<"V">>, %1.out: span<f32>`,
    `%2.own: struct<"V">; %3.r: ref<struct<"V">>; %4.i: i32`,
    `
  store &%2->0 = f32(100) @1:1
  store &%2->1 = f32(200) @1:1
  set %3 = &%2
  if gt(globalId(0), i32(1)) {
    set %4 = add(globalId(0), i32(1))
    set %3 = %0[%4]!0
    set %4 = i32(99)
  }
  store %3->0 = add(load(%3->0), f32(1)) @1:1
  store %1[globalId(0)]!1 = add(load(%3->0), load(%3->1)) @1:1`,
  );
  const { module } = split(source);
  const values = Array.from({ length: 6 }, (_, index) => [index, 10 * index]);
  const whole = new Float32Array(values.flat());
  const xs = Float32Array.from(values, ([x = 0]) => x);
  const ys = Float32Array.from(values, ([, y = 0]) => y);
  const expected = runKernel(executors.interpreter, {
    module: parseModule(source),
    range: [5],
    args: [whole, new Float32Array(5)],
  });
  for (const executor of Object.values(executors)) {
    const { arrays } = runKernel(executor, { module, range: [5], args: [xs, ys, new Float32Array(5)] });
    expect(arrays[2]).toEqual(expected.arrays[1]);
    expect([...(arrays[0] ?? [])]).toEqual([...(expected.arrays[0] ?? [])].filter((_, index) => index % 2 === 0));
  }
});

test("neighbours' fields are neighbours: vectors, checked once for many gangs", () => {
  const body = `
  set %2 = %0[globalId(0)]!0
  store &%3 = %2->1 @1:1
  store &%3->0 = mul(load(&%3->0), convert<f32>(load(%2->3))) @1:1
  store %2->1 = &%3 @1:1`;
  const source = text(`%0.ps: span<struct<"P">>, %1: i32`, `%2: ref<struct<"P">>; %3: struct<"V">`, body);
  const options = {
    module: split(source).module,
    kernel: 0,
    bounds: "checked",
    fp: "default",
    threads: "one",
    features: "simd128",
    shape: "rows",
    privatise: false,
    sharedMemory: false,
  } as const;
  expect(compileWasm(options).stackSize).toBe(0);
  const forms = new Set(explainKernel(options).accesses.map(({ kind, form, check }) => `${kind} ${form} ${check}`));
  expect([...forms].sort()).toEqual(["load vector hoisted", "store vector hoisted"]);
});

test("a copy checks its target before the index of its source", () => {
  const source = text(
    `%0.ps: span<struct<"V">>, %1.places: span<i32>`,
    "%2.r: ref<f32>",
    "  store %0[globalId(0)]!0 = %0[load(%1[globalId(0)]!1)]!2 @1:1",
  );
  const { module } = split(source);
  const failureOf = (length: number, places: readonly number[]) => {
    const [x, y] = [new Float32Array(length), new Float32Array(length)];
    const args = [x, y, Int32Array.from(places)];
    return runKernel(executors.interpreter, { module, range: [2], args }).failure;
  };
  expect(failureOf(1, [0])).toEqual({ site: 0, item: 1, index: 1n, length: 1n });
  expect(failureOf(2, [0])).toEqual({ site: 1, item: 1, index: 1n, length: 1n });
  expect(failureOf(2, [0, 2])).toEqual({ site: 2, item: 1, index: 2n, length: 2n });
});

const programs = Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 240);
const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);

test.each([
  ["kernels whose work-items do not meet", independentProgram],
  ["any kernels", randomProgram],
])("do the same in columns: %s", (_, make) => {
  let count = 0;
  for (let seed = firstSeed; seed < firstSeed + programs; seed++) {
    for (const canFail of [false, true]) {
      const program = make(seed, { size: 1 + (Math.abs(seed) % 24), canFail });
      const parameters = structParameters(program);
      if (parameters.size === 0) continue;
      const found = splitColumns(program.module, program.kernel, parameters);
      expect(verify(found.module), `seed ${seed}`).toEqual([]);
      count++;
      const expected = interpret(program);
      expect(inColumns(program, found), `seed ${seed}`).toEqual(expected);
    }
  }
  expect(count).toBeGreaterThan(programs / 4);
});

/** All of them, so that no variable may hold both. */
function structParameters({ module, kernel }: RandomProgram): ReadonlySet<number> {
  const fn = module.functions[kernel];
  const isStructs = (index: number) => {
    const type = fn?.locals[index]?.type;
    return (
      typeof type === "object" &&
      type.kind === "span" &&
      typeof type.element === "object" &&
      type.element.kind === "struct"
    );
  };
  return new Set(Array.from({ length: fn?.parameters ?? 0 }, (_, index) => index).filter(isStructs));
}

function prepared(program: RandomProgram) {
  const host = { memory: () => new ArrayBuffer(64), globals: () => 0 };
  const { stackSize } = createInterpreter(program.module, program.kernel, host);
  return prepare(program, stackSize, (bytes) => new ArrayBuffer(bytes));
}

function interpret(program: RandomProgram) {
  const launch = prepared(program);
  return runAll(launch, interpreterOf(program, launch).run, program.module);
}

function inColumns(program: RandomProgram, found: ColumnKernel) {
  const make = (launch: Launch) => interpreterOf({ module: found.module, kernel: program.kernel }, launch);
  return runColumns(program, found, prepared(program), make, (bytes) => new ArrayBuffer(bytes));
}

function interpreterOf({ module, kernel }: Pick<RandomProgram, "module" | "kernel">, launch: Launch) {
  return createInterpreter(module, kernel, {
    memory: () => launch.memory,
    globals: (index) => launch.globals[index] ?? 0,
  });
}
