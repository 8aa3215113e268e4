// Device globals of packages whose sources are visible: kernels of others use the package's own storage, by its object, so that a later release
// of the package may stand in its place (requirement D11); with deviceImageScope they are no others' (LW1416).

import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilers, type Files, project, projectWith, run, write } from "./projects.js";

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

function built(version: string): string {
  const folder = project({ ...library, "package.json": manifest(version) });
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  return folder;
}

/** A project with the package's output and sources installed. */
function app(files: Files, from: string): string {
  const folder = projectWith({}, files, { types: ["node"] });
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

const launch = (value: string) => `import { Queue } from "lanewise";
import { radius, radiusOfAll } from "counters";
const out = new Int32Array(1);
const q = new Queue();
await q.submit((h) => { h.setSpecializationConstant(radius, 5); h.singleTask(() => { out[0] = ${value}; }); });
console.log(out[0]);
void radiusOfAll;
`;

test("a specialization constant of a package, set by the host", () => {
  const first = built("1.0.0");
  const folder = app({ "src/main.ts": launch("radius.value") }, first);
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "5\n", stderr: "" });
  // Kernels are compiled with the default of the release that they know.
  install(folder, built("1.0.1"));
  expect(run(folder, ["dist/main.js"]).stderr).toContain("loaded is counters@1.0.1/src/index.ts:radius");
  // Of the declarations alone a device function of the package reads it, as LW1448 says.
  rmSync(join(folder, "node_modules/counters/src"), { recursive: true });
  expect(compilers.build(folder).stdout + compilers.build(folder).stderr).toContain("LW1448");
  write(folder, { "src/main.ts": launch("radiusOfAll()") });
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "5\n", stderr: "" });
});

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
  const folder = projectWith({}, { "src/main.ts": main }, { types: ["node"], rootDir: undefined });
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
      types: ["node"],
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
