// The colours of a landscape by its height, in a table on the device that programs may read and overwrite.

import { noise } from "@terrain/noise";
import { atomicRef, deviceFn, deviceGlobal, type FixedArray, type f32, type i32, type u32 } from "lanewise";
import { Linear } from "./linear.js";

/** What lies between one height and the next, in linear light at its lower end. */
export interface Band {
  from: f32;
  red: f32;
  green: f32;
  blue: f32;
}

export const names = ["deep water", "water", "sand", "meadow", "forest", "rock", "snow"] as const;

export const bands = deviceGlobal<FixedArray<Band, 7>>([
  { from: -1, red: 0.005, green: 0.02, blue: 0.08 },
  { from: -0.15, red: 0.01, green: 0.08, blue: 0.22 },
  { from: 0, red: 0.55, green: 0.42, blue: 0.22 },
  { from: 0.03, red: 0.11, green: 0.22, blue: 0.03 },
  { from: 0.2, red: 0.025, green: 0.1, blue: 0.02 },
  { from: 0.38, red: 0.16, green: 0.13, blue: 0.11 },
  { from: 0.55, red: 0.85, green: 0.88, blue: 0.92 },
]);

/** How many pixels each band has got. */
export const painted = deviceGlobal<FixedArray<u32, 7>>();

/** The colour of band k, fading into the next one's. */
function colourAt(k: i32, height: f32): Linear {
  const own = bands[k]!;
  const next = bands[Math.min(k + 1, names.length - 1)]!;
  const width = Math.max(next.from - own.from, 0.01);
  const part: f32 = Math.min(Math.max((height - own.from) / width, 0), 1);
  return new Linear(own.red, own.green, own.blue).mixedWith(new Linear(next.red, next.green, next.blue), part ** 3);
}

/** Stores the colour of a place of that height and light (1 is full sun) as bytes of red, green and blue from `at` on. */
export const paint = deviceFn((rgb: Uint8ClampedArray, at: i32, height: f32, light: f32): void => {
  let band = 0;
  for (let k = 1; k < names.length; k++) if (height >= bands[k]!.from) band = k;
  atomicRef(painted, band).fetchAdd(1);
  const grain = 1 + 0.08 * noise(at * 0.37, height * 64, 77);
  colourAt(band, height)
    .times(light * grain)
    .store(rgb, at);
});
