// What a loop of a work-item that runs alone computes in front of it (codegen/src/analysis/hoist.ts), and that indices that may wrap are words
// in launches within the usual limits.

import { printWat } from "@lanewise/codegen";
import { decodeModule } from "@lanewise/ir";
import { expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

/** The WebAssembly text of the loops of `run`'s kernel, each from its beginning on, the innermost last. With steps of one, they would have copies without checks. */
function loopsOf(body: string, bounds: "checked" | "unchecked" = "checked"): readonly string[] {
  const { compilation, pathOf } = compileSource({
    "main.ts": `import { type f64, type i32, Queue } from "lanewise";
export const run = (q: Queue, n: i32, x: Int32Array, w: f64, out: Float64Array) => q.parallelFor(n, (i) => {
  ${body.replaceAll("k++", "k += 2")}
});
`,
  });
  expect(compilation.diagnostics.filter(({ category }) => category === "error")).toEqual([]);
  const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  if (image?.format !== "ir") throw new Error("the module has an image of IR");
  const module = decodeModule(image.code);
  const wat = printWat({
    ...{ module, kernel: module.functions.findIndex(({ linkage }) => linkage === "kernel"), bounds, threads: "one" },
    ...{ features: "scalar", fp: "default", shape: "rows", privatise: false, sharedMemory: false },
  });
  return wat.split(/\(loop /).slice(1);
}

const rows = "let sum = 0; for (let k = 0; k < n; k++) sum += x[i * n + k]!; out[i] = sum;";

test.each(["checked", "unchecked"] as const)(
  "the product of a row's index is in front of the row's loop: %s",
  (bounds) => {
    // For launches beyond the usual limits, and those within: the work-items, and the row.
    const loops = loopsOf(rows, bounds);
    expect(loops.map((text) => /i(32|64)\.mul/.test(text))).toEqual(loops.map((_, index) => index % 2 === 0));
  },
);

test("launches within the usual limits compare such an index as a word, others in 64 bits", () => {
  const rounds = loopsOf(rows).filter((_, index) => index % 2 === 1);
  expect(rounds.flatMap((text) => /i(32|64)\.ge_u/.exec(text)?.[0] ?? []).sort()).toEqual(["i32.ge_u", "i64.ge_u"]);
});

test("so does an index of a sum with a counter, whose bound is known", () => {
  const rounds = loopsOf(
    "const first = i * n, half = n >> 1; for (let k = 0; k < half; k++) { const at = first + k; out[k] = x[at + half]!; }",
  ).filter((_, index) => index % 2 === 1);
  expect(rounds.map((text) => text.includes("i64.ge_u")).sort()).toEqual([false, true]);
});

test("what the loop assigns is computed in each round, and so are loads", () => {
  const inner = loopsOf("let a = 1; for (let k = 0; k < n; k++) { a = a * w + 1; out[k] = a * w + x[i]!; }").at(-1);
  expect(inner?.match(/f64\.mul/g)).toHaveLength(2);
  expect(inner).toContain("i32.load");
});

test("a float that no round changes is computed once, in front of the outermost loop", () => {
  const body = "for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) out[k] = Math.sqrt(w * w + 2) + out[j]!;";
  const loops = loopsOf(body).slice(-3);
  expect(loops.map((text) => text.includes("f64.sqrt"))).toEqual([true, false, false]);
});

test("a loop keeps six of them, which are registers that its round does not have", () => {
  const products = Array.from({ length: 8 }, (_, index) => `Math.sqrt(w * ${index + 2})`).join(" + ");
  const inner = loopsOf(`for (let k = 0; k < n; k++) out[k] = x[k]! + ${products};`).at(-1);
  expect(inner?.match(/f64\.sqrt/g)).toHaveLength(2);
});
