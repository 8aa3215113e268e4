// Yarn's Plug'n'Play: packages are in archives, without node_modules. TypeScript still looks for packages in such folders, so its system gets
// virtual ones: `node_modules/<name>` in each package for each dependency, whose real path is in the archive. Node's `fs`, which Yarn patches,
// reads the files.

import nodeModule from "node:module";
import type { TypeScript } from "./pass-context.js";

/** The part of Yarn's API (the module `pnpapi`) that is used. */
interface PnpApi {
  findPackageLocator(file: string): object | null;
  getPackageInformation(locator: object): {
    readonly packageLocation: string;
    readonly packageDependencies: ReadonlyMap<string, unknown>;
  } | null;
  /** The package's folder. Throws if the issuer's package does not depend on it. */
  resolveToUnqualified(name: string, issuer: string): string | null;
}

type System = TypeScript["sys"];

/** Adapts the system if Yarn runs this process. */
export function seePlugAndPlay(system: System): void {
  if (process.versions.pnp === undefined) return;
  // Added by Yarn's loader.
  const { findPnpApi }: { findPnpApi?(folder: string): PnpApi | null } = nodeModule as object;
  const find = (file: string) => findPnpApi?.(file) ?? null;
  const places = new Map<string, string | undefined>();
  const { fileExists, directoryExists, readFile, getDirectories, realpath = (path) => path } = system;
  const real = (file: string) => {
    const mentioned = mentionedIn(find, file);
    return mentioned && placeOf(places, mentioned);
  };
  system.fileExists = (file) => fileExists(file) || isTrue(real(file), fileExists);
  system.directoryExists = (folder) =>
    directoryExists(folder) || hasDependencies(find, folder) || isTrue(real(folder), directoryExists);
  system.readFile = (file, encoding) => readFile(file, encoding) ?? readFile(real(file) ?? file, encoding);
  system.realpath = (file) => realpath(real(file) ?? file);
  system.getDirectories = (folder) => [...getDirectories(real(folder) ?? folder), ...dependenciesIn(find, folder)];
}

function isTrue(file: string | undefined, exists: (file: string) => boolean): boolean {
  return file !== undefined && exists(file);
}

interface PackageFolder {
  readonly api: PnpApi;
  /** Ends with a slash. */
  readonly location: string;
  readonly dependencies: ReadonlyMap<string, unknown>;
  /** The path from the location. */
  readonly rest: string;
}

/** The package that contains a path. */
function packageOf(find: (file: string) => PnpApi | null, file: string): PackageFolder | undefined {
  if (!file.includes("node_modules")) return undefined;
  const api = find(file);
  const locator = api?.findPackageLocator(file);
  const found = locator && api?.getPackageInformation(locator);
  if (!api || !found || !file.startsWith(found.packageLocation)) return undefined;
  const { packageLocation: location, packageDependencies: dependencies } = found;
  return { api, location, dependencies, rest: file.slice(location.length) };
}

interface Mentioned extends PackageFolder {
  readonly name: string;
  readonly subpath: string;
}

/** Parses `node_modules/<name>` in a package, with the path below it. */
function mentionedIn(find: (file: string) => PnpApi | null, file: string): Mentioned | undefined {
  const folder = packageOf(find, file);
  const [, name, subpath = ""] = /^node_modules\/((?:@[^/]+\/)?[^@/][^/]*)(\/.*)?$/.exec(folder?.rest ?? "") ?? [];
  return folder && name !== undefined ? { ...folder, name, subpath } : undefined;
}

function placeOf(places: Map<string, string | undefined>, mentioned: Mentioned): string | undefined {
  const { api, location, name, dependencies, subpath } = mentioned;
  const key = `${location}\0${name}`;
  if (!places.has(key)) {
    const isThere = dependencies.has(name) && dependencies.get(name) !== null;
    places.set(key, isThere ? (api.resolveToUnqualified(name, location)?.replace(/\/$/, "") ?? undefined) : undefined);
  }
  const place = places.get(key);
  return place === undefined ? undefined : `${place}${subpath}`;
}

const scopes = /^node_modules(?:\/(@[^/]+))?$/;

function hasDependencies(find: (file: string) => PnpApi | null, folder: string): boolean {
  return dependenciesIn(find, folder).length > 0;
}

/** The names in `node_modules` or `node_modules/@scope`. */
function dependenciesIn(find: (file: string) => PnpApi | null, folder: string): readonly string[] {
  const { dependencies, rest } = packageOf(find, folder) ?? {};
  const match = scopes.exec(rest ?? "");
  if (!match || !dependencies) return [];
  const [, scope] = match;
  const names = [...dependencies.keys()].filter((name) => dependencies.get(name) !== null);
  if (scope === undefined) return names.map((name) => name.split("/")[0] ?? name);
  return names.filter((name) => name.startsWith(`${scope}/`)).map((name) => name.slice(scope.length + 1));
}
