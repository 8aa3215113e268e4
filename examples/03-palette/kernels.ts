// The kernels of k-means over the colours of pixels. Centres are in sixteenths, so that everything is exact in integers, and
// the result the same on every device.

import { atomicRef, deviceGlobal, type FixedArray, type i32, type Kernel1, type u32 } from "lanewise";

/** At most so many colours. */
export const mostColours = 64;

/** For each colour the sums of its pixels' red, green and blue, and how many there are. */
export const sums = deviceGlobal<FixedArray<u32, 256>>();

/** Finds the nearest centre of each pixel. */
export function assign(rgb: Uint8Array, centres: Int32Array, colours: i32, labels: Uint8Array): Kernel1 {
  return (i) => {
    const red = 16 * rgb[3 * i]!;
    const green = 16 * rgb[3 * i + 1]!;
    const blue = 16 * rgb[3 * i + 2]!;
    let nearest = 0;
    let least = 0x7fffffff;
    for (let colour = 0; colour < colours; colour++) {
      const dr = red - centres[3 * colour]!;
      const dg = green - centres[3 * colour + 1]!;
      const db = blue - centres[3 * colour + 2]!;
      const distance = dr * dr + dg * dg + db * db;
      if (distance < least) {
        least = distance;
        nearest = colour;
      }
    }
    labels[i] = nearest;
  };
}

/** Adds each pixel to the sums of its colour: many pixels meet there, hence the atomic additions. */
export function accumulate(rgb: Uint8Array, labels: Uint8Array): Kernel1 {
  return (i) => {
    const at = 4 * labels[i]!;
    atomicRef(sums, at).fetchAdd(rgb[3 * i]!);
    atomicRef(sums, at + 1).fetchAdd(rgb[3 * i + 1]!);
    atomicRef(sums, at + 2).fetchAdd(rgb[3 * i + 2]!);
    atomicRef(sums, at + 3).fetchAdd(1);
  };
}

/** The picture in the colours of the palette. */
export function posterise(labels: Uint8Array, palette: Uint8Array, to: Uint8Array): Kernel1 {
  return (i) => {
    const label = labels[i]!;
    to[3 * i] = palette[3 * label]!;
    to[3 * i + 1] = palette[3 * label + 1]!;
    to[3 * i + 2] = palette[3 * label + 2]!;
  };
}
