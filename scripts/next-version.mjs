// `npm run next-version`: the next version, from the files in .changeset: their texts become a part of CHANGELOG.md, the packages get the version that
// they ask for, all five the same. What it has changed is to be read, and committed.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = process.cwd();
const read = (path) => readFileSync(join(folder, path), "utf8");
const changes = readdirSync(join(folder, ".changeset"))
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .sort()
  .map((name) => /^---\n[\s\S]*?\n---\n+([\s\S]*)$/.exec(read(`.changeset/${name}`))?.[1].trim() ?? "")
  .filter((text) => text !== "");
if (changes.length === 0) fail("No file in .changeset says what has changed: `npx changeset` writes one.");

const cli = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");
run(process.execPath, [cli, "version"]);
const { version } = JSON.parse(read("runtime/package.json"));
const [title, ...older] = read("CHANGELOG.md").split(/\n(?=## )/);
const news = `## ${version}\n\n${changes.map((text) => `- ${text.replaceAll("\n", "\n  ")}\n`).join("")}`;
writeFileSync(join(folder, "CHANGELOG.md"), [title, news, ...older].join("\n"));
run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]);
console.log(`The packages are ${version} now: read CHANGELOG.md, and commit.`);

function run(program, args) {
  const shell = program === "npm" && process.platform === "win32";
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell });
  if (status !== 0) fail(`${program} ${args.join(" ")} failed.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
