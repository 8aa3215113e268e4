// Packages that ship WebAssembly alone (requirements Y1 to Y3, X6): kernels of others call their functions across instances.

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilers, type Files, projectOn, run } from "./projects.js";

const manifest = (name: string, version: string) =>
  JSON.stringify({
    ...{ name, version, type: "module" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });

const noise = (factor: number, version: string): Files => ({
  "package.json": manifest("noise", version),
  "src/index.ts": `import { atomicRef, deviceFn, deviceGlobal, type f32, type i32, specConstant, type u32 } from "lanewise";
import { mix } from "./mix.js";
export const calls = deviceGlobal<i32>(10);
export const noise = deviceFn((x: u32): u32 => { atomicRef(calls).fetchAdd(1); return mix(x + 1); });
export const sum = deviceFn((values: Float32Array, from: i32, to: i32): f32 => {
  let sum = 0 as f32;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
});
export const gain = specConstant<f32>(3);
export const pick = deviceFn((a: f32, b: f32): f32 => (a > b ? a : b) * gain.value);
export const largest = deviceFn((a: i32, b: i32): i32 => (a > b ? a : b));
`,
  "src/mix.ts": `import { deviceFn, type u32 } from "lanewise";
export const mix = deviceFn((x: u32): u32 => Math.imul(x ^ (x >>> 16), ${factor}) >>> 0);
`,
});

const app: Files = {
  "src/main.ts": `import { KernelError, Queue, type u32 } from "lanewise";
import { calls, noise, sum } from "noise";
const q = new Queue({ device: (process.argv[2] ?? "cpu") as "cpu" });
const n = 1000;
const values = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float64Array, n);
await q.parallelFor(n, (i) => { values[i] = i % 7; });
await q.parallelFor(n, (i) => {
  if (i % 3 === 0) return;
  out[i] = noise((i >>> 0) as u32) + sum(values, i - (i % 5), i);
});
let checked = 0;
for (const [i, value] of out.entries()) checked = (checked * 31 + value) % 1000003;
console.log(checked, await q.read(calls));
try {
  await q.parallelFor(n, (i) => { out[i] = sum(values, 0, i === 700 ? n + 1 : 1); });
} catch (error) {
  if (!(error instanceof KernelError)) throw error;
  console.log(error.code, error.file, error.line, error.index, error.length, error.workItem.join(), error.calledFrom.map(({ file, line }) => file + ":" + line).join());
}
`,
};

/** Stands on noise, which its own functions call across instances. */
const colour: Files = {
  "package.json": manifest("colour", "3.0.0"),
  "src/index.ts": `import { deviceFn, type f32, fixedArray, type i32, type u32 } from "lanewise";
import { calls, noise, sum } from "noise";
export const grain = deviceFn((pixels: Float32Array, i: i32): f32 => {
  const around = fixedArray(4, 0 as f32);
  for (let k = 0; k < 4; k++) around[(k + i) & 3] = sum(pixels, i, i + k) + (noise((i >>> 0) as u32) % 4);
  return around[i & 3]! + around[(i + 3) & 3]!;
});
export const seen = deviceFn((): i32 => calls.value);
`,
};

const onColour = (entry: string, more = ""): Files => ({
  "src/main.ts": `import { LanewiseError, Queue, type u32 } from "${entry}";
import { grain, seen } from "colour";
import { calls, noise } from "noise";
const q = new Queue({ device: (process.argv[2] ?? "cpu") as "cpu" });
const n = 100;
const x = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float32Array, n);
await q.parallelFor(n, (i) => { x[i] = i % 9; });
try {
  await q.parallelFor(n - 4, (i) => { if (i % 4 !== 1) out[i] = grain(x, i) + noise((i >>> 0) as u32); });
  let checked = 0;
  for (const [i, value] of out.entries()) checked = (checked * 31 + value) % 1000003;
  console.log(checked, await q.read(calls), typeof seen);${more}
  await q.parallelFor(n, (i) => { if (i === 98) out[i] = grain(x, i); });
} catch (error) {
  if (!(error instanceof LanewiseError)) throw error;
  const [first = ""] = error.message.split("\\n");
  console.log(first, [...error.message.matchAll(/called from (\\S+)/g)].map(([, at]) => at).join());
}
`,
});

function built(folder: string, ...args: string[]): string {
  expect(compilers.build(folder, ...args)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

type Form = "ir" | "wasm";

/** The package as it is published, without sources. */
function published(files: Files, targets: Form, packages: Readonly<Record<string, string>> = {}): string {
  const folder = built(projectOn(files, "module", packages), "--targets", targets);
  rmSync(join(folder, "src"), { recursive: true });
  return folder;
}

const noises = { ir: "", wasm: "", newer: "" };
const colours = { ir: "", wasm: "", "ir on wasm": "" };
beforeAll(() => {
  for (const form of ["ir", "wasm"] as const) {
    noises[form] = published(noise(5, "1.2.0"), form);
    colours[form] = published(colour, form, { noise: noises[form] });
  }
  noises.newer = published(noise(7, "2.0.0"), "wasm");
  colours["ir on wasm"] = published(colour, "ir", { noise: noises.wasm });
});
afterAll(removeTemporaryFolders);

/** What the app prints with these packages. */
function output(files: Files, packages: Readonly<Record<string, string>>, targets = "ir", device = "cpu"): string {
  const folder = built(projectOn(files, "module", packages), "--targets", targets);
  const { code, stdout, stderr } = run(folder, ["dist/main.js", device]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

test.each(["cpu", "host"])("Y1: on %s, what a package without IR has is called as IR is", (device) => {
  const inIr = output(app, { noise: noises.ir }, "ir", device);
  expect(inIr).toMatch(/^\d+ 676\nout_of_bounds src\/index.ts 7 1000 1000 700 src\/main.ts:16\n$/);
  expect(output(app, { noise: noises.wasm }, "ir", device)).toBe(inIr);
});

test.each(["cpu", "host"])("Y1: on %s, functions of a package without IR call those of another one", (device) => {
  const all = onColour("lanewise", "await q.singleTask(() => { out[0] = seen(); }); console.log(out[0]);");
  const inIr = output(all, { noise: noises.ir, colour: colours.ir }, "ir", device);
  expect(inIr).toMatch(
    /^\d+ (\d+) function\n\1\nLW4012: .*src\/index.ts:7:\d+, work-item 98\). src\/index.ts:5:\d+,src\/main.ts:14:\d+\n$/,
  );
  expect(output(all, { noise: noises.wasm, colour: colours.wasm }, "ir", device)).toBe(inIr);
  expect(output(all, { noise: noises.wasm, colour: colours["ir on wasm"] }, "ir", device)).toBe(inIr);
});

test.each(["lanewise/aot", "lanewise/aot/full", "lanewise"])(
  "X6: with %s, kernels without IR call them, too",
  (entry) => {
    const inIr = output(onColour("lanewise"), { noise: noises.ir, colour: colours.ir });
    expect(output(onColour(entry), { noise: noises.wasm, colour: colours.wasm }, "wasm")).toBe(inIr);
  },
);

/** Puts another version of noise where colour looks for it. */
function beneathColour(files: Files, libraries: Readonly<Record<string, string>>, other: string): string {
  const folder = projectOn(files, "module", libraries);
  for (const part of ["dist", "package.json"])
    cpSync(join(other, part), join(folder, "node_modules/colour/node_modules/noise", part), { recursive: true });
  return folder;
}

test.each([
  ["lanewise", "ir"],
  ["lanewise/aot", "wasm"],
])("Y2: of two versions without IR each module calls the one that it imports, with %s", (entry, targets) => {
  const outputOf = (form: Form, newer: string, build: string) => {
    const files = onColour(form === "ir" ? "lanewise" : entry);
    const folder = beneathColour(files, { noise: newer, colour: colours[form] }, noises[form]);
    return run(built(folder, "--targets", build), ["dist/main.js"]);
  };
  const inIr = outputOf("ir", published(noise(7, "2.0.0"), "ir"), "ir");
  expect(inIr).toMatchObject({ code: 0, stderr: "" });
  expect(outputOf("wasm", noises.newer, targets)).toEqual(inIr);
});

test.each([
  [
    "lanewise",
    "ir",
    "LW4063",
    "it calls the WebAssembly of another version of noise@1.2.0/src/index.ts than the loaded one",
  ],
  [
    "lanewise/aot",
    "wasm",
    "LW4032",
    "it calls the WebAssembly of another version of noise@1.2.0/src/index.ts than the loaded one",
  ],
])("Y3: with %s, code that calls another version than the loaded one is refused", (entry, targets, code, reason) => {
  const folder = built(
    projectOn(onColour(entry), "module", { noise: noises.wasm, colour: colours.wasm }),
    "--targets",
    targets,
  );
  for (const part of ["dist", "package.json"])
    cpSync(join(noises.newer, part), join(folder, "node_modules/noise", part), { recursive: true });
  const { stdout, stderr } = run(folder, ["dist/main.js"]);
  expect(stdout + stderr).toContain(code);
  expect(stdout + stderr).toContain(reason);
});

test("X6: WebAssembly in files is called, too", () => {
  const inFiles = (name: string, packages: Readonly<Record<string, string>>) =>
    built(
      projectOn(name === "noise" ? noise(5, "1.2.0") : colour, "module", packages),
      "--targets",
      "wasm",
      "--wasm",
      "files",
    );
  const files = inFiles("noise", {});
  const packages = { noise: files, colour: inFiles("colour", { noise: files }) };
  const expected = output(onColour("lanewise"), { noise: noises.ir, colour: colours.ir });
  expect(output(onColour("lanewise"), packages)).toBe(expected);
  expect(output(onColour("lanewise/aot"), packages, "wasm")).toBe(expected);
});

test("X6: what cannot be called without IR is LW1522 at a kernel without IR, and a warning in its package", () => {
  const scoped: Files = {
    "package.json": manifest("scoped", "1.0.0"),
    "src/index.ts": `import { deviceFn, deviceGlobal, type i32 } from "lanewise";
export const own = deviceGlobal<i32, { deviceImageScope: true }>(1);
export const next = deviceFn((): i32 => { own.value += 1; return own.value; });
`,
  };
  const library = projectOn(scoped, "module", {});
  const { code, stdout } = compilers.build(library, "--targets", "wasm");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /index\.ts\(3,14\): warning LW1523: Kernels of other packages cannot call `next` without its IR: it uses scoped.*deviceImageScope/,
    ),
  ]);
  const user: Files = {
    "src/main.ts": `import { LanewiseError, Queue } from "lanewise";
import { next } from "scoped";
const q = new Queue({ device: "cpu" });
const out = q.mallocShared(Int32Array, 4);
try { await q.parallelFor(4, (i) => { out[i] = next(); }); }
catch (error) { console.log(error instanceof LanewiseError ? error.message : error); }
`,
  };
  const folder = projectOn(user, "module", { scoped: library });
  expect(compilers.build(folder, "--targets", "wasm")).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(
      /LW1522: This kernel cannot be built ahead of time: it calls .*scoped:next of another package: its built JavaScript has neither IR nor WebAssembly/,
    ),
  });
  expect(run(built(folder), ["dist/main.js"]).stdout).toMatch(
    /LW4063: Kernel main.ts:5 calls scoped@1\.0\.0\/src\/index\.ts:next, .*deviceImageScope[\s\S]*help: Its package must ship IR/,
  );
});

test("X8: `lanewise inspect` shows its functions, `lanewise link` leaves calls of them to the launch", () => {
  const { stdout } = command(noises.wasm, "inspect", "dist/index.js");
  expect(stdout).toMatch(/functions:\n {2}noise@1\.2\.0\/src\/index\.ts:noise: \d+ bytes\n/);
  const folder = built(projectOn(app, "module", { noise: noises.wasm }));
  const linked = command(folder, "link", "dist", "node_modules/noise/dist");
  expect(linked).toMatchObject({ code: 0, stderr: "" });
  const expected = output(app, { noise: noises.ir });
  const found = run(folder, ["--import", "./lanewise-linked.js", "dist/main.js"]);
  expect(found).toEqual({ code: 0, stdout: expected, stderr: "" });
});

test("S3: specialization constants of such functions are those of the launch, in kernels with IR and without; reductions call them", () => {
  const files: Files = {
    "src/main.ts": `import { f32, ndRange, Queue, reduction } from "lanewise";
import { gain, largest, pick } from "noise";
const q = new Queue({ device: "cpu" });
const n = 64;
const out = q.mallocShared(Float32Array, n);
const most = q.mallocShared(Int32Array, 1);
for (const value of [undefined, 5, 7]) {
  await q.submit((h) => {
    if (value !== undefined) h.setSpecializationConstant(gain, value);
    h.parallelFor(n, (i) => { out[i] = pick(f32(i), 20); });
  });
  console.log(out[3], out[63]);
}
await q.parallelFor(n, reduction(most, (a, b) => largest(a, b), { identity: 0 }), (i, most) => most.combine(largest((i * 37) % 61, 2)));
await q.parallelFor(ndRange(n, 16), (item) => {
  const own = pick(f32(item.localId()), 0);
  item.group.barrier();
  out[item.globalId()] = item.group.reduce(own, "add");
});
console.log(most[0], out[0]);
`,
  };
  const expected = output(files, { noise: noises.ir });
  expect(expected).toBe("60 189\n100 315\n140 441\n60 360\n");
  expect(output(files, { noise: noises.wasm })).toBe(expected);
  const inWasm = built(projectOn(files, "module", { noise: noises.wasm }), "--targets", "wasm+scalar");
  expect(run(inWasm, ["dist/main.js"]).stderr).toContain("LW4032");
  const grouped = {
    "src/main.ts": (files["src/main.ts"] ?? "")
      .replace("ndRange(n, 16)", "ndRange(256, 256)")
      .replace("const n = 64", "const n = 256"),
  };
  expect(output(grouped, { noise: noises.wasm }, "wasm")).toBe(output(grouped, { noise: noises.ir }));
});
