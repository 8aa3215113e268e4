// Mandelbrot of the Benchmarks Game: a portable bitmap of 200 x 200, eight pixels in a byte, one byte a work-item.

import type { Queue } from "lanewise";
import { type Answers, same } from "./program.js";

const size = 200;
const iterations = 50;

export async function bitmap(q: Queue): Promise<Answers> {
  const rowBytes = size / 8;
  const bits = q.mallocShared(Uint8Array, size * rowBytes);
  await q.parallelFor([size, rowBytes], (y, byte) => {
    let bitsOfByte = 0;
    for (let bit = 0; bit < 8; bit++) {
      const x = byte * 8 + bit;
      const cr = (2 * x) / size - 1.5;
      const ci = (2 * y) / size - 1;
      let zr = 0;
      let zi = 0;
      let tr = 0;
      let ti = 0;
      for (let i = 0; i < iterations && tr + ti <= 4; i++) {
        zi = 2 * zr * zi + ci;
        zr = tr - ti + cr;
        tr = zr * zr;
        ti = zi * zi;
      }
      bitsOfByte = (bitsOfByte << 1) | (tr + ti <= 4 ? 1 : 0);
    }
    bits[y * rowBytes + byte] = bitsOfByte;
  });
  return { bits: same(bits, plainBitmap()), "black pixels": same([blackPixels(bits)], [blackPixels(plainBitmap())]) };
}

/** As the C program of the Benchmarks Game writes its bytes, pixel after pixel. */
function plainBitmap(): Uint8Array {
  const bytes: number[] = [];
  for (let y = 0; y < size; y++) {
    let accumulated = 0;
    for (let x = 0; x < size; x++) {
      accumulated = 2 * accumulated + (isInside((2 * x) / size - 1.5, (2 * y) / size - 1) ? 1 : 0);
      if (x % 8 === 7) {
        bytes.push(accumulated);
        accumulated = 0;
      }
    }
  }
  return Uint8Array.from(bytes);
}

function isInside(cr: number, ci: number): boolean {
  let z = { re: 0, im: 0 };
  for (let i = 0; i < iterations; i++) {
    z = { re: z.re * z.re - z.im * z.im + cr, im: 2 * z.re * z.im + ci };
    if (z.re * z.re + z.im * z.im > 4) return false;
  }
  return true;
}

function blackPixels(bits: Uint8Array): number {
  return bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
}
