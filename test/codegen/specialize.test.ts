// Kernels for given values of specialization constants and parameters: what follows from the values is folded, and the kernel does
// what it does with the values in memory and in its arguments.

import { simplifyKernel, specialize } from "@lanewise/codegen";
import {
  argumentLayout,
  isScalar,
  type Module,
  parseModule,
  printModule,
  type ScalarType,
  scalarAccess,
  scalars,
  verify,
} from "@lanewise/ir";
import { expect, test } from "vitest";
import { independentProgram } from "../support/independent-arbitrary.js";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { launchOf, outcomeOf } from "../support/random-launch.js";
import { executors, runKernel } from "../support/run-kernel.js";

const module = (globals: string, parameters: string, body: string) =>
  parseModule(`module "test"

file "test.ts"

struct "Camera" { "gain": f32, "tint": array<u8, 3>, "on": bool }

${globals}

site !0.a bounds @1:1
site !1.w bounds @2:1

fn #0.k kernel "k" range 1 (${parameters}) @1:1 {
${body}
}
`);

function bytes(type: ScalarType, ...values: (number | bigint | boolean)[]): Uint8Array {
  const { size } = scalars[type];
  const found = new Uint8Array(size * values.length);
  const view = new DataView(found.buffer);
  for (const [index, value] of values.entries()) scalarAccess[type].store(view, index * size, value);
  return found;
}

type Values = readonly [number, Uint8Array][];

function specialized(original: Module, constants: Values, parameters: Values = []): Module {
  expect(verify(original)).toEqual([]);
  const made = specialize(original, 0, { constants: new Map(constants), parameters: new Map(parameters) });
  expect(verify(made)).toEqual([]);
  return made;
}

/** The body of the kernel, simplified as for WebAssembly, without names of locals and sites. */
function bodyOf(original: Module, constants: Values, parameters?: Values): string[] {
  const made = specialized(original, constants, parameters);
  const [kernel] = made.functions;
  if (!kernel) throw new Error("the module has a kernel");
  const whole = { ...made, functions: [simplifyKernel(made, kernel)] };
  expect(verify(whole)).toEqual([]);
  const lines = printModule(whole).split("\n");
  return lines
    .slice(lines.findIndex((line) => line.startsWith("fn ")) + 1, -2)
    .map((line) =>
      line
        .trim()
        .replace(/([%!$]\d+)\.("[^"]*"|\w+)/g, "$1")
        .replace(/ @\d+:\d+/g, ""),
    )
    .filter((line) => !line.startsWith("local "));
}

const radius = `global $0.radius "test:radius": i32 specialization none @1:1 = "01000000"
global $1.weights "test:weights": array<f32, 64> specialization none @1:1`;
/** A sum over k, from -bound to bound, of `term`. */
const sum = (bound: string, term: string) => `  local %2.k: i32
  local %3.sum: f32
  set %3.sum = f32(0)
  set %2.k = neg(${bound})
  loop L0 @1:1 while le(%2.k, ${bound}) {
    set %3.sum = add(mul(%3.sum, f32(2)), ${term})
  } update {
    set %2.k = add(%2.k, i32(1))
  }
  store %0.out[globalId(0)]!0.a = %3.sum @1:1`;
const weight = "load($1.weights[add(%2.k, i32(32))]!1.w)";
const constants = (bound: string, first: string) =>
  module(radius, `%0.out: span<f32>, %1.n: i32${first}`, sum(bound, weight));
const ofConstant = constants("load($0.radius)", "");
const ofParameter = constants("%1.n", " specialized");
const weights = bytes("f32", ...Array.from({ length: 64 }, (_, index) => index - 32));

test.each([
  [
    "of a specialization constant",
    (n: number) =>
      bodyOf(ofConstant, [
        [0, bytes("i32", n)],
        [1, weights],
      ]),
  ],
  ["of a parameter", (n: number) => bodyOf(ofParameter, [[1, weights]], [[1, bytes("i32", n)]])],
])("S1: loop bounds %s are folded, and loops of few rounds over constants unrolled", (_, body) => {
  expect(body(1).join("\n")).toMatchInlineSnapshot(`
    "set %2 = f32(0)
    set %2 = add(mul(%2, f32(2)), f32(-1))
    set %2 = add(mul(%2, f32(2)), f32(0))
    set %2 = add(mul(%2, f32(2)), f32(1))
    store %0[globalId(0)]!0 = %2"
  `);
  const rounds = (count: number) => body(count).filter((line) => line.includes("add(")).length;
  expect([0, 1, 2, 5].map(rounds)).toEqual([1, 3, 5, 11]);
  // More than 32 rounds stay a loop, of constant bounds; no round at all is none.
  expect(body(20).join("\n")).toMatch(/loop L0 while le\(%\d+, i32\(20\)\)/);
  expect(body(-1).join("\n")).not.toMatch(/loop|add/);
});

test("S1: loops that touch memory stay loops, of constant bounds, as with a literal", () => {
  const window = module(
    radius,
    "%0.out: span<f32>, %1.n: i32",
    sum("load($0.radius)", "load(%0.out[add(globalId(0), %2.k)]!0.a)"),
  );
  expect(bodyOf(window, [[0, bytes("i32", 3)]]).join("\n")).toMatchInlineSnapshot(`
    "set %3 = f32(0)
    set %2 = i32(-3)
    loop L0 while le(%2, i32(3)) {
    set %3 = add(mul(%3, f32(2)), load(%0[add(globalId(0), %2)]!0))
    } update {
    set %2 = add(%2, i32(1))
    }
    store %0[globalId(0)]!0 = %3"
  `);
  expect(bodyOf(window, [[0, bytes("i32", -1)]]).join("\n")).not.toMatch(/loop/);
});

test("a constant that is not set has its default", () => {
  expect(bodyOf(ofConstant, [])).toEqual(bodyOf(ofConstant, [[0, bytes("i32", 1)]]));
});

test("S1: branches that a constant decides vanish, and what stands behind a return", () => {
  const text = module(
    `global $0.mode "test:mode": f32 specialization none @1:1
global $1.on "test:on": bool specialization none @1:1`,
    "%0.out: span<f32>, %1.x: f32",
    `  if and(load($1.on), gt(%1.x, f32(0))) {
    store %0.out[i32(0)]!0.a = f32(1) @1:1
  }
  if gt(mul(load($0.mode), f32(2)), f32(1)) {
    return
  } else {
    store %0.out[i32(1)]!0.a = %1.x @1:1
  }
  store %0.out[i32(2)]!0.a = select(load($1.on), %1.x, f32(3)) @1:1`,
  );
  const body = (mode: number, isOn: boolean) =>
    bodyOf(text, [
      [0, bytes("f32", mode)],
      [1, bytes("bool", isOn)],
    ]);
  expect(body(1, false)).toEqual(["return"]);
  expect(body(0, false)).toEqual(["store %0[i32(1)]!0 = %1", "store %0[i32(2)]!0 = f32(3)"]);
  expect(body(1, true)).toEqual(["if gt(%1, f32(0)) {", "store %0[i32(0)]!0 = f32(1)", "}", "return"]);
});

test("S1: fields and elements of structs and arrays are constants where their place is", () => {
  const text = module(
    `global $0.camera "test:camera": struct<"Camera"> specialization none @1:1
global $1.table "test:table": array<i16, 2> constant none @1:1 = "0100ffff"`,
    "%0.out: span<f32>, %1.i: i32",
    `  local %2.c: ref<struct<"Camera">>
  set %2.c = $0.camera
  store %0.out[i32(0)]!0.a = convert<f32>(add(load(%2.c->1[i32(0)]!1.w), load($1.table[i32(0)]!1.w))) @1:1
  store %0.out[i32(1)]!0.a = convert<f32>(add(load(%2.c->1[i32(1)]!1.w), load($1.table[i32(1)]!1.w))) @1:1
  if load(%2.c->2) {
    store %0.out[i32(2)]!0.a = load(%2.c->0) @1:1
  }
  store %0.out[i32(3)]!0.a = convert<f32>(load(%2.c->1[%1.i]!1.w)) @1:1`,
  );
  const camera = Uint8Array.of(...bytes("f32", 0.5), 200, 7, 9, 1);
  expect(bodyOf(text, [[0, camera]]).join("\n")).toMatchInlineSnapshot(`
    "store %0[i32(0)]!0 = f32(201)
    store %0[i32(1)]!0 = f32(6)
    store %0[i32(2)]!0 = f32(0.5)
    store %0[i32(3)]!0 = convert<f32>(load($0->1.tint[%1]!1))"
  `);
  // What is indexed by what is not known stays in memory, with the value.
  expect(specialized(text, [[0, camera]]).globals[0]?.initial).toEqual(camera);
});

test("S1: a choice by a reference to a function goes", () => {
  const chosen = module(
    "",
    "%0.out: span<f32>, %1.f: u64 specialized",
    `  if lt(%1.f, u64(4n)) {
    if eq(%1.f, u64(3n)) {
      store %0.out[globalId(0)]!0.a = f32(3) @1:1
    } else {
      fail !1.w
    }
  } else {
    store %0.out[globalId(0)]!0.a = f32(4) @1:1
  }`,
  );
  expect(bodyOf(chosen, [], [[1, bytes("u64", 3n)]])).toEqual(["store %0[globalId(0)]!0 = f32(3)"]);
  expect(bodyOf(chosen, [], [[1, bytes("u64", 5n)]])).toEqual(["store %0[globalId(0)]!0 = f32(4)"]);
});

test("the parameters stay, and nothing is specialized by them any more", () => {
  const [kernel] = specialized(ofParameter, [], [[1, bytes("i32", 2)]]).functions;
  expect(kernel).toMatchObject({ parameters: 2 });
  expect(kernel?.specialized).toBeUndefined();
  expect(printModule(ofParameter)).toContain("%1.n: i32 specialized");
});

test("only scalar parameters of kernels can be specialized by", () => {
  const of = (indices: readonly number[]) => ({
    ...ofParameter,
    functions: ofParameter.functions.map((fn) => ({ ...fn, specialized: indices })),
  });
  expect(verify(of([1]))).toEqual([]);
  for (const faulty of [0, 2, 7]) expect(verify(of([faulty]))).toMatchObject([{ message: /no scalar parameter/ }]);
});

test("the kernel does the same on every executor", () => {
  const out = Float32Array.from({ length: 40 }, (_, i) => ((i * 7) % 11) - 4);
  for (const n of [0, 1, 3, 8]) {
    const parts = { range: [40], args: [out, n] };
    const expected = runKernel(executors.interpreter, { module: ofParameter, ...parts });
    for (const [name, executor] of Object.entries(executors)) {
      const made = specialized(ofParameter, [], [[1, bytes("i32", n)]]);
      expect(runKernel(executor, { module: made, ...parts }), name).toEqual(expected);
    }
  }
});

/** These tests give globals any contents, also those that would be constant. */
function withoutConstants(program: RandomProgram): RandomProgram {
  const globals = program.module.globals.map((global) =>
    global.storage === "constant" ? ({ ...global, storage: "device" } as const) : global,
  );
  return { ...program, module: { ...program.module, globals } };
}

/** With every scalar argument as a constant. */
function withValues(program: RandomProgram): Module {
  const fn = program.module.functions[program.kernel];
  const { launch } = launchOf(program, executors.interpreter);
  const parameters = fn ? fn.locals.slice(0, fn.parameters) : [];
  const { offsets } = argumentLayout(parameters);
  const values = parameters.flatMap(({ type }, index): [number, Uint8Array][] => {
    const at = launch.args + (offsets[index] ?? 0);
    return isScalar(type) ? [[index, new Uint8Array(launch.memory).slice(at, at + scalars[type].size)]] : [];
  });
  return specialize(program.module, program.kernel, { constants: new Map(), parameters: new Map(values) });
}

test.each([
  ["kernels whose work-items do not meet", independentProgram],
  ["any kernels", randomProgram],
])("is sound and does the same: %s", (_, make) => {
  for (let seed = 1; seed <= 60; seed++) {
    for (const canFail of [false, true]) {
      const program = withoutConstants(make(seed, { size: 1 + (seed % 24), canFail }));
      const made = { ...program, module: withValues(program) };
      expect(verify(made.module), `seed ${seed}`).toEqual([]);
      expect(outcomeOf(made, executors.interpreter), `seed ${seed}`).toEqual(outcomeOf(program, executors.interpreter));
    }
  }
});
