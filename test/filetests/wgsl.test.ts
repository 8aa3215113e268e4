// WGSL of kernels: each file under wgsl/ is a program; beside it stands what each kernel does on a GPU in a launch whose indices are foreseen
// (`.wgsl`). `npx vitest run test/filetests -u` writes it anew: read the difference before you commit it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { printWgsl } from "../../transformer/dist/cli/inspect/print-image.js";
import { compileSource } from "../support/compile-source.js";

const folder = fileURLToPath(new URL("wgsl/", import.meta.url));

/** The title and the function `run` of each kernel's first text: the others have checks. */
function bestOf(text: string): string {
  const found = new Map<string, string>();
  for (const [, title = "", body = ""] of text.matchAll(/^\/\/ (\w+) .*\n(fn run[\s\S]*?\n\}\n)/gm))
    if (!found.has(title)) found.set(title, `// ${title}\n${body}`);
  return [...found.values()].join("\n");
}

for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".ts"))) {
  test(name, async () => {
    const { compilation } = compileSource({ [name]: readFileSync(join(folder, name), "utf8") });
    expect(compilation.diagnostics).toEqual([]);
    const images = [...compilation.files.values()].flatMap((file) => file.images);
    const text = images.map((image) => printWgsl(image, {})).join("\n");
    await expect(bestOf(text)).toMatchFileSnapshot(join(folder, name.replace(/\.ts$/, ".wgsl")));
  });
}
