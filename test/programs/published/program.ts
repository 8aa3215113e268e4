// What the programs beside this file export: functions that run kernels on a queue and give, by name, what they found and what
// is right. ../../support/run-programs.ts runs each export on each device. Right answers are published ones, or those of a plain
// JavaScript function in double precision that shares no code with the kernels; where it is the same function, this is said.

import type { Queue } from "lanewise";

/** A photograph: three bytes a pixel, red, green, blue. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

export type Values = ArrayLike<number | bigint | string>;

export interface Answer {
  readonly found: Values;
  readonly right: Values;
  /** By how much numbers may differ. */
  readonly within: number;
}

export type Answers = Readonly<Record<string, Answer>>;
export type Program = (q: Queue, photo: Photo) => Promise<Answers>;

/** `same([228], [228])`: every value is right to the last bit. */
export function same(found: Values, right: Values): Answer {
  return { found, right, within: 0 };
}

/** `near(sums, [1.274224153], 5e-10)`: no number is off by more. */
export function near(found: Values, right: Values, within: number): Answer {
  return { found, right, within };
}
