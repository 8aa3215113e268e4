// The options that change a kernel's program: those of the launch, else of the queue, else of the module's build (the image property
// "lanewise/options"), else the defaults.

import type { DeviceImage } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { describeValue, type OptionTable } from "../../values/index.js";

const boundsValues = ["checked", "unchecked"] as const;
const fpValues = ["default", "strict"] as const;
const precisionValues = ["f64", "f32"] as const;

/** "unchecked": indices out of bounds are not detected; they may read and write anything in the device's memory. */
export type Bounds = (typeof boundsValues)[number];
/** "strict": every operation rounds; "default" may fuse a * b + c if the engine can. */
export type FloatingPoint = (typeof fpValues)[number];
/** "f32": devices without doubles may compute them as f32, except whole numbers. */
export type Precision = (typeof precisionValues)[number];

/** How a kernel's code is made. A queue and each launch may have them. */
export interface KernelOptions {
  /** Whether indices are checked. Default: as the kernel was built, else "checked". */
  readonly bounds?: Bounds;
  /** Whether results are bit-identical on every engine. Default: as the kernel was built, else "default". */
  readonly fp?: FloatingPoint;
}

/** How a GPU computes doubles. */
export interface PrecisionOption {
  /**
   * "f32": a GPU, which has no doubles and computes them in software, may compute them as f32. What is known to be a whole number stays exact.
   * Processors always compute doubles. Default: "f64".
   */
  readonly precision?: Precision;
}

export const kernelOptions = { bounds: "checked", fp: "checked" } as const satisfies OptionTable<KernelOptions>;
export const precisionOption = { precision: "checked" } as const satisfies OptionTable<PrecisionOption>;

/** The requested options; undefined: as built. */
export interface AskedVariant {
  readonly bounds: Bounds | undefined;
  readonly fp: FloatingPoint | undefined;
  readonly precision?: Precision | undefined;
}

/** The resolved options. */
export interface KernelVariant {
  readonly bounds: Bounds;
  readonly fp: FloatingPoint;
  /** Default: "f64". */
  readonly precision?: Precision | undefined;
}

/** Checks what the user passed to `where`; missing options come from `others`. */
export function askVariant(
  { bounds, fp, precision }: KernelOptions & PrecisionOption,
  where: string,
  others?: AskedVariant,
): AskedVariant {
  checkOne(bounds, boundsValues, `${where}: bounds`);
  checkOne(fp, fpValues, `${where}: fp`);
  checkOne(precision, precisionValues, `${where}: precision`);
  return {
    bounds: bounds ?? others?.bounds,
    fp: fp ?? others?.fp,
    precision: precision ?? others?.precision,
  };
}

function checkOne(found: unknown, known: readonly string[], what: string): void {
  if (found === undefined || known.some((one) => one === found)) return;
  throw new LanewiseError("invalid", `${what} is ${describeValue(found)}; expected "${known.join('" or "')}".`);
}

/** How the image's module was built: the properties are indices into the options' values. An untrusted image cannot turn checks of indices off. */
export function builtVariant({ properties }: DeviceImage, isTrusted: boolean): KernelVariant {
  const { bounds, fp } = properties["lanewise/options"] ?? {};
  return {
    bounds: (isTrusted ? boundsValues[Number(bounds ?? 0)] : undefined) ?? "checked",
    fp: fpValues[Number(fp ?? 0)] ?? "default",
  };
}
