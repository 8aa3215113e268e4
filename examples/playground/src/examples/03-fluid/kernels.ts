// Stable fluids (Stam 1999): velocities and dye are carried along, then pressure makes the velocities free of divergence. A work-item is a cell.

import type { f32, i32, Kernel1, Kernel2 } from "lanewise";

const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

/** What `from` is between four cells. */
function between(from: Float32Array, y: f32, x: f32, width: i32): f32 {
  const top = Math.floor(y);
  const left = Math.floor(x);
  const at = top * width + left;
  const right = x - left;
  const low = y - top;
  const above = from[at]! * (1 - right) + from[at + 1]! * right;
  const below = from[at + width]! * (1 - right) + from[at + width + 1]! * right;
  return above * (1 - low) + below * low;
}

/** The pointer's strokes: eight numbers each, place, velocity, colour, and how wide. */
export function stir(
  strokes: Float32Array,
  u: Float32Array,
  v: Float32Array,
  red: Float32Array,
  green: Float32Array,
  blue: Float32Array,
  width: i32,
): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    for (let at = 0; at < strokes.length; at += 8) {
      const dx = x - strokes[at]!;
      const dy = y - strokes[at + 1]!;
      const share = Math.exp(-(dx * dx + dy * dy) * strokes[at + 7]!);
      u[i] = u[i]! + share * strokes[at + 2]!;
      v[i] = v[i]! + share * strokes[at + 3]!;
      red[i] = red[i]! + share * strokes[at + 4]!;
      green[i] = green[i]! + share * strokes[at + 5]!;
      blue[i] = blue[i]! + share * strokes[at + 6]!;
    }
  };
}

/** Carries the velocities along themselves: looks where they come from. */
export function carry(
  u: Float32Array,
  v: Float32Array,
  toU: Float32Array,
  toV: Float32Array,
  height: i32,
  width: i32,
): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const row = clamp(y - v[i]!, 0, height - 1.01);
    const column = clamp(x - u[i]!, 0, width - 1.01);
    toU[i] = between(u, row, column, width);
    toV[i] = between(v, row, column, width);
  };
}

/** Carries the dye along; `keep` is what does not fade. */
export function carryDye(
  u: Float32Array,
  v: Float32Array,
  red: Float32Array,
  green: Float32Array,
  blue: Float32Array,
  toRed: Float32Array,
  toGreen: Float32Array,
  toBlue: Float32Array,
  keep: f32,
  height: i32,
  width: i32,
): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const row = clamp(y - v[i]!, 0, height - 1.01);
    const column = clamp(x - u[i]!, 0, width - 1.01);
    toRed[i] = keep * between(red, row, column, width);
    toGreen[i] = keep * between(green, row, column, width);
    toBlue[i] = keep * between(blue, row, column, width);
  };
}

/** The velocities' rotation. */
export function curl(u: Float32Array, v: Float32Array, to: Float32Array, height: i32, width: i32): Kernel2 {
  return (y, x) => {
    const left = y * width + clamp(x - 1, 0, width - 1);
    const right = y * width + clamp(x + 1, 0, width - 1);
    const up = clamp(y - 1, 0, height - 1) * width + x;
    const down = clamp(y + 1, 0, height - 1) * width + x;
    to[y * width + x] = 0.5 * (v[right]! - v[left]! - u[down]! + u[up]!);
  };
}

/** Gives whirls back what the grid has blurred (vorticity confinement, Fedkiw and others 2001). */
export function whirl(
  rotation: Float32Array,
  u: Float32Array,
  v: Float32Array,
  strength: f32,
  height: i32,
  width: i32,
): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const left = Math.abs(rotation[y * width + clamp(x - 1, 0, width - 1)]!);
    const right = Math.abs(rotation[y * width + clamp(x + 1, 0, width - 1)]!);
    const up = Math.abs(rotation[clamp(y - 1, 0, height - 1) * width + x]!);
    const down = Math.abs(rotation[clamp(y + 1, 0, height - 1) * width + x]!);
    const dx = right - left;
    const dy = down - up;
    const force = (strength * rotation[i]!) / (Math.sqrt(dx * dx + dy * dy) + 1e-5);
    u[i] = u[i]! + force * dy;
    v[i] = v[i]! - force * dx;
  };
}

/** How much more flows out of a cell than into it. Nothing flows through the walls. */
export function divergence(u: Float32Array, v: Float32Array, to: Float32Array, height: i32, width: i32): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const left = x > 0 ? u[i - 1]! : -u[i]!;
    const right = x < width - 1 ? u[i + 1]! : -u[i]!;
    const up = y > 0 ? v[i - width]! : -v[i]!;
    const down = y < height - 1 ? v[i + width]! : -v[i]!;
    to[i] = 0.5 * (right - left + down - up);
  };
}

/** One of Jacobi's iterations towards the pressure that takes the divergence away. */
export function relax(from: Float32Array, to: Float32Array, div: Float32Array, height: i32, width: i32): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const left = from[y * width + clamp(x - 1, 0, width - 1)]!;
    const right = from[y * width + clamp(x + 1, 0, width - 1)]!;
    const up = from[clamp(y - 1, 0, height - 1) * width + x]!;
    const down = from[clamp(y + 1, 0, height - 1) * width + x]!;
    to[i] = 0.25 * (left + right + up + down - div[i]!);
  };
}

/** From high pressure to low. */
export function push(
  pressure: Float32Array,
  u: Float32Array,
  v: Float32Array,
  toU: Float32Array,
  toV: Float32Array,
  height: i32,
  width: i32,
): Kernel2 {
  return (y, x) => {
    const i = y * width + x;
    const left = pressure[y * width + clamp(x - 1, 0, width - 1)]!;
    const right = pressure[y * width + clamp(x + 1, 0, width - 1)]!;
    const up = pressure[clamp(y - 1, 0, height - 1) * width + x]!;
    const down = pressure[clamp(y + 1, 0, height - 1) * width + x]!;
    toU[i] = u[i]! - 0.5 * (right - left);
    toV[i] = v[i]! - 0.5 * (down - up);
  };
}

/** Shows the dye, and puts it back for the next frame. */
export function paint(
  red: Float32Array,
  green: Float32Array,
  blue: Float32Array,
  toRed: Float32Array,
  toGreen: Float32Array,
  toBlue: Float32Array,
  rgba: Uint8ClampedArray,
): Kernel1 {
  return (i) => {
    toRed[i] = red[i]!;
    toGreen[i] = green[i]!;
    toBlue[i] = blue[i]!;
    rgba[4 * i] = 255 * (1 - Math.exp(-red[i]!));
    rgba[4 * i + 1] = 255 * (1 - Math.exp(-green[i]!));
    rgba[4 * i + 2] = 255 * (1 - Math.exp(-blue[i]!));
    rgba[4 * i + 3] = 255;
  };
}
