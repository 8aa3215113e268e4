// Finds device functions of packages with visible declarations only, in the packages' built JavaScript: kernels that call them are linked
// with these when code is generated ahead of time (requirement X9). The object behind an import is only known at run time, so the image
// names the code it was linked with, and the runtime checks that it matches.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { functionStubs, type Provider, type WasmImageHeader } from "@lanewise/codegen";
import {
  type DeviceImage,
  decodeImage,
  decodeModule,
  decodeWasmCode,
  FormatError,
  fingerprintOf,
  imageFingerprint,
  type Module,
} from "@lanewise/ir";
import type ts from "typescript-6";
import { findPackage } from "../recognise/package-of.js";
import { embeddedImages, imageBytes } from "./image-text.js";
import { isOfDefinition } from "./symbol-forms.js";

/** A device function that a module imports by name. */
export interface ImportedName {
  /** `<package>/<subpath>:<name>`. */
  readonly name: string;
  /** The declaration file of the function. */
  readonly declarations: string;
}

export interface PackageFunctions {
  /** The packages' modules that export functions. */
  readonly providers: readonly Provider[];
  /** The definitions' symbols, by the names of the program's imports. */
  readonly names: ReadonlyMap<string, string>;
}

/** Finds functions and their modules; names without a definition in a built file are left out. */
export function findPackageFunctions(
  typescript: typeof ts,
  options: ts.CompilerOptions,
  imported: readonly ImportedName[],
): PackageFunctions {
  const providers = new Map<string, Provider>();
  const taken = new Set<Built>();
  const resolve = ({ name, declarations }: ImportedName): readonly (readonly [string, string])[] => {
    const built = builtBeside(declarations);
    const symbol = built && symbolOf(built, name);
    if (!built || symbol === undefined) return [];
    take(built);
    return [[name, symbol]];
  };
  const take = (built: Built): void => {
    if (taken.has(built)) return;
    taken.add(built);
    for (const { module, fingerprint, file, isCompiled } of built.modules) {
      if (!module.functions.some(({ linkage }) => linkage === "exported")) continue;
      // For several targets, the first image's functions count, as when they are loaded.
      if (isCompiled && providers.has(module.name)) continue;
      const names = importsOf(module).flatMap((name) => {
        const declarations = declarationsOf(typescript, options, name, file);
        return declarations === undefined ? [] : resolve({ name, declarations });
      });
      providers.set(module.name, { module, fingerprint, isCompiled, names: new Map(names) });
    }
  };
  const names = new Map(imported.flatMap(resolve));
  return { providers: [...providers.values()], names };
}

/** The names by which a module imports other packages' functions. */
function importsOf({ functions }: Module): readonly string[] {
  return functions.flatMap(({ linkage, symbol }) =>
    linkage === "imported" && !isOfDefinition(symbol) ? [symbol] : [],
  );
}

/** The declaration file that a built file's import resolves to. */
function declarationsOf(
  typescript: typeof ts,
  options: ts.CompilerOptions,
  name: string,
  file: string,
): string | undefined {
  const { resolvedModule } = typescript.resolveModuleName(
    name.slice(0, name.lastIndexOf(":")),
    file,
    options,
    typescript.sys,
  );
  return resolvedModule?.resolvedFileName;
}

interface BuiltModule {
  readonly module: Module;
  readonly fingerprint: string;
  readonly file: string;
  readonly isCompiled: boolean;
}

/** A package's JavaScript in and below the folder of a declaration file. */
interface Built {
  /** `<package>@<version>/`, the start of its symbols. */
  readonly prefix: string;
  readonly modules: readonly BuiltModule[];
}

/** Cached by folder while its files are unchanged. */
const known = new Map<string, Built & { readonly stamp: string }>();

function builtBeside(declarations: string): Built | undefined {
  if (!existsSync(declarations.replace(/\.d\.([cm]?)ts$/, ".$1js"))) return undefined;
  const folder = path.dirname(declarations);
  const texts = javaScriptIn(folder).map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const stamp = fingerprintOf(texts.map(({ text }) => text));
  const before = known.get(folder);
  if (before?.stamp === stamp) return before;
  const { name, version } = findPackage(folder);
  const modules = texts.flatMap(({ file, text }) =>
    embeddedImages(text).flatMap((embedded): readonly BuiltModule[] => {
      const image = imageIn(embedded);
      const module = image && moduleOf(image);
      if (!module) return [];
      return [{ module, fingerprint: imageFingerprint(image, embedded), file, isCompiled: image.format === "wasm" }];
    }),
  );
  const built = { prefix: `${name}@${version}/`, modules, stamp };
  known.set(folder, built);
  return built;
}

/** The module of an image; for WebAssembly, stubs of its functions, which it only has if there is no IR beside it. */
function moduleOf({ format, code }: DeviceImage): Module | undefined {
  if (format === "ir") return decodeModule(code);
  const { module, functions, functionTables, tables } = decodeWasmCode<WasmImageHeader>(code).header;
  const own = tables[functionTables];
  if (functions.length === 0 || !own) return undefined;
  const globals = own.globals.map(({ initial, ...global }) => ({
    ...global,
    initial: initial === undefined ? undefined : new Uint8Array(Buffer.from(initial, "base64")),
  }));
  return functionStubs(module, functions, { ...own, globals });
}

/** Decodes an image; one in another version of the format cannot be linked, and gives undefined. */
function imageIn(text: string): DeviceImage | undefined {
  try {
    return decodeImage(imageBytes(text));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function javaScriptIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const found = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : javaScriptIn(found);
      return /\.[cm]?js$/.test(entry.name) ? [found] : [];
    })
    .sort();
}

/** The package's only function with that qualified name; undefined for none or several. */
function symbolOf({ prefix, modules }: Built, name: string): string | undefined {
  const qualified = name.slice(name.lastIndexOf(":"));
  const found = modules.flatMap(({ module: { functions } }) =>
    functions.flatMap(({ linkage, symbol }) =>
      linkage === "exported" && symbol.startsWith(prefix) && symbol.endsWith(qualified) ? [symbol] : [],
    ),
  );
  const [first, ...others] = new Set(found);
  return others.length === 0 ? first : undefined;
}
