// Links the images of built files. Those that were built with the same options become one image; calls of device functions go to their
// bodies. What is missing or contradicts itself is an error, with its code.

import {
  builtinOfSymbol,
  type DeviceImage,
  fingerprintOf,
  LinkError,
  linkModules,
  type Module,
  type Part,
  verify,
} from "@lanewise/ir";
import { catalogue, type DiagnosticCode } from "../../diagnostics/catalogue.js";
import { imageOf } from "../../link/image-of.js";
import type { BuiltFile, BuiltImage } from "./built-files.js";
import { externalCallsOf, findUnknownNames, isOfDefinition } from "./imported-names.js";

export interface LinkedFiles {
  readonly images: readonly DeviceImage[];
  /** The modules whose images these stand for, with the fingerprints of those, by name. */
  readonly modules: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** A module's images, in the order in which it registers them. */
interface BuiltModule {
  readonly file: string;
  readonly images: readonly BuiltImage[];
}

export function linkBuilt(files: readonly BuiltFile[]): LinkedFiles {
  const errors: string[] = [];
  const modules = collectModules(files, errors);
  const all = [...modules.values()].flatMap(({ images }) => images);
  findMissingKernels(files, all, errors);
  findReplacedTwice(modules, errors);
  const fingerprints = new Map(
    [...modules].map(([name, { images }]) => [name, fingerprintOf(images.map(({ base64 }) => base64))]),
  );
  const groups = new Map<string, number[]>();
  all.forEach(({ image }, index) => {
    const options = JSON.stringify(image.properties["lanewise/options"] ?? {});
    groups.set(options, [...(groups.get(options) ?? []), index]);
  });
  const images = [...groups.values()].flatMap((group) => linkGroup(all, group, errors) ?? []);
  const warnings = findUnknownNames(all.map(({ module }) => module)).map((call) =>
    message("LW1459", call.symbol, call.package, call.module, call.place),
  );
  return { images, modules: fingerprints, errors, warnings };
}

function message(code: DiagnosticCode, ...args: readonly string[]): string {
  const { category, message: text, help } = catalogue[code];
  const fill = (line: string) => line.replace(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? "");
  return `${category} ${code}: ${fill(text)}\n  help: ${fill(help)}`;
}

/** By name, in the order of the names. A module may be in several files, as in a bundle beside its parts. */
function collectModules(files: readonly BuiltFile[], errors: string[]): ReadonlyMap<string, BuiltModule> {
  const found = new Map<string, BuiltModule>();
  for (const { file, images } of files) {
    for (const name of new Set(images.map(({ module }) => module.name))) {
      const own = images.filter(({ module }) => module.name === name);
      const known = found.get(name);
      const text = (of: readonly BuiltImage[]) => of.map(({ base64 }) => base64).join();
      if (known && text(known.images) !== text(own)) errors.push(message("LW2004", name, known.file, file));
      if (!known) found.set(name, { file, images: own });
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function findMissingKernels(files: readonly BuiltFile[], images: readonly BuiltImage[], errors: string[]): void {
  const known = new Set(images.flatMap(({ image }) => image.symbols.map(({ symbol }) => symbol)));
  for (const { file, marks } of files) {
    for (const symbol of new Set(marks)) if (!known.has(symbol)) errors.push(message("LW2003", symbol, file));
  }
}

/** Functions of Math that modules replace in different ways: each by its own exported function. */
function findReplacedTwice(modules: ReadonlyMap<string, BuiltModule>, errors: string[]): void {
  const known = new Map<string, string>();
  for (const [name, { images }] of modules) {
    const exported = images.flatMap(({ image }) => Object.keys(image.properties["SYCL/exported symbols"] ?? {}));
    for (const symbol of new Set(exported)) {
      const builtin = builtinOfSymbol(symbol);
      const first = known.get(symbol);
      if (builtin !== undefined && first !== undefined) errors.push(message("LW1533", builtin, first, name));
      known.set(symbol, first ?? name);
    }
  }
}

/** One image of those of a group; undefined where something is missing. */
function linkGroup(all: readonly BuiltImage[], group: readonly number[], errors: string[]): DeviceImage | undefined {
  const modules = all.map(({ module }) => module);
  const entries = group.flatMap((module) => entriesOf(modules[module], module));
  const { image } = all[group[0] ?? 0] ?? {};
  const name = `lanewise:linked/${fingerprintOf(group.map((index) => modules[index]?.name ?? ""))}`;
  try {
    const { module } = linkModules({ name, modules, entries });
    const missing = module.functions.filter(({ linkage, symbol }) => linkage === "imported" && isOfDefinition(symbol));
    for (const { symbol } of missing) {
      const calls = modules.flatMap(externalCallsOf).filter((call) => call.symbol === symbol);
      const texts = calls.map((call) => `${call.module} calls at ${call.place}`);
      errors.push(message("LW2002", symbol, texts.join(", ")));
    }
    if (missing.length > 0) return undefined;
    const [violation] = verify(module);
    if (!violation) return { ...imageOf(module, {}), properties: withOptions(imageOf(module, {}), image) };
    errors.push(message("LW2005", `${violation.function} ${violation.where}: ${violation.message}`));
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    errors.push(message("LW2005", error.message));
  }
  return undefined;
}

function withOptions({ properties }: DeviceImage, from: DeviceImage | undefined): DeviceImage["properties"] {
  const options = from?.properties["lanewise/options"];
  return options ? { ...properties, "lanewise/options": options } : properties;
}

function entriesOf(module: Module | undefined, index: number): Part[] {
  return (module?.functions ?? []).flatMap(({ linkage }, fn) =>
    linkage === "kernel" || linkage === "exported" ? [{ module: index, index: fn }] : [],
  );
}
