// Bundles that only pages load have neither the text of the threads' script, which is a file beside them, nor what runs in Node, nor a device that
// no module names, nor profiles (docs/decisions/0113-bundles-for-pages.md).

import { join } from "node:path";
import rolldownPlugin from "@lanewise/transformer/rolldown";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import {
  type Bundle,
  browser,
  bundled,
  esbuildWith,
  hasScriptBeside,
  options,
  parts,
  printed,
  rolldownWith,
  testsOfHost,
  viteWith,
} from "./page-bundles.js";
import { project, read, run } from "./projects.js";

afterAll(removeTemporaryFolders);
vi.setConfig({ testTimeout: 300_000 });

const forPages: Readonly<Record<string, Bundle>> = {
  rolldown: rolldownWith(browser, "esm"),
  esbuild: esbuildWith({ ...browser, format: "esm" }),
  vite: viteWith({}),
};
describe.each(Object.entries(forPages))("0113 %s", (_, bundle) => {
  test("has the script as a file alone", async () => {
    const { folder, text } = await bundled(bundle);
    expect(new Set(Object.values(parts(text)))).toEqual(new Set([false]));
    expect(hasScriptBeside(folder)).toBe(true);
  });
});

describe("0113 the device host: rolldown", () => {
  testsOfHost((methods) => rolldownWith({ ...browser, plugins: [rolldownPlugin(methods)] }, "esm"));
});

test.each([
  ["x[i] = x[i]! * 2", false, "2"],
  ["const kept = [4, 5, 6]; kept[i] = x[i]!; x[i] = kept[0]! + kept[i]!", true, "2"],
  ["const inner = (a: Float32Array) => a[i]! + 1; x[i] = inner(x)", true, "2"],
])("0036 the passes for private memory are there for kernels that need them: %s", async (body, expected, first) => {
  const main = `import { Queue } from "lanewise";
const x = new Float32Array([1, 2, 3]);
new Queue().parallelFor(3, (i) => { ${body}; }).then(() => console.log(x[0]), console.log);
`;
  const folder = project({ "src/main.ts": main }, options);
  await rolldownWith(browser, "esm")(folder);
  expect(/function replaceAggregates\b/.test(read(join(folder, "out"))["main.mjs"] ?? "")).toBe(expected);
  expect(printed(folder)).toBe(first);
});

test("0113 in Node, such a bundle says what it is", async () => {
  const { folder } = await bundled(forPages.rolldown ?? rolldownWith(browser, "esm"));
  const { stdout, stderr } = run(folder, ["out/main.mjs"]);
  expect(stdout).toBe("");
  expect(stderr).toContain("LW4017: This bundle was built for pages: it does not run in Node.");
});
