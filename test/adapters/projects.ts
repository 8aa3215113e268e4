// Small projects in folders of their own, with this workspace's packages installed beside them, and the tools that compile them.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lanewise, type Outcome, root, runNode, temporaryFolder, tsc, tspc } from "../examples/programs.js";
import { runWarm, warmToolOf } from "../support/warm-tools/run-warm.js";

export const compilers = {
  tspc: (folder: string, ...args: string[]) => run(folder, [tspc, "-p", ".", ...args]),
  build: (folder: string, ...args: string[]) => run(folder, [lanewise, "build", ...args]),
} as const;
export type CompilerName = keyof typeof compilers;
export const compilerNames: readonly CompilerName[] = ["tspc", "build"];

export const plainTsc = (folder: string, ...args: string[]) => run(folder, [tsc, "-p", ".", ...args]);

export const command = (folder: string, ...args: string[]) => run(folder, [lanewise, ...args]);

// Without colours, which the test runner asks for in all that it starts.
delete process.env.FORCE_COLOR;
const environment = { NO_COLOR: "1" };

/** Runs a JavaScript file; compilers without a process, which test/adapters/processes.test.ts compares with those that have one. */
export function run(folder: string, [file = "", ...args]: readonly string[]): Outcome {
  const tool = warmToolOf(file, args[0]);
  return tool === undefined ? runNode([file, ...args], folder, environment) : runWarm(tool, args, folder, environment);
}

const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  types: [],
  strict: true,
  skipLibCheck: true,
  rootDir: "src",
  outDir: "dist",
  sourceMap: true,
  declaration: true,
  declarationMap: true,
  plugins: [{ transform: "@lanewise/transformer/tsc", transformProgram: true }],
};

/** The option for programs that use little of Node: its declarations here are read in no time. */
export const smallNode = [join(root, "test/support/small-node")];

export type Files = Readonly<Record<string, string>>;

/** Files by path; `options` are compiler options on top of those above, undefined takes one away. */
export function project(files: Files, options: Readonly<Record<string, unknown>> = {}, type = "module"): string {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  write(folder, {
    "package.json": JSON.stringify({ name: "app", version: "1.0.0", type }),
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include: ["src"] }),
    ...files,
  });
  return folder;
}

/** Edits are later than what was built before, for tools that compare times: clocks of file systems go in steps of up to 10 ms. */
export function write(folder: string, files: Files): void {
  if (existsSync(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Every file below a folder, by relative path; empty where there is no such folder. */
export function read(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, "utf8")]),
  );
}

/** A module with one kernel, which calls a function of another module. */
export const kernelFiles: Files = {
  "src/scale.ts": "export function scale(x: number): number {\n  return x * 3;\n}\n",
  "src/main.ts": `import { Queue } from "lanewise";
import { scale } from "./scale.js";

export const queue = new Queue();
export const data = new Float32Array([1, 2, 3]);
export const launch = () => queue.parallelFor(3, (i) => { data[i] = scale(data[i]!); });

export function fail(reason: string): never {
  throw new Error(reason);
}
`,
};

/** A kernel with a mistake of ours (LW1203), in the fifth line. */
export const faultyFile = `import { Queue } from "lanewise";
declare const queue: Queue;
let sum = 0;
export function total() {
  queue.parallelFor(3, (i) => { sum = i; });
  return sum;
}
`;

export const typeError = "export const wrong: string = 1;\n";

/** A project whose node_modules has the output of others. */
export function projectOn(files: Files, type: string, libraries: Readonly<Record<string, string>>): string {
  const folder = projectWith({}, files, { types: smallNode, declarationMap: undefined }, type);
  const modules = join(folder, "node_modules");
  for (const [name, library] of Object.entries(libraries)) {
    mkdirSync(join(modules, name));
    for (const part of ["dist", "package.json"]) {
      cpSync(join(library, part), join(modules, name, part), { recursive: true });
    }
  }
  return folder;
}

/** A project with this workspace's packages installed one by one, `replaced` from other folders. */
export function projectWith(
  replaced: Readonly<Record<string, string>>,
  files: Files,
  options: Readonly<Record<string, unknown>> = {},
  type = "module",
): string {
  const folder = project(files, options, type);
  const modules = join(folder, "node_modules");
  rmSync(modules);
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".")) symlinkSync(replaced[name] ?? join(root, "node_modules", name), join(modules, name));
  }
  return folder;
}
