// Inputs of workloads: a counter-based integer generator, so that every run on every machine measures the same data. All
// floats are normal: denormals are slow, and WebAssembly cannot flush them to zero.

/** A mixed 32-bit integer for each index (the finaliser of MurmurHash3). */
export function mixed(index: number, seed = 1): number {
  let h = (index + Math.imul(seed, 0x9e3779b9)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Evenly spread in low..high, in steps that f32 holds exactly for ranges around 1. */
function uniform(index: number, low: number, high: number, seed = 1): number {
  return low + ((mixed(index, seed) >>> 8) / 2 ** 24) * (high - low);
}

export function fillUniform<A extends Float32Array | Float64Array>(array: A, low: number, high: number, seed = 1): A {
  for (let i = 0; i < array.length; i++) array[i] = uniform(i, low, high, seed);
  return array;
}

export function fillBytes(array: Uint8Array, seed = 1): Uint8Array {
  for (let i = 0; i < array.length; i++) array[i] = mixed(i, seed) >>> 24;
  return array;
}
