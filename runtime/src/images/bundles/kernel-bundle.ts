// Kernel bundles (SYCL 2020, 4.11): device images of a context, in one of three states. Each state is a class with its own members. Bundles are made
// by getKernelBundle, thisModule, compile, link, build and join, and never change.

import type { Context } from "../../context/index.js";
import type { Device } from "../../device/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { AnyKernel, DeviceGlobal, PlainStruct, SpecConstant, StructValue } from "../../language/index.js";
import { describeValue } from "../../values/index.js";
import { holdImages } from "../index.js";
import { kernelMark, parts } from "../registry/index.js";
import { type BundleContents, imagesOf, type LinkedBundleKernel } from "./bundle-contents.js";
import type { BundleImage } from "./bundle-image.js";
import { usesConstants } from "./uses-constants.js";

/** "input": as compiled from the source; "object": checked, ready to be linked; "executable": ready to run. */
export type BundleState = "input" | "object" | "executable";

const contents = new WeakMap<object, BundleContents>();

/** The members of all bundles. */
abstract class Bundle<S extends BundleState> implements Iterable<BundleImage> {
  abstract readonly state: S;

  get context(): Context {
    return contentsOf(this).context;
  }

  /** The devices for which it has images. */
  get devices(): readonly Device[] {
    return contentsOf(this).devices;
  }

  /** Whether it has no images, as on the host device, which needs none. */
  get isEmpty(): boolean {
    return contentsOf(this).images.length === 0;
  }

  /** Whether its kernels, or their callees in other images, use specialization constants. */
  get hasSpecializationConstants(): boolean {
    return usesConstants(contentsOf(this));
  }

  /** The value that its kernels have: the one set on the input bundle, or else the default. */
  getSpecializationConstant<T>(constant: SpecConstant<T>): PlainStruct<T> {
    // Both are checked to have the constant's type.
    return contentsOf(this).constants.get(constant, "getSpecializationConstant") as PlainStruct<T>;
  }

  /**
   * A specialization constant of its images by name, or by id if several have the name: for texts that were compiled at run time, whose variables the
   * program does not have. T is the constant's type in the text. Throws `invalid`.
   */
  getSpecConstant<T>(name: string): SpecConstant<T> {
    // The text determines the type.
    return namedIn(contentsOf(this), "constant", name, "getSpecConstant") as SpecConstant<T>;
  }

  /** Its device images. */
  *[Symbol.iterator](): Iterator<BundleImage> {
    yield* imagesOf(contentsOf(this));
  }

  /** Whether another bundle has the same context, state, images and values of specialization constants. */
  equals(other: KernelBundle): boolean {
    if (!(other instanceof Bundle) || other.state !== this.state) return false;
    const [own, others] = [contentsOf(this), contentsOf(other)];
    const [images, theirs] = [imagesOf(own), imagesOf(others)];
    const isSameSet = images.length === theirs.length && images.every((one) => theirs.includes(one));
    return own.context === others.context && isSameSet && own.constants.equals(others.constants);
  }
}

/** Device images as compiled from the source: the result of `getKernelBundle(context, "input")`. Specialization constants are set here. */
export class InputBundle extends Bundle<"input"> {
  readonly state = "input";

  /**
   * Sets the value for executables built from this bundle from now on. Throws `invalid` if the value does not have the constant's type.
   */
  setSpecializationConstant<T>(constant: SpecConstant<T>, value: StructValue<NoInfer<T>>): void {
    contentsOf(this).constants.set(constant, value, "setSpecializationConstant");
  }
}

/** Decoded and checked device images: the result of `compile(input)`. Calls into other images are resolved only by `link([object])`. */
export class ObjectBundle extends Bundle<"object"> {
  readonly state = "object";
}

/** Programs without images from outside use the variables of their modules, and need no such part. */
function namedIn({ images }: BundleContents, kind: "global" | "constant", name: string, where: string): object {
  if (parts.objectNamed) return parts.objectNamed(images, kind, name, where);
  throw new LanewiseError(
    "invalid",
    `${where}: found a name, but the bundle has images of loaded modules; expected the variable.`,
    {
      help: "Pass the variable that the module exports. Names work for images that you passed to createKernelBundle.",
    },
  );
}

/** Keeps a bundle, whose programs own the memory, alive as long as a device global's object. */
const bundlesOf = new WeakMap<object, ExecutableBundle>();

/**
 * Linked and compiled kernels: the result of `build(input)`. Launching one compiles nothing more. `h.useKernelBundle(bundle)` launches its kernels.
 */
export class ExecutableBundle extends Bundle<"executable"> {
  readonly state = "executable";

  /** The symbols of its kernels: `<module>:<enclosing functions>#<number>`. */
  get kernelNames(): readonly string[] {
    return [...contentsOf(this).kernels.keys()];
  }

  /** Whether it has a kernel: by symbol, by the name of its function if only one has it, or by the function itself. */
  hasKernel(kernel: string | AnyKernel): boolean {
    return this.#find(kernel) !== undefined;
  }

  /** Returns a kernel as an object, which `h.parallelFor` accepts. Throws `kernel_not_found`. */
  getKernel(kernel: string | AnyKernel): Kernel {
    const found = this.#find(kernel);
    if (found) return new Kernel(this, found.symbol.symbol, found.symbol.name);
    const what = typeof kernel === "string" ? `the kernel ${kernel}` : "the kernel of that function";
    throw new LanewiseError("kernel_not_found", `The bundle does not have ${what}; it has ${this.#list()}.`, {
      help: "bundle.kernelNames lists its kernels.",
    });
  }

  /**
   * A device global of its images by name, or by id if several have the name, for `q.read`, `q.write`, `q.copy` and `q.memcpy`. T is the global's
   * type in the text of the images. Throws `invalid`.
   */
  getDeviceGlobal<T>(name: string): DeviceGlobal<T> {
    const object = namedIn(contentsOf(this), "global", name, "getDeviceGlobal");
    bundlesOf.set(object, this);
    // The text determines the type.
    return object as DeviceGlobal<T>;
  }

  #find(kernel: string | AnyKernel): LinkedBundleKernel | undefined {
    const { kernels } = contentsOf(this);
    const wanted = symbolOf(kernel);
    if (wanted === undefined) return undefined;
    const exact = kernels.get(wanted)?.[0];
    if (exact) return exact;
    // `<module>:<enclosing functions>#<number>`
    const named = [...kernels].filter(([symbol]) => symbol.replace(/^.*:|#\d+$/g, "") === wanted);
    return named.length === 1 ? named[0]?.[1][0] : undefined;
  }

  #list(): string {
    return this.kernelNames.join(", ") || "none";
  }
}

/** A bundle in the given state, or in any. */
export type KernelBundle<S extends BundleState = BundleState> = {
  readonly input: InputBundle;
  readonly object: ObjectBundle;
  readonly executable: ExecutableBundle;
}[S];

/** A kernel of an executable bundle: the result of `bundle.getKernel(name)`. `h.setArgs(…)` supplies its captures. */
export class Kernel {
  readonly bundle: ExecutableBundle;
  /** As `bundle.kernelNames` lists it. */
  readonly symbol: string;
  /** The kernel's name in messages. */
  readonly name: string;

  /** @internal */
  constructor(bundle: ExecutableBundle, symbol: string, name: string) {
    this.bundle = bundle;
    this.symbol = symbol;
    this.name = name;
  }
}

/** The symbol of a kernel that is given by symbol or as a compiled function. */
export function symbolOf(kernel: unknown): string | undefined {
  if (typeof kernel === "string") return kernel;
  return typeof kernel === "function" ? kernelMark(kernel)?.symbol : undefined;
}

const classes = { input: InputBundle, object: ObjectBundle, executable: ExecutableBundle } as const;

/** @internal */
export function makeBundle<S extends BundleState>(state: S, made: BundleContents): KernelBundle<S> {
  holdImages([...made.images, ...[...made.kernels.values()].flat().flatMap(({ linked }) => linked?.images ?? [])]);
  // The table maps the state to its class.
  const bundle = new classes[state]() as KernelBundle<S>;
  contents.set(bundle, made);
  return bundle;
}

/** @internal */
export function contentsOf(bundle: object): BundleContents {
  const found = contents.get(bundle);
  if (found) return found;
  throw new LanewiseError("invalid", "The kernel bundle comes from another copy of lanewise.", {
    help: "Install one version of lanewise for all packages (`npm ls lanewise` lists the copies).",
  });
}

/** Checks a bundle that the user passed to `where`. */
export function checkBundle<S extends BundleState>(bundle: unknown, state: S, where: string): KernelBundle<S> {
  const found = bundle instanceof Bundle ? `a bundle in the state "${bundle.state}"` : describeValue(bundle);
  // The state determines the class.
  if (bundle instanceof Bundle && bundle.state === state) return bundle as KernelBundle<S>;
  throw new LanewiseError("invalid", `${where}: ${found}; expected a kernel bundle in the state "${state}".`);
}

/** Checks a bundle, in any state, that the user passed to `where`. */
export function checkAnyBundle(bundle: unknown, where: string): void {
  if (bundle instanceof Bundle) return;
  throw new LanewiseError("invalid", `${where}: found ${describeValue(bundle)}; expected a kernel bundle.`);
}

/** Checks a state that the user passed to `where`. */
export function checkState(state: unknown, where: string): void {
  if (state === "input" || state === "object" || state === "executable") return;
  throw new LanewiseError(
    "invalid",
    `${where}: the state is ${describeValue(state)}; expected "input", "object" or "executable".`,
  );
}
