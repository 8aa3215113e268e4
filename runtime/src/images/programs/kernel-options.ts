// The options that change a kernel's program: for the launch, else for the queue, else as its module was built
// (the image property "lanewise/options"), else the defaults.

import type { DeviceImage } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { describeValue, type OptionTable } from "../../values/index.js";

const boundsValues = ["checked", "unchecked"] as const;
const fpValues = ["default", "strict"] as const;

/** "unchecked": an index out of bounds is not found; it may read and write anything in the device's memory. */
export type Bounds = (typeof boundsValues)[number];
/** "strict": every operation rounds; "default" may fuse a * b + c where the engine can. */
export type FloatingPoint = (typeof fpValues)[number];

export interface KernelOptions {
  /** Whether indices are checked. Default: as the kernel was built, else "checked". */
  readonly bounds?: Bounds;
  /** Whether results are bit-identical on every engine. Default: as the kernel was built, else "default". */
  readonly fp?: FloatingPoint;
}

export const kernelOptions = { bounds: "checked", fp: "checked" } as const satisfies OptionTable<KernelOptions>;

/** What was asked for; undefined: as built. */
export interface AskedVariant {
  readonly bounds: Bounds | undefined;
  readonly fp: FloatingPoint | undefined;
}

/** What the options come to. */
export interface KernelVariant {
  readonly bounds: Bounds;
  readonly fp: FloatingPoint;
}

/** What the user passed to `where`, checked, over `others`. */
export function askVariant({ bounds, fp }: KernelOptions, where: string, others?: AskedVariant): AskedVariant {
  checkOne(bounds, boundsValues, `${where}: bounds`);
  checkOne(fp, fpValues, `${where}: fp`);
  return { bounds: bounds ?? others?.bounds, fp: fp ?? others?.fp };
}

function checkOne(found: unknown, known: readonly string[], what: string): void {
  if (found === undefined || known.some((one) => one === found)) return;
  throw new LanewiseError("invalid", `${what} is ${describeValue(found)}; expected "${known.join('" or "')}".`);
}

/**
 * How the image's module was built: the properties are indices into the options' values. Of an image from outside it does not count that
 * its indices want no checks.
 */
export function builtVariant({ properties }: DeviceImage, isTrusted: boolean): KernelVariant {
  const { bounds, fp } = properties["lanewise/options"] ?? {};
  return {
    bounds: (isTrusted ? boundsValues[Number(bounds ?? 0)] : undefined) ?? "checked",
    fp: fpValues[Number(fp ?? 0)] ?? "default",
  };
}
