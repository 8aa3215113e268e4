// The state of a process's loader: the compiled programs that it serves, found in the cache or compiled when one of their files is first
// loaded. The compiler is only loaded then.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { isTypeScript } from "../adapters/typescript-files.js";
import type { BuildOptions } from "../build-options.js";
import type { collectProfile } from "../cli/run/profile/collect.js";
import type { runUnderCheck } from "../cli/run/run-under-check.js";
import { ownTypeScript } from "../own-typescript.js";
import type { CompiledProgram, createRunCompiler, RunCompiler } from "./compile-program.js";
import { type LoadedModule, type ModuleTable, moduleAt, resolveImport, withoutQuery } from "./module-table.js";
import { createProgramCache } from "./program-cache.js";
import { printReport } from "./report.js";
import type { RunError } from "./run-error.js";

/** The part that is sent to the thread of module hooks. */
export interface SessionData {
  readonly tables: readonly ModuleTable[];
  readonly asked: BuildOptions;
  /** The file URL of the program that Node itself was started with; undefined if there is none, or it is started otherwise. */
  readonly entry: string | undefined;
}

export interface Session {
  readonly data: SessionData;
  /** The program's module that an import resolves to; undefined leaves it to Node. */
  resolve(specifier: string, parent: string | undefined): string | undefined;
  /** A program's module; another TypeScript file's program is compiled first. */
  load(url: string): LoadedModule | undefined;
}

export function createSession({ tables: first, asked, entry }: SessionData): Session {
  const tables = [...first];
  const find = (url: string) => tables.find(({ modules }) => modules.has(url));
  return {
    data: { tables, asked, entry },
    resolve(specifier, parent) {
      for (const table of tables) {
        const url = resolveImport(table, specifier, parent);
        if (url !== undefined) return url;
      }
      return undefined;
    },
    load(url) {
      const name = withoutQuery(url);
      const known = find(name);
      if (known) return moduleAt(known, name);
      if (!name.startsWith("file:") || !isTypeScript(fileURLToPath(name))) return undefined;
      const table = programOf(fileURLToPath(name), asked);
      tables.push(table);
      return moduleAt(table, name);
    },
  };
}

/** The program of a later file; throws its errors. */
function programOf(file: string, asked: BuildOptions): ModuleTable {
  const { program, report } = findOrCompile(file, asked);
  if (program) {
    if (report) process.stderr.write(printReport(report, process.stderr));
    return program.table;
  }
  throw runError("LW1912", [file, report ? printReport(report, {}).trimEnd() : ""]);
}

/** Finds a program in the cache, or compiles it and caches it. */
export function findOrCompile(file: string, asked: BuildOptions): Omit<CompiledProgram, "dependencies"> {
  const cache = createProgramCache();
  // A cached program would skip the compiler's output.
  const isKept = !process.env.LANEWISE_DUMP;
  const known = isKept ? cache.find(file, asked) : undefined;
  if (known) return { program: known, report: known.warnings };
  const compiled = loadCompiler(asked)(file);
  if (compiled.program && isKept) cache.keep(file, asked, compiled.program);
  return compiled;
}

const require = createRequire(import.meta.url);

/** Loads the compiler by require(), since hooks may be synchronous. */
export function loadCompiler(asked: BuildOptions): RunCompiler {
  // Our own file.
  const { createRunCompiler: create } = require("./compile-program.js") as {
    readonly createRunCompiler: typeof createRunCompiler;
  };
  return create(ownTypeScript(), asked);
}

/** For --profile. */
export function loadProfiler(): typeof collectProfile {
  // Our own file.
  return (require("../cli/run/profile/collect.js") as { readonly collectProfile: typeof collectProfile })
    .collectProfile;
}

/** For --check-races and --check-overflow. */
export function loadCheck(): typeof runUnderCheck {
  // Our own file.
  return (require("../cli/run/run-under-check.js") as { readonly runUnderCheck: typeof runUnderCheck }).runUnderCheck;
}

/** Creates an error; error texts are loaded with the first one. */
export function runError(...parts: ConstructorParameters<typeof RunError>): RunError {
  const { RunError: Found } = require("./run-error.js") as { readonly RunError: typeof RunError };
  return new Found(...parts);
}
