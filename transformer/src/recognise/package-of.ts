// Names modules so that the same source has the same name on every machine: `<package>@<version>/<path from the package's
// root>` (requirement F1). No absolute paths, no times. Without a named package, the package is "local".

import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parsePackageJson } from "../faults/package-json.js";
import { ProjectError } from "../faults/project-error.js";

export interface Package {
  readonly root: string;
  readonly name: string;
  readonly version: string;
}

const LOCAL = "local";
const packages = new Map<string, Package & { readonly stamp: number }>();
/**
 * The nearest package by folder, cached from the start of a compilation within one turn of the event loop: a compilation asks thousands of times.
 */
const nearest = new Map<string, Package>();

function modified(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** The package of a folder; undefined if it has no name. Throws ProjectError. */
function readPackage(folder: string, stamp: number): Package | undefined {
  const known = packages.get(folder);
  if (known?.stamp === stamp) return known;
  const file = join(folder, "package.json");
  const { name, version = "0.0.0" } = parsePackageJson(file, readText(file));
  if (name === undefined) return undefined;
  const found = { root: folder, name, version, stamp };
  packages.set(folder, found);
  return found;
}

/** Reads a file that exists but may be a folder or unreadable. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ProjectError("LW1944", { file, text: "", start: 0 }, [reason], cause);
  }
}

/**
 * The nearest named package above a folder. Without one, "local": its root is the folder of the nearest package.json, else of the nearest
 * tsconfig.json, so that a project's modules have distinct ids.
 */
export function findPackage(folder: string): Package {
  const known = nearest.get(folder);
  if (known) return known;
  if (nearest.size === 0) queueMicrotask(forgetPackages);
  const found = lookForPackage(folder);
  nearest.set(folder, found);
  return found;
}

/** Clears the cache, so that the disk is read again. */
export function forgetPackages(): void {
  nearest.clear();
}

function lookForPackage(folder: string): Package {
  let manifest: string | undefined;
  let config: string | undefined;
  for (const at of foldersAbove(folder)) {
    const stamp = modified(join(at, "package.json"));
    const found = stamp === undefined ? undefined : readPackage(at, stamp);
    // A nearer package.json without a name, which only sets "type" (as in dist folders), does not count.
    if (found) return found;
    if (stamp !== undefined) manifest ??= at;
    else if (modified(join(at, "tsconfig.json")) !== undefined) config ??= at;
  }
  return { root: manifest ?? config ?? folder, name: LOCAL, version: "0.0.0" };
}

/** The files that decide a folder's package, existing or not. */
export function filesThatDecide(folder: string): string[] {
  const { root, name } = findPackage(folder);
  const folders = [...foldersAbove(folder)];
  if (name === LOCAL) return folders.flatMap((at) => [join(at, "package.json"), join(at, "tsconfig.json")]);
  return folders.slice(0, folders.indexOf(root) + 1).map((at) => join(at, "package.json"));
}

function* foldersAbove(folder: string): Generator<string> {
  let at = folder;
  for (; dirname(at) !== at; at = dirname(at)) yield at;
  yield at;
}

export interface ModuleIdentity {
  /** `<package>@<version>/<path>`. */
  readonly module: string;
  /** The path from the package's root, with forward slashes. */
  readonly path: string;
}

export function identifyModule(fileName: string): ModuleIdentity {
  const owner = findPackage(dirname(fileName));
  const path = relative(owner.root, fileName).split(sep).join("/");
  return { module: `${owner.name}@${owner.version}/${path}`, path };
}

/** The name of a source file in messages of a module: its path from the package's root, after the package's name if that differs. */
export function pathFrom(module: string, fileName: string): string {
  const { name, version } = findPackage(dirname(fileName));
  const { path } = identifyModule(fileName);
  return module.startsWith(`${name}@${version}/`) ? path : `${name}/${path}`;
}
