// Packages that ship WebAssembly alone (requirements Y1 to Y3, X6): kernels of others call their functions across instances.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { compilers, type Files, project, projectOn, run } from "./projects.js";

const manifest = (name: string, version: string) =>
  JSON.stringify({
    ...{ name, version, type: "module" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });

const noise = (factor: number, version: string): Files => ({
  "package.json": manifest("noise", version),
  "src/index.ts": `import { atomicRef, deviceFn, deviceGlobal, type f32, type i32, type u32 } from "lanewise";
import { mix } from "./mix.js";
export const calls = deviceGlobal<i32>(10);
export const noise = deviceFn((x: u32): u32 => { atomicRef(calls).fetchAdd(1); return mix(x + 1); });
export const sum = deviceFn((values: Float32Array, from: i32, to: i32): f32 => {
  let sum = 0 as f32;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
});
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

function built(folder: string, ...args: string[]): string {
  expect(compilers.build(folder, ...args)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

const libraries = { ir: "", wasm: "" };
beforeAll(() => {
  for (const targets of ["ir", "wasm"] as const) {
    const folder = built(project(noise(5, "1.2.0"), { declarationMap: undefined }), "--targets", targets);
    rmSync(join(folder, "src"), { recursive: true });
    libraries[targets] = folder;
  }
});
afterAll(removeTemporaryFolders);

test.each(["cpu", "host"])("Y1: on %s, what a package without IR has is called as IR is", (device) => {
  const [inIr, inWasm] = [libraries.ir, libraries.wasm].map((library) => {
    const folder = built(projectOn(app, "module", { noise: library }));
    return run(folder, ["dist/main.js", device]);
  });
  expect(inWasm?.stderr).toBe("");
  expect(inWasm).toEqual(inIr);
});
