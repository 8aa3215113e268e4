// Programs that find their generated code from an earlier run: what decides it, what makes no difference, ten processes at once, and
// `lanewise cache`. (Y6)

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mustRun, removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import { command, project, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);

const source = `import { codeCache, deviceGlobal, type i32, localMemory, type NdItem, ndRange, Queue } from "lanewise";
export const total = deviceGlobal<i32>(4);
const q = new Queue({ threads: 1 });
const x = q.mallocShared(Int32Array, 16);
const [bounds] = process.argv.slice(2);
await q.parallelFor(16, (i) => { x[i] = i * 3 + total.value; }, bounds === "unchecked" ? { bounds } : {});
await q.parallelFor(ndRange(16, 8), (item: NdItem<1>) => {
  const tile = localMemory(Int32Array, 8);
  tile[item.localId()] = x[item.globalId()]!;
  item.barrier();
  x[item.globalId()] = tile[7 - item.localId()]!;
});
if (bounds === "times") console.log(Object.values(codeCache.times).map(({ programs }) => programs).join());
else console.log(x.join());
`;
const expected = `${Array.from({ length: 16 }, (_, i) => (i - (i % 8) + 7 - (i % 8)) * 3 + 4).join()}\n`;

let folder: string;
beforeAll(() => {
  folder = project({ "src/main.ts": source, "src/other.ts": source.replace("i * 3", "i * 5") }, { types: smallNode });
  command(folder, "build");
});

const main = () => join(folder, "dist/main.js");
const kept = (cache: string) => readdirSync(cache).filter((name) => name.endsWith(".code"));
const run = (cache: string, ...args: string[]) => mustRun([main(), ...args], folder, { LANEWISE_CACHE: cache });

test("a second run takes what the first has kept; other options are other programs", () => {
  const cache = join(temporaryFolder(), "cache");
  expect(run(cache)).toBe(expected);
  const first = kept(cache);
  expect(first.length).toBeGreaterThan(1);
  expect(run(cache)).toBe(expected);
  expect(kept(cache)).toEqual(first);
  expect(run(cache, "unchecked")).toBe(expected);
  expect(kept(cache).length).toBe(first.length + 1);
  expect(mustRun([main()], folder, { LANEWISE_CACHE: cache, LANEWISE_FEATURES: "scalar" })).toBe(expected);
  expect(kept(cache).length).toBeGreaterThan(first.length + 2);
});

test("a later run generates nothing", () => {
  const cache = temporaryFolder();
  const programs = (outcome: string) => outcome.trim().split(",").map(Number);
  const [generated = 0, none] = programs(run(cache, "times"));
  expect([generated > 1, none]).toEqual([true, 0]);
  expect(programs(run(cache, "times"))).toEqual([0, generated]);
  // The regions, and how the kernel of work-groups was divided into them.
  expect(kept(cache)).toHaveLength(generated + 1);
});

test("it is really used: what is kept under a program's key is what runs", () => {
  const [cache, others] = [temporaryFolder(), temporaryFolder()];
  run(cache);
  mustRun([join(folder, "dist/other.js")], folder, { LANEWISE_CACHE: others });
  const entry = (where: string) => {
    const name = kept(where).find((found) => readFileSync(join(where, found), "latin1").includes(".ts:#0"));
    return { path: join(where, name ?? ""), body: readFileSync(join(where, name ?? "")).subarray(72) };
  };
  const [own, other] = [entry(cache), entry(others)];
  const header = ({ body }: typeof own) => body.toString("utf8", 4, 4 + body.readUInt32LE());
  const { key } = JSON.parse(header(own));
  const text = JSON.stringify({ ...JSON.parse(header(other)), key });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const body = Buffer.concat([length, Buffer.from(text), other.body.subarray(4 + other.body.readUInt32LE())]);
  writeFileSync(own.path, `lwcode2\n${createHash("sha256").update(body).digest("hex")}`);
  appendFileSync(own.path, body);
  expect(run(cache)).toBe(mustRun([join(folder, "dist/other.js")], folder));
});

test("references to functions, whose ids hang on which was needed first", () => {
  const text = `import { deviceFn, type FunctionRef, functionRef, type i32, Queue } from "lanewise";
export const next = deviceFn((v: i32): i32 => v + 1);
export const tenfold = deviceFn((v: i32): i32 => v * 10);
const q = new Queue({ threads: 1 });
const x = q.mallocShared(Int32Array, 4);
const call = (f: FunctionRef<(v: i32) => i32>) => q.parallelFor(4, (i) => { x[i] = f(i); });
for (const fn of process.argv[2] === "turned" ? [tenfold, next] : [next, tenfold]) {
  await call(functionRef(fn));
  console.log(x.join());
}
`;
  const own = project({ "src/main.ts": text }, { types: smallNode });
  expect(command(own, "build").stderr).toBe("");
  const cache = temporaryFolder();
  const start = (...args: string[]) => mustRun([join(own, "dist/main.js"), ...args], own, { LANEWISE_CACHE: cache });
  expect(start()).toBe("1,2,3,4\n0,10,20,30\n");
  expect(start("turned")).toBe("0,10,20,30\n1,2,3,4\n");
  const before = kept(cache).length;
  expect(start("turned")).toBe("0,10,20,30\n1,2,3,4\n");
  expect(kept(cache)).toHaveLength(before);
});

test("damaged, truncated and empty files are made anew", () => {
  const cache = temporaryFolder();
  run(cache);
  const sizes = kept(cache).map((name) => statSync(join(cache, name)).size);
  for (const [index, name] of kept(cache).entries()) truncateSync(join(cache, name), index === 0 ? 0 : 100);
  expect(run(cache)).toBe(expected);
  expect(kept(cache).map((name) => statSync(join(cache, name)).size)).toEqual(sizes);
});

test("Y6, case 38 (disable-caching): off, nothing is kept", () => {
  const home = temporaryFolder();
  const runAt = (cache: string) => mustRun([main()], folder, { XDG_CACHE_HOME: home, LANEWISE_CACHE: cache });
  expect([runAt("off"), runAt("off"), readdirSync(home)]).toEqual([expected, expected, []]);
  expect([runAt(""), readdirSync(home)]).toEqual([expected, ["lanewise"]]);
});

test.runIf(process.platform === "linux")("a folder of the system that takes none", () => {
  expect(run("/proc/self")).toBe(expected);
  expect(run("/proc/self/below/it")).toBe(expected);
});

test.each(["off", "/dev/null", "/dev/null/below"])("codeCache says that nothing is kept: %s", (cache) => {
  const program = join(folder, "place.mjs");
  const code =
    'import { codeCache } from "lanewise"; codeCache.isOn = true; console.log(codeCache.isOn, codeCache.place);';
  writeFileSync(program, code);
  expect(mustRun([program], folder, { LANEWISE_CACHE: cache })).toBe("false undefined\n");
});

test("a folder that cannot be made", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(run(join(file, "below"))).toBe(expected);
});

test.runIf(process.getuid?.() === 0)("a folder of somebody else, which only root can make", () => {
  const cache = temporaryFolder();
  run(cache);
  const before = kept(cache);
  for (const name of before) truncateSync(join(cache, name), 100);
  chownSync(cache, 12345, 12345);
  expect(run(cache)).toBe(expected);
  expect(kept(cache).map((name) => statSync(join(cache, name)).size)).toEqual(before.map(() => 100));
});

test.skipIf(process.getuid?.() === 0)("a folder that is read only, which root may write all the same", () => {
  const cache = temporaryFolder();
  run(cache);
  const [first = "", ...others] = kept(cache);
  truncateSync(join(cache, first), 100);
  chmodSync(cache, 0o500);
  expect(run(cache)).toBe(expected);
  expect(kept(cache)).toEqual([first, ...others]);
  chmodSync(cache, 0o700);
});

test.each([
  ["where there is nothing", (path: string) => unlinkSync(path)],
  ["where all files are damaged", (path: string) => truncateSync(path, statSync(path).size - 1)],
])("ten processes at once, %s", async (_, prepare) => {
  const cache = join(temporaryFolder(), "cache");
  run(cache);
  const names = kept(cache);
  for (const name of names) prepare(join(cache, name));
  const env = { ...process.env, LANEWISE_CACHE: cache };
  const runs = Array.from({ length: 10 }, () => {
    const child = spawn(process.execPath, [main()], { cwd: folder, env });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    return new Promise<string>((resolve) => child.once("close", () => resolve(output)));
  });
  expect(await Promise.all(runs)).toEqual(Array(10).fill(expected));
  expect(readdirSync(cache).sort()).toEqual(names.sort());
});

test("lanewise cache ls and clear", () => {
  const cache = temporaryFolder();
  run(cache);
  const lanewise = join(folder, "node_modules/@lanewise/transformer/bin/lanewise.js");
  const ask = (...args: string[]) => mustRun([lanewise, "cache", ...args], folder, { LANEWISE_CACHE: cache });
  const count = kept(cache).length;
  expect(ask("ls")).toMatch(/^\S+src\/main\.ts:#0 +\d+\.\d KiB +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
  expect(ask("ls")).toContain(`${count} programs, `);
  const narrow = mustRun([lanewise, "cache", "ls"], folder, { LANEWISE_CACHE: cache, COLUMNS: "48" }).split("\n");
  const rows = narrow.filter((line) => line.includes(" KiB "));
  expect(Math.max(...rows.map((line) => line.length))).toBe(48);
  expect(rows[0]).toMatch(/^\S+….+#\d+ +\d+\.\d KiB/);
  expect(JSON.parse(ask("ls", "--json"))).toHaveLength(count);
  expect(ask("clear")).toBe(`${count} programs removed from ${cache}\n`);
  expect(readdirSync(cache)).toEqual([]);
});
