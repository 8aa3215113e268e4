// `npm run release`: publishes the packages of this commit, with provenance, and tags it. What is published already is left alone, so that it can be
// run again. `-- --dry-run` does all but that, and is a step of .ci/run. Provenance can only be made in a CI that npm knows (GitHub Actions with
// `id-token: write`, GitLab); `-- --no-provenance` is for a registry of one's own.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const isDry = process.argv.includes("--dry-run");
const hasProvenance = !process.argv.includes("--no-provenance");
const staged = join(root, "out/packages");

run(process.execPath, ["scripts/stage-packages.mjs"]);
// Each after those that it depends on.
const packages = ["ir", "codegen", "transformer", "runtime", "cluster"].map((folder) => {
  const manifest = JSON.parse(readFileSync(join(staged, folder, "package.json"), "utf8"));
  return { folder: join(staged, folder), ...manifest };
});
const { version } = packages[0];

const problems = [
  ...packages.filter((one) => one.version !== version).map((one) => `${one.name} is ${one.version}, not ${version}`),
  ...packages.flatMap(({ name, dependencies = {} }) =>
    Object.entries(dependencies)
      .filter(([other, range]) => packages.some((one) => one.name === other) && range !== version)
      .map(([other, range]) => `${name} depends on ${other} ${range}, not ${version}`),
  ),
  ...packages
    .filter(({ repository }) => !repository?.url)
    .map(({ name }) => `${name} has no repository, by which provenance is checked`),
  ...(isDry ? [] : problemsOfCommit()),
];
if (problems.length > 0) fail(problems.join("\n"));

for (const { name, folder } of packages) {
  if (!isDry && isPublished(name)) console.log(`${name}@${version} is published.`);
  else
    run("npm", [
      "publish",
      folder,
      `--provenance=${hasProvenance}`,
      ...(isDry ? ["--dry-run", "--loglevel=error"] : []),
    ]);
}
if (!isDry) run("git", ["tag", `v${version}`]);

function problemsOfCommit() {
  const hasChanges = run("git", ["status", "--porcelain"], "pipe") !== "";
  const waiting = readdirSync(join(root, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md");
  const isWritten = readFileSync(join(root, "CHANGELOG.md"), "utf8").split("\n").includes(`## ${version}`);
  return [
    ...(hasChanges ? ["There are changes that are not committed."] : []),
    ...(waiting.length > 0 ? [".changeset has changes of the next version: `npm run next-version` comes first."] : []),
    ...(isWritten ? [] : [`CHANGELOG.md has no "## ${version}".`]),
  ];
}

function isPublished(name) {
  return spawnSync("npm", ["view", `${name}@${version}`, "version"], { encoding: "utf8" }).stdout.trim() === version;
}

function run(program, args, stdout = "inherit") {
  const done = spawnSync(program, args, { cwd: root, stdio: ["ignore", stdout, "inherit"], encoding: "utf8" });
  if (done.status !== 0) fail(`${program} ${args.join(" ")} failed.`);
  return done.stdout ?? "";
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
