// Device functions of packages of which only the declarations are visible, as the packages' built JavaScript has them: what the kernels that
// call them are linked with when code is generated ahead of time (requirement X9). Which object an import gives is known when the program
// runs, so the image names what it was linked with, and the runtime looks whether that is what is there.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Provider } from "@lanewise/codegen";
import { type DeviceImage, decodeImage, decodeModule, FormatError, fingerprintOf, type Module } from "@lanewise/ir";
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
    for (const { module, fingerprint, file } of built.modules) {
      if (!module.functions.some(({ linkage }) => linkage === "exported")) continue;
      const names = importsOf(module).flatMap((name) => {
        const declarations = declarationsOf(typescript, options, name, file);
        return declarations === undefined ? [] : resolve({ name, declarations });
      });
      providers.set(module.name, { module, fingerprint, names: new Map(names) });
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
      if (image?.format !== "ir") return [];
      return [{ module: decodeModule(image.code), fingerprint: fingerprintOf([base64]), file }];
    }),
  );
  const built = { prefix: `${name}@${version}/`, modules, stamp };
  known.set(folder, built);
  return built;
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
