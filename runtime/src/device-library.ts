// Device images that are loaded at run time, as `dlopen` loads shared libraries: kernels that are linked from then on find in them what no
// loaded module has (requirements Y1, Y7). What the bytes are is told apart here (`openers`); how images are searched is in image-library.ts.

import "./dispose-symbols.js";
import { IMAGE_MAGIC } from "@lanewise/ir";
import { showImage } from "./bundle/bundle-contents.js";
import type { BundleImage } from "./bundle/bundle-image.js";
import { describeValue } from "./describe-value.js";
import { LanewiseError } from "./errors.js";
import { host } from "./host/host.js";
import { checkedImages, type LoadedImage } from "./image-library.js";
import { addLibrary, type LibraryRegistration, removeLibrary } from "./registry.js";

export interface DeviceLibraryOptions {
  /** What messages call the library. Default: its address, or "device library" and a number. */
  readonly name?: string;
}

/** A URL, or its text; in Node also a path. */
export type LibraryAddress = string | { readonly href: string };

/** One image or several. */
export type LibraryBytes = Uint8Array | readonly Uint8Array[];

const libraries = new WeakMap<DeviceLibrary, LibraryRegistration>();

/**
 * A device library that is loaded. It is searched last: after the images of all modules, and after libraries that were loaded before.
 *
 *     using library = await deviceDlopen(new URL("./noise.image", import.meta.url));
 *     await q.parallelFor(n, (i) => { out[i] = noise(i); }); // `noise` is in the library
 */
export class DeviceLibrary implements Disposable {
  /** What messages call it. */
  readonly name: string;
  #images: readonly LoadedImage[];

  /** @internal */
  constructor(name: string, images: readonly LoadedImage[]) {
    this.name = name;
    this.#images = images;
  }

  /** Whether `close` was not called yet. */
  get isLoaded(): boolean {
    return libraries.has(this);
  }

  /** The symbols of its device functions, `<package>@<version>/<path>:<name>`; none when it is closed. */
  get exports(): readonly string[] {
    return this.#images.flatMap(({ image }) => Object.keys(image.properties["SYCL/exported symbols"] ?? {}));
  }

  /** Its device images; none when it is closed. */
  get images(): readonly BundleImage[] {
    return this.#images.map(showImage);
  }

  /**
   * Unloads it. Launches that were submitted run to their end; kernels that were linked with it are linked anew at their next launch. Its
   * programs, and its device globals, are freed. Closing it again does nothing.
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
 * Loads device images that the program has as bytes: all of them or, where one is not sound, none. Throws `invalid_library` for what is no
 * device image, `version_mismatch` and `compile_program_error` for one of another version and a damaged one.
 */
export function deviceDlopen(images: LibraryBytes, options?: DeviceLibraryOptions): DeviceLibrary;
/**
 * Loads a device image from a URL, or in Node a path. Rejects with `load_failed` if it cannot be read, else as above.
 */
export function deviceDlopen(address: LibraryAddress, options?: DeviceLibraryOptions): Promise<DeviceLibrary>;
export function deviceDlopen(
  source: LibraryBytes | LibraryAddress,
  options: DeviceLibraryOptions = {},
): DeviceLibrary | Promise<DeviceLibrary> {
  if (typeof source === "string") return loadLibrary(source, options);
  if ("href" in source) return loadLibrary(source.href, options);
  const list: readonly unknown[] = Array.isArray(source) ? source : [source];
  const bytes = list.map((one) => {
    if (one instanceof Uint8Array) return one;
    throw new LanewiseError("invalid", `deviceDlopen: found ${describeValue(one)}; expected a Uint8Array.`, {
      help: "Pass the bytes of device images, or the URL of one.",
    });
  });
  return openLibrary(bytes, options.name ?? `device library ${++unnamed}`);
}

let unnamed = 0;

async function loadLibrary(address: string, { name = address }: DeviceLibraryOptions) {
  let bytes: Uint8Array;
  try {
    bytes = await host.readBytes(address);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LanewiseError("load_failed", `deviceDlopen: cannot read ${address}: ${reason}`, { cause: error });
  }
  return openLibrary([bytes], name);
}

function openLibrary(images: readonly Uint8Array[], name: string): DeviceLibrary {
  for (const [index, bytes] of images.entries()) assertImage(bytes, `deviceDlopen: image ${index} of ${name}`);
  // The program may write to its bytes afterwards.
  const registration: LibraryRegistration = { name, images: images.map((bytes) => bytes.slice()) };
  const library = new DeviceLibrary(name, checkedImages(registration));
  libraries.set(library, registration);
  addLibrary(registration);
  return library;
}

/** What bytes may be, told apart by how they begin. */
const forms: readonly { readonly begin: string; readonly refusal: string | undefined }[] = [
  { begin: IMAGE_MAGIC, refusal: undefined },
  { begin: "\0asm", refusal: "a WebAssembly binary, not a device image" },
];

function assertImage(bytes: Uint8Array, what: string): void {
  const beginsWith = (begin: string) => [...begin].every((letter, index) => bytes[index] === letter.charCodeAt(0));
  const form = forms.find(({ begin }) => beginsWith(begin));
  if (form && form.refusal === undefined) return;
  const found = bytes.length === 0 ? "is empty" : `is ${form?.refusal ?? "no device image"}`;
  const begin = JSON.stringify(String.fromCharCode(...bytes.subarray(0, IMAGE_MAGIC.length)));
  throw new LanewiseError("invalid_library", `${what} ${found}: it begins with ${begin}, not "${IMAGE_MAGIC}".`);
}
