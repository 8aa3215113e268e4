// Lloyd's algorithm: the kernels find each pixel's nearest centre and add up the pixels of each, the host moves the centres,
// until none moves any more.

import type { Queue } from "lanewise";
import { accumulate, assign, mostColours, posterise, sums } from "./kernels.js";

const mostRounds = 200;

export interface Palette {
  /** Three bytes a colour, from the most frequent one on. */
  readonly palette: Uint8Array;
  /** How many pixels have each colour. */
  readonly counts: readonly number[];
  readonly rounds: number;
  /** The picture in these colours. */
  readonly rgb: Uint8Array;
}

/** The palette of `colours` colours of a picture of three bytes a pixel. */
export async function findPalette(q: Queue, pixels: Uint8Array, colours: number): Promise<Palette> {
  if (!(Number.isInteger(colours) && colours >= 1 && colours <= mostColours)) {
    throw new RangeError(`There can be 1 to ${mostColours} colours.`);
  }
  const count = pixels.length / 3;
  const rgb = q.mallocShared(Uint8Array, pixels);
  const labels = q.mallocShared(Uint8Array, count);
  const centres = q.mallocShared(Int32Array, firstCentres(pixels, colours));
  const totals = new Uint32Array(4 * mostColours);

  let rounds = 0;
  for (let hasMoved = true; hasMoved && rounds < mostRounds; rounds++) {
    q.copy(new Uint32Array(totals.length), sums); // zeros
    q.parallelFor(count, assign(rgb, centres, colours, labels));
    q.parallelFor(count, accumulate(rgb, labels));
    await q.copy(sums, totals);
    const moved = means(totals, centres);
    hasMoved = moved.some((value, i) => value !== centres[i]);
    centres.set(moved);
  }

  const order = Array.from({ length: colours }, (_, colour) => colour);
  const countOf = (colour: number): number => totals[4 * colour + 3] ?? 0;
  const bytesOf = (colour: number): number[] => Array.from(centres.subarray(3 * colour, 3 * colour + 3), (c) => c / 16);
  const byLabel = q.mallocShared(Uint8Array, order.flatMap(bytesOf).map(Math.round));
  const posterised = q.mallocShared(Uint8Array, pixels.length);
  await q.parallelFor(count, posterise(labels, byLabel, posterised));

  order.sort((a, b) => countOf(b) - countOf(a));
  return {
    palette: Uint8Array.from(order.flatMap(bytesOf), Math.round),
    counts: order.map(countOf),
    rounds,
    rgb: posterised,
  };
}

/** Colours from dark to light, evenly many pixels apart. */
function firstCentres(pixels: Uint8Array, colours: number): Int32Array {
  const brightness = (i: number): number =>
    2 * (pixels[3 * i] ?? 0) + 5 * (pixels[3 * i + 1] ?? 0) + (pixels[3 * i + 2] ?? 0);
  const order = Uint32Array.from({ length: pixels.length / 3 }, (_, i) => i);
  order.sort((a, b) => brightness(a) - brightness(b) || a - b);
  return Int32Array.from({ length: 3 * colours }, (_, k) => {
    const place = Math.floor(((Math.floor(k / 3) + 0.5) * order.length) / colours);
    return 16 * (pixels[3 * (order[place] ?? 0) + (k % 3)] ?? 0);
  });
}

/** The mean colours in sixteenths. A colour without pixels stays where it is. */
function means(totals: Uint32Array, centres: Int32Array): Int32Array {
  return centres.map((centre, k) => {
    const at = 4 * Math.floor(k / 3);
    const count = totals[at + 3] ?? 0;
    return count === 0 ? centre : Math.round((16 * (totals[at + (k % 3)] ?? 0)) / count);
  });
}
