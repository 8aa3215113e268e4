// Which files an edit may concern: those that import a name whose meaning may be another one, directly or through others. A name's meaning
// depends on its own text and on what that mentions (surface.ts), wherever that comes from.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { type Surface, surfaceOf, type Target } from "./surface.js";

/** One import of a module, at whatever place of the text. */
export interface ImportedModule {
  /** As the text names it. */
  readonly name: string;
  readonly fileName: string;
  /** In a statement that imports or exports; the others, such as `import()`, may use all of the module. */
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

/** What there is of it while the file is the program's. An editor that parses only what was edited takes a file's nodes into the next one. */
export function knownSurface(typescript: TypeScript, file: ts.SourceFile): Surface {
  const known = surfaces.get(file) ?? surfaceOf(typescript, file);
  surfaces.set(file, known);
  return known;
}

/** All names of a module. */
export const ALL = "*";

/**
 * The names of the files in which types may be others than before, the changed ones among them. With each, the names that are declared there
 * whose code may mean something else, also where others do not see that.
 */
export function affectedFiles(
  typescript: TypeScript,
  { files, importsOf, importersOf }: ImportGraph,
  changed: ReadonlyMap<string, ChangedFile>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const affected = new Map([...changed.keys()].map((name) => [name, new Set([ALL])]));
  /** By file: the exports that may mean something else. */
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

/** What `export *` passes on. */
function starsOf(
  { stars }: Surface,
  imports: readonly ImportedModule[],
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const modules = imports.filter(({ name }) => stars.includes(name));
  return modules.flatMap(({ fileName }) => [...(exported.get(fileName) ?? [])].filter((name) => name !== "default"));
}

interface Changes {
  /** Undefined: nothing that the file imports is another thing. */
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

/** With what mentions them in its body alone. */
function usersOf({ names }: Surface, changed: ReadonlySet<string>): Set<string> {
  const found = new Set(changed);
  for (const [name, { hidden }] of names) if ([...hidden].some((one) => changed.has(one))) found.add(name);
  return found;
}

/** Adds what mentions one of the names, until there is no more. */
function addMentioning({ names }: Surface, changed: Set<string>): void {
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    if (size === 0) return;
    for (const [name, { mentions }] of names) {
      if (!changed.has(name) && [...mentions].some((one) => changed.has(one))) changed.add(name);
    }
  }
}
