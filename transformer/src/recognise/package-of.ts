// Names modules so that the same source has the same name on every machine: `<package>@<version>/<path from the package's
// root>` (requirement F1). No absolute path, no time. Where nothing has a name, the package is "local".

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
/** By folder: what the disk has said since the compilation began, and in this turn of the event loop. One compilation asks thousands of times. */
const nearest = new Map<string, Package>();

function modified(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Undefined if it has no name. Throws ProjectError. */
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

/** It is there, but may be a folder, or belong to others. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ProjectError("LW1944", { file, text: "", start: 0 }, [reason], cause);
  }
}

/**
 * The nearest package above a folder that has a name. Without one, "local": its root is the folder of the nearest package.json, else of the
 * nearest tsconfig.json, so that modules of one project have ids of their own.
 */
export function findPackage(folder: string): Package {
  const known = nearest.get(folder);
  if (known) return known;
  if (nearest.size === 0) queueMicrotask(forgetPackages);
  const found = lookForPackage(folder);
  nearest.set(folder, found);
  return found;
}

/** Looks at the disk again. */
export function forgetPackages(): void {
  nearest.clear();
}

function lookForPackage(folder: string): Package {
  let manifest: string | undefined;
  let config: string | undefined;
  for (const at of foldersAbove(folder)) {
    const stamp = modified(join(at, "package.json"));
    const found = stamp === undefined ? undefined : readPackage(at, stamp);
    // A nearer package.json without a name, which only sets "type" (as dist folders have), is no package.
    if (found) return found;
    if (stamp !== undefined) manifest ??= at;
    else if (modified(join(at, "tsconfig.json")) !== undefined) config ??= at;
  }
  return { root: manifest ?? config ?? folder, name: LOCAL, version: "0.0.0" };
}

/** The files that decide which package a folder is of, whether they are there or not. */
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

/** How messages of a module name a source file: its path from the package's root, behind the package's name where that is another. */
export function pathFrom(module: string, fileName: string): string {
  const { name, version } = findPackage(dirname(fileName));
  const { path } = identifyModule(fileName);
  return module.startsWith(`${name}@${version}/`) ? path : `${name}/${path}`;
}
