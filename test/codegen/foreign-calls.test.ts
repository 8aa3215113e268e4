// Calls of foreign functions, which another compiler's module exports: on every executor they get the values and addresses that the
// kernel gives, for those work-items alone that reach the call, and their effects on memory stand where the call stands.

import { build, type Expr, type Fn, type ForeignFunction, refTo, type Stmt, type Type, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";
import { assemble } from "../support/wabt-tools.js";

const provider = (memory: string) => `(module
  (import "env" "memory" (memory ${memory}))
  (func (export "fade") (param f32) (result f32) (f32.mul (local.get 0) (f32.const 3)))
  (func (export "mix") (param i32 i64 f64 i32) (result f64)
    (f64.add (f64.add (f64.convert_i32_s (local.get 0)) (f64.convert_i64_u (local.get 1)))
      (f64.add (local.get 2) (f64.convert_i32_u (local.get 3)))))
  (func (export "wide") (param i64 i32) (result i64) (i64.sub (local.get 0) (i64.extend_i32_u (local.get 1))))
  (func (export "less") (param i32) (result i32) (i32.sub (local.get 0) (i32.const 1)))
  (func (export "isOdd") (param i32) (result i32) (i32.shl (i32.and (local.get 0) (i32.const 1)) (i32.const 4)))
  (func (export "put") (param i32 i32 f32)
    (f32.store (i32.add (local.get 0) (i32.shl (local.get 1) (i32.const 2)))
      (f32.add (local.get 2) (f32.load (i32.add (local.get 0) (i32.shl (local.get 1) (i32.const 2)))))))
  (func (export "get") (param i32 i32) (result f32)
    (f32.load (i32.add (local.get 0) (i32.shl (local.get 1) (i32.const 2)))))
  (func (export "at") (param i32) (result f32) (f32.load (local.get 0)))
  (func (export "who") (param i32 i32 i32 i32) (result i32) (i32.add (local.get 2) (local.get 3)))
  (func (export "doomed") (param i32 i32 i32 i32 i32) (result i32)
    (if (i32.eq (local.get 4) (i32.const 13))
      (then
        (i32.store (local.get 1) (i32.add (local.get 3) (i32.const 1)))
        (i32.store offset=4 (local.get 1) (local.get 2))
        (unreachable)))
    (local.get 4))
  (func (export "bump") (param i32) (i32.store (local.get 0) (i32.add (i32.load (local.get 0)) (i32.const 1))))
)`;

const codes = { unshared: assemble(provider("1")), shared: assemble(provider("1 65536 shared")) };
const modules = new Map<Uint8Array, WebAssembly.Module>();

/** An instance over the launch's memory. */
function foreign(memory: WebAssembly.Memory): Readonly<Record<string, ForeignFunction>> {
  const code = memory.buffer instanceof SharedArrayBuffer ? codes.shared : codes.unshared;
  const module = modules.get(code) ?? new WebAssembly.Module(new Uint8Array(code));
  modules.set(code, module);
  // The text above exports functions alone.
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Record<string, ForeignFunction>;
}

const { constant, element, load, local, op, query, set, store, call } = build;

/** By name: parameters and result, as a kernel declares them. */
const declared = {
  fade: [["f32"], "f32"],
  mix: [["i32", "u64", "f64", "bool"], "f64"],
  wide: [["u64", "u32"], "u64"],
  less: [["u32"], "u32"],
  isOdd: [["i32"], "bool"],
  put: [[span("f32"), "i32", "f32"], "void"],
  get: [[span("f32"), "i32"], "f32"],
  at: [[refTo("f32")], "f32"],
  bump: [[span("i32")], "void"],
  who: [["u32"], "i32"],
  doomed: [["u32", "i32"], "i32"],
} as const satisfies Readonly<Record<string, readonly [readonly Type[], Fn["result"]]>>;

/** Made by this compiler: they also get what `run` gets. */
const compiled: readonly string[] = ["who", "doomed"] satisfies (keyof typeof declared)[];

const names = Object.keys(declared);
const foreignFunctions = Object.entries(declared).map(
  ([symbol, [parameters, result]]): Fn => ({
    symbol,
    name: symbol,
    linkage: "foreign",
    dimensions: 0,
    parameters: parameters.length,
    locals: parameters.map((type, index) => ({ name: `p${index}`, type })),
    result,
    body: [],
    at,
    ...(compiled.includes(symbol) && { compiled: { access: parameters.map(() => "none"), pointers: [], sites: [0] } }),
  }),
);

/** The kernel is function 0. */
const foreignCall = (name: keyof typeof declared, args: readonly Expr[], result?: number): Stmt =>
  call(1 + names.indexOf(name), args, result, at);

const id = query("globalId", 0);
const i32 = (value: number): Expr => constant("i32", value);
const f32 = (value: number): Expr => constant("f32", value);
const isThird = op("eq", op("rem", id, i32(3)), i32(0));

interface Case {
  readonly locals: readonly Type[];
  readonly parameters: number;
  readonly body: readonly Stmt[];
  readonly args: (n: number) => readonly (Float32Array | Int32Array | Float64Array | BigUint64Array | number)[];
  /** What the first array holds then. */
  readonly expected: (n: number) => readonly (number | bigint)[];
}

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);
const halves = (n: number): Float32Array => Float32Array.from(upTo(n), (index) => index / 2);

const cases: Readonly<Record<string, Case>> = {
  "a float of each work-item": {
    locals: [span("f32"), "f32"],
    parameters: 1,
    body: [
      foreignCall("fade", [load(ownElement(0, "f32"))], 1),
      store(ownElement(0, "f32"), op("add", local(1, "f32"), f32(1)), at),
    ],
    args: (n) => [halves(n)],
    expected: (n) => upTo(n).map((index) => (index / 2) * 3 + 1),
  },
  "values of every type": {
    locals: [span("f64"), "f64", "u64", "u32", "bool", "u64"],
    parameters: 1,
    body: [
      set(2, build.convert("convert", "u64", build.convert("wrap", "u32", id))),
      foreignCall("less", [build.convert("wrap", "u32", id)], 3),
      foreignCall("wide", [local(2, "u64"), constant("u32", 1)], 5),
      foreignCall("isOdd", [id], 4),
      foreignCall("mix", [id, local(5, "u64"), build.convert("convert", "f64", local(3, "u32")), local(4, "bool")], 1),
      store(ownElement(0, "f64"), local(1, "f64"), at),
    ],
    args: (n) => [new Float64Array(n)],
    expected: (n) => upTo(n).map((i) => i + Number(BigInt.asUintN(64, BigInt(i) - 1n)) + ((i - 1) >>> 0) + (i % 2)),
  },
  "those alone that come there": {
    locals: [span("i32")],
    parameters: 1,
    body: [
      // "bump" counts in the first element of what it is given.
      build.ifElse(isThird, [foreignCall("bump", [local(0, span("i32"))])], []),
    ],
    args: (n) => [new Int32Array(n)],
    expected: (n) => upTo(n).map((i) => (i === 0 ? Math.ceil(n / 3) : 0)),
  },
  "in loops that work-items leave one by one": {
    locals: [span("f32"), "i32", "f32"],
    parameters: 1,
    body: [
      set(1, i32(0)),
      set(2, f32(1)),
      build.loop(
        0,
        {
          condition: op("lt", local(1, "i32"), op("rem", id, i32(5))),
          body: [foreignCall("fade", [local(2, "f32")], 2)],
          update: [set(1, op("add", local(1, "i32"), i32(1)))],
        },
        at,
      ),
      store(ownElement(0, "f32"), local(2, "f32"), at),
    ],
    args: (n) => [new Float32Array(n)],
    expected: (n) => upTo(n).map((i) => 3 ** (i % 5)),
  },
  "what it writes is there behind it": {
    locals: [span("f32"), "f32", "f32", span("f32")],
    parameters: 1,
    body: [
      set(3, local(0, span("f32"))),
      set(1, load(ownElement(0, "f32"))),
      foreignCall("put", [local(3, span("f32")), id, f32(0.5)]),
      set(2, load(ownElement(0, "f32"))),
      foreignCall("get", [local(0, span("f32")), id], 1),
      store(ownElement(0, "f32"), op("add", local(1, "f32"), local(2, "f32")), at),
    ],
    args: (n) => [halves(n)],
    expected: (n) => upTo(n).map((i) => 2 * (i / 2 + 0.5)),
  },
  "a function of this compiler knows the work-item": {
    locals: [span("i32"), "i32"],
    parameters: 1,
    body: [
      build.ifElse(
        op("eq", op("rem", id, i32(3)), i32(1)),
        [foreignCall("who", [constant("u32", 1000)], 1), store(ownElement(0, "i32"), local(1, "i32"), at)],
        [foreignCall("who", [constant("u32", 0)], 1), store(ownElement(0, "i32"), local(1, "i32"), at)],
      ),
    ],
    args: (n) => [new Int32Array(n)],
    expected: (n) => upTo(n).map((i) => i + (i % 3 === 1 ? 1000 : 0)),
  },
  "the address of one element": {
    locals: [span("f32"), "f32"],
    parameters: 1,
    body: [
      foreignCall(
        "at",
        [element(local(0, span("f32")), op("sub", op("sub", build.length(local(0, span("f32"))), i32(1)), id), 0)],
        1,
      ),
      foreignCall("fade", [local(1, "f32")]),
      store(ownElement(0, "f32"), local(1, "f32"), at),
    ],
    args: (n) => [halves(n)],
    expected: (n) => upTo(n).map((i) => (i < n / 2 ? (n - 1 - i) / 2 : i / 2)),
  },
};

const all = [...Object.entries(executors), ...gangExecutors.map((one) => [one.name, one] as const)];

describe.each(Object.entries(cases))("%s", (_, { locals, parameters, body, args, expected }) => {
  const module = kernelModule({ locals, parameters, body }, { functions: foreignFunctions });
  test("is sound", () => expect(verify(module)).toEqual([]));
  test.each(all)("%s", (__, executor) => {
    for (const n of [1, 7, 16, 45]) {
      const { arrays, failure } = runKernel(executor, { module, range: [n], args: args(n), foreign });
      expect(failure).toBeUndefined();
      expect([...(arrays[0] ?? [])]).toEqual(expected(n));
    }
  });
});

describe("where a function of this compiler fails, the kernel does", () => {
  const body = [
    foreignCall("doomed", [constant("u32", 0), op("sub", id, i32(4))], 1),
    store(ownElement(0, "i32"), local(1, "i32"), at),
  ];
  const module = kernelModule({ locals: [span("i32"), "i32"], parameters: 1, body }, { functions: foreignFunctions });
  test.each(all)("%s", (_, executor) => {
    const { failure } = runKernel(executor, { module, range: [45], args: [new Int32Array(45)], foreign });
    expect(failure).toMatchObject({ site: 0, item: 17 });
  });
});
