// Device functions of packages of which only the declarations are visible, as the packages' built JavaScript has them: what the kernels that
// call them are linked with when code is generated ahead of time (requirement X9). Which object an import gives is known when the program
// runs, so the image names what it was linked with, and the runtime looks whether that is what is there.

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
import { embeddedImages } from "./embedded-images.js";
import { isOfDefinition } from "./symbol-forms.js";

/** A device function that a module imports by a name. */
export interface ImportedName {
  /** `<package>/<subpath>:<name>`. */
  readonly name: string;
  /** The declaration file that has it. */
  readonly declarations: string;
}

export interface PackageFunctions {
  /** The packages' modules that export functions. */
  readonly providers: readonly Provider[];
  /** The symbols of the definitions, by the names of the program's own imports. */
  readonly names: ReadonlyMap<string, string>;
}

/** Names whose definition is in no built file are left out. */
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
      // Of several targets the first image's functions count, as when they are loaded.
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

/** The names by which a module imports functions of other packages. */
function importsOf({ functions }: Module): readonly string[] {
  return functions.flatMap(({ linkage, symbol }) =>
    linkage === "imported" && !isOfDefinition(symbol) ? [symbol] : [],
  );
}

/** Where the import of a built file leads. */
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

/** The JavaScript of a package that stands beside a declaration file, and below it. */
interface Built {
  /** `<package>@<version>/`, which its symbols begin with. */
  readonly prefix: string;
  readonly modules: readonly BuiltModule[];
}

/** By folder, as long as no file of it changes. */
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
    embeddedImages(text).flatMap((base64): readonly BuiltModule[] => {
      const image = imageIn(base64);
      const module = image && moduleOf(image);
      if (!module) return [];
      return [{ module, fingerprint: imageFingerprint(image, base64), file, isCompiled: image.format === "wasm" }];
    }),
  );
  const built = { prefix: `${name}@${version}/`, modules, stamp };
  known.set(folder, built);
  return built;
}

/** Of an image of WebAssembly its functions, which it has where there is no IR beside it. */
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

/** Of another version of the format it is nothing that can be linked. */
function imageIn(base64: string): DeviceImage | undefined {
  try {
    return decodeImage(Buffer.from(base64, "base64"));
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

/** The package's only function of that qualified name; undefined of none or several. */
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
