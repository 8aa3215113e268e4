// Device globals, device functions and specialization constants of packages whose sources are visible: kernels of others use the package's own,
// by its object, so that a later release of the package may stand in its place (requirement D11); with deviceImageScope they are no others' (LW1416).

import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilers, type Files, project, projectWith, read, run, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const manifest = (version: string) =>
  JSON.stringify({
    name: "counters",
    version,
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    peerDependencies: { lanewise: "*" },
  });

const library: Files = {
  "src/index.ts": `import { deviceFn, deviceGlobal, type i32, type Queue, specConstant } from "lanewise";
import { hidden } from "./hidden.js";
export const total = deviceGlobal<i32>(1);
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>(1);
export const radius = specConstant<i32>(3);
export const radiusOfAll = deviceFn((): i32 => radius.value);
export function addHidden(x: i32): void {
  hidden.value += x;
}
export function addScoped(): void {
  scoped.value += 1;
}
export const run = (q: Queue) => q.singleTask(() => { total.value += 1; hidden.value += 1; });
export const readHidden = (q: Queue) => q.read(hidden);
`,
  "src/hidden.ts": 'import { deviceGlobal, type i32 } from "lanewise";\nexport const hidden = deviceGlobal<i32>(2);\n',
};

const main = `import { Queue } from "lanewise";
import { addHidden, readHidden, run, total } from "counters";
const q = new Queue();
await q.singleTask(() => { total.value += 10; addHidden(20); });
await run(q);
console.log([await q.read(total), await readHidden(q)].join());
`;

function built(version: string, more = "", radius = 3, type = "i32"): string {
  const constant = `specConstant<${type}>(${radius})`;
  const index = `${library["src/index.ts"]}${more}`
    .replace("specConstant<i32>(3)", constant)
    .replace("(): i32 => radius", `(): ${type} => radius`)
    .replace("type i32,", "type i32, type u32,")
    .concat("export type Used = u32;\n");
  const folder = project({ ...library, "src/index.ts": index, "package.json": manifest(version) });
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

/** A project with the package's output and sources installed. */
function app(files: Files, from: string): string {
  const folder = projectWith({}, files, { types: smallNode });
  install(folder, from);
  return folder;
}

function install(folder: string, from: string): void {
  const place = join(folder, "node_modules/counters");
  rmSync(place, { recursive: true, force: true });
  for (const part of ["dist", "src", "package.json"]) cpSync(join(from, part), join(place, part), { recursive: true });
}

test("a kernel uses the package's storage, also that of a later release", () => {
  const first = built("1.0.0");
  const folder = app({ "src/main.ts": main }, first);
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "12,23\n", stderr: "" });
  install(folder, built("1.0.1"));
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "12,23\n", stderr: "" });
});

test("Y1, D11: so is a device function: the release that is loaded is called, also by the package's own functions", () => {
  const use = `import { functionRef, type FunctionRef, type i32, Queue } from "lanewise";
import { doubleTimes, times } from "counters";
const out = new Int32Array(3);
const q = new Queue();
await q.singleTask(() => {
  const by: FunctionRef<(x: i32) => i32> = functionRef(times);
  out[0] = times(5);
  out[1] = doubleTimes(5);
  out[2] = by(7);
});
console.log(out.join());
`;
  const withTimes = (version: string, factor: number) =>
    built(
      version,
      `export const times = deviceFn((x: i32): i32 => x * ${factor});
export function doubleTimes(x: i32): i32 {
  return times(x) * 2;
}
`,
    );
  const folder = app({ "src/main.ts": use }, withTimes("1.0.0", 10));
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(read(join(folder, "dist"))["main.js"]).toContain('"counters:times": () => times');
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "50,100,70\n", stderr: "" });
  install(folder, withTimes("1.0.1", 11));
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "55,110,77\n", stderr: "" });
  // What is linked at the build is that of the release that is installed then.
  expect(command(folder, "build", "--targets", "wasm")).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "55,110,77\n", stderr: "" });
});

const launch = (value: string) => `import { Queue } from "lanewise";
import { radius, radiusOfAll } from "counters";
const q = new Queue();
const both = async () => {
  const [set, preset] = [q.mallocShared(Int32Array, 1), q.mallocShared(Int32Array, 1)];
  await q.submit((h) => { h.setSpecializationConstant(radius, 5); h.singleTask(() => { set[0] = ${value}; }); });
  await q.singleTask(() => { preset[0] = ${value}; });
  return [set[0], preset[0]];
};
console.log((await both()).join(" "));
void radiusOfAll;
`;

test("S1, D11: a specialization constant of a package is the one that is loaded, set by the host or not", () => {
  const first = built("1.0.0");
  const folder = app({ "src/main.ts": launch("radius.value") }, first);
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "5 3\n", stderr: "" });
  // The constant is that of the release that is loaded, with its default, whether sources are visible or declarations alone.
  const second = built("1.0.1", "", 4);
  for (const parts of [["src"], []]) {
    write(folder, { "src/main.ts": launch("radius.value * 10 + radiusOfAll()") });
    install(folder, first);
    if (parts.length === 0) rmSync(join(folder, "node_modules/counters/src"), { recursive: true });
    expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(read(join(folder, "dist"))["main.js"]).toContain('"counters:radius": () => radius');
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "55 33\n", stderr: "" });
    install(folder, second);
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "55 44\n", stderr: "" });
    if (parts.length === 0) rmSync(join(folder, "node_modules/counters/src"), { recursive: true });
    for (const targets of ["wasm", "ir,wasm"]) {
      expect(command(folder, "build", "--targets", targets)).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "55 44\n", stderr: "" });
    }
  }
  // Another type is none that the kernel was compiled for.
  write(folder, { "src/main.ts": launch("radius.value") });
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  install(folder, built("1.0.2", "", 4, "u32"));
  expect(run(folder, ["dist/main.js"]).stderr).toContain(
    "radius has the type u32, but app@1.0.0/src/main.ts was compiled for i32",
  );
}, 120_000);

test("with deviceImageScope it is none of other packages' kernels", () => {
  const use = (body: string) => `import { Queue } from "lanewise";
import { addScoped, scoped } from "counters";
await new Queue().singleTask(() => { ${body} });
void [addScoped, scoped];
`;
  const folder = app({ "src/main.ts": use("scoped.value += 1;") }, built("1.0.0"));
  expect(compilers.build(folder).stdout + compilers.build(folder).stderr).toContain("LW1416");
  write(folder, { "src/main.ts": use("addScoped();") });
  expect(compilers.build(folder).stdout + compilers.build(folder).stderr).toContain("LW1416");
});

test("a package that exports its sources is part of the program", () => {
  const folder = projectWith({}, { "src/main.ts": main }, { types: smallNode, rootDir: undefined });
  const source = project({
    ...library,
    "package.json": JSON.stringify({ ...JSON.parse(manifest("1.0.0")), exports: "./src/index.ts" }),
  });
  symlinkSync(source, join(folder, "node_modules/counters"));
  expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "12,23\n", stderr: "" });
});

/** Projects of one package; `base` is built before. */
const config = (name: string, references: readonly string[]) => ({
  [`${name}/tsconfig.json`]: JSON.stringify({
    compilerOptions: {
      module: "nodenext",
      target: "es2023",
      lib: ["es2023", "esnext.disposable"],
      types: smallNode,
      strict: true,
      skipLibCheck: true,
      composite: true,
      declarationMap: true,
      rootDir: ".",
      outDir: `../dist/${name}`,
    },
    include: ["*.ts"],
    references: references.map((path) => ({ path })),
  }),
});

test("a project that is referred to is a package", () => {
  const solution = (kernel: string) =>
    project({
      "package.json": JSON.stringify({
        name: "solution",
        version: "1.0.0",
        type: "module",
        dependencies: { lanewise: "*" },
      }),
      "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "app" }] }),
      ...config("base", []),
      ...config("app", ["../base"]),
      "base/index.ts": library["src/index.ts"] ?? "",
      "base/hidden.ts": library["src/hidden.ts"] ?? "",
      "app/main.ts": main
        .replace('"counters"', '"../base/index.js"')
        .replace("addHidden(20);", kernel)
        .replace("run, total", "run, scoped, total")
        .concat("void [addHidden, scoped];\n"),
    });
  const folder = solution("addHidden(20);");
  expect(compilers.build(folder, "-b")).toMatchObject({ code: 0, stderr: "" });
  expect(run(folder, ["dist/app/main.js"])).toEqual({ code: 0, stdout: "12,23\n", stderr: "" });
  const { code, stdout, stderr } = compilers.build(solution("scoped.value += 1;"), "-b");
  expect({ code, said: stdout + stderr }).toEqual({ code: 2, said: expect.stringContaining("LW1416") });
});
