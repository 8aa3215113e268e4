// Makes bundles of loaded images: of all modules, of one, of some kernels; and joins bundles (requirements M2, M5, M6, M13).

import type { DeviceImage } from "@lanewise/ir";
import { type Context, devicesOf } from "../../context/index.js";
import { type Device, getDevices, hasCapability } from "../../device/index.js";
import { bundleErrors, LanewiseError } from "../../errors/index.js";
import type { AnyKernel } from "../../language/index.js";
import { checkList, describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import { SpecializationSet } from "../constants/index.js";
import { allImages, imageOfBytes, type LoadedImage } from "../index.js";
import { ownerOf } from "../registry/index.js";
import { haveAllParts } from "./all-parts.js";
import { build, compile } from "./build-bundle.js";
import { assertSameCode, joinedKernels } from "./join-kernels.js";
import {
  type BundleState,
  checkAnyBundle,
  checkState,
  contentsOf,
  type KernelBundle,
  makeBundle,
  symbolOf,
} from "./kernel-bundle.js";

/** The images that a bundle should have. */
export interface BundleSelection {
  /** Default: the devices of the context that run images, which excludes the host device. */
  readonly devices?: readonly Device[];
  /** Only images with one of these kernels: symbols, or functions. Default: all. */
  readonly kernels?: readonly (string | AnyKernel)[];
}

const selectionOptions = { devices: "list", kernels: "list" } as const satisfies OptionTable<BundleSelection>;

/**
 * Returns a bundle of the images of all loaded modules. Objects and executables are compiled and linked by this call, as by `compile` and `build`.
 *
 *     const executable = getKernelBundle(q.context, "executable");
 *     await q.submit((h) => { h.useModule(executable); h.parallelFor(n, (i) => { out[i] = i; }); });
 */
export function getKernelBundle<S extends BundleState>(
  context: Context,
  state: S,
  selection: BundleSelection = {},
): KernelBundle<S> {
  return bundleOf(context, state, allImages(), selection, "getKernelBundle");
}

/** Kernels that a device provides itself, by the names in `device.builtInKernels`. */
export interface BuiltInKernels {
  readonly builtInKernels: readonly string[];
}

/** For bundles that are made of bytes. */
export interface NativeOptions {
  /**
   * Whether device images are trusted as the program's own code: their WebAssembly, which is not verified as IR is, and IR that dereferences
   * pointers. Default: false.
   */
  readonly trusted?: boolean;
}
export const nativeOptions = { trusted: "boolean" } as const satisfies OptionTable<NativeOptions>;

/**
 * Returns a bundle of device images that no module of the program has: files that `lanewise` wrote, or the result of `compileSource` of
 * `@lanewise/transformer/source`; or of built-in kernels. Throws `compile_program_error` if the bytes are no image, and `invalid` if the devices do
 * not have a named kernel.
 *
 *     const images = compileSource("export const twice: Kernel1 = (i) => { x[i]! *= 2; }; …");
 *     const twice = build(createKernelBundle(q.context, images)).getKernel("twice");
 *     await q.submit((h) => { h.setArgs({ x }); h.parallelFor(n, twice); });
 */
export function createKernelBundle(
  context: Context,
  source: Uint8Array | readonly Uint8Array[] | BuiltInKernels,
  options?: NativeOptions,
): KernelBundle<"input"> {
  const where = "createKernelBundle";
  const { trusted = false } = ownOptions(options, nativeOptions, where);
  const { devices } = checkSelection(context, {}, where);
  const isNamed = typeof source === "object" && source !== null && "builtInKernels" in source;
  const list = isNamed ? builtInImages(source, devices) : asList(source);
  const input = bundleOfImages(context, list, "input", where, trusted === true);
  const ready = [...input].findIndex(({ format }) => format !== "ir");
  if (ready < 0) return input;
  throw new LanewiseError("invalid", `${where}: image ${ready} is WebAssembly, which needs no build.`, {
    help: 'Use makeKernelBundle(context, images, "executable", { trusted: true }).',
  });
}

/** Makes a bundle in a state before "executable" from the bytes of images. */
export function bundleOfImages<S extends "input" | "object">(
  context: Context,
  list: readonly unknown[],
  state: S,
  where: string,
  isTrusted: boolean,
): KernelBundle<S> {
  const { devices } = checkSelection(context, {}, where);
  haveAllParts();
  const images = list.map((bytes, index) => {
    if (bytes instanceof Uint8Array) return imageOfBytes(bytes, `image ${index} of ${where}`, isTrusted);
    throw new LanewiseError(
      "invalid",
      `${where}: image ${index} of its source is ${describeValue(bytes)}; expected a Uint8Array.`,
    );
  });
  return makeBundle(state, { context, devices, images, kernels: new Map(), constants: new SpecializationSet() });
}

export function formatOf(bytes: Uint8Array, what: string): DeviceImage["format"] {
  return imageOfBytes(bytes, what, false).image.format;
}

function asList(images: unknown): readonly unknown[] {
  return Array.isArray(images) ? images : [images];
}

/** Devices have no built-in kernels (docs/kernel-bundles.md gives the reason). */
function builtInImages({ builtInKernels }: BuiltInKernels, devices: readonly Device[]): readonly Uint8Array[] {
  checkList(builtInKernels, "createKernelBundle: builtInKernels");
  const [unknown] = builtInKernels;
  if (unknown === undefined) return [];
  const known = devices.flatMap((device) => device.builtInKernels).join(", ") || "none";
  throw new LanewiseError(
    "invalid",
    `createKernelBundle: there is no built-in kernel ${describeValue(unknown)}; the devices have ${known}.`,
    { help: "lanewise/algorithms has functions for sums, scans, sorting and the like." },
  );
}

/**
 * Whether `getKernelBundle` would return images, with all of `selection.kernels`.
 *
 *     if (hasKernelBundle(q.context, "executable")) console.log("ready");
 */
export function hasKernelBundle(context: Context, state: BundleState, selection: BundleSelection = {}): boolean {
  checkState(state, "hasKernelBundle");
  const images = inState(state, selected(allImages(), checkSelection(context, selection, "hasKernelBundle")));
  const wanted = (selection.kernels ?? []).map(symbolOf);
  return images.length > 0 && wanted.every((symbol) => images.some((loaded) => hasKernel(loaded, symbol)));
}

/** As `getKernelBundle`, for the images of one module. */
export function bundleOfModule<S extends BundleState>(context: Context, state: S, module: string): KernelBundle<S> {
  return bundleOf(context, state, imagesOf(module), {}, "thisModule.get");
}

export function hasModule(context: Context, state: BundleState, module: string): boolean {
  checkState(state, "thisModule.hasModuleIn");
  return inState(state, selected(imagesOf(module), checkSelection(context, {}, "thisModule.hasModuleIn"))).length > 0;
}

/**
 * Joins several bundles with images of the same code into one. Kernels of executables keep the values of specialization constants that they were
 * compiled for; `h.useModule` selects one by its image. Throws `invalid_object` if there are no bundles, if they differ in state or context, and if
 * two images have different kernels under one symbol.
 *
 *     const all = join([mine, theirs]);
 */
export function join<B extends KernelBundle>(bundles: readonly B[]): B {
  checkList(bundles, "join: bundles");
  for (const bundle of bundles) checkAnyBundle(bundle, "join");
  const [first] = bundles;
  if (!first)
    throw new LanewiseError("invalid_object", "join: there is no bundle to join.", {
      row: bundleErrors.invalid_object,
    });
  const { context, devices } = contentsOf(first);
  for (const bundle of bundles) {
    if (bundle.state !== first.state) {
      const message = `join: a bundle is in the state "${bundle.state}", the first one in "${first.state}".`;
      throw new LanewiseError("invalid_object", message, { row: bundleErrors.invalid_object });
    }
    if (contentsOf(bundle).context !== context) {
      throw new LanewiseError("invalid_object", "join: the bundles belong to different contexts.", {
        row: bundleErrors.invalid_object,
      });
    }
  }
  const all = bundles.map(contentsOf);
  const images = [...new Set(all.flatMap((one) => one.images))];
  assertSameCode(images);
  const kernels = joinedKernels(all);
  const constants = new SpecializationSet();
  for (const one of all) {
    const both = constants.add(one.constants);
    // Kernels of executables are already compiled: each keeps its values.
    if (both === undefined || first.state === "executable") continue;
    throw new LanewiseError("invalid_object", `join: two bundles set the specialization constant ${both}.`, {
      row: bundleErrors.invalid_object,
    });
  }
  const joined = { context, devices, images, kernels, constants };
  // All are in the state of the first.
  return makeBundle(first.state, joined) as B;
}

/** The bundles of all loaded modules, one for each, in one state. */
export function getModules<S extends BundleState>(context: Context, state: S): readonly KernelBundle<S>[] {
  const modules = new Set(allImages().map(({ owner }) => owner));
  return [...modules].map((module) => bundleOfModule(context, state, module));
}

function bundleOf<S extends BundleState>(
  context: Context,
  state: S,
  images: readonly LoadedImage[],
  selection: BundleSelection,
  where: string,
): KernelBundle<S> {
  checkState(state, where);
  const checked = checkSelection(context, selection, where);
  const input = makeBundle("input", {
    context: checked.context,
    devices: checked.devices,
    images: inState(state, selected(images, checked)),
    kernels: new Map(),
    constants: new SpecializationSet(),
  });
  const made = { input: () => input, object: () => compile(input), executable: () => build(input) }[state]();
  // The state determines the class.
  return made as KernelBundle<S>;
}

interface CheckedSelection {
  readonly context: Context;
  /** The devices that run images. */
  readonly devices: readonly Device[];
  readonly kernels: readonly (string | undefined)[] | undefined;
}

function checkSelection(context: unknown, selection: BundleSelection, where: string): CheckedSelection {
  const { devices, kernels } = ownOptions(selection, selectionOptions, where);
  if (typeof context !== "object" || context === null) {
    throw new LanewiseError("invalid", `${where}: the context is ${describeValue(context)}; expected a Context.`);
  }
  devicesOf(context);
  for (const kernel of kernels ?? []) {
    if (typeof kernel === "string" || typeof kernel === "function") continue;
    throw new LanewiseError(
      "invalid",
      `${where}: kernels contains ${describeValue(kernel)}; expected symbols, or compiled functions.`,
    );
  }
  if (devices?.length === 0) {
    throw new LanewiseError("invalid", `${where}: devices is empty; expected at least one device.`);
  }
  for (const device of devices ?? []) {
    if (typeof device === "object" && device !== null) continue;
    throw new LanewiseError("invalid", `${where}: devices contains ${describeValue(device)}; expected devices.`);
  }
  const all = (devices ?? getDevices()).filter(({ kind }) => hasCapability(kind, "images"));
  // It has devices, so it is a Context.
  return { context: context as Context, devices: all, kernels: kernels?.map(symbolOf) };
}

/** Selects images by kernel; without a device that runs images there are none (M13). */
function selected(images: readonly LoadedImage[], { devices, kernels }: CheckedSelection): readonly LoadedImage[] {
  if (devices.length === 0) return [];
  return images.filter((loaded) => !kernels || kernels.some((symbol) => hasKernel(loaded, symbol)));
}

/** Code that was generated ahead of time, without IR, exists only as an executable. */
function inState(state: BundleState, images: readonly LoadedImage[]): readonly LoadedImage[] {
  return state === "executable" ? images : images.filter(({ image }) => image.format === "ir");
}

function hasKernel({ image }: LoadedImage, wanted: string | undefined): boolean {
  return image.symbols.some(({ symbol }) => symbol === wanted);
}

function imagesOf(module: string): readonly LoadedImage[] {
  const isOf = ({ owner, image }: LoadedImage) =>
    owner === module || image.symbols.some(({ symbol }) => ownerOf(symbol) === module);
  return allImages().filter(isOf);
}
