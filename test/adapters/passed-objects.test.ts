// Device functions of another package that take and give objects, arrays of structs and items: with the package's sources beside its output, and
// with its declarations alone (docs/decisions/0082-objects-between-images.md).

import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilers, project, projectOn, run } from "./projects.js";

const manifest = (version: string) =>
  JSON.stringify({
    name: "space",
    version,
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    peerDependencies: { lanewise: "*" },
  });

const space = `import { deviceFn, type f32, type f64, type FixedArray, type i32, type Item, localMemory, type NdItem, specConstant, type StructArray } from "lanewise";
export class Vec3 {
  constructor(readonly x: f32, readonly y: f32, readonly z: f32) {}
  plus(o: Vec3): Vec3 { return new Vec3(this.x + o.x, this.y + o.y, this.z + o.z); }
  dot(o: Vec3): f32 { return this.x * o.x + this.y * o.y + this.z * o.z; }
}
export interface Point { x: number; y: number }
export interface Body { at: Point; speed: Point; mass: f32 }
export type Row = [number, number, number];

export const reflect = deviceFn((v: Vec3, n: Vec3): Vec3 => {
  const twice = 2 * v.dot(n);
  return new Vec3(v.x - twice * n.x, v.y - twice * n.y, v.z - twice * n.z);
});
export const middle = deviceFn((a: Readonly<Point>, b: Readonly<Point>): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
export const move = deviceFn((body: Body, by: f64): void => {
  body.at.x += body.speed.x * by;
  body.at.y += body.speed.y * by;
});
export const stop = deviceFn((body: Body): void => { body.speed = { x: 0, y: 0 }; });
export const turned = deviceFn((row: Row): Row => [row[1], row[2], row[0]]);
export const double = deviceFn((values: FixedArray<f32, 4>): void => { for (let k = 0; k < 4; k++) values[k]! *= 2; });
export const kick = deviceFn((bodies: StructArray<Body>, i: i32, by: Point): void => {
  bodies[i]!.speed.x += by.x;
  bodies[i]!.speed.y += by.y;
});
export const cell = deviceFn((item: Item<2>): i32 => item.id(0) * 10 + item.id(1));
export const gain = specConstant<f32>(3);
export const louder = deviceFn((p: Vec3): f32 => (p.x + p.y + p.z) * gain.value);
export const shifted = deviceFn((item: NdItem<1>, x: f32): f32 => {
  const row = localMemory(Float32Array, 32);
  row[item.localId(0)] = x;
  item.barrier();
  return row[(item.localId(0) + 1) % 32]!;
});
export const times = deviceFn((f: (x: f32) => f32, n: i32, x: f32): f32 => {
  let y = x;
  for (let k = 0; k < n; k++) y = f(y);
  return y;
});
`;

let built = "";
beforeAll(() => {
  built = library(space, "1.0.0");
});
afterAll(removeTemporaryFolders);

function library(text: string, version: string): string {
  const folder = project({ "src/index.ts": text, "package.json": manifest(version) });
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

function app(body: string, isVisible: boolean, owner = built): string {
  const text = `import { f32, type FixedArray, type Item, type NdItem, ndRange, Queue, structOf } from "lanewise";
import * as space from "space";
import { type Body, type Point, type Row, Vec3 } from "space";
async function main() {
  const q = new Queue();
${body}
}
void main();
`;
  const folder = projectOn({ "src/main.ts": text }, "module", { space: owner });
  if (isVisible) cpSync(join(owner, "src"), join(folder, "node_modules/space/src"), { recursive: true });
  return folder;
}

const programs: Readonly<Record<string, readonly [body: string, output: string]>> = {
  "objects of a class": [
    `const out = q.mallocShared(Float32Array, 3);
  await q.parallelFor(3, (i) => {
    const v = space.reflect(new Vec3(1, f32(i), 0), new Vec3(0, 1, 0));
    out[i] = space.reflect(v, new Vec3(1, 0, 0)).dot(v);
  });
  console.log(out.join());`,
    "-1,0,3",
  ],
  "objects of an interface": [
    `const out = q.mallocShared(Float64Array, 3);
  const home = { x: 1 / 3, y: 8 };
  await q.parallelFor(3, (i) => {
    const a: Point = { x: i, y: 0.1 };
    const m = space.middle(a, home);
    out[i] = (m.x + a.x) * 100 + m.y;
  });
  console.log(out.join());`,
    [0, 1, 2].map((i) => ((i + 1 / 3) / 2 + i) * 100 + (0.1 + 8) / 2).join(),
  ],
  "objects that are assigned": [
    `const bodies = q.mallocShared(structOf<Body>(), [{ at: { x: 1, y: 2 }, speed: { x: 3, y: 4 }, mass: 5 }]);
  const out = q.mallocShared(Float64Array, 3);
  await q.singleTask(() => {
    const own: Body = { at: { x: 10, y: 20 }, speed: { x: 1, y: 1 }, mass: 1 };
    const same = own;
    space.move(own, 2);
    out[0] = same.at.x * 100 + own.at.y;
    const { speed } = own;
    out[1] = speed.x;
    space.stop(own);
    space.kick(bodies, 0, own.at);
    space.move(bodies[0]!, 0.5);
    out[2] = bodies[0]!.at.x;
  });
  console.log(out.join(), JSON.stringify(bodies[0]));`,
    `1222,1,8.5 {"at":{"x":8.5,"y":15},"speed":{"x":15,"y":26},"mass":5}`,
  ],
  arrays: [
    `const out = q.mallocShared(Float64Array, 4);
  await q.singleTask(() => {
    const row: Row = [0.1, 2, 3];
    const other = space.turned(space.turned(row));
    const four: FixedArray<f32, 4> = [1, 2, 3, 4];
    space.double(four);
    space.double(four);
    for (let k = 0; k < 3; k++) out[k] = other[k]!;
    out[3] = four[3];
  });
  console.log(out.join());`,
    "3,0.1,2,16",
  ],
  items: [
    `const out = q.mallocShared(Int32Array, 6);
  await q.parallelFor([2, 3], (item: Item<2>) => { out[item.linearId] = space.cell(item); });
  console.log(out.join());`,
    "0,1,2,10,11,12",
  ],
  "local memory": [
    `const out = q.mallocShared(Float32Array, 64);
  await q.parallelFor(ndRange(64, 32), (item: NdItem<1>) => {
    const i = item.globalId(0);
    const once = space.shifted(item, f32(i));
    out[i] = once * 100 + space.shifted(item, once);
  });
  console.log(out.join());`,
    Array.from({ length: 64 }, (_, i) => {
      const next = (k: number) => (k & 32) + ((k + 1) % 32);
      return next(i) * 100 + next(next(i));
    }).join(),
  ],
  functions: [
    `const out = q.mallocShared(Float32Array, 3);
  const by = q.mallocShared(Float32Array, [2, 3, 4]);
  await q.parallelFor(3, (i) => { out[i] = space.times((x) => x * by[i]!, 3, 1); });
  console.log(out.join());`,
    "8,27,64",
  ],
  "specialization constants": [
    `const out = q.mallocShared(Float32Array, 2);
  const scales = [new Vec3(1, 2, 3)];
  await q.parallelFor(2, (i) => { out[i] = space.louder(new Vec3(f32(i), 1, 0)); });
  await q.submit((h) => {
    h.setSpecializationConstant(space.gain, 5);
    h.parallelFor(1, (i) => { out[i] = space.louder(new Vec3(f32(i), 1, 0)); });
  });
  console.log(out.join(), scales.length);`,
    "5,6 1",
  ],
};

describe.each([
  ["sources", true],
  ["declarations alone", false],
])("%s", (_, isVisible) => {
  const needsSources = ["functions"];
  const names = Object.keys(programs).filter((name) => isVisible || !needsSources.includes(name));
  test.each(names)("%s", (name) => {
    const [body = "", output = ""] = programs[name] ?? [];
    const folder = app(body, isVisible);
    expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${output}\n`, stderr: "" });
  });
});

describe("WebAssembly alone", () => {
  let owner = "";
  beforeAll(() => {
    owner = project({ "src/index.ts": space, "package.json": manifest("1.0.0") });
    expect(compilers.build(owner, "--targets", "wasm").code).toBe(0);
  });

  test.each(["objects of a class", "objects that are assigned", "arrays", "items"])("%s", (name) => {
    const [body = "", output = ""] = programs[name] ?? [];
    for (const targets of ["ir", "wasm"]) {
      const folder = app(body, false, owner);
      expect(compilers.build(folder, "--targets", targets)).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: `${output}\n`, stderr: "" });
    }
  });

  test("structs in columns", () => {
    const [body = ""] = programs["objects that are assigned"] ?? [];
    const folder = app(body.replace("mass: 5 }]", 'mass: 5 }], { layout: "soa" }'), false, owner);
    expect(compilers.build(folder).code).toBe(0);
    expect(run(folder, ["dist/main.js"]).stderr).toContain(
      'LW4008: Kernel main (main.ts:8) cannot have bodies in columns: main (main.ts:8) passes structs in columns ("soa") to kick, which its package ships as WebAssembly alone.',
    );
  });
});

test("a function that takes functions, of which the declaration alone is visible", () => {
  const { code, stdout } = command(app(programs.functions?.[0] ?? "", false), "check");
  expect(code).toBe(2);
  expect(stdout).toContain("error LW1451: `space.times` takes a function");
});

test("a release with another layout", () => {
  const folder = app(programs["objects that are assigned"]?.[0] ?? "", false);
  expect(compilers.build(folder).code).toBe(0);
  const newer = library(space.replace("speed: Point; mass: f32", "mass: f32; speed: Point"), "1.1.0");
  for (const part of ["dist", "package.json"])
    cpSync(join(newer, part), join(folder, "node_modules/space", part), { recursive: true });
  const { code, stderr } = run(folder, ["dist/main.js"]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "of app@1.0.0/src/main.ts calls move of space@1.1.0/src/index.ts as (Body { at: Point { x: f64; y: f64 }; speed: Point { x: f64; y: f64 }; mass: f32 }, f64) => void, but its signature is (Body { at: Point { x: f64; y: f64 }; mass: f32; speed: Point { x: f64; y: f64 } }, f64) => void.",
  );
});

test("a release that assigns what was readonly, and one that takes another item", () => {
  const releases: readonly [program: string, from: string, to: string, message: string][] = [
    [
      "objects of a class",
      "(readonly x: f32, readonly y: f32, readonly z: f32)",
      "(public x: f32, public y: f32, public z: f32)",
      "as (readonly Vec3 { x: f32; y: f32; z: f32 }, readonly Vec3 { x: f32; y: f32; z: f32 }) => Vec3 { x: f32; y: f32; z: f32 }, but its signature is (Vec3 {",
    ],
    [
      "items",
      "(item: Item<2>): i32 => item.id(0) * 10 + item.id(1)",
      "(item: Item<1>): i32 => item.id(0)",
      "as (Item<2>) => i32, but its signature is (Item<1>) => i32.",
    ],
  ];
  for (const [program, from, to, message] of releases) {
    const folder = app(programs[program]?.[0] ?? "", false);
    expect(compilers.build(folder).code).toBe(0);
    const newer = library(space.replace(from, to), "1.1.0");
    for (const part of ["dist", "package.json"])
      cpSync(join(newer, part), join(folder, "node_modules/space", part), { recursive: true });
    const { code, stderr } = run(folder, ["dist/main.js"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/LW4020: Kernel \S+ .*cannot be linked/);
    expect(stderr).toContain(message);
  }
});

test("a call in a loop of a function with local memory", () => {
  const folder = app(
    `const out = q.mallocShared(Float32Array, 32);
  await q.parallelFor(ndRange(32, 32), (item: NdItem<1>) => {
    for (let k = 0; k < 2; k++) out[item.globalId(0)]! += space.shifted(item, f32(k));
  });`,
    false,
  );
  expect(compilers.build(folder).code).toBe(0);
  const { code, stderr } = run(folder, ["dist/main.js"]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    "LW4020: Kernel main (main.ts:7) cannot be linked: shifted has local memory, and is called in a loop at src/main.ts:8:",
  );
});
