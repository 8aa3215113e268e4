// Finds the files that an edit may affect: those that import a name whose meaning may change, directly or through others. A name's meaning
// depends on its text and on the names it mentions (surface.ts), wherever they are declared.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { type Surface, surfaceOf, type Target } from "./surface.js";

/** An import of a module, anywhere in the text. */
export interface ImportedModule {
  /** The specifier in the text. */
  readonly name: string;
  readonly fileName: string;
  /** Whether it is an import or export statement; others, such as `import()`, may use the whole module. */
  readonly isStatement: boolean;
}

export interface ChangedFile {
  readonly before: ts.SourceFile;
  readonly after: ts.SourceFile;
}

export interface ImportGraph {
  readonly files: ReadonlyMap<string, ts.SourceFile>;
  importsOf(file: ts.SourceFile): readonly ImportedModule[];
  importersOf(fileName: string): Iterable<string>;
}

const surfaces = new WeakMap<ts.SourceFile, Surface>();

/**
 * The surface of a file, cached while the file is the program's. An editor that parses only edited text moves a file's nodes into the next
 * version.
 */
export function knownSurface(typescript: TypeScript, file: ts.SourceFile): Surface {
  const known = surfaces.get(file) ?? surfaceOf(typescript, file);
  surfaces.set(file, known);
  return known;
}

/** Stands for all names of a module. */
export const ALL = "*";

/**
 * The files whose types may change, the edited ones included. For each, the declared names whose code may change its meaning, even if other
 * files cannot see it.
 */
export function affectedFiles(
  typescript: TypeScript,
  { files, importsOf, importersOf }: ImportGraph,
  changed: ReadonlyMap<string, ChangedFile>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const affected = new Map([...changed.keys()].map((name) => [name, new Set([ALL])]));
  /** By file: the exports that may change their meaning. */
  const exported = new Map<string, ReadonlySet<string>>();
  const waiting = [...changed.keys()];
  const isExported = ({ module, name }: Target, imports: readonly ImportedModule[]): boolean =>
    imports.some(({ name: one, fileName }) => {
      const found = one === module ? exported.get(fileName) : undefined;
      return found !== undefined && found.size > 0 && (name === ALL || found.has(name) || found.has(ALL));
    });
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = files.get(name);
    if (!file) continue;
    const imports = importsOf(file);
    const surface = knownSurface(typescript, file);
    const change = changed.get(name);
    const before = change && surfaces.get(change.before);
    const isAny = imports.some(
      ({ fileName, isStatement }) => (surface.isOpaque || !isStatement) && (exported.get(fileName)?.size ?? 0) > 0,
    );
    const isChanged = (target: Target) => isExported(target, imports);
    const found =
      isAny || (change && (surface.isOpaque || !before || before.isOpaque))
        ? { touched: new Set([ALL]), exports: new Set([ALL]) }
        : changedNames(surface, before ?? surface, isChanged, starsOf(surface, imports, exported));
    if (found.touched && !change) affected.set(name, found.touched);
    const known = exported.get(name) ?? new Set();
    if ([...found.exports].every((one) => known.has(one))) continue;
    exported.set(name, new Set([...known, ...found.exports]));
    waiting.push(...importersOf(name));
  }
  return affected;
}

/** The changed names that `export *` passes on. */
function starsOf(
  { stars }: Surface,
  imports: readonly ImportedModule[],
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const modules = imports.filter(({ name }) => stars.includes(name));
  return modules.flatMap(({ fileName }) => [...(exported.get(fileName) ?? [])].filter((name) => name !== "default"));
}

interface Changes {
  /** Undefined if no import of the file changes its meaning. */
  readonly touched: Set<string> | undefined;
  readonly exports: ReadonlySet<string>;
}

function changedNames(
  surface: Surface,
  before: Surface,
  isChanged: (target: Target) => boolean,
  passedOn: readonly string[],
): Changes {
  const local = new Set([...surface.imports].flatMap(([name, target]) => (isChanged(target) ? [name] : [])));
  let isConcerned = local.size > 0 || passedOn.length > 0;
  for (const name of [...surface.names.keys(), ...before.names.keys()]) {
    if (surface.names.get(name)?.text !== before.names.get(name)?.text) local.add(name);
  }
  addMentioning(surface, local);
  const exports = new Set(passedOn);
  for (const name of [...surface.exports.keys(), ...before.exports.keys()]) {
    const [now, earlier] = [surface.exports.get(name), before.exports.get(name)];
    const isOther = JSON.stringify(now) !== JSON.stringify(earlier);
    const isMeant = typeof now === "object" ? isChanged(now) : now !== undefined && local.has(now);
    if (isOther || isMeant) exports.add(name);
    if (isMeant) isConcerned = true;
  }
  const isStarred = surface.stars.join("\n") !== before.stars.join("\n");
  return { touched: isConcerned ? usersOf(surface, local) : undefined, exports: isStarred ? new Set([ALL]) : exports };
}

/** The changed names, and those that only mention them in their bodies. */
function usersOf({ names }: Surface, changed: ReadonlySet<string>): Set<string> {
  const found = new Set(changed);
  for (const [name, { hidden }] of names) if ([...hidden].some((one) => changed.has(one))) found.add(name);
  return found;
}

/** Adds the names that mention a changed one, repeatedly. */
function addMentioning({ names }: Surface, changed: Set<string>): void {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    if (size === 0) return;
    for (const [name, { mentions }] of names) {
      if (!changed.has(name) && [...mentions].some((one) => changed.has(one))) changed.add(name);
    }
  }
}
