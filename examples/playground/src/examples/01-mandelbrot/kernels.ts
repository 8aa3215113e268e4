// The Mandelbrot set. A work-item is a pixel: it counts how many rounds of z = z² + c it takes until z is far away.

import { f32, type f64, type i32, type Kernel2 } from "lanewise";

/** Rounds until |z| > 16, with a fraction, so that colours have no steps; `most` where it never is. Compiled for each type that it is called with. */
function roundsAt(re: number, im: number, most: i32): number {
  let x = re;
  let y = im;
  let round = 0;
  while (round < most && x * x + y * y < 256) {
    const next = x * x - y * y + re;
    y = 2 * x * y + im;
    x = next;
    round++;
  }
  if (round >= most) return most;
  return round + 2 - Math.log2(Math.log2(x * x + y * y));
}

/** A palette of waves; inside of the set, black. */
function paint(rgba: Uint8ClampedArray, pixel: i32, rounds: f32, most: i32): void {
  const isInside = rounds >= most;
  const phase = Math.sqrt(Math.max(rounds, 0)) * 0.62;
  rgba[4 * pixel] = isInside ? 8 : 128 + 122 * Math.sin(phase + 4.4);
  rgba[4 * pixel + 1] = isInside ? 10 : 122 + 118 * Math.sin(phase + 5.0);
  rgba[4 * pixel + 2] = isInside ? 20 : 140 + 110 * Math.sin(phase + 5.9);
  rgba[4 * pixel + 3] = 255;
}

/** In f32: twice as many pixels in a vector. */
export function mandelbrot(left: f32, top: f32, step: f32, most: i32, width: i32, rgba: Uint8ClampedArray): Kernel2 {
  return (row, column) => {
    paint(rgba, row * width + column, roundsAt(left + step * column, top + step * row, most), most);
  };
}

/** In f64, for places that are too close together for f32. */
export function mandelbrotDeep(
  left: f64,
  top: f64,
  step: f64,
  most: i32,
  width: i32,
  rgba: Uint8ClampedArray,
): Kernel2 {
  return (row, column) => {
    paint(rgba, row * width + column, f32(roundsAt(left + step * column, top + step * row, most)), most);
  };
}
