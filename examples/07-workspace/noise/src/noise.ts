// Gradient noise in two dimensions. Perlin, "Improving Noise", SIGGRAPH 2002, with a hash instead of his table of permutations.

import { deviceFn, type f32, i32, type u32 } from "lanewise";

const diagonal = Math.SQRT1_2;
const directions = [
  [1, 0],
  [diagonal, diagonal],
  [0, 1],
  [-diagonal, diagonal],
  [-1, 0],
  [-diagonal, -diagonal],
  [0, -1],
  [diagonal, -diagonal],
] as const;

/** Neither neighbours nor neighbouring seeds have anything in common. */
function hash(x: i32, y: i32, seed: u32): u32 {
  let mixed = (Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed | 0, 1274126177)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489917) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** What a corner of the grid has to say about a point that lies (right, down) of it. */
function corner(x: i32, y: i32, seed: u32, right: f32, down: f32): f32 {
  const [dx, dy] = directions[hash(x, y, seed) >>> 29]!;
  return dx * right + dy * down;
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;

/** From -1 to 1, and 0 where x and y are integers. */
export const noise = deviceFn((x: f32, y: f32, seed: u32): f32 => {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [i, j] = [i32(column), i32(row)];
  const [right, down]: [f32, f32] = [x - column, y - row];
  const upper = mix(corner(i, j, seed, right, down), corner(i + 1, j, seed, right - 1, down), fade(right));
  const lower = mix(
    corner(i, j + 1, seed, right, down - 1),
    corner(i + 1, j + 1, seed, right - 1, down - 1),
    fade(right),
  );
  return Math.SQRT2 * mix(upper, lower, fade(down));
});
