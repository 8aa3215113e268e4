// Ahead-of-time compilation: device images of format "wasm" beside the IR, or instead of it (requirements X6, S3). Links in the
// functions that a kernel calls from the program's other modules and from built packages (X9).

import { encodePrebuilt, type PrebuildOptions, type Provider, prebuildImage } from "@lanewise/codegen";
import { encodeWasmCode, imageFingerprint } from "@lanewise/ir";
import type ts from "typescript-6";
import type { BuildOptions } from "../build-options.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Targets, WasmTarget } from "../targets.js";
import { imageText } from "./image-text.js";
import type { LinkMemory } from "./link-memory.js";
import type { PackageFunctions } from "./package-functions.js";
import { propertiesOf, type ReducersOf } from "./properties.js";
import type { SplitImage, SplitProgram } from "./split-images.js";

/**
 * `ofPackages` finds functions of other packages; `reducersOf` returns a kernel's number of reducers; `declarations` has those of kernels and device
 * functions, by symbol.
 */
export function addTargets(
  split: SplitProgram,
  targets: Targets,
  options: BuildOptions,
  ofPackages: () => PackageFunctions,
  reducersOf: ReducersOf,
  reporter: Reporter,
  declarations: ReadonlyMap<string, ts.Node>,
  { prebuilt: kept }: LinkMemory,
): SplitProgram {
  if (targets.wasm.length === 0) return split;
  const all = [...[...split.ofModules.values()].flat(), ...split.shared.map(({ image }) => image)];
  const { providers: built, names } = ofPackages();
  const providers = all.filter(hasExports).map((image) => providerOf(image, names));
  const expand = (image: SplitImage): readonly SplitImage[] => {
    // With IR, others' functions are linked as IR.
    if (image.image.symbols.length === 0 && targets.hasIr) return [image];
    const others = [...providers.filter(({ module }) => module !== image.module), ...built];
    const ready = targets.wasm.map((target) => {
      const decisive = JSON.stringify([target, options, targets.hasIr, [...names]]);
      const parts = [decisive, image, ...others.map(({ module }) => module)];
      const made = kept.of(`${decisive} ${image.module.name} ${image.image.symbols[0]?.symbol}`, parts, () =>
        prebuilt(image, { providers: others, names }, target, options, !targets.hasIr, reducersOf),
      );
      if (!targets.hasIr) reportMissing(made, reporter, declarations);
      return made.image;
    });
    return targets.hasIr ? [image, ...ready] : ready;
  };
  return {
    ofModules: new Map([...split.ofModules].map(([name, images]) => [name, images.flatMap(expand)])),
    shared: split.shared.flatMap(({ modules, image }) => expand(image).map((one) => ({ modules, image: one }))),
  };
}

function hasExports({ module }: SplitImage): boolean {
  return module.functions.some(({ linkage }) => linkage === "exported");
}

function providerOf({ module, image }: SplitImage, names: ReadonlyMap<string, string>): Provider {
  return { module, names, fingerprint: imageFingerprint(image, imageText(image)) };
}

/** A kernel or exported function without code, and the reason. */
interface Missing {
  readonly symbol: string;
  readonly reason: string;
}

interface Prebuilt {
  readonly image: SplitImage;
  readonly kernels: readonly Missing[];
  readonly functions: readonly Missing[];
}

/** Builds the image of format "wasm" from an IR image. */
export function prebuilt(
  { image, module, linked: before = [] }: SplitImage,
  others: PackageFunctions,
  { features, workGroups, ...own }: WasmTarget,
  build: BuildOptions,
  isAlone: boolean,
  reducersOf: ReducersOf,
): Prebuilt {
  const options = { ...build, ...own };
  const settings: PrebuildOptions = {
    features,
    workGroups,
    isAlone,
    reducersOf,
    bounds: options.bounds ?? "checked",
    fp: options.fp ?? "default",
  };
  const made = prebuildImage(module, others, settings);
  const isInline = (build.wasm ?? "inline") === "inline";
  const ready = {
    ...image,
    format: "wasm",
    features: features === "scalar" ? [] : features.split("+"),
    properties: propertiesOf(module, options, reducersOf),
    code: isInline ? encodePrebuilt(made) : encodeWasmCode(made.header, []),
  } as const;
  const { kernels, functions } = made.header;
  const linked = [...before, ...Object.keys(made.header.linked)];
  return {
    image: { image: ready, module, linked, ...(!isInline && { modules: made.modules }) },
    kernels: missingIn(kernels),
    functions: missingIn(functions),
  };
}

function missingIn(all: readonly { readonly symbol: string; readonly missing: string }[]): readonly Missing[] {
  return all.flatMap(({ symbol, missing: reason }) => (reason ? [{ symbol, reason }] : []));
}

function reportMissing(
  { kernels, functions }: Prebuilt,
  reporter: Reporter,
  declarations: ReadonlyMap<string, ts.Node>,
): void {
  for (const [code, missing] of [["LW1522", kernels] as const, ["LW1523", functions] as const]) {
    for (const { symbol, reason } of missing) {
      const place = declarations.get(symbol);
      const name = symbol.slice(symbol.lastIndexOf(":") + 1);
      if (place) reporter.report(code, place, code === "LW1522" ? [reason] : [name, reason]);
    }
  }
}
