// Constants as the bytes of a device global's memory (requirement D9): each scalar type at its limits, arrays and structs with
// parts left out, and what does not fit.

import { type DataType, decodeModule, type ScalarType, type StructDefinition } from "@lanewise/ir";
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
  expect(notes).toEqual([["LW1403", ["{}", "computing it was given up here, after a million steps"]], ["LW1403"]]);
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
  const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  const [global] = image ? decodeModule(image.code).globals : [];
  expect([...(global?.initial ?? [])]).toEqual([1, 4, 9, 0]);
  const dependenciesOf = (name: string) => [...(compilation.files.get(pathOf(name))?.dependencies ?? [])].sort();
  expect(dependenciesOf("main.ts")).toEqual(["functions.ts", "tables.ts"].map(pathOf));
  expect(dependenciesOf("user.ts")).toEqual(["functions.ts", "main.ts", "tables.ts"].map(pathOf));
});
