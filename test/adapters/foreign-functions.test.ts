// A package that gives functions in C: a binary, which it loads, and declarations of its functions. Kernels of an app call them, of which only
// the package's declarations are visible (requirements Y1, D11; rules FW1, FW7).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root } from "../examples/programs.js";
import { command, compilers, type Files, project, projectOn, run } from "./projects.js";

afterAll(removeTemporaryFolders);

const binary = readFileSync(join(root, "test/foreign/functions.wasm")).toString("base64");
const library: Files = {
  "src/index.ts": `import { deviceDlopen, deviceFn, externalDeviceFn, type f32, type i32, type Pointer } from "lanewise";
export interface Particle { x: f32; y: f32; hits: i32 }
export const fade = externalDeviceFn<(t: f32) => f32>("fade");
export const energy = externalDeviceFn<(p: Pointer<Particle>) => f32>("energy");
export namespace Table {
  export const at = externalDeviceFn<(i: i32) => f32>("lookup");
}
export const twice = deviceFn((x: f32): f32 => fade(x) * 2);
const bytes = Uint8Array.from(atob("${binary}"), (letter) => letter.charCodeAt(0));
export const open = () => deviceDlopen(bytes, { trusted: true, name: "clib" });
declare function atob(text: string): string;
`,
};
const app: Files = {
  "src/main.ts": `import { addressOf, Queue, structOf } from "lanewise";
import { energy, fade, open, type Particle, Table, twice } from "clib";
async function main() {
  open();
  const q = new Queue();
  const particles = q.mallocShared(structOf<Particle>(), 4);
  const out = q.mallocShared(Float32Array, 4);
  await q.parallelFor(4, (i) => { particles[i]!.x = 3; particles[i]!.y = 4; });
  await q.parallelFor(4, (i) => { out[i] = energy(addressOf(particles, i)) + Table.at(i) + fade(out[i]!) + twice(0); });
  console.log(out.join());
}
void main();
`,
};

describe.each(["module", "commonjs"])("packages of type %s", (type) => {
  const manifest = JSON.stringify({
    name: "clib",
    version: "1.0.0",
    type,
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });
  test("Y1, FW1: built apart, called by the app's kernels, and left to the launch by lanewise link", () => {
    const clib = project({ ...library, "package.json": manifest }, { declarationMap: undefined }, type);
    expect(compilers.build(clib)).toEqual({ code: 0, stdout: "", stderr: "" });
    const folder = projectOn(app, type, { clib });
    expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    const printed = { code: 0, stdout: "26,27,29,33\n", stderr: "" };
    expect(run(folder, ["dist/main.js"])).toEqual(printed);
    expect(command(folder, "run", "src/main.ts")).toEqual(printed);
    if (type === "commonjs") return;
    expect(command(folder, "link", "dist", "node_modules/clib/dist", "-o", "linked.js")).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(run(folder, ["--import", "./linked.js", "dist/main.js"])).toEqual(printed);
  });
});
