// Reports of `lanewise inspect --why`: each file under why/ is a program; how its kernels are vectorised stands beside it
// (`.why`). A first line `// options: {…}` gives the options of the report. `npx vitest run test/filetests -u` writes the
// reports anew: read the difference before you commit it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ExplainedKernel, explain, type ProgramOptions, printExplained } from "@lanewise/transformer";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const folder = fileURLToPath(new URL("why/", import.meta.url));

function explained(name: string): readonly ExplainedKernel[] {
  const text = readFileSync(join(folder, name), "utf8");
  const options: ProgramOptions = JSON.parse(/^\/\/ options: (.*)/.exec(text)?.[1] ?? "{}");
  const { compilation } = compileSource({ [name]: text, "node.d.ts": "declare const process: { argv: string[] };" });
  // What it says of numbers is what the reports say of them, too.
  expect(compilation.diagnostics.filter(({ code }) => code !== "LW1317")).toEqual([]);
  const images = [...compilation.files.values()].flatMap((file) => file.images);
  return images.flatMap((image) => explain(image, options));
}

describe("why", () => {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".ts"))) {
    test(name, async () => {
      await expect(printExplained(explained(name))).toMatchFileSnapshot(join(folder, name.replace(/\.ts$/, ".why")));
    });
  }

  test("everything that is not a vector, or checked each time, has a reason", () => {
    const names = readdirSync(folder).filter((entry) => entry.endsWith(".ts"));
    const accesses = names.flatMap(explained).flatMap((kernel) => kernel.accesses);
    const isBest = ({ form, check }: (typeof accesses)[number]) =>
      (form === "vector" || form === "uniform") && check !== "each";
    expect(accesses.filter((access) => isBest(access) === (access.reason !== undefined))).toEqual([]);
  });
});
