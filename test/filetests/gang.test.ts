// WAT goldens: each file under gang/ is one small kernel; its program in gangs of eight, as text, stands beside it (`.wat`).
// `npx vitest run test/filetests -u` writes them anew: read the difference before you commit it. A file that begins with
// "// flat" is compiled for flat gangs, one that begins with "// gang 16" for gangs of sixteen.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printWat } from "@lanewise/codegen";
import { decodeModule } from "@lanewise/ir";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { assemble } from "../support/wabt-tools.js";

const folder = fileURLToPath(new URL("gang/", import.meta.url));

test.each(readdirSync(folder).filter((name) => name.endsWith(".ts")))("%s", async (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const { compilation, typeErrors, pathOf } = compileSource({ [name]: text });
  expect(typeErrors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  const [image, ...others] = compilation.files.get(pathOf(name))?.images ?? [];
  expect(others).toEqual([]);
  if (!image) throw new Error(`${name} has no kernel`);
  const module = decodeModule(image.code);
  const wat = printWat({
    module,
    kernel: module.functions.findIndex(({ linkage }) => linkage === "kernel"),
    bounds: "checked",
    threads: "one",
    features: "simd128",
    fp: "strict",
    gang: text.startsWith("// gang 16") ? 16 : 8,
    shape: text.startsWith("// flat") ? "flat" : "rows",
    privatise: false,
    sharedMemory: false,
  });
  expect(WebAssembly.validate(Uint8Array.from(assemble(wat)))).toBe(true);
  await expect(wat).toMatchFileSnapshot(join(folder, name.replace(/\.ts$/, ".wat")));
});
