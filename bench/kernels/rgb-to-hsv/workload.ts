// Colours from red, green and blue to hue, saturation and value, three bytes a pixel in and out; hue in 256 steps.

import { fillBytes } from "../../harness/random.js";
import type { ArraysOf, ScalarsOf } from "../../harness/workload.js";

export function workload(n: number) {
  return {
    arrays: { rgb: fillBytes(new Uint8Array(3 * n)), hsv: new Uint8Array(3 * n) },
    scalars: { n },
    outputs: ["hsv"],
  };
}

export type ColoursArrays = ArraysOf<typeof workload>;
export type ColoursScalars = ScalarsOf<typeof workload>;
