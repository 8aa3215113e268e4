// The kernels of the section: a device global that is read, against a captured constant; a histogram in a device global, against
// bins that are made private by hand, in three ways.

import { atomicRef, deviceGlobal, type FixedArray, type f32, fixedArray, type Queue, type u32 } from "lanewise";

const gain = deviceGlobal<f32>(1);
export const histogram = deviceGlobal<FixedArray<u32, 256>>();

export function scaleByGlobal(q: Queue, x: Float32Array): void {
  q.parallelFor(x.length, (i) => {
    x[i] = x[i]! * gain.value;
  });
}

export function scaleByCapture(q: Queue, x: Float32Array, factor: f32): void {
  q.parallelFor(x.length, (i) => {
    x[i] = x[i]! * factor;
  });
}

export function countInGlobal(q: Queue, data: Uint8Array): void {
  q.parallelFor(data.length, (i) => {
    atomicRef(histogram, data[i]!).fetchAdd(1);
  });
}

/** Each work-item counts a strip in bins of its own, in private memory. */
export function countInPrivate(q: Queue, data: Uint8Array, bins: Uint32Array, counts: Uint32Array): void {
  const strips = bins.length / 256;
  const length = Math.ceil(data.length / strips);
  q.parallelFor(strips, (strip) => {
    const own = fixedArray<u32, 256>(256, 0);
    const end = Math.min(data.length, (strip + 1) * length);
    for (let k = strip * length; k < end; k++) own[data[k]!]! += 1;
    for (let bin = 0; bin < 256; bin++) bins[strip * 256 + bin] = own[bin]!;
  });
  merge(q, bins, counts);
}

/** The same with bins in an array, a row for each strip. */
export function countInRows(q: Queue, data: Uint8Array, bins: Uint32Array, counts: Uint32Array): void {
  const strips = bins.length / 256;
  const length = Math.ceil(data.length / strips);
  q.parallelFor(strips, (strip) => {
    const row = strip * 256;
    for (let bin = 0; bin < 256; bin++) bins[row + bin] = 0;
    const end = Math.min(data.length, (strip + 1) * length);
    for (let k = strip * length; k < end; k++) bins[row + data[k]!]! += 1;
  });
  merge(q, bins, counts);
}

/** The same with four rows for each strip, so that pixels beside each other, which are often equal, do not wait for one another. */
export function countInFourRows(q: Queue, data: Uint8Array, bins: Uint32Array, counts: Uint32Array): void {
  const strips = bins.length / 1024;
  const length = 4 * Math.ceil(data.length / (4 * strips));
  q.parallelFor(strips, (strip) => {
    const [a, b, c, d] = [strip * 1024, strip * 1024 + 256, strip * 1024 + 512, strip * 1024 + 768];
    for (let bin = 0; bin < 1024; bin++) bins[a + bin] = 0;
    const end = Math.min(data.length, (strip + 1) * length);
    const whole = end - (end & 3);
    for (let k = strip * length; k < whole; k += 4) {
      bins[a + data[k]!]! += 1;
      bins[b + data[k + 1]!]! += 1;
      bins[c + data[k + 2]!]! += 1;
      bins[d + data[k + 3]!]! += 1;
    }
    for (let k = whole; k < end; k++) bins[a + data[k]!]! += 1;
  });
  merge(q, bins, counts);
}

function merge(q: Queue, bins: Uint32Array, counts: Uint32Array): void {
  const strips = bins.length / 256;
  q.parallelFor(256, (bin) => {
    let sum: u32 = 0;
    for (let strip = 0; strip < strips; strip++) sum += bins[strip * 256 + bin]!;
    counts[bin]! += sum;
  });
}
