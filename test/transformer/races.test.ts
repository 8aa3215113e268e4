// The warning for races: its help is the user's text as an atomic operation, and its place is the store. Which stores are reported
// is in test/filetests/diagnostics/races.

import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const head = `import { deviceGlobal, type FixedArray, type f32, type i32, Queue, type u8, type u32 } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
const out = q.mallocShared(Float32Array, 8);
const bytes = q.mallocShared(Uint8Array, 8);
const counter = deviceGlobal<i32>();
const unsigned = deviceGlobal<u32>();
const table = deviceGlobal<FixedArray<FixedArray<f32, 2>, 2>>();
`;

function warnings(statement: string) {
  const { compilation, pathOf } = compileSource({ "main.ts": `${head}q.parallelFor(8, (i) => { ${statement} });` });
  expect(compilation.files.has(pathOf("main.ts"))).toBe(true);
  return compilation.diagnostics;
}

describe("help for races", () => {
  test.each([
    ["counter.value += 1;", "Use `atomicRef(counter).fetchAdd(1)`."],
    ["counter.value++;", "Use `atomicRef(counter).fetchAdd(1)`."],
    ["--counter.value;", "Use `atomicRef(counter).fetchSub(1)`."],
    ["counter.value -= i;", "Use `atomicRef(counter).fetchSub(i)`."],
    ["counter.value -= i + 1;", "Use `atomicRef(counter).fetchSub(i + 1)`."],
    ["(counter.value) += i;", "Use `atomicRef(counter).fetchAdd(i)`."],
    ["out[0]! += x[i]!;", "Use `atomicRef(out, 0).fetchAdd(x[i]!)`."],
    ["table[0]![1]! += x[i]! * 2;", "Use `atomicRef(table[0]!, 1).fetchAdd(x[i]! * 2)`."],
    ["unsigned.value -= 1;", "Use `atomicRef(unsigned).fetchSub(1)`."],
    ["counter.value |= i;", "Use `atomicRef(counter).fetchOr(i)`."],
    ["out[0] = out[0]! + x[i]!;", "Use `atomicRef(out, 0).fetchAdd(x[i]!)`."],
    ["counter.value = Math.max(i, counter.value);", "Use `atomicRef(counter).fetchMax(i)`."],
  ])("%s: %s", (statement, help) => {
    expect(warnings(statement).map((one) => `${one.code} ${one.help}`)).toEqual([`LW1505 ${help}`]);
  });
  test.each(["bytes[0]! += 1;", "out[0]! *= 2;", "counter.value = i - counter.value;"])(
    "%s has no atomic form: what to do is said in words",
    (statement) => {
      expect(warnings(statement).map(({ help }) => help)).toEqual([expect.stringContaining("its own element")]);
    },
  );
  test("a plain assignment: who should write", () => {
    expect(warnings("out[0] = i;").map(({ help }) => help)).toEqual([expect.stringContaining("Let one work-item")]);
  });
});

test("the place of a race is the store", () => {
  const text = `${head}q.parallelFor(8, (i) => { out[i] = 1; out[0]! += x[i]!; });`;
  const [warning] = compileSource({ "main.ts": text }).compilation.diagnostics;
  expect(text.slice(warning?.start, (warning?.start ?? 0) + (warning?.length ?? 0))).toBe("out[0]! += x[i]!");
});
