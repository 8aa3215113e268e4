// Whether a bundler resolves the packages that kernels were compiled with to the files that the compiler has read. It may have conditions of its own,
// the field "browser" or an alias: kernels then would compute what one file says, and the program what another does.

import { realpathSync } from "node:fs";
import path from "node:path";
import type ts from "typescript-6";
import { createReporter } from "../diagnostics/reporter.js";
import { conditionsFor, type PackageImport, packageImports } from "../package-bodies/package-imports.js";
import type { TypeScript } from "../pass-context.js";
import { type Problem, problemOf } from "./problem.js";
import { toTypeScriptDiagnostic } from "./typescript-diagnostic.js";

/** An import of a compiled file or of a package, as a bundler may be asked about it. */
export interface AskedImport extends Pick<PackageImport, "name" | "from" | "isRequire"> {
  /** What is wrong if that file is what the import leads to in the bundle. */
  readonly compare: (file: string) => readonly Problem[];
}

/** The bundler's answer: the path of a file; undefined for what is not in the bundle, or in no file. */
export type ResolveImport = (asked: AskedImport) => Promise<string | undefined>;

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

/** What is to be said of a compiled file. */
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

/** From the last folder of packages on, or from here. */
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
    // A bundler may name what is on no disk.
    return path.resolve(file);
  }
}
