// Colours in linear light, of which the parts are 0 to 1. Only the kernels of this package see the class.

import type { f32 } from "lanewise";

/** What screens want of linear light (IEC 61966-2-1). */
const encoded = (light: f32): f32 => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

export class Linear {
  constructor(
    readonly red: f32,
    readonly green: f32,
    readonly blue: f32,
  ) {}

  times(factor: f32): Linear {
    return new Linear(this.red * factor, this.green * factor, this.blue * factor);
  }

  mixedWith(other: Linear, part: f32): Linear {
    const rest = 1 - part;
    return new Linear(
      this.red * rest + other.red * part,
      this.green * rest + other.green * part,
      this.blue * rest + other.blue * part,
    );
  }

  /** Three bytes, from `at` on. */
  store(rgb: Uint8ClampedArray, at: number): void {
    rgb[at] = 255 * encoded(this.red);
    rgb[at + 1] = 255 * encoded(this.green);
    rgb[at + 2] = 255 * encoded(this.blue);
  }
}
