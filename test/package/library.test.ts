// A library with kernels as docs/packages.md says it is published: built, packed, installed from its tarball into apps with and without a
// compiler, and beside another copy of lanewise.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Files, run, write } from "../adapters/projects.js";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { link, pack, packAll, unpack } from "./tarballs.js";

const page = readFileSync(join(root, "docs/packages.md"), "utf8");
const [manifest = "", config = ""] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text);
const source = /```ts check\n\/\/ src\/index\.ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

const runtime = ["lanewise", "@lanewise/codegen", "@lanewise/ir"] as const;
let tarballs: ReturnType<typeof packAll>;
let library = "";

beforeAll(() => {
  const place = temporaryFolder();
  tarballs = packAll();
  const folder = project({ "package.json": manifest, "tsconfig.json": config, "src/index.ts": source }, true);
  expect(lanewise(folder, "build")).toEqual({ code: 0, stdout: "", stderr: "" });
  library = pack(folder, place);
}, 300_000);
afterAll(removeTemporaryFolders);

/** A folder with lanewise installed, and the compiler where it is wanted. */
function project(files: Files, hasCompiler = false): string {
  const folder = temporaryFolder();
  for (const name of runtime) unpack(tarballs[name], join(folder, "node_modules", name));
  if (hasCompiler) {
    unpack(tarballs["@lanewise/transformer"], join(folder, "node_modules/@lanewise/transformer"));
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(folder, "node_modules/@lanewise/transformer/package.json"), "utf8"),
    );
    for (const name of Object.keys(dependencies)) if (!name.startsWith("@lanewise/")) link(name, folder);
    for (const name of ["typescript", "@types/node"]) link(name, folder);
  }
  write(folder, { "package.json": JSON.stringify({ name: "app", version: "1.0.0", type: "module" }), ...files });
  return folder;
}

/** An app with the library installed. */
function app(files: Files, hasCompiler = false): string {
  const folder = project(files, hasCompiler);
  unpack(library, join(folder, "node_modules/smooth"));
  return folder;
}

const lanewise = (folder: string, ...args: string[]) =>
  run(folder, ["node_modules/@lanewise/transformer/bin/lanewise.js", ...args]);
const tool = (name: string, ...args: string[]) => run(root, [join(root, "node_modules", name), ...args]);
const good = (stdout: string) => ({ code: 0, stdout, stderr: "" });

const hostUse = `import { smooth } from "smooth";
console.log((await smooth(Float32Array.of(2, 4, 8))).join());
`;
const deviceUse = `import { Queue } from "lanewise";
import { smooth, soften } from "smooth";
const q = new Queue({ device: "cpu", threads: 1 });
const values = Float32Array.of(2, 4, 8);
q.parallelFor(3, (i) => { values[i] = soften(values[i]!, 0.25); }).then(async () => {
  console.log(values.join(), (await smooth(Float32Array.of(2, 4, 8), q)).join());
});
`;
const appConfig = JSON.stringify({
  compilerOptions: {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "esnext.disposable"],
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: "src",
    outDir: "dist",
  },
  include: ["src"],
});

describe("PK5: a library that `lanewise build` made", { timeout: 300_000 }, () => {
  test("has its images in its JavaScript, and the lanewise that it needs in its manifest", () => {
    const folder = app({});
    const text = readFileSync(join(folder, "node_modules/smooth/dist/index.js"), "utf8");
    expect(text).toContain('module: "smooth@1.0.0/src/index.ts"');
    const { peerDependencies } = JSON.parse(manifest);
    const { version } = JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8"));
    expect(peerDependencies).toEqual({ lanewise: `^${version}` });
  });

  test("publint and attw find nothing", () => {
    expect(tool("publint/src/cli.js", "run", "--strict", library)).toMatchObject({ code: 0 });
    const options = ["--profile", "esm-only", "--no-emoji", "--format", "table"];
    expect(tool("@arethetypeswrong/cli/dist/index.js", ...options, library)).toMatchObject({ code: 0 });
  });

  test("an app without compiler: ES module, CommonJS", () => {
    const required = 'require("smooth").smooth(Float32Array.of(2, 4, 8)).then((x) => console.log(x.join()));\n';
    const folder = app({ "main.js": hostUse, "main.cjs": required });
    expect(run(folder, ["main.js"])).toEqual(good("1,2,4\n"));
    expect(run(folder, ["main.cjs"])).toMatchObject({ code: 0, stdout: "1,2,4\n" });
  });

  test("an app without compiler, in TypeScript: plain tsc takes its declarations", () => {
    const folder = app({ "src/main.ts": hostUse, "tsconfig.json": appConfig });
    link("@types/node", folder);
    expect(run(folder, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."])).toEqual(good(""));
    expect(run(folder, ["dist/main.js"])).toEqual(good("1,2,4\n"));
  });

  test("an app whose kernels call its device functions", () => {
    const folder = app({ "src/main.ts": deviceUse, "tsconfig.json": appConfig }, true);
    expect(lanewise(folder, "build")).toEqual(good(""));
    expect(run(folder, ["dist/main.js"])).toEqual(good("1.5,3,6 1,2,4\n"));
    expect(lanewise(folder, "run", "src/main.ts")).toEqual(good("1.5,3,6 1,2,4\n"));
  });

  test.each([
    ["without the plugin", hostUse, "", "1,2,4\n"],
    ["with the plugin", deviceUse, "lanewise()", "1.5,3,6 1,2,4\n"],
  ])("an app that esbuild bundles %s, whole", (_, text, plugin, printed) => {
    const build = `import lanewise from "@lanewise/transformer/esbuild";
import { build } from "esbuild";
await build({
  entryPoints: ["src/main.ts"], outfile: "out/main.mjs", bundle: true, format: "esm", platform: "node", plugins: [${plugin}],
});
`;
    const folder = app({ "src/main.ts": text, "tsconfig.json": appConfig, "build.js": build }, true);
    link("esbuild", folder);
    expect(run(folder, ["build.js"])).toMatchObject({ code: 0, stdout: "" });
    expect(run(moved(folder), ["main.mjs"])).toEqual(good(printed));
  });

  test("an app that Vite bundles, whole", () => {
    const build = `import lanewise from "@lanewise/transformer/vite";
import { build } from "vite";
await build({
  configFile: false, logLevel: "error", plugins: [lanewise()], ssr: { noExternal: true },
  build: { ssr: "src/main.ts", outDir: "out", rolldownOptions: { output: { entryFileNames: "main.mjs" } } },
});
`;
    const folder = app({ "src/main.ts": deviceUse, "tsconfig.json": appConfig, "build.js": build }, true);
    link("vite", folder);
    expect(run(folder, ["build.js"])).toMatchObject({ code: 0, stdout: "" });
    expect(run(moved(folder), ["main.mjs"])).toEqual(good("1.5,3,6 1,2,4\n"));
  });
});

describe("PK6: two copies of lanewise", { timeout: 300_000 }, () => {
  /** The library has a copy of its own, whose files `change` has edited. */
  function appWithTwo(files: Files, change: (copy: string) => void = () => undefined): string {
    const folder = app(files, true);
    const copy = join(folder, "node_modules/smooth/node_modules");
    mkdirSync(copy);
    for (const name of runtime) cpSync(join(folder, "node_modules", name), join(copy, name), { recursive: true });
    change(copy);
    return folder;
  }
  /** In a file of JavaScript of the copy. */
  function replace(copy: string, file: string, text: string, by: string): void {
    const before = readFileSync(join(copy, file), "utf8");
    expect(before).toContain(text);
    writeFileSync(join(copy, file), before.replace(text, by));
  }

  test("of one protocol work together", () => {
    const folder = appWithTwo({ "src/main.ts": deviceUse, "tsconfig.json": appConfig });
    expect(lanewise(folder, "run", "src/main.ts")).toEqual(good("1.5,3,6 1,2,4\n"));
  });

  test("have devices of their own, each with its instances of device globals", () => {
    const main = `import { deviceGlobal, type i32, Queue } from "lanewise";
import { Queue as Other } from "../node_modules/smooth/node_modules/lanewise/dist/index.js";
export const count = deviceGlobal<i32>(5);
const [q, other] = [new Queue({ device: "cpu" }), new Other({ device: "cpu" })];
await q.singleTask(() => { count.value += 1; });
console.log(await q.read(count), await other.read(count), q instanceof Other);
await other.singleTask(() => { count.value += 10; });
console.log(await q.read(count), await other.read(count));
`;
    const folder = appWithTwo({ "src/main.ts": main, "tsconfig.json": appConfig });
    expect(lanewise(folder, "run", "src/main.ts")).toEqual(good("6 5 false\n6 15\n"));
  });

  test("of different protocols are an error with a name, before anything runs", () => {
    const text = deviceUse.replace("import { smooth", 'console.log("begin");\nimport { smooth');
    const folder = appWithTwo({ "src/main.ts": text, "tsconfig.json": appConfig }, (copy) =>
      replace(copy, "lanewise/dist/images/registry/registry.js", "PROTOCOL = 2", "PROTOCOL = 3"),
    );
    const { code, stdout, stderr } = lanewise(folder, "run", "src/main.ts");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /LW4009: Module smooth@1\.0\.0\/src\/index\.ts was built for protocol 2 .* this lanewise has 3\./,
    );
  });

  test("a library built for another format of images is an error with a name at its launch", () => {
    const folder = appWithTwo({ "main.js": hostUse }, (copy) =>
      replace(copy, "@lanewise/ir/dist/image/image.js", "major: 2,", "major: 3,"),
    );
    const { code, stderr } = run(folder, ["main.js"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/LW4009: .*smooth/);
  });
});

/** Only what was built, elsewhere, where nothing is installed. */
function moved(folder: string): string {
  const place = temporaryFolder();
  cpSync(join(folder, "out"), place, { recursive: true });
  return place;
}
