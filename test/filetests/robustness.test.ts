// No input makes the compiler throw: every file test with pieces of its text left out or put in, which gives programs that
// do not parse, whose types do not fit, or that mean something else. What has a type error in a kernel gets no message of
// ours about that kernel.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { createRandom } from "../support/random.js";

const root = fileURLToPath(new URL(".", import.meta.url));

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesIn(path);
    return path.endsWith(".ts") && !path.endsWith(".out.ts") ? [path] : [];
  });
}

const files = ["diagnostics", "ir/kernels", "emit"].flatMap((name) => filesIn(join(root, name)));
const pieces = [
  "true",
  "0.5",
  "-0",
  "a",
  "i",
  "undefined",
  "as any",
  "!",
  "[",
  "(",
  "=>",
  "/",
  ">>>",
  "&&",
  "?",
  "5n",
  "{}",
];

/** The text with a few tokens replaced by others. */
function mutated(text: string, seed: number): string {
  const random = createRandom(seed);
  const tokens = text.split(/\b/);
  for (let times = 0; times < 3; times++) {
    const piece = pieces[random.below(pieces.length)] ?? "";
    tokens[random.below(tokens.length)] = random.below(3) === 0 ? "" : piece;
  }
  return tokens.join("");
}

describe("no program makes the compiler throw", () => {
  for (const [index, path] of files.entries()) {
    test(path.slice(root.length), () => {
      const text = readFileSync(path, "utf8");
      for (let round = 0; round < 4; round++) {
        // Unchecked, programs whose types do not fit go further.
        const source = `${round % 2 === 0 ? "" : "// @ts-nocheck\n"}${mutated(text, 1000 * index + round)}`;
        expect(() => compileSource({ [basename(path)]: source }), source).not.toThrow();
      }
    });
  }
});
