// Kernels that call device functions of another package, against the same with functions of their own: once linked, it should make no
// difference. The functions here are the texts of library/functions.ts.

import { type f32, type i32, type Queue, u32 } from "lanewise";
import { alternating, checkClose, type Measured, medians, ratio } from "../harness/alternating.js";
import { luma, noise } from "./library/functions.js";

/** Fits the second-level cache: what a kernel itself costs shows. */
const elements = 1 << 16;

function ownLuma(red: f32, green: f32, blue: f32): f32 {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hash(x: i32, seed: u32): f32 {
  let mixed = Math.imul(x ^ (seed | 0), 747796405) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 277803737) >>> 0;
  return (mixed >>> 8) / 0x1000000;
}

function ownNoise(x: f32, seed: u32): f32 {
  let [sum, scale, height]: [f32, f32, f32] = [0, 1, 0.5];
  for (let layer = 0; layer < 5; layer++) {
    const at: f32 = x * scale;
    const whole = Math.floor(at);
    const part: f32 = at - whole;
    const left = hash(whole, seed);
    sum += height * (left + (hash(whole + 1, seed) - left) * part * part * (3 - 2 * part));
    scale *= 2;
    height *= 0.5;
  }
  return sum;
}

/** Fills the output. */
type Kernel = (q: Queue, out: Float32Array, rgb: Float32Array) => void;
export interface Pair {
  readonly linked: Kernel;
  readonly own: Kernel;
}

export const lumas: Pair = {
  linked: (q, out, rgb) => {
    q.parallelFor(elements, (i) => {
      out[i] = luma(rgb[i]!, rgb[elements + i]!, rgb[2 * elements + i]!);
    });
  },
  own: (q, out, rgb) => {
    q.parallelFor(elements, (i) => {
      out[i] = ownLuma(rgb[i]!, rgb[elements + i]!, rgb[2 * elements + i]!);
    });
  },
};

export const noises: Pair = {
  linked: (q, out, rgb) => {
    q.parallelFor(elements, (i) => {
      out[i] = noise(rgb[i]! * 0.01, u32(7));
    });
  },
  own: (q, out, rgb) => {
    q.parallelFor(elements, (i) => {
      out[i] = ownNoise(rgb[i]! * 0.01, u32(7));
    });
  },
};

export function measureLinked(q: Queue, { linked, own }: Pair): Measured {
  const rgb = q.mallocShared(Float32Array, 3 * elements);
  for (let i = 0; i < rgb.length; i++) rgb[i] = (i * 37) % 1000;
  const [out, expected] = [q.mallocShared(Float32Array, elements), q.mallocShared(Float32Array, elements)];
  linked(q, out, rgb);
  own(q, expected, rgb);
  q.waitSync();
  checkClose(out, expected);
  const times = alternating(q, { linked: () => linked(q, out, rgb), own: () => own(q, expected, rgb) });
  return { value: ratio(times.own, times.linked), us: medians(times) };
}
