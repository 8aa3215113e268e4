// What each test is said to execute: branches that it takes, what is executed outside tests, and what a process that it starts executes.

import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { ExecutedPlaces } from "./executed-places.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const source = `export function choose(first) {
  if (first) return "one";
  return "other";
}
export const atImport = choose.name;
export function never() {
  return "never";
}
`;
const tests = `import { execFileSync } from "node:child_process";
import { describe, test } from "vitest";
import { choose } from "./dist/choose.js";
test("first", () => void choose(true));
describe("of", () => test("(names)", () => void choose(false)));
test("in a process", () => {
  execFileSync(process.execPath, ["--input-type=module", "-e", 'import { choose } from "./dist/choose.js"; choose(true);']);
});
test("nothing", () => {});
`;

test("each test has the places that it executes, and no others", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lanewise-places-")));
  try {
    for (const name of ["coverage", "dist"]) mkdirSync(join(folder, name));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    copyFileSync(join(root, "test/mutate/executed-places.ts"), join(folder, "executed-places.ts"));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write("package.json", '{ "type": "module" }');
    write("dist/choose.js", source);
    write("choose.test.js", tests);
    const external = "server: { deps: { external: [/dist/] } }";
    write("vitest.config.js", `export default { test: { setupFiles: ["executed-places.ts"], ${external} } };`);
    const url = pathToFileURL(join(folder, "dist/choose.js")).href;
    const places = ['"one"', '"other"', "choose.name", '"never"'];
    const listed = places.map((text) => ({ url, offset: source.indexOf(text) }));
    write("coverage/places.json", JSON.stringify(listed));
    execFileSync(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run"], { cwd: folder });
    const found: ExecutedPlaces = JSON.parse(readFileSync(join(folder, "coverage/executed.json"), "utf8"));
    const textsOf = (indices: readonly number[]) => indices.map((index) => places[index]);
    expect(textsOf(found.around)).toEqual(["choose.name"]);
    expect(Object.fromEntries(found.tests.map(({ name, places: own }) => [name, textsOf(own)]))).toEqual({
      first: ['"one"'],
      "of (names)": ['"other"'],
      "in a process": ['"one"', "choose.name"],
      nothing: [],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
