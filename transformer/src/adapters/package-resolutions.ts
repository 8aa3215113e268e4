// Checks that a bundler resolves the packages in kernels to the same files as the compiler. It may have its own conditions, use the field "browser",
// or have an alias: then kernels would compute what one file says, and the program another.

import { realpathSync } from "node:fs";
import path from "node:path";
import type ts from "typescript-6";
import { createReporter } from "../diagnostics/reporter.js";
import { conditionsFor, type PackageImport, packageImports } from "../package-bodies/package-imports.js";
import type { TypeScript } from "../pass-context.js";
import { type Problem, problemOf } from "./problem.js";
import { toTypeScriptDiagnostic } from "./typescript-diagnostic.js";

/** An import in a compiled file or a package, for a bundler to resolve. */
export interface AskedImport extends Pick<PackageImport, "name" | "from" | "isRequire"> {
  /** The problems if the bundle resolves the import to `file`. */
  readonly compare: (file: string) => readonly Problem[];
}

/** The bundler's answer: a file's path; undefined if the import is not in the bundle, or not in a file. */
export type ResolveImport = (asked: Omit<AskedImport, "compare">) => Promise<string | undefined>;

export function askedImports(
  typescript: TypeScript,
  program: ts.Program,
  file: string,
  dependencies: readonly string[],
  javascript: ReadonlySet<string>,
): readonly AskedImport[] {
  return packageImports(typescript, program, file, dependencies, javascript).map((found) => ({
    ...found,
    compare: (other) => (isSameFile(found.leadsTo, other) ? [] : [difference(typescript, program, found, other)]),
  }));
}

/** The problems of a compiled file's imports. */
export async function resolvedElsewhere(
  imports: readonly AskedImport[],
  resolve: ResolveImport,
): Promise<readonly Problem[]> {
  const found = await Promise.all(
    imports.map(async (asked) => {
      const file = await resolve(asked);
      return file === undefined ? [] : asked.compare(file);
    }),
  );
  return found.flat();
}

function difference(typescript: TypeScript, program: ts.Program, found: PackageImport, other: string): Problem {
  const { name, from, leadsTo, root } = found;
  const conditions = conditionsFor(typescript, program, found, other);
  const written =
    conditions === undefined
      ? `an alias in the bundler's configuration, from ${JSON.stringify(name)} to ${JSON.stringify(shown(leadsTo))}`
      : `"customConditions": ${JSON.stringify(conditions)} in tsconfig.json`;
  const reporter = createReporter();
  const where = from === root.file ? "" : `, as ${shown(from)} imports it,`;
  reporter.report("LW1905", root, [`\`${name}\`${where}`, shown(other), shown(leadsTo), written]);
  const [diagnostic] = reporter.diagnostics;
  if (!diagnostic) throw new Error("what was reported is among the diagnostics");
  return problemOf(typescript, toTypeScriptDiagnostic(typescript, program, diagnostic));
}

/** The path from its last node_modules folder on, or relative to the current folder. */
function shown(file: string): string {
  const [, inPackages] = /^.*[\\/](node_modules[\\/].*)$/.exec(file) ?? [];
  return (inPackages ?? path.relative(process.cwd(), file)).replaceAll("\\", "/");
}

function isSameFile(a: string, b: string): boolean {
  return path.resolve(a) === path.resolve(b) || realPath(a) === realPath(b);
}

function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    // A bundler may name a file that is not on disk.
    return path.resolve(file);
  }
}
