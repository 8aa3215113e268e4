// Converts kernel bundles to the engine's objects and bytes, and back (SYCL: get_native, make_kernel_bundle; requirement M9). Images that are not
// linked are bytes; kernels of executables are WebAssembly.

import { encodeImage, finish } from "@lanewise/ir";
import { type Context, devicesOf } from "../../context/index.js";
import { instanceOf } from "../../device/cpu/instances/index.js";
import { LanewiseError } from "../../errors/index.js";
import { mapped } from "../../memory/index.js";
import { describeValue, ownOptions } from "../../values/index.js";
import { compile, link, preparedPrograms } from "./build-bundle.js";
import type { BundleContents, LinkedBundleKernel } from "./bundle-contents.js";
import { bundleOfImages, createKernelBundle, formatOf, join, type NativeOptions, nativeOptions } from "./get-bundle.js";
import {
  type BundleState,
  checkAnyBundle,
  checkState,
  contentsOf,
  type ExecutableBundle,
  type InputBundle,
  Kernel,
  type KernelBundle,
  makeBundle,
  type ObjectBundle,
} from "./kernel-bundle.js";
import type { NativeKernel, NativeModule } from "./native-types.js";

/** The arguments of `makeKernelBundle`: device images, or programs of kernels. */
export type NativeBundle = Uint8Array | readonly (Uint8Array | NativeModule | NativeKernel)[];

interface Origin {
  readonly contents: BundleContents;
  readonly kernel: LinkedBundleKernel;
}
/** The bundle and kernel to which a module belongs. */
const origins = new WeakMap<object, Origin>();

/**
 * Returns the bytes of a bundle's device images, which can be saved as files and passed to `makeKernelBundle`, `createKernelBundle` and
 * `deviceDlopen`.
 */
export function getNative(bundle: InputBundle | ObjectBundle): readonly Uint8Array<ArrayBuffer>[];
/**
 * Returns the WebAssembly of a kernel, or of all kernels of an executable. Leaves out kernels whose code depends on a launch, by work-groups or
 * captured values, and those that call functions of other compilers.
 *
 *     const [{ module }] = getNative(executable.getKernel("saxpy"));
 *     console.log(WebAssembly.Module.imports(module));
 */
export function getNative(object: ExecutableBundle | Kernel): readonly NativeKernel[];
export function getNative(object: KernelBundle | Kernel): readonly (Uint8Array<ArrayBuffer> | NativeKernel)[] {
  const isKernel = object instanceof Kernel;
  if (!isKernel) checkAnyBundle(object, "getNative: object");
  const contents = contentsOf(isKernel ? object.bundle : object);
  if (!isKernel && object.state !== "executable") return contents.images.map(({ image }) => encodeImage(image));
  const all = [...contents.kernels.values()].flat();
  const kernels = isKernel ? all.filter(({ symbol }) => symbol.symbol === object.symbol) : all;
  return kernels.flatMap((kernel) => nativeOf(contents, kernel));
}

function nativeOf(contents: BundleContents, kernel: LinkedBundleKernel): readonly NativeKernel[] {
  return contents.devices.flatMap((device) => {
    const { memory } = mapped(devicesOf(contents.context).on(device.kind).memory, "getNative");
    return finish(preparedPrograms(contents, device, kernel)).flatMap(({ executable }) => {
      const { text } = executable();
      // Functions of other compilers need a stack, which only launches supply.
      if (!text || !("module" in text) || text.foreign) return [];
      const { module } = text;
      origins.set(module, { contents, kernel });
      return { symbol: kernel.symbol.symbol, module, instance: instanceOf(text, memory), memory };
    });
  });
}

/**
 * Makes a bundle of results of `getNative`. Device images of IR become "input", or "object", which decodes and checks them; images made ahead of time
 * and programs of kernels become "executable". Throws `invalid` if they do not fit the state, for programs of another context, and for modules that
 * no kernel bundle has; `library_not_trusted` for images with WebAssembly.
 *
 *     const images = getNative(getKernelBundle(q.context, "input"));
 *     const again = makeKernelBundle(q.context, images, "input");
 */
export function makeKernelBundle<S extends BundleState>(
  context: Context,
  native: NativeBundle,
  state: S,
  options?: NativeOptions,
): KernelBundle<S> {
  const { trusted = false } = ownOptions(options, nativeOptions, "makeKernelBundle");
  checkState(state, "makeKernelBundle");
  const list: readonly unknown[] = Array.isArray(native) ? native : [native];
  const natives = list.map((one, index) => toNative(one, index, state));
  const images = natives.filter((one) => one instanceof Uint8Array);
  const make = {
    input: () => createKernelBundle(context, images, { trusted }),
    object: () => compile(createKernelBundle(context, images, { trusted })),
    executable: () =>
      join([...fromImages(context, images, trusted), ...fromOrigins(context, natives.filter(isOrigin))]),
  };
  // The state determines the class.
  return make[state]() as KernelBundle<S>;
}

const isOrigin = (one: Uint8Array | Origin): one is Origin => !(one instanceof Uint8Array);

/** Checks that it fits the state. */
function toNative(one: unknown, index: number, state: BundleState): Uint8Array | Origin {
  const what = `makeKernelBundle: native ${index}`;
  const isImage = one instanceof Uint8Array;
  const module = isImage ? undefined : moduleOf(one);
  if (!isImage && !module) {
    throw new LanewiseError("invalid", `${what} is ${describeValue(one)}; expected a result of getNative.`);
  }
  const isReady = !isImage || formatOf(one, what) === "wasm";
  if (isReady !== (state === "executable")) {
    const found = isReady
      ? `a ${isImage ? "device image of WebAssembly" : "program"}, of a bundle in the state "executable"`
      : 'a device image, of a bundle in the state "input" or "object"';
    throw new LanewiseError("invalid", `${what} is ${found}; expected the state "${state}".`, {
      help: isReady
        ? 'Pass "executable" as the state, or the images of IR that it was built from.'
        : 'Pass "input" as the state, and build that bundle.',
    });
  }
  if (isImage) return one;
  const origin = module && origins.get(module);
  if (origin) return origin;
  throw new LanewiseError(
    "invalid",
    `${what} is a WebAssembly.Module that belongs to no kernel bundle of this process.`,
    {
      help: "Keep the images (getNative of an input bundle); for functions of other compilers see deviceDlopen.",
    },
  );
}

/** Returns one bundle of all images made ahead of time, or nothing without any. */
function fromImages(context: Context, images: readonly Uint8Array[], trusted: unknown): readonly ExecutableBundle[] {
  if (images.length === 0) return [];
  if (trusted === true) return [link(bundleOfImages(context, images, "object", "makeKernelBundle", true))];
  throw new LanewiseError(
    "library_not_trusted",
    "makeKernelBundle: the device images are WebAssembly, which can read and write all memory of the device.",
    { help: "Pass { trusted: true } if you made them, or trust their source." },
  );
}

function moduleOf(native: unknown): object | undefined {
  const module: unknown = native instanceof WebAssembly.Module ? native : Object(native).module;
  return module instanceof WebAssembly.Module ? module : undefined;
}

/** Returns a bundle for each bundle that the programs come from. */
function fromOrigins(context: Context, natives: readonly Origin[]): readonly ExecutableBundle[] {
  const sources = [...new Set(natives.map(({ contents }) => contents))];
  if (sources.some((contents) => contents.context !== context)) {
    throw new LanewiseError(
      "invalid",
      "makeKernelBundle: the programs were built for another context, and contain its addresses.",
    );
  }
  return sources.map((contents) => {
    const own = [...new Set(natives.filter((one) => one.contents === contents).map(({ kernel }) => kernel))];
    const symbols = new Set(own.map(({ symbol }) => symbol.symbol));
    const kernels = new Map([...symbols].map((name) => [name, own.filter(({ symbol }) => symbol.symbol === name)]));
    return makeBundle("executable", { ...contents, images: [...new Set(own.map(({ loaded }) => loaded))], kernels });
  });
}
