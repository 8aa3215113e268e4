// Whatever `lanewise inspect --why` says is computed with 64 bits has 32 when what it proposes is written: for each such line of
// test/filetests/why/integers.ts, the kernel is compiled again with the annotations.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { printWat } from "@lanewise/codegen";
import { decodeModule } from "@lanewise/ir";
import { type ExplainedKernel, explain } from "@lanewise/transformer";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const file = fileURLToPath(new URL("../filetests/why/integers.ts", import.meta.url));
// Reports have no `!`; with the one import, the texts of annotations compile where they stand.
const source = readFileSync(file, "utf8").replaceAll("]!", "]").replace("{ Queue }", "{ i32, Queue }");

interface Compiled {
  readonly kernels: readonly ExplainedKernel[];
  /** The WebAssembly text of each kernel. */
  readonly wat: readonly string[];
}

function compile(text: string): Compiled {
  const { compilation, typeErrors } = compileSource(
    { "main.ts": text, "node.d.ts": "declare const process: { argv: string[] };" },
    undefined,
    {},
    { noUncheckedIndexedAccess: false, noUnusedLocals: false },
  );
  expect(typeErrors).toEqual([]);
  expect(compilation.diagnostics.filter(({ category }) => category === "error")).toEqual([]);
  const images = [...compilation.files.values()].flatMap(({ images }) => images);
  return {
    kernels: images.flatMap((image) => explain(image)),
    wat: images.flatMap((image) => {
      if (image.format !== "ir") return [];
      const module = decodeModule(image.code);
      return module.functions.flatMap(({ linkage }, kernel) => {
        // Checks of indices that may have wrapped are in doubles, for the rest of gangs.
        const options = { module, kernel, bounds: "unchecked", threads: "one", features: "simd128" } as const;
        const rest = { fp: "default", shape: "rows", privatise: false, sharedMemory: false } as const;
        return linkage === "kernel" ? [printWat({ ...options, ...rest })] : [];
      });
    }),
  };
}

/** The texts of kernels, each from its line to the next one's. */
function parts({ kernels }: Compiled): readonly { readonly before: string; readonly own: string }[] {
  const lines = source.split("\n");
  return kernels.map(({ at }, index) => {
    const end = kernels[index + 1]?.at.line ?? lines.length + 1;
    return {
      before: lines.slice(0, (kernels[0]?.at.line ?? 1) - 1).join("\n"),
      own: lines.slice(at.line - 1, end - 1).join("\n"),
    };
  });
}

const countOf = (wat: string | undefined, pattern: RegExp): number => (wat?.match(pattern) ?? []).length;
/** Conversions are what is stored as doubles; vectors have no other division than that of doubles, rounded, and words are divided by it. */
const wideLanes = /f64x2\.(add|sub|mul|neg|abs|lt|gt)\b/g;
const wordLanes = /i32x4\.(add|sub|mul|neg|abs|lt_s|gt_s)\b/g;

describe("N17: integers of 64 bits", () => {
  const written = compile(source);
  const rules = new Set(written.kernels.flatMap(({ widened }) => widened.map(({ rule }) => rule)));

  test("the file has loops for each rule", () => {
    expect([...rules].sort()).toEqual(["B", "C", "D", "E", "F"]);
  });

  for (const [index, { name, widened }] of written.kernels.entries()) {
    const part = parts(written)[index];
    if (widened.length === 0) continue;
    const terms = widened.map((one) => `\`${one.name}\``).join(", ");
    test(`${name}: ${terms} has 32 bits with what is proposed`, () => {
      expect(countOf(written.wat[index], wideLanes)).toBeGreaterThan(0);
      let own = part?.own ?? "";
      for (const { from, to } of widened.flatMap(({ annotations }) => annotations)) {
        expect(own).toContain(from);
        own = own.replace(from, () => to);
      }
      const { kernels, wat } = compile(`${part?.before}\n${own}`);
      expect(kernels.flatMap((kernel) => kernel.widened)).toEqual([]);
      expect(countOf(wat[0], wideLanes)).toBe(0);
      expect(countOf(wat[0], wordLanes)).toBeGreaterThan(0);
      expect(kernels[0]?.gang).toBeGreaterThanOrEqual(written.kernels[index]?.gang ?? 0);
    });
  }
});
