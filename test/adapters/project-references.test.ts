// Projects that refer to each other, by `tspc -b` and by `lanewise build -b`: a reference is a package. Its device functions are linked, the
// bodies of its other functions are in the kernels of those who call them; edits of both arrive (rules TSC4 to TSC7).

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lanewise, type Outcome, removeTemporaryFolders, tspc } from "../examples/programs.js";
import { type Files, project, read, run, write } from "./projects.js";
import { watchedRounds } from "./tsc-modes/watcher.js";

afterAll(removeTemporaryFolders);

const builders = {
  tspc: [tspc, "-b"],
  build: [lanewise, "build", "-b"],
} as const;

interface ProjectFile {
  readonly references?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A tsconfig.json of a folder of the solution; its output is in the folder of that name in dist. */
function config(name: string, { references = [], options = {} }: ProjectFile): Files {
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "esnext.disposable"],
    types: [],
    strict: true,
    skipLibCheck: true,
    composite: true,
    declarationMap: true,
    sourceMap: true,
    rootDir: ".",
    outDir: `../dist/${name}`,
    plugins: [{ transform: "@lanewise/transformer/tsc", transformProgram: true }],
    ...options,
  };
  return {
    [`${name}/tsconfig.json`]: JSON.stringify({
      compilerOptions,
      include: ["*.ts"],
      references: references.map((path) => ({ path })),
    }),
  };
}

const base = (factor: number): Files => ({
  "base/index.ts": `import { deviceFn, type f32 } from "lanewise";
export const linked = deviceFn((x: f32): f32 => x * ${factor});
export function inlined(x: number): number {
  return x * ${factor};
}
`,
});

/** What app has in its kernel of base comes through middle, too. */
const sources: Files = {
  ...base(3),
  "middle/index.ts": `import { inlined } from "../base/index.js";
export const through = (x: number): number => inlined(x) + 0.5;
export const host = (text: string) => text.length;
`,
  "app/main.ts": `import { Queue } from "lanewise";
import { linked } from "../base/index.js";
import { through } from "../middle/index.js";
declare const console: { log(text: string): void };
const q = new Queue({ device: "cpu", threads: 1 });
const out = new Float32Array(2);
q.singleTask(() => {
  out[0] = linked(10);
  out[1] = through(10);
}).then(() => console.log(out.join()));
`,
};
const printed = (factor: number) => `${10 * factor},${10 * factor + 0.5}\n`;

function solution(more: Files = {}, type = "module", options: ProjectFile["options"] = {}): string {
  return project(
    {
      "package.json": JSON.stringify({ name: "solution", version: "1.0.0", type, dependencies: { lanewise: "*" } }),
      ...config("base", { options }),
      ...config("middle", { references: ["../base"], options }),
      ...config("app", { references: ["../base", "../middle"], options }),
      "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "app" }] }),
      ...sources,
      ...more,
    },
    {},
    type,
  );
}

const output = (folder: string) => run(folder, ["dist/app/main.js"]);
const good = { code: 0, stdout: "", stderr: "" };

/** As both tools print it: codes of ours and times differ. */
function text({ stdout }: Outcome): string {
  return stdout.replace(/error TS9\d+: (LW\d+): /g, "error $1: ").replace(/^\d+:\d\d:\d\d [AP]M/gm, "TIME");
}

describe.each(Object.entries(builders))("%s -b", (_, builder) => {
  const build = (folder: string, ...args: string[]) => run(folder, [...builder, ...args]);

  test.each(["module", "commonjs"])(
    "builds what is referred to first, and again what three edits concern: %s",
    (type) => {
      const folder = solution({}, type);
      for (const factor of [3, 4, 5, 6]) {
        write(folder, base(factor));
        expect(build(folder)).toEqual(good);
        expect(output(folder)).toMatchObject({ code: 0, stdout: printed(factor) });
      }
      const written = read(join(folder, "dist"));
      expect(build(folder, "app", "--verbose").stdout.match(/is up to date/g)).toHaveLength(3);
      expect(read(join(folder, "dist"))).toEqual(written);
    },
    120_000,
  );

  test("a mistake in a reference: those who refer to it are not built before it is mended", () => {
    const folder = solution({
      "base/index.ts": 'export const wrong: string = 1;\nexport { linked, inlined } from "./more.js";\n',
      "base/more.ts": base(3)["base/index.ts"] ?? "",
    });
    const { code, stdout } = build(folder, "--stopBuildOnErrors");
    expect(stdout).toContain("base/index.ts(1,14): error TS2322: ");
    expect(code).toBe(1);
    expect(existsSync(join(folder, "dist/app/main.js"))).toBe(false);
    write(folder, base(7));
    expect(build(folder)).toEqual(good);
    expect(output(folder).stdout).toBe(printed(7));
  }, 120_000);

  test("a function of a reference that kernels cannot call is an error of who calls it, until it is mended", () => {
    const folder = solution();
    expect(build(folder)).toEqual(good);
    write(folder, {
      "base/index.ts": (base(4)["base/index.ts"] ?? "").replace(
        "  return",
        '  if (x > 99) throw new Error("no");\n  return',
      ),
    });
    for (const attempt of [1, 2]) {
      const outcome = build(folder);
      expect({ attempt, code: outcome.code, text: text(outcome) }).toMatchObject({
        // The second time there is nothing left to write.
        code: 3 - attempt,
      });
      expect(text(outcome)).toMatch(/app\/main\.ts\(9,\d+\): error LW1102: /);
    }
    write(folder, base(5));
    expect(build(folder)).toEqual(good);
    expect(output(folder).stdout).toBe(printed(5));
  }, 120_000);

  test("--dry, --force and --clean", () => {
    const folder = solution();
    expect(build(folder, "--dry").stdout.match(/would build project/g)).toHaveLength(3);
    expect(existsSync(join(folder, "dist"))).toBe(false);
    expect(build(folder)).toEqual(good);
    expect(build(folder, "--force", "--verbose").stdout.match(/Building project/g)).toHaveLength(3);
    expect(build(folder, "--clean")).toEqual(good);
    expect(Object.keys(read(join(folder, "dist")))).toEqual([]);
  }, 120_000);
});

test("lanewise build -b prints and ends as tspc -b does", () => {
  const cases: [Files, readonly string[]][] = [
    [{ "app/main.ts": "export const wrong: string = 1;\n" }, []],
    [{ "middle/index.ts": "export const wrong: string = 1;\n" }, ["--verbose"]],
    [{ "app/main.ts": (sources["app/main.ts"] ?? "").replace("out[0] =", "throw") }, ["app"]],
    [config("base", { references: ["../app"] }), []],
    [{}, ["nowhere"]],
    [config("base", { options: { composite: false } }), []],
  ];
  for (const [files, args] of cases) {
    const [theirs, ours] = Object.values(builders).map((builder) => run(solution(files), [...builder, ...args]));
    if (!theirs || !ours) throw new Error("there are two");
    const relative = (outcome: Outcome) => text(outcome).replace(/\/\S*\/lanewise-test-\w+/g, "");
    expect({ args, code: ours.code, text: relative(ours) }).toEqual({
      args,
      code: theirs.code,
      text: relative(theirs),
    });
    expect(ours.code).not.toBe(0);
  }
}, 240_000);

test.each([
  [["-b", "-p", "."], "-p and -b exclude each other"],
  [["-b", "--clean", "--force"], "--clean and --force exclude each other"],
  [["--force"], "--force is an option of -b"],
  [["app"], "app: without -b, build takes no arguments"],
])("lanewise build %s says what is wrong", (args, message) => {
  const { code, stderr } = run(solution(), [lanewise, "build", ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test.each(Object.entries(builders))(
  "%s -b --watch",
  async (_, builder) => {
    const folder = solution();
    await watchedRounds(folder, [...builder, "--watch", "--preserveWatchOutput"], {
      edits: [4, 5, 6].map((factor) => ({
        files: base(factor),
        check: () => expect(output(folder).stdout).toBe(printed(factor)),
      })),
      first: () => expect(output(folder).stdout).toBe(printed(3)),
    });
  },
  120_000,
);
