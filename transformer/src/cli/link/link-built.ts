// Links the images of built files. Images built with the same options become one; calls of device functions are bound to their bodies.
// Missing and contradictory definitions are errors with codes.

import {
  builtinOfSymbol,
  type DeviceImage,
  fingerprintOf,
  LinkError,
  linkModules,
  type Module,
  moduleFingerprint,
  type Part,
  verify,
} from "@lanewise/ir";
import { type BuildOptions, buildOptionValues } from "../../build-options.js";
import { catalogue, type DiagnosticCode } from "../../diagnostics/catalogue.js";
import { prebuilt } from "../../link/ahead-of-time.js";
import { imageOf } from "../../link/image-of.js";
import type { ReducersOf } from "../../link/properties.js";
import type { SplitImage } from "../../link/split-images.js";
import { isOfDefinition } from "../../link/symbol-forms.js";
import { type Targets, toTargets, type WasmTarget } from "../../targets.js";
import type { BuiltFile, BuiltImage } from "./built-files.js";
import { certainNames, externalCallsOf, findUnknownNames } from "./imported-names.js";

/** An image and the module that it was made from. */
export type LinkedImage = Pick<SplitImage, "image" | "module">;

export interface LinkedFiles {
  readonly images: readonly LinkedImage[];
  /** The modules whose images these replace, by name, with those images' fingerprints. */
  readonly modules: ReadonlyMap<string, string>;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** A module's images, in registration order. */
interface BuiltModule {
  readonly file: string;
  readonly images: readonly BuiltImage[];
}

/** Links files; without `targets`, uses the targets that the images were built for. */
export function linkBuilt(files: readonly BuiltFile[], targets: Targets | undefined): LinkedFiles {
  const errors: string[] = [];
  const modules = collectModules(files, errors);
  const built = [...modules.values()].flatMap(({ images }) => images);
  findMissingKernels(files, built, errors);
  findReplacedTwice(modules, errors);
  const all = built.filter(({ image }) => image.format === "ir");
  // Modules built without IR keep their own images.
  const linkable = [...modules].filter(([, { images }]) => images.some(({ image }) => image.format === "ir"));
  const fingerprints = new Map(linkable.map(([name, { images }]) => [name, moduleFingerprint(images)]));
  const wasm = targets?.wasm ?? targetsOf(built);
  const groups = new Map<string, number[]>();
  all.forEach(({ image }, index) => {
    const options = JSON.stringify(image.properties["lanewise/options"] ?? {});
    groups.set(options, [...(groups.get(options) ?? []), index]);
  });
  const images = [...groups.values()].flatMap((group) => linkGroup(all, group, wasm, errors) ?? []);
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

/** Modules sorted by name. A module may be in several files, such as a bundle and its parts. */
function collectModules(files: readonly BuiltFile[], errors: string[]): ReadonlyMap<string, BuiltModule> {
  const found = new Map<string, BuiltModule>();
  for (const { file, images } of files) {
    for (const name of new Set(images.map(({ module }) => module.name))) {
      const own = images.filter(({ module }) => module.name === name);
      const known = found.get(name);
      const text = (of: readonly BuiltImage[]) => of.map(({ text }) => text).join();
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

/** Finds Math functions that several modules replace, each by its own exported function. */
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

/** The engines that the images of format "wasm" are for. */
function targetsOf(built: readonly BuiltImage[]): readonly WasmTarget[] {
  const ready = built.filter(({ image }) => image.format === "wasm");
  const names = new Set(ready.map(({ image }) => ["wasm", ...image.features].join("+")));
  return toTargets([...names].map((name) => (name === "wasm" ? "wasm+scalar" : name)))?.wasm ?? [];
}

/** Links a group into one image and its ahead-of-time code; undefined if a function is missing. */
function linkGroup(
  all: readonly BuiltImage[],
  group: readonly number[],
  wasm: readonly WasmTarget[],
  errors: string[],
): readonly LinkedImage[] | undefined {
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
    const options = optionsOf(image);
    if (!violation) {
      const reducersOf = reducersIn(group.flatMap((index) => all[index] ?? []));
      const linked = { image: imageOf(module, options, reducersOf), module };
      const others = { providers: [], names: certainNames(modules) };
      const ready = wasm.map((target) => prebuilt(linked, others, target, options, false, reducersOf).image);
      return [linked, ...ready];
    }
    errors.push(message("LW2005", `${violation.function} ${violation.where}: ${violation.message}`));
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    errors.push(message("LW2005", error.message));
  }
  return undefined;
}

function reducersIn(images: readonly BuiltImage[]): ReducersOf {
  const counts = new Map(images.flatMap(({ image }) => Object.entries(image.properties["lanewise/reducers"] ?? {})));
  return (symbol) => Number(counts.get(symbol) ?? 0);
}

/** The options that an image was built with. */
function optionsOf(image: DeviceImage | undefined): BuildOptions {
  const { bounds, fp } = image?.properties["lanewise/options"] ?? {};
  return {
    bounds: buildOptionValues.bounds[Number(bounds ?? 0)] ?? "checked",
    fp: buildOptionValues.fp[Number(fp ?? 0)] ?? "default",
  };
}

function entriesOf(module: Module | undefined, index: number): Part[] {
  return (module?.functions ?? []).flatMap(({ linkage }, fn) =>
    linkage === "kernel" || linkage === "exported" ? [{ module: index, index: fn }] : [],
  );
}
