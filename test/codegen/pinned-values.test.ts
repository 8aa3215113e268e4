// Values that cost much stay in front of loops (codegen/src/wasm/pinned-values.ts, decision 0090): a branch that is never taken gives them other values.

import { printWat } from "@lanewise/codegen";
import { decodeModule } from "@lanewise/ir";
import { expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

/** How many values are pinned in front of each loop that has any, in the order of the text. */
function pinsOf(body: string): readonly number[] {
  const { compilation, pathOf } = compileSource({
    "main.ts": `import { type f32, type i32, Queue } from "lanewise";
export const run = (q: Queue, n: i32, next: Int32Array, x: Float32Array, out: Float32Array) => q.parallelFor(1000, (i) => {
  const [a, b]: [f32, f32] = [x[2 * i]!, x[2 * i + 1]!];
  ${body}
});
`,
  });
  expect(compilation.diagnostics.filter(({ category }) => category === "error")).toEqual([]);
  const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  if (image?.format !== "ir") throw new Error("the module has an image of IR");
  const module = decodeModule(image.code);
  const wat = printWat({
    ...{ module, kernel: module.functions.findIndex(({ linkage }) => linkage === "kernel"), bounds: "checked" },
    ...{ features: "scalar", fp: "default", shape: "rows", privatise: false, sharedMemory: false, threads: "one" },
  });
  // The kernel for launches within the usual limits, which is the last of the module.
  const pins = wat.split("(i32.eqz (memory.size))").slice(1);
  return pins.map(
    (text) => text.slice(0, text.indexOf("(loop ")).match(/\(local\.set \d+ \([fi]\d\d\.const 0\)\)/g)?.length ?? 0,
  );
}

const walk = (inside: string) => `let at: i32 = i; let sum: f32 = 0;
  while (at > 0) { at = next[at]!; ${inside} }
  out[i] = sum;`;

test("a quotient that a walk multiplies by is pinned", () => {
  expect(new Set(pinsOf(`const c = 1 / a; ${walk("sum += x[at]! * c;")}`))).toEqual(new Set([1]));
});

test("so is a root of which only one branch makes use", () => {
  expect(new Set(pinsOf(`const c = Math.sqrt(a * a + b * b); ${walk("if (at % 3 === 1) sum += c;")}`))).toEqual(
    new Set([1]),
  );
});

test.each([
  ["a sum of two", `const c = a + b; ${walk("sum += x[at]! * c;")}`],
  ["an element", walk("sum += x[at]! * a;")],
  ["what the loop itself computes", walk("const c = 1 / x[at]!; sum += c * c;")],
  ["what two branches give", `let c: f32 = a; if (b > 0) c = 1 / a; else c = 1 / b; ${walk("sum += x[at]! * c;")}`],
  ["what no loop uses", `const c = 1 / a; ${walk("sum += x[at]!;")} out[i] = c + sum;`],
])("%s is not", (_, body) => {
  expect(pinsOf(body)).toEqual([]);
});

test("an inner loop does not pin again what an outer one has pinned", () => {
  const inner = "for (let k = 0; k < at; k++) sum += x[k]! * c;";
  expect(new Set(pinsOf(`const c = 1 / a; ${walk(inner)}`))).toEqual(new Set([1]));
  expect(pinsOf(`const c = 1 / a; ${walk(inner)}`)).toHaveLength(
    pinsOf(`const c = 1 / a; ${walk("sum += x[at]! * c;")}`).length,
  );
});
