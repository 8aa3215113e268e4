// Kernels that call functions of a package that was built by plain tsc and ships its sources: through each compiler, installed
// as npm does and linked as workspaces are; what is said where its source cannot be compiled.

import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root } from "../examples/programs.js";
import {
  command,
  compilerNames,
  compilers,
  type Files,
  plainTsc,
  project,
  read,
  run,
  smallNode,
  typeError,
  write,
} from "./projects.js";

afterAll(removeTemporaryFolders);

interface Package {
  readonly files?: Files;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

const libraryFiles: Files = {
  "src/index.ts": `import type { f32 } from "lanewise";
import { twice } from "./twice.js";
export { faulty } from "./faulty.js";
export { Range } from "./range.js";
export { untyped } from "./untyped.js";

const offset = 0.5;
export function level(x: f32): f32 {
  return twice(x) + offset;
}
export const hidden: string = "host";
`,
  "src/twice.ts": "const two = 2;\nexport const twice = (x: number): number => x * two;\n",
  "src/faulty.ts": 'export function faulty(x: number): number {\n  if (x > 0) throw new Error("no");\n  return x;\n}\n',
  "src/range.ts": `import type { f32 } from "lanewise";
export class Range<T extends number = f32> {
  low: T;
  high: T;
  constructor(low: T, high: T) {
    this.low = low;
    this.high = high;
  }
  at(values: Float32Array, t: number): number {
    return this.low + (this.high - this.low) * values[t]!;
  }
}
`,
  "src/untyped.ts":
    "export function untyped(x: number): number {\n  const half = (y) => y / 2;\n  return half(x);\n}\n",
};

const built = new Map<string, string>();

/** The folder of a package "levels", built by tsc; one for all that ask for the same. */
function builtPackage(description: Package = {}): string {
  const key = JSON.stringify(description, (_, value: unknown) => (value === undefined ? null : value));
  const folder = built.get(key) ?? buildPackage(description);
  built.set(key, folder);
  return folder;
}

function buildPackage({ files = {}, manifest = {}, options = {} }: Package): string {
  const folder = project(
    {
      "package.json": JSON.stringify({
        name: "levels",
        version: "2.0.0",
        type: "module",
        exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
        peerDependencies: { lanewise: "*" },
        ...manifest,
      }),
      ...libraryFiles,
      ...files,
    },
    { plugins: undefined, strict: false, ...options },
  );
  const { code, stdout } = plainTsc(folder);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  return folder;
}

const main = (statement: string, name = "level") => `import { Queue } from "lanewise";
import { ${name} } from "levels";
const q = new Queue({ device: "cpu" });
const data = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(data.length, (i) => {
  ${statement}
});
console.log(Array.from(data).join());
`;
const usual: Files = { "src/main.ts": main("data[i] = level(data[i]!);") };

/** A project with the package installed. */
function app(files: Files, library: string, isLinked = false, options: Readonly<Record<string, unknown>> = {}): string {
  const folder = project(files, { types: smallNode, declaration: false, declarationMap: false, ...options });
  const modules = join(folder, "node_modules");
  rmSync(modules);
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  const place = join(modules, "levels");
  if (isLinked) symlinkSync(library, place);
  else
    cpSync(library, place, { recursive: true, filter: (path) => !path.includes("node_modules/levels/node_modules") });
  if (!isLinked) rmSync(join(place, "node_modules"));
  return folder;
}

describe.each([
  ["installed", false],
  ["linked", true],
])("a package that is %s", (_, isLinked) => {
  test.each(compilerNames)("%s: its functions are in the kernel, and its files are not emitted", (name) => {
    const library = builtPackage();
    const before = read(join(library, "dist"));
    const folder = app(usual, library, isLinked);
    expect(compilers[name](folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(Object.keys(read(join(folder, "dist")))).toEqual(["main.js", "main.js.map"]);
    expect(read(join(library, "dist"))).toEqual(before);
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: "2.5,4.5,6.5\n", stderr: "" });
  });

  test("lanewise run", () => {
    const folder = app(usual, builtPackage(), isLinked);
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: "2.5,4.5,6.5\n", stderr: "" });
  });
});

test("classes; a failure in the package says where, with the package's name", () => {
  const text = main("data[i] = new Range<f32>(0, 10).at(data, i + offset);", "Range")
    .replace("{ Queue }", "{ type f32, Queue }")
    .replace("await q", "let offset = Number(process.argv[2]);\nawait q");
  const folder = app({ "src/main.ts": text }, builtPackage());
  expect(command(folder, "run", "src/main.ts", "0")).toMatchObject({ code: 0, stdout: "10,20,30\n" });
  expect(command(folder, "run", "src/main.ts", "1").stderr).toMatch(/KernelError: .*levels\/src\/range\.ts:10:/);
});

describe.each(compilerNames)("%s", (name) => {
  const report = (folder: string) => {
    const { code, stdout } = compilers[name](folder);
    return { code, lines: stdout.replaceAll(/\S*node_modules\//g, "").replaceAll(/TS9\d+: /g, "") };
  };

  test("a package's mistake is shown at the user's call, with a note where it is", () => {
    const { code, lines } = report(
      app({ "src/main.ts": main("data[i] = faulty(data[i]!);", "faulty") }, builtPackage()),
    );
    expect(code).toBe(2);
    expect(lines).toMatch(/^src\/main\.ts\(6,13\): error LW1102: /);
    // tspc prints notes only in colours.
    if (name === "build")
      expect(lines).toContain("levels/src/faulty.ts(2,14): note: the error is in this source of a package");
  });

  test("a package's type errors are not the user's, but a kernel cannot rely on it", () => {
    const { code, lines } = report(app(usual, builtPackage()));
    expect({ code, lines }).toEqual({ code: 0, lines: "" });
    const faulty = report(app({ "src/main.ts": main("data[i] = untyped(data[i]!);", "untyped") }, builtPackage()));
    expect(faulty.code).toBe(2);
    expect(faulty.lines).toMatch(/^src\/main\.ts\(5,34\): error LW1902: .*implicitly has an 'any' type/);
  });

  test("the user's own type errors are reported once, as tsc does", () => {
    const files = { ...usual, "src/wrong.ts": typeError };
    const folder = app(files, builtPackage());
    expect(report(folder).lines).toBe(plainTsc(folder).stdout);
  });

  test("a change of the package's source compiles the kernel again, incrementally too", () => {
    const folder = app(usual, builtPackage(), false, { incremental: true });
    expect(compilers[name](folder)).toMatchObject({ code: 0 });
    write(join(folder, "node_modules/levels"), {
      "src/twice.ts": "export const twice = (x: number): number => x * 3;\n",
    });
    expect(compilers[name](folder)).toMatchObject({ code: 0 });
    expect(run(folder, ["dist/main.js"]).stdout).toBe("3.5,6.5,9.5\n");
  });
});

describe("where there is no source to see, its JavaScript is compiled", () => {
  test.each([
    ["no map", { options: { declarationMap: false } }],
    ["a map whose source is not shipped", { options: { sourceRoot: "elsewhere" } }],
    ["a package that has nothing to do with lanewise", { manifest: { peerDependencies: undefined } }],
    ["a subpath that is not for devices", { manifest: { lanewise: { device: ["./other"] } } }],
  ])("%s", (_, library) => {
    expect(command(app(usual, builtPackage(library)), "check")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("unless there is none", () => {
    const folder = app(usual, builtPackage({ options: { declarationMap: false } }));
    rmSync(join(folder, "node_modules/levels/dist/index.js"));
    const { stdout } = command(folder, "check");
    expect(stdout).toContain("error LW1206: The body of `level` is not visible to the compiler.");
  });
});

test("of a package that lists its subpaths, what others share stays declared", () => {
  const library = builtPackage({
    manifest: {
      exports: {
        ".": "./dist/host.js",
        "./device": { import: { types: "./dist/device.d.ts", default: "./dist/device.js" } },
      },
      lanewise: { device: ["./device"] },
    },
    files: {
      "src/host.ts": 'export { shared } from "./shared.js";\n',
      "src/device.ts":
        'import { shared } from "./shared.js";\nexport const plain = (x: number): number => x + 1;\nexport const mixed = (x: number): number => shared(x);\n',
      "src/shared.ts": "export const shared = (x: number): number => x;\n",
    },
  });
  const use = (call: string) => main(`data[i] = ${call}(data[i]!);`, call).replace('"levels"', '"levels/device"');
  expect(command(app({ "src/main.ts": use("plain") }, library), "run", "src/main.ts").stdout).toBe("2,3,4\n");
  const { stdout } = command(app({ "src/main.ts": use("mixed") }, library), "check");
  expect(stdout).toMatch(/^src\/main\.ts\(6,13\): error LW1206: The body of `shared`/);
});

test("functions of a project that this one references are visible, too", () => {
  const folder = app({}, builtPackage());
  const composite = {
    compilerOptions: {
      module: "nodenext",
      target: "es2023",
      lib: ["es2023", "esnext.disposable"],
      types: smallNode,
      strict: true,
      composite: true,
      declarationMap: true,
      rootDir: "src",
      outDir: "dist",
      skipLibCheck: true,
    },
  };
  write(folder, {
    "package.json": JSON.stringify({ name: "app", type: "module", dependencies: { lanewise: "*" } }),
    "parts/tsconfig.json": JSON.stringify({ ...composite, include: ["src"] }),
    "parts/src/level.ts": "export const level = (x: number): number => x * 8;\n",
    "tsconfig.json": JSON.stringify({ ...composite, include: ["src"], references: [{ path: "./parts" }] }),
    "src/main.ts": main("data[i] = level(data[i]!);").replace('"levels"', '"../parts/dist/level.js"'),
  });
  expect(plainTsc(folder, "-p", "parts").code).toBe(0);
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(run(folder, ["dist/main.js"]).stdout).toBe("8,16,24\n");
});
