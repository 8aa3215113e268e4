// How the kernels of the benchmarks are vectorised, in a line for each, beside this file in why-bench/: a change of the compiler that costs one of
// them its vectors shows here, not only when somebody measures. `npx vitest run test/filetests -u` writes the lines anew: read the difference before
// you commit it, and measure what lost (`npm run bench:rocks`, `npm run bench:untuned`).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ExplainedKernel, explain } from "@lanewise/transformer";
import { expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const bench = fileURLToPath(new URL("../../bench/", import.meta.url));
const folders = {
  rocks: ["arithmetic", "movement", "lattices", "dependencies", "pictures", "matching", "transforms", "rendering"],
  untuned: ["linear", "image", "simulation"],
};

/** A line for each kernel of a folder, such as `sobel: gangs of 16: 10 vector, check hoisted`. */
function linesOf(folder: keyof typeof folders): readonly string[] {
  const home = join(bench, folder);
  const sources = new Map(
    folders[folder].map((name) => [`${name}.ts`, readFileSync(join(home, `${name}.ts`), "utf8")]),
  );
  const options = { noUncheckedIndexedAccess: false };
  const { compilation } = compileSource(Object.fromEntries(sources), home, {}, options);
  const images = [...compilation.files.values()].flatMap((file) => file.images);
  return images
    .flatMap((image) => explain(image))
    .map((kernel) => {
      const text = sources.get(kernel.at.file.slice(folder.length + 1)) ?? "";
      const before = text.split("\n").slice(0, kernel.at.line).join("\n");
      return `${[...before.matchAll(/^ {2}name: "(.*)"/gm)].at(-1)?.[1] ?? kernel.at.file}: ${summary(kernel)}\n`;
    });
}

function summary({ gang, loops, accesses, hostCalls, widened }: ExplainedKernel): string {
  const counts = [
    ...tally(accesses.map(({ form, check }) => `${form}, check ${check}`)),
    ...tally(loops.map(({ control }) => `${control} loop`)),
    ...tally(hostCalls.map(({ form }) => `host call, ${form}`)),
    ...tally(widened.map(() => "64-bit integer")),
  ];
  return `${gang === 1 ? "scalar" : `gangs of ${gang}`}: ${counts.join("; ")}`;
}

function tally(words: readonly string[]): readonly string[] {
  return [...new Set(words)].sort().map((word) => `${words.filter((other) => other === word).length} ${word}`);
}

test.each(["rocks", "untuned"] as const)("the kernels of bench/%s", async (folder) => {
  await expect(linesOf(folder).join("")).toMatchFileSnapshot(`why-bench/${folder}.why`);
});
