// Makes loaded images of decoded ones: images of the same kernels in several formats become one, whose IR is read and verified when it is first
// needed.

import { type DeviceImage, decodeImage, FormatError, type FormatErrorCode, invariant, type Module } from "@lanewise/ir";
import { type ErrorCode, LanewiseError } from "../errors/index.js";
import type { LoadedImage } from "./image-library.js";
import { codeGenerator } from "./kernel-source.js";
import { type GivenModule, PrebuiltCode } from "./prebuilt-code.js";
import { ownerOf } from "./registry/index.js";

export interface DecodedImage {
  readonly image: DeviceImage;
  /** Names it in errors. */
  readonly what: string;
  readonly text: string | undefined;
  /** The WebAssembly modules that are not in its code. */
  readonly modules: readonly GivenModule[];
  readonly isTrusted: boolean;
}

/** Whether one of them is IR of the same kernels. */
export function hasIr(decoded: readonly DecodedImage[], image: DeviceImage): boolean {
  return decoded.some((one) => one.image.format === "ir" && entriesOf(one) === entriesOf({ image }));
}

/** Loads images; those with the same kernels and functions become one image in several formats. */
export function loadImages(decoded: readonly DecodedImage[], owner: string): LoadedImage[] {
  const ready = decoded.filter(({ image }) => image.format === "wasm");
  const codes = ready.map((one) => ({ entries: entriesOf(one), code: new PrebuiltCode(one.image, one.modules) }));
  const inIr = new Set(decoded.filter(({ image }) => image.format === "ir").map(entriesOf));
  const seen = new Set<string>();
  return decoded.flatMap((one) => {
    const entries = entriesOf(one);
    // Without IR, the first image with these entries represents all.
    if (one.image.format === "wasm" && (inIr.has(entries) || seen.has(entries))) return [];
    seen.add(entries);
    const prebuilt = codes.filter((other) => other.entries === entries).map(({ code }) => code);
    return [loadImage(one, owner, prebuilt)];
  });
}

/** Its kernels and its exports. */
function entriesOf({ image: { symbols, properties } }: Pick<DecodedImage, "image">): string {
  const exported = Object.keys(properties["SYCL/exported symbols"] ?? {});
  return JSON.stringify([symbols.map(({ symbol }) => symbol), exported]);
}

function loadImage(
  { image, what, text, isTrusted }: DecodedImage,
  owner: string,
  prebuilt: readonly PrebuiltCode[],
): LoadedImage {
  let module: Module | undefined;
  return {
    owner,
    image,
    module: () => (module ??= moduleOf(image, prebuilt, owner, what, isTrusted)),
    prebuilt,
    text,
    isTrusted,
  };
}

function moduleOf(
  image: DeviceImage,
  prebuilt: readonly PrebuiltCode[],
  owner: string,
  what: string,
  isTrusted: boolean,
): Module {
  const generator = codeGenerator();
  if (!generator) throw new LanewiseError("kernel_not_supported", `Cannot load ${what}: lanewise/aot cannot read IR.`);
  if (image.format === "wasm") return generator.readFunctions(prebuilt, owner, what);
  return generator.readModule(image, what, isTrusted);
}

const codeOfFormat = {
  not_an_image: "compile_program_error",
  corrupt: "compile_program_error",
  version: "version_mismatch",
  limit: "image_too_large",
} as const satisfies Record<FormatErrorCode, ErrorCode>;

/** Calls `read` on an image's unchecked code; reports any error as damage. */
export function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(what, error);
  }
}

export function unreadable(what: string, error: unknown): LanewiseError {
  if (error instanceof LanewiseError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof FormatError ? codeOfFormat[error.code] : "compile_program_error";
  return new LanewiseError(code, `Cannot read ${what}: ${reason}`, { cause: error });
}

/** Loads an image, of IR or trusted, that no loaded module has. Its owner is the module of its first kernel or export. */
export function imageOfBytes(bytes: Uint8Array, what: string, isTrusted: boolean): LoadedImage {
  try {
    const image = decodeImage(bytes);
    const { symbols, properties } = image;
    const [symbol] = [
      ...symbols.map((kernel) => kernel.symbol),
      ...Object.keys(properties["SYCL/exported symbols"] ?? {}),
    ];
    const decoded = { image, what, text: undefined, modules: [], isTrusted };
    const [loaded] = loadImages([decoded], symbol === undefined ? what : ownerOf(symbol));
    invariant(loaded, "one image is one image");
    return loaded;
  } catch (error) {
    throw unreadable(what, error);
  }
}
