// scripts/setup.mjs in a workspace of its own, with an npm and a tsc that only note that they ran: when it works, when it does
// not, and that several at once, one of them killed, do no harm.

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const setup = new URL("../../scripts/setup.mjs", import.meta.url);
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lanewise-setup-"));
  mkdirSync(join(folder, "scripts"));
  cpSync(setup, join(folder, "scripts/setup.mjs"));
  write("scripts/bundle-worker.mjs", "");
  write("scripts/bundle-typescript.mjs", fakeBundler);
  write("package.json", JSON.stringify({ workspaces: ["one"] }));
  write("package-lock.json", "{}");
  write("tsconfig.json", "{}");
  write("tsconfig.base.json", "{}");
  write("one/package.json", "{}");
  write("one/tsconfig.json", "{}");
  write("one/src/deep/index.ts", "");
  write("tools/npm-cli.js", fakeNpm);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("installs and builds once, then does and says nothing", async () => {
  expect(await run()).toMatchObject({ code: 0, printed: expect.stringContaining("Installing") });
  expect(log()).toEqual(["npm ci --include=dev", "tsc -b"]);
  expect(await run()).toEqual({ code: 0, printed: "" });
  expect(log()).toHaveLength(2);
});

test("after a change it does what the change asks for", async () => {
  await run();
  write("one/src/deep/index.ts", "export {};");
  await run();
  expect(log().slice(2)).toEqual(["tsc -b"]);
  rmSync(join(folder, "one/dist"), { recursive: true });
  await run();
  expect(log().slice(3)).toEqual(["tsc -b --force"]);
  write("package.json", JSON.stringify({ workspaces: ["one"], scripts: { lint: "x" } }));
  await run();
  expect(log().slice(4)).toEqual([]);
  write("package-lock.json", "{ }");
  await run();
  expect(log().slice(4)).toEqual(["npm ci --include=dev", "tsc -b"]);
});

test("kernels among the sources are compiled after the packages, by the compiler that was built", async () => {
  write("one/src/kernels/tsconfig.json", "{}");
  const note = 'require("node:fs").appendFileSync("log", "lanewise " + process.argv.slice(2).join(" ") + "\\n");';
  write("transformer/dist/cli/main.js", note);
  await run();
  expect(log().slice(1)).toEqual(["tsc -b", "lanewise build -p one/src/kernels"]);
  rmSync(join(folder, "one/dist"), { recursive: true });
  await run();
  expect(log().slice(3)).toEqual(["tsc -b --force", "lanewise build -p one/src/kernels"]);
});

test("the script of threads is bundled last, and anew where it is missing", async () => {
  const text = "one/dist/text.js";
  write("one/src/text.d.ts", "");
  write(
    "scripts/bundle-worker.mjs",
    `import fs from "node:fs"; fs.appendFileSync("log", "bundle\\n"); fs.writeFileSync("${text}", "");`,
  );
  await run();
  expect(log().slice(1)).toEqual(["tsc -b", "bundle"]);
  rmSync(join(folder, text));
  await run();
  expect(log().slice(3)).toEqual(["tsc -b --force", "bundle"]);
  await run();
  expect(log()).toHaveLength(5);
});

test("outputs of sources that are gone are removed, others stay", async () => {
  await run();
  for (const name of [
    "old.js",
    "old.d.ts",
    "old.js.map",
    "old.d.ts.map",
    "lanewise-worker.js",
    "typescript/lib.d.ts",
    "data.json",
    "text.js",
  ]) {
    write(`one/dist/${name}`, "");
  }
  write("one/src/text.d.ts", "");
  await run();
  expect(readdirSync(join(folder, "one/dist")).sort()).toEqual([
    "data.json",
    "deep",
    "lanewise-worker.js",
    "text.js",
    "typescript",
  ]);
});

test("the compiler's TypeScript is bundled before the packages are built, and alone where it is missing", async () => {
  write("scripts/bundle-typescript.mjs", `${fakeBundler} fs.appendFileSync("log", "typescript\\n");`);
  await run();
  expect(log().slice(1)).toEqual(["typescript", "tsc -b"]);
  rmSync(join(folder, "transformer/dist/typescript/typescript.cjs"));
  await run();
  expect(log().slice(3)).toEqual(["typescript"]);
  await run();
  expect(log()).toHaveLength(4);
});

test("a failed build is an error, and the next run builds again", async () => {
  write("fail", "");
  expect(await run()).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/Building the packages failed \(exit code 2\)\.\n$/),
  });
  rmSync(join(folder, "fail"));
  expect(await run()).toMatchObject({ code: 0 });
  expect(log()).toEqual(["npm ci --include=dev", "tsc -b", "tsc -b"]);
});

test("an old Node is told what is needed", async () => {
  write("old.cjs", 'Object.defineProperty(process, "versions", { value: { node: "18.20.0" } });');
  const printed = "Lanewise needs Node 20.19 or later; this is Node 18.20.0.\n";
  expect(await run(["--require", join(folder, "old.cjs")])).toEqual({ code: 1, printed });
});

test("of several at once, one works and the others wait", async () => {
  const outcomes = await Promise.all([run(), run(), run(), run()]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(log()).toEqual(["npm ci --include=dev", "tsc -b"]);
  expect(existsSync(join(folder, ".setup.lock"))).toBe(false);
});

test("one that was killed leaves nothing that stops the others", async () => {
  write("slow", "");
  const { child, ended } = start();
  await waitFor(() => log().length === 1);
  child.kill("SIGKILL");
  await ended;
  expect(existsSync(join(folder, ".setup.lock"))).toBe(true);
  rmSync(join(folder, "slow"));
  const outcomes = await Promise.all([run(), run(), run()]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  // The killed one's npm went on alone; nobody started before it was done.
  expect(log()).toEqual(["npm ci --include=dev", "npm ci --include=dev", "tsc -b"]);
});

test("one that was interrupted takes its lock away", async () => {
  write("slow", "");
  const { child, ended } = start();
  await waitFor(() => log().length === 1);
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
  expect(existsSync(join(folder, ".setup.lock"))).toBe(false);
});

const fakeBundler = `import fs from "node:fs";
fs.mkdirSync("transformer/dist/typescript", { recursive: true });
fs.writeFileSync("transformer/dist/typescript/typescript.cjs", "");`;

/** Notes its arguments, then makes a tsc that notes its own and writes the one output. Slow while a file `slow` is there. */
const fakeNpm = `
const fs = require("node:fs");
const { join } = require("node:path");
const root = join(__dirname, "..");
const note = (line) => fs.appendFileSync(join(root, "log"), line + "\\n");
note("npm " + process.argv.slice(2, 4).join(" "));
while (fs.existsSync(join(root, "slow"))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
const bin = join(root, "node_modules/typescript/bin");
fs.rmSync(join(root, "node_modules"), { recursive: true, force: true });
fs.mkdirSync(bin, { recursive: true });
fs.writeFileSync(join(bin, "tsc"), \`
const fs = require("node:fs");
fs.appendFileSync("log", "tsc " + process.argv.slice(2).join(" ") + "\\\\n");
if (fs.existsSync("fail")) process.exit(2);
fs.mkdirSync("one/dist/deep", { recursive: true });
fs.writeFileSync("one/dist/deep/index.js", "");
\`);
`;

interface Outcome {
  readonly code: number | null;
  readonly printed: string;
}

function start(options: readonly string[] = []): { child: ChildProcess; ended: Promise<Outcome> } {
  const env = { ...process.env, npm_execpath: join(folder, "tools/npm-cli.js") };
  const child = spawn(process.execPath, [...options, join(folder, "scripts/setup.mjs")], {
    cwd: tmpdir(),
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const collect = (text: Buffer): void => {
    printed += text.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  // "exit", not "close": the pipes of a killed one stay open in the npm that it started.
  const ended = new Promise<Outcome>((resolve) => child.once("exit", (code) => resolve({ code, printed })));
  return { child, ended };
}

function run(options: readonly string[] = []): Promise<Outcome> {
  return start(options).ended;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function log(): string[] {
  const path = join(folder, "log");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
