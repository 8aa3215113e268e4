// `lanewise/aot`: what it imports, and that programs which were generated ahead of time run with it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { applyEdits } from "@lanewise/transformer";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The packages that a built module imports, itself and through others. */
function packagesOf(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:(?:import|export)\b[^;"']*?from |import )["']([^"']+)["'];$/gm,
    )) {
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else found.add(name);
    }
  };
  visit(entry);
  expect(seen.size).toBeGreaterThan(20);
  return found;
}

test("it does not import the code generator", () => {
  expect(packagesOf(join(root, "runtime/dist/aot.js"))).toEqual(new Set(["@lanewise/ir"]));
  expect(packagesOf(join(root, "runtime/dist/index.js"))).toContain("@lanewise/codegen");
});

const program = `import { atomicRef, deviceGlobal, type i32, LanewiseError, Queue } from "lanewise/aot";
export const total = deviceGlobal<i32>(40);
const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
await q.submit((h) => h.singleTask(() => { atomicRef(total).fetchAdd(2); }));
q.parallelFor(3, (i) => { x[i] = x[i]! + i; });
q.waitSync();
const copy = new Float32Array(3);
await q.copy(x, copy);
let code = "";
try {
  q.parallelFor(3, (i) => { x[i] = 0; }, { bounds: "unchecked" });
} catch (error) {
  code = error instanceof LanewiseError ? error.code : String(error);
}
const graph = q.record(
  () => {
    q.parallelFor(3, (i) => { x[i] = x[i]! + 1; });
    q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
  },
  { fuse: true },
);
await graph.run();
console.log([...copy].join(), await q.read(total), code, [...x].join(), graph.fusion.map(({ reason }) => reason).join());
`;

function emit(targets: readonly string[]): string {
  const { compilation, typeErrors, pathOf } = compileSource({ "main.ts": program }, programFolder, { targets });
  expect([...typeErrors.map(({ messageText }) => messageText), ...compilation.diagnostics]).toEqual([]);
  const { code } = applyEdits("main.ts", program, compilation.files.get(pathOf("main.ts"))?.edits ?? []);
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  return ts.transpileModule(code, { fileName: "main.ts", compilerOptions }).outputText;
}

function run(text: string): string {
  const folder = mkdtempSync(join(root, "node_modules/.lanewise-aot-"));
  try {
    writeFileSync(join(folder, "main.mjs"), text);
    return execFileSync(process.execPath, [join(folder, "main.mjs")], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([["wasm"], ["ir,wasm"]])("programs built for %s run", (targets) => {
  expect(run(emit(targets.split(",")))).toMatch(
    /^2,5,8 42 no_suitable_image 6,12,18 .+ was generated ahead of time\n$/,
  );
});
