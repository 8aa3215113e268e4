// npm run test:near [-- FILE ...]: the tests nearest to files that were edited, in seconds; without FILE, to those that differ from the last
// commit. A test file stands for itself.

import { execFileSync, spawnSync } from "node:child_process";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { nearTests } from "./near-tests.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const given = process.argv.slice(2);
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
const edited = [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
const files =
  given.length > 0 ? given.map((file) => relative(root, resolve(file))) : edited.filter((file) => file !== "");
const tests = [...new Set(files.flatMap((file) => nearTests(file.replaceAll("\\", "/"))))];
if (tests.length === 0) {
  const what = files.length > 0 ? `no test is near ${files.join(", ")}` : "nothing was edited";
  console.error(
    `test:near: ${what}; expected a source or test file, as in \`npm run test:near -- codegen/src/wasm/gang/masks.ts\`.`,
  );
  process.exit(1);
}
console.log(`${tests.join("\n")}\n`);
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...tests], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
