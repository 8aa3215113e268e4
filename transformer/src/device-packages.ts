// Finds the declaration files in packages that stand for device code, and their sources. A package counts if it is, or depends
// on, `lanewise`: then all its declarations with a map and a source do, or only the export subpaths in its package.json:
// `"lanewise": { "device": ["./math"] }`. Files shared with other subpaths remain declarations.

import path from "node:path";
import type ts from "typescript-6";
import { parsePackageJson } from "./faults/package-json.js";
import type { TypeScript } from "./pass-context.js";
import { findPackage } from "./recognise/package-of.js";

export interface DevicePackages {
  /** Whether a program with this declaration file can reach device code through it. */
  readonly isEntry: (declarations: string) => boolean;
  /** The TypeScript source of a declaration file of device code. */
  readonly sourceOf: (declarations: string) => string | undefined;
  /** The declarations made from a source that is not device code. */
  readonly declarationsOf: (source: string) => string | undefined;
}

type DevicePackage = Omit<DevicePackages, "declarationsOf"> & {
  /** The declarations of host code, by source. */
  readonly kept: () => ReadonlyMap<string, string>;
};

type System = Pick<ts.System, "fileExists" | "readFile">;

/** Reads each package once per compilation. */
export function createDevicePackages(typescript: TypeScript): DevicePackages {
  const packages = new Map<string, DevicePackage | undefined>();
  const folders = new Map<string, DevicePackage | undefined>();
  const packageOf = (file: string): DevicePackage | undefined => {
    const folder = path.dirname(file);
    if (!folders.has(folder)) {
      const { root } = findPackage(folder);
      if (!packages.has(root)) packages.set(root, readDevicePackage(typescript, root));
      folders.set(folder, packages.get(root));
    }
    return folders.get(folder);
  };
  return {
    isEntry: (declarations) => packageOf(declarations)?.isEntry(declarations) ?? false,
    sourceOf: (declarations) => packageOf(declarations)?.sourceOf(declarations),
    declarationsOf: (source) => packageOf(source)?.kept().get(source),
  };
}

/** Whether a package's functions may be compiled into other packages' kernels, if its declarations lead to its sources. */
export function isDevicePackage(typescript: TypeScript, root: string): boolean {
  return readManifest(typescript.sys, root) !== undefined;
}

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly lanewise?: { readonly device?: readonly string[] };
}

function readDevicePackage({ sys, preProcessFile }: TypeScript, root: string): DevicePackage | undefined {
  const manifest = readManifest(sys, root);
  if (manifest === undefined) return undefined;
  const sources = new Map<string, string | undefined>();
  const find = (declarations: string) => {
    if (!sources.has(declarations)) sources.set(declarations, findSource(sys, root, declarations));
    return sources.get(declarations);
  };
  const subpaths = manifest.lanewise?.device;
  if (!Array.isArray(subpaths)) {
    const isEntry = (declarations: string) => find(declarations) !== undefined;
    return { isEntry, sourceOf: find, kept: () => new Map() };
  }
  const { exports } = manifest;
  const table = isRecord(exports) ? exports : { ".": exports };
  const entriesOf = (isWanted: (subpath: string) => boolean) =>
    Object.keys(table).flatMap((subpath) => (isWanted(subpath) ? declarationFiles(sys, root, table[subpath]) : []));
  const entries = new Set(entriesOf((subpath) => subpaths.includes(subpath)));
  const kept = once(() => {
    const found = reach(
      sys,
      preProcessFile,
      entriesOf((subpath) => !subpaths.includes(subpath)),
    );
    return new Map(
      [...found].flatMap((declarations) => {
        const source = find(declarations);
        return source === undefined ? [] : [[source, declarations] as const];
      }),
    );
  });
  const device = once(() => reach(sys, preProcessFile, [...entries]));
  const sourceOf = (declarations: string) => {
    const source = device().has(declarations) ? find(declarations) : undefined;
    return source === undefined || kept().has(source) ? undefined : source;
  };
  return { isEntry: (declarations) => entries.has(declarations), sourceOf, kept };
}

/** The manifest of a package that is, or depends on, `lanewise`; undefined for other packages. */
function readManifest(sys: System, root: string): Manifest | undefined {
  const file = path.join(root, "package.json");
  const text = sys.readFile(file);
  if (text === undefined) return undefined;
  // Installed packages have these types; the fields are only read.
  const manifest: Manifest = parsePackageJson(file, text);
  return [manifest.name, ...dependencies(manifest)].includes("lanewise") ? manifest : undefined;
}

function dependencies({ dependencies, peerDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...peerDependencies });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The declaration files that an entry of "exports" leads to under any condition. */
function declarationFiles(sys: System, root: string, entry: unknown): string[] {
  if (typeof entry === "string") {
    const file = declarationsAt(sys, slashed(path.join(root, entry)));
    return file === undefined ? [] : [file];
  }
  return isRecord(entry) ? Object.values(entry).flatMap((inner) => declarationFiles(sys, root, inner)) : [];
}

/** The entries and all declaration files that they reach by relative imports. */
function reach(sys: System, scan: TypeScript["preProcessFile"], entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set(entries);
  for (const file of reached) {
    for (const { fileName: specifier } of scan(sys.readFile(file) ?? "", true, false).importedFiles) {
      if (!/^\.\.?(\/|$)/.test(specifier)) continue;
      const target = declarationsAt(sys, slashed(path.join(path.dirname(file), specifier)));
      if (target !== undefined) reached.add(target);
    }
  }
  return reached;
}

function declarationsAt(sys: System, file: string): string | undefined {
  const beside = file.replace(/(\.d)?\.([cm]?)[jt]sx?$/, ".d.$2ts");
  return [beside, `${file}.d.ts`, `${file}/index.d.ts`].find((name) => isDeclarations(name) && sys.fileExists(name));
}

function isDeclarations(file: string): boolean {
  return /\.d\.[cm]?ts$/.test(file);
}

/** The only source in the map that the file's last line names, if it exists, is in the package, and is TypeScript. */
function findSource(sys: System, root: string, declarations: string): string | undefined {
  const [, url] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(sys.readFile(declarations) ?? "") ?? [];
  if (url === undefined || /^\w+:/.test(url)) return undefined;
  const mapFile = path.join(path.dirname(declarations), url);
  const { sources = [], sourceRoot = "" } = parseMap(sys.readFile(mapFile));
  const [source] = sources;
  if (source === undefined || sources.length > 1) return undefined;
  const file = path.resolve(path.dirname(mapFile), sourceRoot, source);
  const isInside = !path.relative(root, file).startsWith("..");
  const isSource = /\.[cm]?tsx?$/.test(file) && !isDeclarations(file);
  return isInside && isSource && sys.fileExists(file) ? slashed(file) : undefined;
}

interface SourceMapFile {
  readonly sources?: readonly string[];
  readonly sourceRoot?: string;
}

/** Parses a map; one that cannot be read is empty. */
function parseMap(text: string | undefined): SourceMapFile {
  try {
    const map: unknown = JSON.parse(text ?? "{}");
    return isRecord(map) ? map : {};
  } catch {
    return {};
  }
}

/** A path as TypeScript writes it. */
function slashed(file: string): string {
  return file.split(path.sep).join("/");
}
