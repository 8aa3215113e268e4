// `node --import @lanewise/transformer/register` and `lanewise run` on what the cache has: right results, exact errors, edits, and when the
// compiler is not needed.

import { appendFileSync, chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { lanewise, type Outcome, removeTemporaryFolders, runNode, temporaryFolder } from "../examples/programs.js";
import { type Files, project, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);
// Compilers in processes of their own, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

const ways = {
  register: ["--import", "@lanewise/transformer/register"],
  run: [lanewise, "run"],
} as const satisfies Record<string, readonly string[]>;
const everyWay = [...Object.values(ways), ["--require", "@lanewise/transformer/register"]];

/** Prints also whether TypeScript was loaded. */
const main = `import { createRequire } from "node:module";
import { Queue } from "lanewise";
import { scale } from "./scale.js";

interface Named { readonly name: string }
const q = new Queue({ device: "cpu", threads: 1 });
const data = new Float32Array([1, 2, 3]);
const launched = q.parallelFor(3, (i) => { data[i] = scale(data[i]!); });
launched.then(() => {
  const isCompiled = Object.keys(createRequire(__filename).cache).some((name) => name.includes("typescript"));
  console.log(data.join(), isCompiled ? "compiled" : "kept");
  if (process.argv[2] === "fail") throw new Error(({ name: "failed" } satisfies Named).name);
});
`;
const asModule = main.replace("__filename", "import.meta.url");
const scaleBy = (factor: number) => `export function scale(x: number): number {\n  return x * ${factor};\n}\n`;
const files = { "src/main.ts": asModule, "src/scale.ts": scaleBy(3) };
const node = { types: smallNode };

class Project {
  readonly folder: string;
  readonly cache = join(temporaryFolder(), "cache");

  constructor(given: Files = files, options: Readonly<Record<string, unknown>> = {}, type = "module") {
    this.folder = project(given, { ...node, ...options }, type);
  }

  start(way: readonly string[], ...args: readonly string[]): Outcome {
    const [file = "src/main.ts", ...rest] = args;
    return runNode([...way, file, ...rest], this.folder, { NO_COLOR: "1", LANEWISE_CACHE: this.cache });
  }

  output(way: readonly string[] = ways.run, ...args: readonly string[]): string {
    const { stdout, stderr } = this.start(way, ...args);
    return stdout + stderr;
  }

  kept(): string[] {
    const place = join(this.cache, "programs");
    const found = existsSync(place) ? readdirSync(place, { recursive: true, encoding: "utf8" }) : [];
    return found.filter((name) => name.endsWith(".program")).map((name) => join(place, name));
  }
}

describe.for(Object.entries(ways))("%s", ([, way]) => {
  test("runs a program with a top-level launch, as ES module and as CommonJS, and again without the compiler", () => {
    const module = new Project();
    expect(module.output(way)).toBe("3,6,9 compiled\n");
    expect(module.output(way)).toBe("3,6,9 kept\n");
    const commonJs = new Project({ ...files, "src/main.ts": main }, {}, "commonjs");
    expect(commonJs.output(way)).toBe("3,6,9 compiled\n");
    expect(commonJs.output(way)).toBe("3,6,9 kept\n");
  });

  test("reports a mistake with code, place and help; nothing runs, and nothing is kept", () => {
    const bad = new Project({ ...files, "src/main.ts": asModule.replace("data[i] = scale(data[i]!);", "throw i;") });
    const { code, stdout, stderr } = bad.start(way);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^src\/main\.ts\(8,44\): error LW1102: throw and try are not supported in kernels\.\n {2}help: /,
    );
    expect(bad.kept()).toEqual([]);
  });

  test("an edit of a called function counts each time, also where time and size stay", () => {
    const edited = new Project();
    for (const factor of [4, 5, 6]) {
      write(edited.folder, { "src/scale.ts": scaleBy(factor) });
      expect(edited.output(way)).toBe(`${factor},${2 * factor},${3 * factor} compiled\n`);
      expect(edited.output(way)).toBe(`${factor},${2 * factor},${3 * factor} kept\n`);
    }
  });

  test("an error is shown at the user's line, compiled or kept", () => {
    const failing = new Project();
    for (const state of ["compiled", "kept"]) {
      const { code, stdout, stderr } = failing.start(way, "src/main.ts", "fail");
      expect([code, stdout]).toEqual([1, `3,6,9 ${state}\n`]);
      expect(stderr).toMatch(/src\/main\.ts:12\n/);
      expect(stderr).toMatch(/src\/main\.ts:12:\d+/);
    }
  });
});

test("the main module of CommonJS, its arguments, JSON and JavaScript beside", () => {
  const source = `import { createRequire } from "node:module";
import three from "./three.json";
import { four } from "./four.js";
const isMain: boolean = require.main === module;
console.log(isMain, three.value, four, process.argv.slice(2).join());
`;
  const given = {
    "src/main.ts": source.replace('import { createRequire } from "node:module";\n', ""),
    "src/three.json": '{ "value": 3 }',
    "src/four.js": "exports.four = 4;\n",
    "src/four.d.ts": "export declare const four: number;\n",
  };
  const commonJs = new Project(given, { resolveJsonModule: true, esModuleInterop: true }, "commonjs");
  for (const way of everyWay) expect(commonJs.output(way, "src/main.ts", "-a", "b")).toBe("true 3 4 -a,b\n");
  const module = new Project({
    ...given,
    "src/main.ts": given["src/main.ts"]
      .replace('three.json"', 'three.json" with { type: "json" }')
      .replace("require.main === module", "import.meta.filename === process.argv[1]"),
    "src/four.js": "export const four = 4;\n",
  });
  for (const way of everyWay) {
    const { stdout } = module.start(way, "src/main.ts", "-a", "b"); // Node 20 warns of JSON modules
    expect(stdout).toBe("true 3 4 -a,b\n");
  }
});

test("a file of another project is compiled by that project's tsconfig.json, when it is loaded", () => {
  const load =
    'const { run } = await import(new URL("../other/run.ts", import.meta.url).href);\nconsole.log(await run());\n';
  const run = `import { Queue } from "lanewise";
export async function run(): Promise<string> {
  const q = new Queue({ device: "cpu", threads: 1 });
  const x = new Int32Array(3);
  await q.parallelFor(3, (i) => { x[i] = i; });
  return x.join();
}
`;
  const two = new Project({
    "src/main.ts": load,
    "other/tsconfig.json": JSON.stringify({
      compilerOptions: { module: "nodenext", target: "es2023", types: smallNode, strict: true },
    }),
    "other/run.ts": run,
  });
  for (const way of Object.values(ways)) expect(two.output(way)).toBe("0,1,2\n");
  expect(two.kept().length).toBe(2);
  write(two.folder, { "other/run.ts": run.replace("x[i] = i", "throw i") });
  const { code, stdout, stderr } = two.start(ways.register);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("LW1912: The project of ");
  expect(stderr).toMatch(/other\/run\.ts\(5,\d+\): error LW1102/);
});

test("modules of another kind than Node's, and require() of an ES module", () => {
  const amd = new Project({ "src/main.ts": "export {};\n" }, { module: "amd", ignoreDeprecations: "6.0" });
  const { code, stderr } = amd.start(ways.run);
  expect([code, stderr]).toEqual([1, expect.stringContaining("LW1910: Node cannot run modules of the kind AMD")]);
  const mixed = new Project(
    {
      "src/main.ts": 'const name = "./module.mts";\nrequire(name);\nexport {};\n',
      "src/module.mts": "export const x = 1;\n",
    },
    {},
    "commonjs",
  );
  expect(mixed.output()).toContain("LW1911: ");
});

describe("what decides a kept program", () => {
  const late = new Project();
  const state = () => late.output().split(" ")[1]?.trim();

  beforeAll(() => late.output());

  test.each<[what: string, change: () => void]>([
    [
      "a nearer tsconfig.json",
      () => write(late.folder, { "src/tsconfig.json": '{ "extends": "../tsconfig.json", "include": ["."] }' }),
    ],
    [
      "the tsconfig.json that it extends",
      () =>
        write(late.folder, {
          "tsconfig.json": readFileSync(join(late.folder, "tsconfig.json"), "utf8").replace("es2023", "es2022"),
        }),
    ],
    ["a new file of the project", () => write(late.folder, { "src/deep/new.ts": "export const x = 1;\n" })],
    [
      "a file that an import would rather lead to",
      () => write(late.folder, { "src/scale.tsx": scaleBy(5), "src/scale.js.ts": "export {};\n" }),
    ],
    [
      "the package's name, which kernels' names have",
      () => write(late.folder, { "package.json": '{ "name": "renamed", "version": "2.0.0", "type": "module" }' }),
    ],
  ])("%s", (_, change) => {
    // It is kept from before: each ends with that.
    change();
    expect(state()).toBe("compiled");
    expect(state()).toBe("kept");
  });

  test("nothing else: other files, times, the current folder", () => {
    write(late.folder, { "README.md": "", "src/notes.txt": "", "src/scale.ts": scaleBy(3) });
    const { stdout } = runNode([lanewise, "run", "main.ts"], join(late.folder, "src"), { LANEWISE_CACHE: late.cache });
    expect(stdout).toBe("3,6,9 kept\n");
  });

  test("options of the build are programs of their own", () => {
    expect(late.output([...ways.run, "--bounds", "unchecked"])).toBe("3,6,9 compiled\n");
    expect(late.output([...ways.run, "--bounds", "unchecked"])).toBe("3,6,9 kept\n");
    expect(state()).toBe("kept");
  });
});

test("a file that is not whole, or of a folder that others may write to, is not used", () => {
  const damaged = new Project();
  damaged.output();
  const [file = ""] = damaged.kept();
  const bytes = readFileSync(file);
  for (const part of [
    bytes.subarray(0, bytes.length / 2),
    Buffer.concat([bytes.subarray(0, -5), Buffer.from("xxxxx")]),
    "",
  ]) {
    writeFileSync(file, part);
    expect(damaged.output()).toBe("3,6,9 compiled\n");
    expect(damaged.output()).toBe("3,6,9 kept\n");
  }
  chmodSync(damaged.cache, 0o777);
  expect(damaged.output()).toBe("3,6,9 compiled\n");
  expect(damaged.output()).toBe("3,6,9 compiled\n");
});

test("LANEWISE_CACHE=off keeps nothing", () => {
  const off = new Project();
  const { stdout } = runNode([...ways.run, "src/main.ts"], off.folder, { LANEWISE_CACHE: "off" });
  expect(stdout).toBe("3,6,9 compiled\n");
  expect(off.kept()).toEqual([]);
});

test("warnings are printed each time, relative to where one is", () => {
  const warned = new Project({
    ...files,
    "src/main.ts": asModule.replace("data[i] = scale(data[i]!)", "data[0] = scale(i)"),
  });
  const [first, second] = [warned.start(ways.run), warned.start(ways.register)];
  expect(first.stderr).toMatch(/^src\/main\.ts\(8,\d+\): warning LW\d+: .*\n(.*\n)* {2}help: /);
  expect(second.stderr).toBe(first.stderr);
  expect(second.stdout).toMatch(/kept\n$/);
  const inside = runNode([...ways.run, "main.ts"], join(warned.folder, "src"), { LANEWISE_CACHE: warned.cache });
  expect(inside.stderr).toBe(first.stderr.replaceAll("src/main.ts", "main.ts"));
});

test("what was not used for longest makes room", () => {
  const small = new Project();
  small.output();
  const [first = ""] = small.kept();
  appendFileSync(join(small.folder, "src/scale.ts"), `// ${"x".repeat(600_000)}\n`);
  const large = `export const text = "${"x".repeat(700_000)}";\n`;
  write(small.folder, {
    "src/scale.ts": scaleBy(3),
    "one/one.ts": large,
    "one/tsconfig.json": "{}",
    "two/two.ts": large,
    "two/tsconfig.json": "{}",
  });
  for (const file of ["one/one.ts", "two/two.ts"]) {
    runNode([...ways.run, file], small.folder, { LANEWISE_CACHE: small.cache, LANEWISE_CACHE_SIZE: "1" });
  }
  expect(existsSync(first)).toBe(false);
  expect(small.kept().length).toBe(1);
});

test("`lanewise cache` lists and removes them", () => {
  const listed = new Project();
  listed.output();
  const listing = listed.output([lanewise, "cache"], "ls");
  expect(listing).toMatch(/tsconfig\.json +\d+\.\d KiB {2}\d{4}-\d\d-\d\d \d\d:\d\d\n/);
  expect(listing).toMatch(/1 compiled program, \d+\.\d MiB in .*\/programs\n/);
  const json: unknown = JSON.parse(listed.output([lanewise, "cache"], "ls", "--json"));
  expect(json).toContainEqual(
    expect.objectContaining({
      program: join(listed.folder, "tsconfig.json"),
      size: statSync(listed.kept()[0] ?? "").size,
    }),
  );
  expect(listed.output([lanewise, "cache"], "clear")).toContain("1 compiled program removed from ");
  expect(listed.kept()).toEqual([]);
});
