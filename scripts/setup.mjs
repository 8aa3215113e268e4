// Makes a fresh clone ready: installs the locked dependencies and builds the packages, each only when something changed.
// `npm start` and `npm test` call it first, so it uses Node's built-in modules only, prints nothing when all is up to
// date, and may run several times at once: one process works, the others wait for it. The stamps in node_modules hold a
// digest of what each step read. Written so that an old Node still parses it and gets the message below.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the user can do something about: the message alone is printed. */
class SetupError extends Error {}

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = join(root, ".setup.lock");
const typeScriptBundler = "scripts/bundle-typescript.mjs";
const typeScriptFile = "transformer/dist/typescript/typescript.cjs";
const workerBundler = "scripts/bundle-worker.mjs";
const madeByBundler = /\/lanewise-worker\.js$|\/dist\/typescript\//; // of no source of its own
const heartbeatMs = 1000;
const silentMs = 30_000; // a lock whose holder gave no sign of life for this long is abandoned

main().catch((error) => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
});

async function main() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Lanewise needs Node 20.19 or later; this is Node ${process.versions.node}.`);
  }
  if (isReady()) return;
  const held = await acquire();
  try {
    await install(held);
    await bundleTypeScript(held);
    await build(held);
  } finally {
    held.release();
  }
}

async function install(held) {
  const want = installDigest();
  if (readStamp("install") === want) return;
  const npm = npmCommand(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  await run(held, "Installing the dependencies", npm[0], npm[1]);
  writeStamp("install", want);
}

/** The compiler's own, which changes when what is installed does. */
async function bundleTypeScript(held) {
  if (hasTypeScript()) return;
  await run(held, "Bundling the compiler's TypeScript", process.execPath, [typeScriptBundler]);
  writeStamp("typescript", typeScriptDigest());
}

async function build(held) {
  const want = buildDigest(); // before the build: what is edited during it is built the next time
  if (readStamp("build") !== want) await compile(held, "Building the packages", []);
  // tsc looks at its own records, and does not see that outputs were deleted.
  if (missingOutput() !== undefined) await compile(held, "Building all anew", ["--force"]);
  writeStamp("build", want);
}

/** The packages, then the kernels among their sources, by the compiler that has just been built. */
async function compile(held, label, options) {
  removeStaleOutputs();
  await run(held, label, process.execPath, ["node_modules/typescript/bin/tsc", "-b", ...options]);
  for (const folder of kernelFolders()) {
    await run(held, `Compiling ${folder}`, process.execPath, ["transformer/dist/cli/main.js", "build", "-p", folder]);
  }
  await run(held, "Bundling the script of threads", process.execPath, [workerBundler]);
}

function isReady() {
  const isInstalled = readStamp("install") === installDigest() && hasTypeScript();
  return isInstalled && readStamp("build") === buildDigest() && !missingOutput();
}

// What the steps read and write

function packageFolders() {
  return JSON.parse(fs.readFileSync(join(root, "package.json"), "utf8")).workspaces;
}

/** Folders of sources that have a tsconfig.json of their own: tsc leaves them to `lanewise build`. */
function kernelFolders() {
  return packageFolders()
    .flatMap((folder) => filesUnder(`${folder}/src`))
    .filter((path) => path.endsWith("/tsconfig.json"))
    .map((path) => path.slice(0, -"/tsconfig.json".length));
}

/** Changes with whatever `npm ci` reads; scripts and the like are left out. */
function installDigest() {
  const fields = ["name", "version", "workspaces", "bin", "overrides", "dependencies", "devDependencies"];
  const manifests = ["", ...packageFolders()].map((folder) => {
    const manifest = JSON.parse(fs.readFileSync(join(root, folder, "package.json"), "utf8"));
    return [...fields, "optionalDependencies", "peerDependencies"].map((field) => manifest[field]);
  });
  const machine = [process.platform, process.arch, process.versions.modules];
  return digest(["package-lock.json"], JSON.stringify([machine, manifests]));
}

function buildDigest() {
  const folders = packageFolders();
  const configs = [
    workerBundler,
    "tsconfig.json",
    "tsconfig.base.json",
    ...folders.map((folder) => `${folder}/tsconfig.json`),
  ];
  return digest([...configs, ...folders.flatMap((folder) => filesUnder(`${folder}/src`))], installDigest());
}

function hasTypeScript() {
  return readStamp("typescript") === typeScriptDigest() && fs.existsSync(join(root, typeScriptFile));
}

function typeScriptDigest() {
  return digest([typeScriptBundler], installDigest());
}

/** The first package source whose JavaScript is not there. That of declarations is made by the bundler of the threads' script. */
function missingOutput() {
  return packageFolders()
    .flatMap((folder) => filesUnder(`${folder}/src`))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replace("/src/", "/dist/").replace(/(\.d)?\.ts$/, ".js"))
    .find((path) => !fs.existsSync(join(root, path)));
}

/** Outputs whose source was moved or deleted: tsc leaves them, and packages would have them. */
function removeStaleOutputs() {
  const outputs = packageFolders()
    .map((folder) => `${folder}/dist`)
    .filter((folder) => fs.existsSync(join(root, folder)))
    .flatMap(filesUnder);
  for (const path of outputs) {
    const [, name, extension] = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(path) || [];
    if (name === undefined || madeByBundler.test(path)) continue;
    const source = name.replace("/dist/", "/src/");
    const hasSource = fs.existsSync(join(root, `${source}.ts`));
    if (!hasSource && !(extension === ".js" && fs.existsSync(join(root, `${source}.d.ts`)))) {
      fs.rmSync(join(root, path));
    }
  }
}

function filesUnder(folder) {
  const entries = fs.readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .sort();
}

function digest(files, extra) {
  const hash = createHash("sha256").update(extra);
  for (const file of files) hash.update(`\0${file}\0`).update(fs.readFileSync(join(root, file)));
  return hash.digest("hex");
}

function stampPath(step) {
  return join(root, "node_modules", `.setup-${step}`);
}

function readStamp(step) {
  return readIfThere(stampPath(step));
}

function writeStamp(step, content) {
  fs.writeFileSync(stampPath(step), content);
}

function readIfThere(path) {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

// One set-up at a time

/**
 * Waits for the lock and takes it. The lock is a file with host, process and child process of its holder, who touches it
 * every second: so one left behind by a killed process, another machine or an earlier boot is found out.
 */
async function acquire() {
  for (let tries = 0; ; tries += 1) {
    const file = tryCreate(lock);
    if (file !== undefined) return hold(file);
    if (discardIfAbandoned()) continue;
    if (tries === 0) console.error("Waiting for another set-up of this folder ...");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function hold(file) {
  const write = (child) => fs.writeSync(file, [hostname(), process.pid, child, ""].join("\n"), 0);
  write(process.pid);
  const beat = setInterval(() => fs.futimesSync(file, new Date(), new Date()), heartbeatMs);
  let child;
  const held = {
    note: (started) => {
      child = started;
      write(started.pid || process.pid); // none if it could not be started
    },
    release: () => {
      clearInterval(beat);
      fs.closeSync(file);
      fs.rmSync(lock, { force: true });
    },
  };
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  for (const signal of Object.keys(codes)) {
    process.once(signal, () => {
      if (child !== undefined) child.kill();
      held.release();
      process.exit(codes[signal]);
    });
  }
  return held;
}

/** True when the lock is gone. It is moved aside before it is deleted, so that a newer one is never deleted unseen. */
function discardIfAbandoned() {
  const seen = readIfThere(lock);
  if (seen === undefined) return true;
  if (!isAbandoned(seen)) return false;
  const aside = `${lock}.${process.pid}`;
  try {
    fs.renameSync(lock, aside);
  } catch (error) {
    if (error.code === "ENOENT") return true; // another waiting process was quicker
    throw error;
  }
  if (readIfThere(aside) !== seen) fs.renameSync(aside, lock);
  fs.rmSync(aside, { force: true });
  return true;
}

function isAbandoned(text) {
  const stat = fs.statSync(lock, { throwIfNoEntry: false });
  if (stat === undefined || Date.now() - stat.mtimeMs > silentMs) return true;
  const [host, holder, child, ...end] = text.split("\n");
  const isWhole = end.length > 0; // else its holder is about to write it
  return isWhole && host === hostname() && !isRunning(Number(holder)) && !isRunning(Number(child));
}

function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH"; // EPERM: it runs under another user
  }
}

function tryCreate(path) {
  try {
    return fs.openSync(path, "wx");
  } catch (error) {
    if (error.code === "EEXIST") return undefined;
    throw error;
  }
}

// Running a step

function npmCommand(args) {
  const cli = process.env.npm_execpath; // npm's own script: also right on Windows, where npm is a .cmd
  return (cli || "").endsWith("npm-cli.js") ? [process.execPath, [cli, ...args]] : ["npm", args];
}

function run(held, label, command, args) {
  console.error(`${label} ...`);
  return new Promise((resolve, reject) => {
    const shell = command === "npm" && process.platform === "win32";
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell });
    held.note(child);
    child.once("error", (error) => reject(new SetupError(`${label} failed: ${error.message}`)));
    child.once("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new SetupError(`${label} failed (${signal === null ? `exit code ${code}` : signal}).`));
    });
  });
}
