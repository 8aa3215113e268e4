// IR goldens: each file or folder under ir/kernels/ is a program without errors; its images' IR, as text, stands beside it
// (`.lwir`). `npx vitest run test/filetests -u` writes them anew: read the difference before you commit it.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeModule, parseModule, printModule } from "@lanewise/ir";
import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { type CompiledSource, compileSource, type Sources } from "../support/compile-source.js";

const folder = fileURLToPath(new URL("ir/kernels/", import.meta.url));

function sourcesOf(name: string): Sources {
  const path = join(folder, name);
  const names = statSync(path).isDirectory() ? readdirSync(path).map((file) => join(path, file)) : [path];
  return Object.fromEntries(names.map((file) => [basename(file), readFileSync(file, "utf8")]));
}

function imagesOf({ compilation }: CompiledSource): string {
  const images = [...compilation.files.values()].flatMap((file) => file.images);
  return images.map((image) => printModule(decodeModule(image.code))).join("\n");
}

describe("IR of kernels", () => {
  for (const name of readdirSync(folder).filter((entry) => !entry.endsWith(".lwir"))) {
    test(name, async () => {
      const compiled = compileSource(sourcesOf(name));
      expect(compiled.typeErrors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual(
        [],
      );
      const errors = compiled.compilation.diagnostics.filter(({ category }) => category === "error");
      expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
      await expect(imagesOf(compiled)).toMatchFileSnapshot(join(folder, `${name.replace(/\.ts$/, "")}.lwir`));
    });

    test(`${name}: the text parses to the same module`, () => {
      for (const { images } of compileSource(sourcesOf(name)).compilation.files.values()) {
        for (const image of images) {
          const module = decodeModule(image.code);
          expect(parseModule(printModule(module))).toEqual(module);
        }
      }
    });
  }
});
