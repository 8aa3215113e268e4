// Puts the compiler's TypeScript into @lanewise/transformer, as files: `typescript.cjs`, minified, beside the declarations of its libraries, its
// licence and its notices. As a package it would bring the commands `tsc` and `tsserver`, which would take the place of the project's own.
// Called by setup.mjs. That of the checkout is the development dependency `typescript-6`.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const manifest = createRequire(import.meta.url).resolve("typescript-6/package.json");
const from = dirname(manifest);
const to = fileURLToPath(new URL("../transformer/dist/typescript/", import.meta.url));
const { version } = JSON.parse(readFileSync(manifest, "utf8"));

const source = readFileSync(join(from, "lib/typescript.js"), "utf8");
const { code } = await transform(source, {
  minify: true,
  platform: "node",
  target: "node20.19",
  legalComments: "inline",
  banner: `/* TypeScript ${version}, lib/typescript.js, minified by esbuild; otherwise unchanged. */`,
});

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const libraries = readdirSync(join(from, "lib")).filter((name) => /^lib\..*d\.ts$/.test(name));
for (const name of libraries) copyFileSync(join(from, "lib", name), join(to, name));
for (const name of ["LICENSE.txt", "ThirdPartyNoticeText.txt"]) copyFileSync(join(from, name), join(to, name));
// As in its own package: TypeScript writes the formats of its libraries into .tsbuildinfo.
writeFileSync(join(to, "package.json"), '{ "type": "commonjs" }\n');
// Last: setup.mjs takes it for the sign that all are there.
writeFileSync(join(to, "typescript.cjs"), code);
