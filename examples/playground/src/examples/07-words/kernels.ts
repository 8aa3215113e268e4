// Embeddings of words, and how alike each is to a given one. A word's letters, in twos and threes, each add to one of 64 numbers, as a hash says (Weinberger
// and others 2009); words that share letters then point in about the same direction.

import type { f32, i32, Kernel1, Kernel2 } from "lanewise";
import { hash2 } from "lanewise/random";

export const dimensions = 64;
/** So many words make a row: their first numbers lie side by side, then their second ones, … */
export const row = 64;

/** Where a number of a word is. */
const place = (word: i32, dimension: i32): i32 => ((word >> 6) * dimensions + dimension) * row + (word & 63);

/** `starts` are the places of the words among all letters, with one more for the end. */
export function embed(letters: Uint32Array, starts: Uint32Array, vectors: Float32Array): Kernel1 {
  return (word) => {
    for (let k = 0; k < dimensions; k++) vectors[place(word, k)] = 0;
    const [start, end] = [starts[word]!, starts[word + 1]!];
    let squares = 0;
    // Before the first letter and behind the last one is a 0.
    for (let at = start - 1; at < end; at++) {
      const first = at >= start ? letters[at]! : 0;
      const second = at + 1 < end ? letters[at + 1]! : 0;
      const third = at + 2 < end ? letters[at + 2]! : 0;
      for (let length = 2; length <= 3; length++) {
        const hash = hash2((first * 256 + second) >>> 0, length === 3 ? third : 1000) | 0;
        const value = (hash & 64) === 0 ? 1 : -1;
        const to = place(word, hash & 63);
        squares += 2 * value * vectors[to]! + 1;
        vectors[to] = vectors[to]! + value;
      }
    }
    const scale = 1 / Math.sqrt(Math.max(squares, 1));
    for (let k = 0; k < dimensions; k++) vectors[place(word, k)] = vectors[place(word, k)]! * scale;
  };
}

/** The cosine of the angle between each word's vector and the asked one. */
export function compare(vectors: Float32Array, asked: Float32Array, alike: Float32Array): Kernel2 {
  return (y, x) => {
    let sum: f32 = 0;
    for (let k = 0; k < dimensions; k++) sum += vectors[(y * dimensions + k) * row + x]! * asked[k * row]!;
    alike[y * row + x] = sum;
  };
}
