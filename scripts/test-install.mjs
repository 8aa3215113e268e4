// `npm run test:install`: the packages as they are published, installed by each package manager beside each TypeScript, in folders outside the
// checkout. The project's `tsc` stays its own, and a kernel is checked, built and run.
//
//   npm run test:install                   all
//   npm run test:install -- pnpm yarn:7    these alone
//
// The managers are packages of npm; all take the registry that npm is configured with.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "lanewise-install-"));
const isWindows = process.platform === "win32";

const versions = { 5: "5.7.3", 6: "6.0.3", 7: "7.0.2" };
const installedTools = new Set();
const registry = output("npm", ["config", "get", "registry"]).trim();

/** Where a manager is, how it installs, how it runs a command of the project, and what the project has for it. */
const pnpm = { package: "pnpm@10.34.9", path: "pnpm/bin/pnpm.cjs" };
const yarn = {
  tool: { package: "@yarnpkg/cli-dist@4.18.1", path: "@yarnpkg/cli-dist/bin/yarn.js" },
  install: ["yarn", "install"],
  run: ["yarn", "run"],
  node: ["yarn", "node"],
};
const managers = {
  npm: {
    install: ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"],
    run: ["npx", "--no", "--"],
    files: () => ({}),
  },
  pnpm: {
    tool: pnpm,
    install: ["pnpm", "install", "--reporter=silent"],
    run: ["pnpm", "exec"],
    files: (tarballs) => ({ "pnpm-workspace.yaml": `overrides:\n${yaml(fileLinks(tarballs), "  ")}` }),
  },
  yarn: { ...yarn, files: () => yarnFiles("node-modules") },
  "yarn-pnp": { ...yarn, files: () => yarnFiles("pnp") },
};

const program = `import { Queue, reduction } from "lanewise";

const q = new Queue();
const sum = q.mallocShared(Float64Array, 1);
q.parallelFor(1000, reduction(sum, "add"), (i, total) => {
  total.combine(i);
}).then(() => console.log("the sum is", sum[0]));
`;
const printed = "the sum is 499500";
const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  types: ["node"],
  strict: true,
};
const config = {
  compilerOptions: { ...compilerOptions, skipLibCheck: true, rootDir: "src", outDir: "dist" },
  include: ["src"],
};

try {
  process.exitCode = main() ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

function main() {
  const asked = process.argv.slice(2).map((text) => text.split(":"));
  const isAsked = (manager, version) =>
    asked.length === 0 || asked.some(([name, only]) => name === manager && (only === undefined || only === version));
  const runs = Object.keys(managers).flatMap((manager) =>
    Object.keys(versions)
      .filter((version) => isAsked(manager, version))
      .map((version) => ({ manager, version })),
  );
  const tarballs = pack();
  const rows = runs.map(({ manager, version }) => ({ manager, version, ...tryOne(manager, version, tarballs) }));
  console.log(`\n${table(rows)}`);
  return rows.every(({ problem }) => problem === undefined);
}

/** The tarballs' paths by the packages' names. */
function pack() {
  const staged = join(place, "staged");
  output(process.execPath, [join(root, "scripts/stage-packages.mjs"), staged]);
  const folders = ["ir", "codegen", "transformer", "runtime", "cluster"].map((name) => join(staged, name));
  const packed = JSON.parse(output("npm", ["pack", ...folders, "--json", "--pack-destination", place]));
  return Object.fromEntries(packed.map(({ name, filename }) => [name, join(place, filename)]));
}

function tryOne(manager, version, tarballs) {
  const { install, run, node = [...run, "node"], files, tool } = managers[manager];
  const folder = join(place, `${manager}-${version}`);
  const dependencies = fileLinks(tarballs);
  const devDependencies = { typescript: versions[version], "@types/node": "22.19.1" };
  write(folder, {
    "package.json": JSON.stringify({
      name: "app",
      version: "1.0.0",
      type: "module",
      dependencies,
      devDependencies,
      resolutions: dependencies,
    }),
    "tsconfig.json": JSON.stringify(config),
    "src/main.ts": program,
    ...files(tarballs),
  });
  const start = performance.now();
  const result = { tsc: "", problem: undefined };
  const step = (title, [name, ...args], expected) => {
    if (result.problem !== undefined) return "";
    const command = tool === undefined ? [name, args] : [process.execPath, [toolPath(tool), ...args]];
    const { status, stdout, stderr } = spawn(...command, folder);
    const isRight = status === 0 && (expected === undefined || stdout.includes(expected));
    if (!isRight) result.problem = `${title}: exit code ${status}`;
    if (!isRight) console.error(`\n== ${manager}, TypeScript ${versions[version]}: ${title}\n${stdout}\n${stderr}`);
    return stdout;
  };
  step("install", install);
  result.tsc = step("tsc --version", [...run, "tsc", "--version"], versions[version]).trim();
  step("lanewise run", [...run, "lanewise", "run", "src/main.ts"], printed);
  step("lanewise build", [...run, "lanewise", "build"]);
  step("node dist/main.js", [...node, "dist/main.js"], printed);
  return { ...result, seconds: Math.round((performance.now() - start) / 1000) };
}

/** Installs it at first. */
function toolPath({ package: name, path }) {
  const prefix = join(place, "tools", name.replaceAll("/", "-"));
  const file = join(prefix, "node_modules", path);
  if (!installedTools.has(file)) {
    output("npm", [
      "install",
      "--prefix",
      prefix,
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--loglevel=error",
      name,
    ]);
    installedTools.add(file);
  }
  return file;
}
function fileLinks(tarballs) {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
}

function yaml(entries, indent = "") {
  return Object.entries(entries)
    .map(([key, value]) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}\n`)
    .join("");
}

function yarnFiles(nodeLinker) {
  const settings = {
    nodeLinker,
    npmRegistryServer: registry,
    enableTelemetry: false,
    enableGlobalCache: false,
    enableScripts: false,
    globalFolder: join(place, "yarn"),
  };
  return { "yarn.lock": "", ".yarnrc.yml": yaml(settings) };
}

function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Without what npm tells the scripts that it runs: this checkout is not the project. */
function spawn(program, args, cwd = root) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE_OPTIONS$|CI$)/i.test(name) || /^npm_config_(registry|userconfig)$/i.test(name),
  );
  const path = kept.find(([name]) => name.toLowerCase() === "path");
  const env = { ...Object.fromEntries(kept), [path?.[0] ?? "PATH"]: withoutCheckout(path?.[1] ?? "") };
  return spawnSync(program, args, { cwd, env, encoding: "utf8", shell: isWindows && program !== process.execPath });
}

/** `npm run` puts the checkout's commands first. */
function withoutCheckout(path) {
  const separator = isWindows ? ";" : ":";
  return path
    .split(separator)
    .filter((folder) => !folder.includes("node_modules"))
    .join(separator);
}

function output(program, args) {
  const { status, stdout, stderr } = spawn(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr || stdout}`);
  return stdout;
}

function table(rows) {
  const lines = [
    ["", "TypeScript", "tsc --version", "seconds", ""],
    ...rows.map(({ manager, version, tsc, seconds, problem = "a kernel is checked, built and run" }) => [
      manager,
      versions[version],
      tsc,
      `${seconds}`,
      problem,
    ]),
  ];
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
