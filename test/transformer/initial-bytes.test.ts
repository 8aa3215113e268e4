// Constants as the bytes of a device global's memory (requirement D9): each scalar type at its limits, arrays and structs with
// parts left out, and what does not fit.

import { type DataType, decodeModule, layoutOf, type ScalarType, type StructDefinition } from "@lanewise/ir";
import { expect, test } from "vitest";
import type { ConstantValue } from "../../transformer/dist/recognise/evaluate.js";
import { bytesOf } from "../../transformer/dist/recognise/initial-bytes.js";
import { compileSource } from "../support/compile-source.js";

const array = (element: DataType, length: number): DataType => ({ kind: "array", element, length });
const struct = (name: string): DataType => ({ kind: "struct", name });

const structs: readonly StructDefinition[] = [
  {
    name: "Point",
    fields: [
      { name: "x", type: "u8" },
      { name: "y", type: "i32" },
    ],
  },
  {
    name: "Line",
    fields: [
      { name: "ends", type: array(struct("Point"), 2) },
      { name: "id", type: "u64" },
    ],
  },
];

const bytes = (value: ConstantValue, type: DataType) => {
  const found = bytesOf(value, type, structs);
  return found && [...found];
};

test.each([
  [-128, "i8", [128]],
  [255, "u8", [255]],
  [-2, "i16", [254, 255]],
  [65535, "u16", [255, 255]],
  [-0, "i32", [0, 0, 0, 0]],
  [2 ** 32 - 1, "u32", [255, 255, 255, 255]],
  [-2n, "i64", [254, 255, 255, 255, 255, 255, 255, 255]],
  [2n ** 63n, "u64", [0, 0, 0, 0, 0, 0, 0, 128]],
  [1.5, "f16", [0, 62]],
  [0.1, "f32", [...new Uint8Array(Float32Array.of(0.1).buffer)]],
  [-0, "f64", [0, 0, 0, 0, 0, 0, 0, 128]],
  [true, "bool", [1]],
] as const)("%s as %s", (value, type, expected) => {
  expect(bytes(value, type)).toEqual(expected);
});

test.each([
  [128, "i8"],
  [-1, "u8"],
  [0.5, "i32"],
  [Number.NaN, "u32"],
  [2 ** 31, "i32"],
  [1n, "i32"],
  [1, "i64"],
  [2n ** 63n, "i64"],
  [-1n, "u64"],
  [1n, "f64"],
  [1, "bool"],
  [true, "u8"],
  ["1", "i32"],
  [[1], "i32"],
] as const satisfies readonly (readonly [ConstantValue, ScalarType])[])("not %s as %s", (value, type) => {
  expect(bytes(value, type)).toBeUndefined();
});

test("shorter arrays end in zeros, longer ones do not fit", () => {
  expect(bytes([1, 2], array("u8", 4))).toEqual([1, 2, 0, 0]);
  expect(bytes([[1], [2, 3]], array(array("u8", 2), 3))).toEqual([1, 0, 2, 3, 0, 0]);
  expect(bytes([1, 2, 3], array("u8", 2))).toBeUndefined();
  expect(bytes([1, 256], array("u8", 2))).toBeUndefined();
  expect(bytes(1, array("u8", 2))).toBeUndefined();
  expect(bytes({ length: 1 }, array("u8", 2))).toBeUndefined();
});

test("fields stand at their offsets, those left out are zero", () => {
  expect(bytes({ y: -1, x: 2 }, struct("Point"))).toEqual([2, 0, 0, 0, 255, 255, 255, 255]);
  expect(bytes({ y: 1 }, struct("Point"))).toEqual([0, 0, 0, 0, 1, 0, 0, 0]);
  const line = bytes({ ends: [{}, { x: 7 }], id: 9n }, struct("Line"));
  expect(line).toEqual([...Array(8).fill(0), 7, ...Array(7).fill(0), 9, ...Array(7).fill(0)]);
  expect(bytes({ x: -1 }, struct("Point"))).toBeUndefined();
  expect(bytes([1, 2], struct("Point"))).toBeUndefined();
});

test("what took too long to compute is said where it was given up", () => {
  const main = `import { deviceGlobal, type i32 } from "lanewise";
    function endless(): number { for (;;) {} }
    export const never = deviceGlobal<i32>(endless());
    export const now = deviceGlobal<i32>(Date.now());`;
  const { diagnostics } = compileSource({ "main.ts": main }).compilation;
  const notes = diagnostics.map(({ code, notes }) => [
    code,
    ...notes.map((note) => [main.slice(note.start, note.start + note.length), note.message]),
  ]);
  expect(notes).toEqual([
    ["LW1403", ["{}", "the compiler stopped computing it here, after a million steps"]],
    ["LW1403"],
  ]);
});

test("D9: initial values from functions and tables of other modules, which the module then depends on", () => {
  const { compilation, pathOf } = compileSource({
    "tables.ts": `import { square } from "./functions.js";
      export const SQUARES: readonly number[] = Array.from({ length: 3 }, (_, i) => square(i + 1));`,
    "functions.ts": "export const square = (x: number) => x * x;",
    "main.ts": `import { deviceGlobal, type FixedArray, type u8 } from "lanewise";
      import { SQUARES } from "./tables.js";
      export const squares = deviceGlobal<FixedArray<u8, 4>>(SQUARES);`,
    "user.ts": `import { Queue } from "lanewise"; import { squares } from "./main.js";
      const q = new Queue(); const out = q.mallocShared(Float32Array, 4);
      q.parallelFor(4, (i) => { out[i] = squares[i]!; });`,
  });
  expect(compilation.diagnostics).toEqual([]);
  const [image] = compilation.files.get(pathOf("user.ts"))?.images ?? [];
  const [global] = image ? decodeModule(image.code).globals : [];
  expect([...(global?.initial ?? [])]).toEqual([1, 4, 9]);
  const dependenciesOf = (name: string) => [...(compilation.files.get(pathOf(name))?.dependencies ?? [])].sort();
  expect(dependenciesOf("main.ts")).toEqual(["functions.ts", "tables.ts"].map(pathOf));
  expect(dependenciesOf("user.ts")).toEqual(["functions.ts", "main.ts", "tables.ts"].map(pathOf));
});

test("D7: a module depends on the files that declare the structs of the device globals it has, or uses", () => {
  const { compilation, pathOf } = compileSource({
    "inner.ts": `import type { f32 } from "lanewise"; export interface Inner { x: f32 }`,
    "outer.ts": `import type { Inner } from "./inner.js"; export interface Outer { inner: Inner }`,
    "main.ts": `import { deviceGlobal } from "lanewise"; import type { Outer } from "./outer.js";
      export const outer = deviceGlobal<Outer>();`,
    "user.ts": `import { Queue } from "lanewise"; import { outer } from "./main.js";
      new Queue().singleTask(() => { outer.get().inner.x = 1; });`,
  });
  expect(compilation.diagnostics).toEqual([]);
  const dependenciesOf = (name: string) => [...(compilation.files.get(pathOf(name))?.dependencies ?? [])].sort();
  expect(dependenciesOf("main.ts")).toEqual(["inner.ts", "outer.ts"].map(pathOf));
  expect(dependenciesOf("user.ts")).toEqual(["inner.ts", "main.ts", "outer.ts"].map(pathOf));
});

/** The initial values of the device globals of main.ts, by name; zeros of its type where there is none. */
function initialValues(sources: Record<string, string>) {
  const { compilation, pathOf } = compileSource(sources);
  expect(compilation.diagnostics).toEqual([]);
  const text =
    compilation.files
      .get(pathOf("main.ts"))
      ?.edits.map((edit) => edit.text)
      .join("") ?? "";
  const found: Record<string, { type: unknown; structs: unknown; initial: number[] }> = {};
  const entries = text.matchAll(
    /object: \(\) => (\w+), type: (.*?)(?:, structs: (\[.*?\}\]))?(?:, initial: "(.*?)")?(?:, properties: .*?)? \}(?=[, ])/g,
  );
  for (const [, name = "", type = "", structs = "[]", initial = ""] of entries) {
    const own = { type: JSON.parse(type) as DataType, structs: JSON.parse(structs) as StructDefinition[] };
    found[name] = { ...own, initial: initial === "" ? [] : whole(initial, own.type, own.structs) };
  }
  return found;
}
/** With the zeros at its end, which are not written. */
function whole(initial: string, type: DataType, structs: readonly StructDefinition[]): number[] {
  const bytes = new Uint8Array(layoutOf(type, structs).size);
  bytes.set(Buffer.from(initial, "base64"));
  return [...bytes];
}
const valuesOf = (bytes: readonly number[] | undefined, make: (buffer: ArrayBuffer) => ArrayLike<number>) =>
  Array.from(make(new Uint8Array(bytes ?? []).buffer));

test("D9: each shape of the extension's section on constant initialisation", () => {
  const found = initialValues({
    "main.ts": `import { deviceGlobal, type f32, type f64, type FixedArray, type i32, type i8 } from "lanewise";
      export const int = deviceGlobal<i32>(10);
      export const ints = deviceGlobal<FixedArray<i32, 3>>([1, 2, 3]);
      export const char = deviceGlobal<i8>(-1);
      export const chars = deviceGlobal<FixedArray<i8, 3>>([1, -2]);
      export const rows = deviceGlobal<FixedArray<FixedArray<i32, 3>, 2>>([[1, 2, 3], [4, 5, 6]]);
      export const float = deviceGlobal<f32>(4.53);
      export const double = deviceGlobal<f64>(3.56543);
      export const bools = deviceGlobal<FixedArray<boolean, 3>>([true, false, true]);
      export const pair = deviceGlobal<[f32, f32]>([1, 2]);
      class TestStruct {
        readonly sum: f64;
        constructor(readonly field1: i32, readonly field2: boolean, public field3: f32, public field4: FixedArray<i32, 4>, start: i32 = 7) {
          let sum = start;
          for (const value of field4) sum += value;
          this.sum = sum / 2;
        }
        half(): number { return this.sum / 2; }
      }
      const TS3 = Object.freeze({ field1: 6, field2: false, field3: 4.34534, field4: Object.freeze([5, 6, 7, 8]), sum: 1, half: () => 1 });
      export const struct = deviceGlobal<TestStruct>(new TestStruct(5, true, 2.5, [1, 2, 3, 4]));
      export const structs = deviceGlobal<FixedArray<TestStruct, 2>>([new TestStruct(7, false, 0.5, [1, 2, 3, 4], 0), { field1: 9 }]);`,
  });
  const view = (name: string) => {
    const bytes = found[name]?.initial ?? [];
    return new DataView(new Uint8Array(bytes).buffer);
  };
  expect(view("int").getInt32(0, true)).toBe(10);
  expect(valuesOf(found.ints?.initial, (buffer) => new Int32Array(buffer))).toEqual([1, 2, 3]);
  expect(found.char?.initial).toEqual([255]);
  expect(found.chars?.initial).toEqual([1, 254, 0]);
  expect(valuesOf(found.rows?.initial, (buffer) => new Int32Array(buffer))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(view("float").getFloat32(0, true)).toBe(Math.fround(4.53));
  expect(view("double").getFloat64(0, true)).toBe(3.56543);
  expect(found.bools?.initial).toEqual([1, 0, 1]);
  expect(valuesOf(found.pair?.initial, (buffer) => new Float32Array(buffer))).toEqual([1, 2]);
  const struct = view("struct");
  expect(struct.byteLength).toBe(40);
  // The fields in the class's order: sum is declared first.
  expect([
    struct.getFloat64(0, true),
    struct.getInt32(8, true),
    struct.getUint8(12),
    struct.getFloat32(16, true),
  ]).toEqual([8.5, 5, 1, 2.5]);
  expect([20, 24, 28, 32].map((at) => struct.getInt32(at, true))).toEqual([1, 2, 3, 4]);
  const structs = view("structs");
  expect([structs.getFloat64(0, true), structs.getInt32(8, true), structs.getInt32(48, true)]).toEqual([5, 7, 9]);
});

test("D8: a copy starts with the initial value of another device global, of any module, converted", () => {
  const found = initialValues({
    "other.ts": `import { deviceGlobal, type f32, type FixedArray } from "lanewise";
      export const fraction = deviceGlobal<f32, { deviceImageScope: true }>(-2.75);
      export const many = deviceGlobal<FixedArray<f32, 3>>([0.5, 300, -7.9]);
      export const point = deviceGlobal<{ x: f32; flag: boolean }>({ x: 1.5, flag: true });`,
    "main.ts": `import { deviceGlobal, type f32, type f64, type FixedArray, type i32, type i64, type u8 } from "lanewise";
      import { fraction as f, many, point } from "./other.js";
      interface P { x: f32; flag: boolean }
      export const whole = deviceGlobal<i32>(f);
      export const big = deviceGlobal<i64>(whole);
      export const back = deviceGlobal<f64>(big);
      export const wide = deviceGlobal<f64>(f);
      export const bytes = deviceGlobal<FixedArray<u8, 3>>(many);
      export const flags = deviceGlobal<FixedArray<boolean, 3>>(bytes);
      export const flag = deviceGlobal<boolean>(f);
      export const one = deviceGlobal<f32>(flag);
      export const copied = deviceGlobal<P>(point);
      const none = deviceGlobal<i32>();
      export const zero = deviceGlobal<f32>(none);`,
  });
  const first = (name: string, make: (buffer: ArrayBuffer) => ArrayLike<number | bigint>) =>
    make(new Uint8Array(found[name]?.initial ?? []).buffer)[0];
  expect(first("whole", (buffer) => new Int32Array(buffer))).toBe(-2);
  expect(first("big", (buffer) => new BigInt64Array(buffer))).toBe(-2n);
  expect(first("back", (buffer) => new Float64Array(buffer))).toBe(-2);
  expect(first("wide", (buffer) => new Float64Array(buffer))).toBe(-2.75);
  expect(found.bytes?.initial).toEqual([0, 255, 0]);
  expect(found.flags?.initial).toEqual([0, 1, 0]);
  expect(found.flag?.initial).toEqual([1]);
  expect(first("one", (buffer) => new Float32Array(buffer))).toBe(1);
  expect(found.copied?.initial).toEqual([0, 0, 192, 63, 1, 0, 0, 0]);
  expect(found.zero?.initial).toEqual([]);
});

test.each([
  ["5", "i32"],
  ["3000000000", "u32"],
  ["1e12", "f64"],
  ["-0.5", "f32"],
  ["5n", "i64"],
  ["true", "boolean"],
  ["[1, 2, 3]", "FixedArray<i32, 3>"],
  ["[[1], [0.5]]", "FixedArray<FixedArray<f32, 1>, 2>"],
  ["{ x: 1, on: false }", "{ x: i32; on: boolean }"],
  ["counter", "u8"],
  ["", "i32"],
])("LW1402 says what to write: deviceGlobal(%s) is of %s", (value, type) => {
  const main = `import { deviceGlobal, type u8 } from "lanewise";
    const counter = deviceGlobal<u8>();
    export const made = deviceGlobal(${value});`;
  const { diagnostics } = compileSource({ "main.ts": main }).compilation;
  expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
    ["LW1402", `Write it as a type argument: \`deviceGlobal<${type}>(${value})\`.`],
  ]);
});
