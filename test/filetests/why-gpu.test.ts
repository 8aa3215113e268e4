// What `lanewise inspect --why --wgsl` says: each file under why-gpu/ is a program; what its kernels cost on a GPU stands beside it (`.why`).
// `npx vitest run test/filetests -u` writes it anew: read the difference before you commit it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { printWhyOnGpu } from "../../transformer/dist/cli/inspect/print-image.js";
import { compileSource } from "../support/compile-source.js";

const folder = fileURLToPath(new URL("why-gpu/", import.meta.url));

for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".ts"))) {
  test(name, async () => {
    const { compilation } = compileSource({ [name]: readFileSync(join(folder, name), "utf8") });
    const images = [...compilation.files.values()].flatMap((file) => file.images);
    const text = images.map((image) => printWhyOnGpu(image, {})).join("\n");
    await expect(text).toMatchFileSnapshot(join(folder, name.replace(/\.ts$/, ".why")));
  });
}
