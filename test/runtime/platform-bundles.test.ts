// What bundles for browsers are without (the field "browser" of runtime/package.json), and that programs run with either. A bundle that was made
// for browsers and runs in Node does so by the interpreter.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyEdits } from "@lanewise/transformer";
import { build } from "esbuild";
import ts from "typescript-6";
import { afterAll, expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = `import { Queue } from "lanewise";
for (const device of ["cpu", "host"] as const) {
  const q = new Queue({ device });
  const x = q.mallocShared(Float32Array, [1, 2, 3]);
  await q.parallelFor(3, (i) => { x[i] = x[i]! * 2 + i; });
  console.log(device === "host" ? q.device.name : device, x.join());
}
`;

function emitted(): string {
  const { compilation, typeErrors, pathOf } = compileSource({ "main.ts": program }, programFolder, {});
  expect([...typeErrors.map(({ messageText }) => messageText), ...compilation.diagnostics]).toEqual([]);
  const { code } = applyEdits("main.ts", program, compilation.files.get(pathOf("main.ts"))?.edits ?? []);
  return ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
    .outputText;
}

const folder = mkdtempSync(join(root, "node_modules/.lanewise-bundles-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["browser", false, "Host (interpreter)"],
  ["node", true, "Host (JavaScript)"],
] as const)("for %s: JavaScript is generated: %s", async (platform, isThere, name) => {
  const outfile = join(folder, `${platform}.mjs`);
  const { metafile } = await build({
    stdin: { contents: emitted(), resolveDir: root },
    ...{ bundle: true, format: "esm", platform, metafile: true, outfile },
  });
  const [output] = Object.values(metafile.outputs);
  const generators = Object.entries(output?.inputs ?? {}).filter(
    ([file, { bytesInOutput }]) => /codegen\/(src|dist)\/js\//.test(file) && bytesInOutput > 0,
  );
  expect(generators.length > 0).toBe(isThere);
  const stores = Object.keys(output?.inputs ?? {}).filter((file) => file.endsWith("/host/store/file-store.js"));
  expect(stores.length > 0).toBe(isThere);
  expect(execFileSync(process.execPath, [outfile], { encoding: "utf8" })).toBe(`cpu 2,5,8\n${name} 2,5,8\n`);
});
