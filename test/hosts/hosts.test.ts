// A compiled program on Node and on what imitates it. LANEWISE_HOST says on which, and LANEWISE_HOST_PATH where that is: `npm run test:matrix` sets both; else it is
// the Node of these tests.

import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, project } from "../adapters/projects.js";
import { removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";

interface Host {
  /** How it runs a file, with the least permissions. */
  readonly args: readonly string[];
  /** Permissions that kept code needs. */
  readonly keeping: readonly string[];
  /** Whether it can end a thread whose kernel does not end. */
  readonly endsThreads: boolean;
}
const hosts: Readonly<Record<string, Host>> = {
  node: { args: [], keeping: [], endsThreads: true },
  deno: {
    args: ["run", "--no-prompt", "--allow-env"],
    keeping: ["--allow-sys", "--allow-read", "--allow-write"],
    endsThreads: true,
  },
  bun: { args: [], keeping: [], endsThreads: false },
};
const { LANEWISE_HOST: name = "node", LANEWISE_HOST_PATH: path = process.execPath } = process.env;
const host = hosts[name];
if (!host) throw new Error(`LANEWISE_HOST is ${name}; there are ${Object.keys(hosts).join(", ")}`);

const source = readFileSync(new URL("program.ts", import.meta.url), "utf8");
const line = source.split("\n").findIndex((text) => text.includes("the line of the error")) + 1;
const expected = `threads: 3 undefined 0,3,6
waitSync: 100000 1
error: out_of_bounds src/main.ts:${line}
groups: 499500 7,6,5,4
host: 0,3,6,9
endless: timeout
afterwards: 5
`;

let folder: string;
beforeAll(() => {
  folder = project({ "src/main.ts": source }, { types: ["node"] });
  const { code, stderr } = command(folder, "build");
  if (code !== 0) throw new Error(stderr);
});
afterAll(removeTemporaryFolders);

const { LANEWISE_CACHE: _, XDG_CACHE_HOME: __, ...environment } = process.env;

function run({ args: given, keeping, endsThreads }: Host, file: string, cwd: string, cache?: string): string {
  const args = [...given, ...(cache === undefined ? [] : keeping), file, ...(endsThreads ? [] : ["kill"])];
  const kept = cache === undefined ? { HOME: temporaryFolder() } : { LANEWISE_CACHE: cache };
  const env = { ...environment, ...kept, LANEWISE_THREADS: "3", NO_COLOR: "1" };
  const { status, signal, stdout, stderr, error } = spawnSync(path, args, {
    cwd,
    env,
    encoding: "utf8",
    timeout: 50_000,
    killSignal: "SIGTERM",
  });
  if (error) throw new Error(`${error.message}\n${stdout}${stderr}`);
  expect(stderr).toBe("");
  expect(endsThreads ? status : signal).toBe(endsThreads ? 0 : "SIGKILL");
  return stdout;
}

describe(name, () => {
  test("runs what tsc prints: threads, waiting, errors, groups, both devices, limits of time", () => {
    expect(run(host, "dist/main.js", folder)).toBe(expected);
  });

  test.each(["esm", "cjs"] as const)("runs a bundle of %s that is one file in a folder of its own", async (format) => {
    const file = format === "esm" ? "main.mjs" : "main.cjs";
    const outfile = join(folder, "out", file);
    const logOverride = { "empty-import-meta": "silent" } as const;
    await build({
      entryPoints: [join(folder, "dist/main.js")],
      outfile,
      bundle: true,
      platform: "node",
      format,
      logOverride,
    });
    const alone = temporaryFolder();
    cpSync(outfile, join(alone, file));
    expect(run(host, file, alone)).toBe(expected);
  });

  test("keeps code, and uses what it has kept", () => {
    const cache = temporaryFolder();
    const kept = () => readdirSync(cache).map((entry) => [entry, statSync(join(cache, entry)).ino]);
    expect(run(host, "dist/main.js", folder, cache)).toBe(expected);
    const first = kept();
    expect(first.length).toBeGreaterThan(4);
    expect(run(host, "dist/main.js", folder, cache)).toBe(expected);
    expect(kept()).toEqual(first);
  });
});
