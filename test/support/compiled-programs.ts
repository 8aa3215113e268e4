// Keeps what the compiler emits for the programs of tests in `out/programs`: several vitest projects run the same program ("shared", "remote", those
// without vectors), each in a process of its own. An entry is used only where all that the compiler reads is as it was.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sources } from "./compile-source.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const all = join(root, "out/programs");

/** Emitted texts by file name: earlier ones of the same input, else those that `make` returns. If it throws, nothing is kept. */
export function keptProgram(input: unknown, make: () => Sources): Sources {
  // A mutant of the compiler (test/mutate) is in none of its files.
  if ("__lanewiseSwitches" in globalThis) return make();
  folder ??= folderOfCompiler();
  const place = join(folder, `${digestOf(JSON.stringify(input))}.json`);
  if (existsSync(place)) return JSON.parse(readFileSync(place, "utf8")) as Sources; // as written below
  const made = make();
  mkdirSync(folder, { recursive: true });
  const fresh = `${place}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(made));
  renameSync(fresh, place);
  return made;
}

let folder: string | undefined;

/** That of this state of the compiler on this version of Node; removes those of other states. */
function folderOfCompiler(): string {
  const version = `node-${process.versions.node}-`;
  const name = version + digestOf(stateOfCompiler().join("\n"));
  const isOther = (one: string): boolean => one.startsWith(version) && one !== name;
  const others = existsSync(all) ? readdirSync(all).filter(isOther) : [];
  for (const one of others) rmSync(join(all, one), { recursive: true, force: true });
  return join(all, name);
}

/** Each file that the compiler is or reads but for the program: a file that changes has another size or time. */
function stateOfCompiler(): readonly string[] {
  const below = (path: string): readonly string[] =>
    readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const packages = ["ir", "codegen", "transformer", "runtime", "cluster"];
  const files = [
    ...packages.flatMap((name) => [
      ...below(`${name}/src`),
      ...below(`${name}/dist`),
      join(root, name, "package.json"),
    ]),
    // What is installed: the sources of packages, and TypeScript.
    join(root, "node_modules/.package-lock.json"),
    ...["compile-source.ts", "load-program.ts", "compiled-programs.ts"].map((name) => join(root, "test/support", name)),
    ...below("test/filetests/program"),
  ];
  return files.sort().map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
