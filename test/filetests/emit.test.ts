// Emitted text goldens: each file under emit/ with its edits applied and images left out stands beside it (`.out.ts`).
// `npx vitest run test/filetests -u` writes them anew.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyEdits } from "@lanewise/transformer";
import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { compileSource, programFolder, type Sources } from "../support/compile-source.js";

const folder = fileURLToPath(new URL("emit/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".out.ts"));
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

function emitted(name: string, sources: Sources, at: string = programFolder): string {
  const { compilation, typeErrors, pathOf } = compileSource(sources, at);
  expect(typeErrors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  expect(compilation.diagnostics).toEqual([]);
  const text = sources[name] ?? "";
  return applyEdits(name, text, compilation.files.get(pathOf(name))?.edits ?? []).code;
}

/** Images hold the IR, which has goldens of its own. */
function withoutImages(text: string): string {
  return text.replace(/images: \["[^"]*"\]/, 'images: ["…"]');
}

/** Whether all characters of `part` stand in `text` in their order. */
function isWithin(part: string, text: string): boolean {
  let found = 0;
  for (const character of text) if (character === part[found]) found++;
  return found === part.length;
}

/** The text of a program checked out in a new folder. */
function inCheckout(name: string): string {
  const checkout = mkdtempSync(join(tmpdir(), "lanewise-"));
  try {
    mkdirSync(join(checkout, "node_modules"));
    symlinkSync(fileURLToPath(new URL("../../runtime", import.meta.url)), join(checkout, "node_modules/lanewise"));
    writeFileSync(join(checkout, "package.json"), readFileSync(join(programFolder, "package.json")));
    return emitted(name, { [name]: read(name) }, checkout);
  } finally {
    rmSync(checkout, { recursive: true });
  }
}

describe("emitted text", () => {
  for (const name of names) {
    test(name, async () => {
      const text = emitted(name, { [name]: read(name) });
      await expect(withoutImages(text)).toMatchFileSnapshot(join(folder, name.replace(/\.ts$/, ".out.ts")));
    });

    test(`${name}: only insertions, and the lines stay`, () => {
      const text = emitted(name, { [name]: read(name) });
      expect(isWithin(read(name), text)).toBe(true);
      const lines = text.split("\n").length - read(name).split("\n").length;
      expect(lines).toBe(text.includes("__lanewise_footer") ? 2 : 0); // the footer's own
      expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
    });

    test(`${name}: the same in another folder`, () => {
      expect(inCheckout(name)).toBe(emitted(name, { [name]: read(name) }));
    });
  }

  test("kernels are numbered by their place, whichever file names them first", () => {
    const kernels = `import type { i32 } from "lanewise";
const data = new Float32Array(8);
export const first = (i: i32) => { data[i] = 1; };
export const second = (i: i32) => { data[i] = 2; };`;
    const main = `import { Queue } from "lanewise";
import { first, second } from "./kernels.js";
const q = new Queue();`;
    const launches = ["q.parallelFor(8, first);", "q.parallelFor(8, second);"];
    const texts = [launches, [...launches].reverse()].map((order) =>
      emitted("kernels.ts", { "main.ts": [main, ...order].join("\n"), "kernels.ts": kernels }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('"app@1.0.0/kernels.ts:first#0"');
  });

  test("dependencies are the files whose text decided the edits", () => {
    const sources = {
      "main.ts": `import { Queue } from "lanewise"; import { size } from "./settings.js"; import { twice } from "./helper.js";
const q = new Queue(); const out = q.mallocShared(Float32Array, 8);
q.parallelFor(8, (i) => { out[i] = twice(i) + size; });`,
      "helper.ts": "export const twice = (x: number) => x * 2;",
      "settings.ts": 'import { base } from "./base.js"; export const size = base * 2;',
      "base.ts": "export const base = 2;",
      "other.ts": "export const other = 1;",
    };
    const { compilation, pathOf } = compileSource(sources);
    const { dependencies } = compilation.files.get(pathOf("main.ts")) ?? {};
    expect([...(dependencies ?? [])].sort()).toEqual(["base.ts", "helper.ts", "settings.ts"].map(pathOf));
  });

  test("dependencies of a layout are the files that declare its structs and fields", () => {
    const sources = {
      "main.ts": `import { structOf } from "lanewise"; import type { Body } from "./body.js";
export const bodies = structOf<Body>();`,
      "body.ts": `import type { Vec } from "./vec.js"; import { Base } from "./base.js";
export class Body extends Base { pos: Vec = { x: 0 }; method(): void {} }`,
      "base.ts": "export class Base { mass = 1; }",
      "vec.ts": 'import type { f32 } from "lanewise"; import "./other.js"; export interface Vec { x: f32 }',
      "other.ts": "export const other = 1;",
    };
    const { compilation, pathOf } = compileSource(sources);
    const { dependencies, images } = compilation.files.get(pathOf("main.ts")) ?? {};
    expect([...(dependencies ?? [])].sort()).toEqual(["base.ts", "body.ts", "vec.ts"].map(pathOf));
    expect(images).toEqual([]);
  });
});
