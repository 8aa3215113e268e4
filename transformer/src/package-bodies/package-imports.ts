// Lists the imports through which a compiled file reached the JavaScript of packages: its own, and those of the packages' files. Bundlers, which
// resolve imports themselves, can check whether they lead to the same files.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { importedNames } from "./imported-names.js";
import { createJavaScriptResolver, type ResolveJavaScript } from "./resolve-javascript.js";

export interface PackageImport {
  readonly name: string;
  /** The file that contains it. */
  readonly from: string;
  readonly isRequire: boolean;
  /** The JavaScript file that the compiler read. */
  readonly leadsTo: string;
  /** The program's import that reached the package. */
  readonly root: Specifier;
}

export interface Specifier {
  readonly file: string;
  readonly start: number;
  readonly length: number;
}

interface Found extends Omit<PackageImport, "root"> {
  readonly specifier: Specifier;
}

/** `dependencies` are the files that decided the output of `file`; `javascript` are the files read from packages. */
export function packageImports(
  typescript: TypeScript,
  program: ts.Program,
  file: string,
  dependencies: readonly string[],
  javascript: ReadonlySet<string>,
): readonly PackageImport[] {
  const read = new Set(dependencies.filter((name) => javascript.has(name)));
  if (read.size === 0) return [];
  const options = program.getCompilerOptions();
  const host = typescript.createCompilerHost(options);
  const resolve = createJavaScriptResolver(typescript, options, host, true);
  const importsOf = (name: string): readonly Found[] => {
    const text = program.getSourceFile(name)?.text ?? host.readFile(name) ?? "";
    return importsIn(typescript, name, text, formatOf(typescript, program, host, name), resolve).filter(({ leadsTo }) =>
      javascript.has(leadsTo),
    );
  };
  const own = [file, ...dependencies.filter((name) => !javascript.has(name))].flatMap(importsOf);
  const known = new Map<string, PackageImport>();
  const waiting = own.map(({ specifier, ...found }): PackageImport => ({ ...found, root: specifier }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { name, from, leadsTo, root } = next;
    const key = `${from}\0${name}`;
    if (known.has(key)) continue;
    known.set(key, next);
    waiting.push(...importsOf(leadsTo).map(({ specifier: _, ...found }) => ({ ...found, root })));
  }
  const all = [...known.values()];
  const leading = leadingTo(all, read);
  return all.filter(({ leadsTo }) => leading.has(leadsTo));
}

/** The files that lead to the given ones, which are included. */
function leadingTo(imports: readonly PackageImport[], read: ReadonlySet<string>): ReadonlySet<string> {
  const leading = new Set(read);
  for (let before = 0; before < leading.size; ) {
    before = leading.size;
    for (const { from, leadsTo } of imports) if (leading.has(leadsTo)) leading.add(from);
  }
  return leading;
}

function importsIn(
  typescript: TypeScript,
  from: string,
  text: string,
  format: ts.ResolutionMode,
  resolve: ResolveJavaScript,
): readonly Found[] {
  return importedNames(typescript, text).flatMap(({ name, start, length, isRequire }) => {
    const leadsTo = resolve(name, from, format);
    return leadsTo === undefined ? [] : [{ name, from, isRequire, leadsTo, specifier: { file: from, start, length } }];
  });
}

function formatOf(typescript: TypeScript, program: ts.Program, host: ts.CompilerHost, name: string): ts.ResolutionMode {
  const known = program.getSourceFile(name)?.impliedNodeFormat;
  return known ?? typescript.getImpliedNodeFormatForFile(name, undefined, host, program.getCompilerOptions());
}

/** Conditions of bundlers for pages and for development, in addition to TypeScript's. */
const CONDITIONS: readonly (readonly string[])[] = [
  ...[["browser"], ["module"], ["browser", "module"], ["development"], ["production"], ["worker"]],
  ...[["module", "browser", "development"], ["module", "browser", "production"], ["node"], ["module", "node"]],
];

/** Custom conditions for tsconfig.json that make an import resolve to that file; undefined if there are none. */
export function conditionsFor(
  typescript: TypeScript,
  program: ts.Program,
  { name, from }: PackageImport,
  file: string,
): readonly string[] | undefined {
  const options = program.getCompilerOptions();
  const host = typescript.createCompilerHost(options);
  const format = formatOf(typescript, program, host, from);
  return CONDITIONS.find((conditions) => {
    const customConditions = [...(options.customConditions ?? []), ...conditions];
    const resolve = createJavaScriptResolver(typescript, { ...options, customConditions }, host, true);
    return resolve(name, from, format) === file;
  });
}
