// Loads device images at run time, as `dlopen` loads shared libraries: kernels linked from then on find in them what no loaded module has
// (requirements Y1, Y7). The kind of the bytes is determined here; image-library.ts searches the images.

import { describeValue, type OptionTable, ownOptions } from "../../values/index.js";
import type { LoadedImage } from "../index.js";
import "../../values/dispose-symbols.js";
import { IMAGE_MAGIC } from "@lanewise/ir";
import { LanewiseError, libraryErrors } from "../../errors/index.js";
import { host } from "../../host/index.js";
import { type BundleImage, haveAllParts, showImage } from "../bundles/index.js";
import { isWasm, loadForeign } from "../foreign/index.js";
import { addLibrary, type LibraryRegistration, removeLibrary } from "../registry/index.js";
import { checkedImages } from "./checked-images.js";

/** The options of `deviceDlopen`. */
export interface DeviceLibraryOptions {
  /** The library's name in messages. Default: its address, or "device library" and a number. */
  readonly name?: string;
  /**
   * Whether the library is trusted as the program's own code. Otherwise, only device images of IR are accepted: they are verified, their indices are
   * always checked, and images that dereference pointers are refused. Nothing limits what WebAssembly (binaries of other compilers, and images of the
   * format "wasm") reads and writes in the device's memory.
   */
  readonly trusted?: boolean;
  /** For WebAssembly binaries: bytes of each thread's stack for their functions, at most 16 MiB. Default: 65536. */
  readonly stackSize?: number;
}

const libraryOptions = {
  name: "string",
  trusted: "boolean",
  stackSize: "checked",
} as const satisfies OptionTable<DeviceLibraryOptions>;

/** A URL, or its text; in Node also a path. */
export type LibraryAddress = string | { readonly href: string };

/** One image or several. */
export type LibraryBytes = Uint8Array | readonly Uint8Array[];

const libraries = new WeakMap<DeviceLibrary, LibraryRegistration>();

/**
 * A loaded device library. It is searched last: after the images of all modules, and after libraries loaded before it.
 *
 *     using library = await deviceDlopen(new URL("./noise.image", import.meta.url));
 *     await q.parallelFor(n, (i) => { out[i] = noise(i); }); // `noise` is in the library
 */
export class DeviceLibrary implements Disposable {
  /** The library's name in messages. */
  readonly name: string;
  #images: readonly LoadedImage[];

  /** @internal */
  constructor(name: string, images: readonly LoadedImage[]) {
    this.name = name;
    this.#images = images;
  }

  /** Whether `close` has not been called yet. */
  get isLoaded(): boolean {
    return libraries.has(this);
  }

  /** The symbols of its device functions, `<package>@<version>/<path>:<name>`; empty once closed. */
  get exports(): readonly string[] {
    return this.#images.flatMap(({ image }) => Object.keys(image.properties["SYCL/exported symbols"] ?? {}));
  }

  /** Its device images; empty once closed. */
  get images(): readonly BundleImage[] {
    return this.#images.map((loaded) => showImage(loaded));
  }

  /**
   * Unloads the library. Submitted launches run to their end; kernels that were linked with it are linked again at their next launch. Its programs
   * and device globals are freed. Closing it again does nothing.
   */
  close(): void {
    const registration = libraries.get(this);
    if (!registration) return;
    libraries.delete(this);
    this.#images = [];
    removeLibrary(registration);
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/**
 * Loads device images from bytes: all of them, or none if one is invalid. Throws `invalid_library` for bytes that are no device image,
 * `version_mismatch` for an image of another version, and `compile_program_error` for a damaged one.
 *
 *     const library = deviceDlopen(await readFile("filters.lwdi"));
 */
export function deviceDlopen(images: LibraryBytes, options?: DeviceLibraryOptions): DeviceLibrary;
/**
 * Loads a device image from a URL, or in Node a path. Rejects with `load_failed` if it cannot be read, else as above.
 */
export function deviceDlopen(address: LibraryAddress, options?: DeviceLibraryOptions): Promise<DeviceLibrary>;
export function deviceDlopen(
  source: LibraryBytes | LibraryAddress,
  options?: DeviceLibraryOptions,
): DeviceLibrary | Promise<DeviceLibrary> {
  const own = ownOptions(options, libraryOptions, "deviceDlopen");
  if (typeof source === "string") return loadLibrary(source, own);
  if (isUrl(source)) return loadLibrary(source.href, own);
  const list: readonly unknown[] = Array.isArray(source) ? source : [source];
  const bytes = list.map((one) => {
    if (one instanceof Uint8Array) return one;
    throw new LanewiseError("invalid", `deviceDlopen: source is ${describeValue(one)}; expected a Uint8Array.`, {
      help: "Pass the bytes of device images, or the URL of one.",
    });
  });
  return openLibrary(bytes, own.name ?? `device library ${++unnamed}`, own);
}

function isUrl(source: LibraryBytes | LibraryAddress): source is Exclude<LibraryAddress, string> {
  return typeof source === "object" && source !== null && "href" in source && typeof source.href === "string";
}

let unnamed = 0;

async function loadLibrary(address: string, options: DeviceLibraryOptions) {
  let bytes: Uint8Array;
  try {
    bytes = await host.readBytes(address);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LanewiseError("load_failed", `deviceDlopen: cannot read the source ${address}: ${reason}`, {
      row: libraryErrors.load_failed,
      cause: error,
    });
  }
  return openLibrary([bytes], options.name ?? address, options);
}

function openLibrary(
  images: readonly Uint8Array[],
  name: string,
  { trusted = false, stackSize }: DeviceLibraryOptions,
): DeviceLibrary {
  for (const [index, bytes] of images.entries()) {
    assertImage(bytes, `deviceDlopen: image ${index} of ${name}`, trusted === true);
  }
  assertStackSize(stackSize);
  haveAllParts();
  // Copied, because the program may write to its bytes afterwards.
  const registration: LibraryRegistration = {
    name,
    images: images.map((bytes) => bytes.slice()),
    stackSize,
    loadForeign,
    isTrusted: trusted === true,
  };
  const library = new DeviceLibrary(name, checkedImages(registration));
  libraries.set(library, registration);
  addLibrary(registration);
  return library;
}

const MAX_STACK_SIZE = 2 ** 24;

function assertStackSize(stackSize: unknown): void {
  if (stackSize === undefined) return;
  if (typeof stackSize === "number" && Number.isInteger(stackSize) && stackSize > 0 && stackSize <= MAX_STACK_SIZE)
    return;
  throw new LanewiseError(
    "invalid",
    `deviceDlopen: stackSize is ${describeValue(stackSize)}; expected a whole number of bytes from 1 to ${MAX_STACK_SIZE}.`,
  );
}

/** Throws if the bytes cannot be loaded, judging by how they begin. */
function assertImage(bytes: Uint8Array, what: string, isTrusted: boolean): void {
  if ([...IMAGE_MAGIC].every((letter, index) => bytes[index] === letter.charCodeAt(0))) return;
  if (isWasm(bytes)) {
    if (isTrusted) return;
    throw new LanewiseError(
      "library_not_trusted",
      `${what} is a WebAssembly binary: its code can read and write all memory of the device. Lanewise checks only the code of device images.`,
    );
  }
  const found = bytes.length === 0 ? "is empty" : "is no device image";
  const begin = JSON.stringify(String.fromCharCode(...bytes.subarray(0, IMAGE_MAGIC.length)));
  throw new LanewiseError("invalid_library", `${what} ${found}: it begins with ${begin}, not "${IMAGE_MAGIC}".`, {
    row: libraryErrors.invalid_library,
  });
}
