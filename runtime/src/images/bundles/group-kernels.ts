// The kernels of a command group: `h.useModule(bundle)`, `h.setArgs`, and kernels as objects (requirements M10 to M12). Without any of these,
// launches use the loaded images.

import type { Context } from "../../context/index.js";
import type { Device } from "../../device/index.js";
import { bundleErrors, LanewiseError } from "../../errors/index.js";
import { describeValue } from "../../values/index.js";
import type { SpecializationValues } from "../constants/index.js";
import { type KernelMark, markKernel } from "../registry/index.js";
import { imageBehind, type LinkedBundleKernel, showImage } from "./bundle-contents.js";
import { checkBundle, contentsOf, type ExecutableBundle, Kernel } from "./kernel-bundle.js";
import type { ImageSelector, KernelArgs } from "./kernel-choice.js";

export class GroupKernels {
  readonly #context: Context;
  readonly #device: Device;
  #bundle: ExecutableBundle | undefined;
  #select: ImageSelector | undefined;
  #args: KernelArgs = [];
  #found: LinkedBundleKernel | undefined;

  constructor(context: Context, device: Device) {
    this.#context = context;
    this.#device = device;
  }

  /** The bundle that the group uses; undefined if it named none. */
  get bundle(): ExecutableBundle | undefined {
    return this.#bundle;
  }

  /** The values of specialization constants for which the kernel was compiled. */
  constantsOf(symbol: string): SpecializationValues | undefined {
    return this.#bundle && this.find(symbol).constants.bytes;
  }

  use(bundle: unknown, select: ImageSelector | undefined): void {
    const checked = checkBundle(bundle, "executable", "h.useModule");
    this.#checkPlace(checked, "h.useModule: the bundle");
    this.#bundle = checked;
    this.#select = select;
  }

  setArgs(args: KernelArgs): void {
    this.#args = args;
  }

  /** Returns a function that launches accept for a kernel object; returns other values unchanged. */
  functionOf(kernel: unknown): unknown {
    if (!(kernel instanceof Kernel)) return kernel;
    const { bundle, symbol, name } = kernel;
    if (this.#bundle && !this.#bundle.equals(bundle)) {
      throw new LanewiseError("invalid_kernel", `Kernel ${name} is not in the bundle that the command group uses.`, {
        row: bundleErrors.invalid_kernel,
      });
    }
    if (!this.#bundle) this.#checkPlace(bundle, `Kernel ${name}: its bundle`);
    this.#bundle ??= bundle;
    const args = this.#args;
    const mark: KernelMark = { symbol, captures: () => valuesOf(args, this.find(symbol)) };
    const made = () => undefined;
    markKernel(made, mark);
    return made;
  }

  /** Only called if there is a bundle. A selector is called once. */
  find(symbol: string): LinkedBundleKernel {
    if (this.#found?.symbol.symbol !== symbol) this.#found = this.#search(symbol);
    return this.#found;
  }

  #search(symbol: string): LinkedBundleKernel {
    const kernels = this.#bundle ? (contentsOf(this.#bundle).kernels.get(symbol) ?? []) : [];
    const [first] = kernels;
    if (!first) {
      throw new LanewiseError(
        "kernel_not_found",
        `The bundle that the command group uses does not have kernel ${symbol}.`,
        {
          help: "bundle.kernelNames lists its kernels; without h.useModule the group finds every loaded kernel.",
        },
      );
    }
    if (!this.#select) return first;
    const selected = this.#select(kernels.map(({ loaded, constants }) => showImage(loaded, constants)));
    const image = typeof selected === "object" && selected !== null ? imageBehind(selected) : undefined;
    const found = kernels.find(({ loaded, constants }) => showImage(loaded, constants) === selected);
    if (found) return found;
    const what = image ? "an image without the kernel" : describeValue(selected);
    throw new LanewiseError(
      "invalid",
      `h.useModule: the selector returned ${what}; expected one of the images that it was passed.`,
    );
  }

  #checkPlace(bundle: ExecutableBundle, what: string): void {
    const { context, devices } = contentsOf(bundle);
    if (context !== this.#context)
      throw new LanewiseError("invalid", `${what} belongs to a different context from the queue's.`);
    const { kind } = this.#device;
    if (devices.some((device) => device.kind === kind)) return;
    throw new LanewiseError("invalid", `${what} has no images for the queue's device, "${kind}".`, {
      help: "The host device runs kernels without a bundle.",
    });
  }
}

function valuesOf(args: KernelArgs, { symbol }: LinkedBundleKernel): readonly unknown[] {
  const wanted = symbol.parameters.map(({ name }) => name);
  if (Array.isArray(args)) {
    const values: readonly unknown[] = args;
    if (values.length === wanted.length) return values;
    throw wrongArgs(symbol.name, `expected values for ${wanted.join(", ") || "nothing"}; found ${values.length}`);
  }
  const unknown = Object.keys(args).filter((name) => !wanted.includes(name));
  const missing = wanted.filter((name) => !Object.hasOwn(args, name));
  if (unknown.length > 0)
    throw wrongArgs(symbol.name, `found ${unknown.join(", ")}; the kernel captures ${wanted.join(", ") || "nothing"}`);
  if (missing.length > 0) throw wrongArgs(symbol.name, `${missing.join(", ")} is missing`);
  return wanted.map((name) => Reflect.get(args, name) as unknown);
}

function wrongArgs(kernel: string, what: string): LanewiseError {
  return new LanewiseError("invalid", `h.setArgs for kernel ${kernel}: ${what}.`, {
    help: "Write h.setArgs({ name: value, … }) with a value for each variable that the kernel captures.",
  });
}
