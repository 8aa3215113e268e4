// HOS1, HOS2: modules that are larger than anybody writes, or that would grow so, are refused before anything looks at them closely. Each here
// takes few bytes, or few for what it asks for.

import {
  build,
  type DataType,
  decodeModule,
  type Expr,
  encodeModule,
  type Fn,
  FormatError,
  limits,
  type Module,
  type StructDefinition,
  type Violation,
  verify,
} from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";

/** Loaded machines are slow; what is not refused at once takes minutes. */
const SOON = 20_000;

const empty: Module = kernelModule({ locals: [span("i32")], parameters: 1, body: [] });
const internal = (symbol: string, body: Fn["body"], locals: Fn["locals"] = []): Fn => {
  return { symbol, name: symbol, linkage: "internal", dimensions: 0, parameters: 0, locals, result: "void", body, at };
};
const i32 = build.constant("i32", 1);
const array = (element: DataType, length: number): DataType => ({ kind: "array", element, length });
const named = (index: number): DataType => ({ kind: "struct", name: `S${index}` });
const filled = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

/** Each calls the next one twice. */
function doubling(depth: number, body: Fn["body"] = []): Module {
  const functions = filled(depth, (index) => {
    const next = build.call(index + 2, [], undefined, at);
    return internal(`f${index}`, index === depth - 1 ? body : [next, next]);
  });
  const [kernel] = kernelModule({ locals: [], parameters: 0, body: [build.call(1, [], undefined, at)] }).functions;
  return { ...empty, functions: kernel ? [kernel, ...functions] : [] };
}

/** Each struct has the next one twice. */
const doubledStructs: readonly StructDefinition[] = filled(30, (index) => {
  const type = index === 29 ? "u8" : named(index + 1);
  return { name: `S${index}`, fields: ["a", "b"].map((name) => ({ name, type })) };
});

const withLocal = (type: DataType): Module => kernelModule({ locals: [type], parameters: 0, body: [] });

const tooLarge: Readonly<Record<string, readonly [keyof typeof limits, () => Module]>> = {
  "calls that double at each level": ["inlined", () => doubling(40)],
  "calls that fit one by one, and not together": [
    "inlined",
    () =>
      doubling(
        12,
        filled(100, () => build.set(0, i32)),
      ),
  ],
  "locals of functions that are called often": [
    "inlinedLocals",
    () => {
      const locals = filled(20_000, () => ({ name: "x", type: "i32" as const }));
      const calls = filled(20, () => build.call(1, [], undefined, at));
      return kernelModule({ locals: [], parameters: 0, body: calls }, { functions: [internal("f", [], locals)] });
    },
  ],
  "many locals": [
    "locals",
    () => kernelModule({ locals: filled(60_000, () => "i32" as const), parameters: 0, body: [] }),
  ],
  "a private array of 2 GB": ["privateBytes", () => withLocal(array("u8", 2 ** 31 - 1))],
  "private arrays in arrays": ["privateBytes", () => withLocal(array(array(array("u8", 2 ** 31), 2 ** 31), 2 ** 31))],
  "structs that double at each level": ["leaves", () => ({ ...empty, structs: doubledStructs })],
  "many structs": [
    "structs",
    () => ({ ...empty, structs: filled(5000, (n) => ({ name: `S${n}`, fields: [{ name: "a", type: "u8" }] })) }),
  ],
  "many sites": ["sites", () => ({ ...empty, sites: filled(70_000, () => ({ kind: "bounds", name: "x", at })) })],
  "many functions": ["functions", () => ({ ...empty, functions: filled(20_000, (n) => internal(`f${n}`, [])) })],
  "many globals": [
    "globals",
    () => {
      const rest = { type: "u8", initial: undefined, storage: "device", hostAccess: "none", at } as const;
      return { ...empty, globals: filled(5000, (n) => ({ id: `g${n}`, name: "g", ...rest })) };
    },
  ],
};

describe("HOS1: a module is refused at once that has", () => {
  test.each(Object.entries(tooLarge))(
    "%s",
    (_, [limit, make]) => {
      const found = verify(make());
      expect(found[0]).toMatchObject({ isLimit: true, message: expect.stringContaining(limits[limit].what) });
    },
    SOON,
  );

  test(
    "more statements and expressions than it may, in bytes and as data",
    () => {
      const body = filled(limits.nodes.most / 2 + 1, () => build.set(0, i32));
      const module = kernelModule({ locals: ["i32"], parameters: 0, body });
      expect(verify(module)[0]).toMatchObject({ isLimit: true, message: expect.stringContaining("statements") });
      expect(() => decodeModule(encodeModule(module))).toThrow(
        expect.objectContaining({ code: "limit", message: expect.stringContaining(limits.nodes.what) }),
      );
    },
    SOON,
  );

  test("a text of megabytes", () => {
    const module = { ...empty, name: "x".repeat(limits.text.most + 1) };
    expect(() => decodeModule(encodeModule(module))).toThrow(FormatError);
  });

  test("what nests deep", () => {
    const flat = filled(600, () => undefined).reduce((expr: Expr) => build.op("neg", expr), i32);
    const module = kernelModule({ locals: ["i32"], parameters: 0, body: [build.set(0, flat)] });
    expect(() => decodeModule(encodeModule(module))).toThrow(expect.objectContaining({ code: "limit" }));
  });
});

test(
  "HOS1: what is as large as it may be is verified soon",
  () => {
    const locals = filled(limits.locals.most, () => "i32" as const);
    const choice = build.ifElse(build.constant("bool", true), [], []);
    const body = filled(limits.inlined.most / 2 - 1, () => choice);
    const start = performance.now();
    expect(verify(kernelModule({ locals, parameters: 0, body }))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(SOON);
  },
  SOON,
);

test(
  "HOS1: structs are found by name, however many there are",
  () => {
    const structs = filled(limits.structs.most, (n): StructDefinition => {
      return { name: `S${n}`, fields: [{ name: "a", type: n === 0 ? "u8" : named(n % 400 === 0 ? 0 : n - 1) }] };
    });
    const violations: readonly Violation[] = verify({ ...empty, structs });
    expect(violations).toEqual([]);
  },
  SOON,
);

test.each([Number.POSITIVE_INFINITY, -1, 1.5])("an array of length %d is not written", (length) => {
  const module = { ...empty, globals: [{ name: "g", type: { kind: "array", element: "i32", length } }] };
  expect(() => encodeModule(module as unknown as typeof empty)).toThrow(`Cannot encode ${length}`); // what a program may make
});

/** The head of a module, up to where counts begin. */
const head = encodeModule(empty).subarray(0, 6);

test.each([
  ["texts", [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ["types", [0, 0xff, 0xff, 0xff, 0xff, 0x07]],
  ["bytes of a text", [1, 0xff, 0xff, 0xff, 0xff, 0x0f]],
])("HOS2: a count of 2^31 and more of %s is refused before anything is allocated", (_, bytes) => {
  expect(() => decodeModule(Uint8Array.of(...head, ...bytes))).toThrow(FormatError);
});
