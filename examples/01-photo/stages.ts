// What the pipeline is made of, whoever runs it: the settings, the steps in their order, the pictures that come out, and the
// small tables that the host computes between kernels.

import { fromGrey, type Picture } from "./picture.js";

/** The blur's reach in pixels, and how strongly the unsharp mask sharpens. */
export const settings = { radius: 6, amount: 1.5 } as const;

/** One kernel over one picture. It may be run again: it computes the same anew. */
export interface Step {
  readonly name: string;
  run(): PromiseLike<void> | void;
  /** What the host does after the first run, before the next step. */
  finish?(): PromiseLike<void> | void;
}

export interface Stages {
  readonly grey: Uint8Array;
  readonly blurred: Uint8Array;
  readonly edges: Uint8Array;
  /** How many pixels have each grey level. */
  readonly levels: Uint32Array;
  /** What each grey level becomes. */
  readonly table: Uint8Array;
  readonly equalised: Uint8Array;
  /** In colours. */
  readonly sharpened: Uint8Array;
}

export interface Pipeline {
  readonly steps: readonly Step[];
  /** Filled when the steps have run. */
  readonly stages: Stages;
}

/** The weights of a Gaussian blur that reaches `radius` pixels to either side; their sum is 1. */
export function gaussianWeights(radius: number): Float32Array {
  const sigma = radius / 2.5;
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((total, weight) => total + weight);
  return Float32Array.from(weights, (weight) => weight / sum);
}

/** Histogram equalisation: the table that spreads the grey levels evenly, from the cumulated histogram. */
export function equalisingTable(levels: Uint32Array): Uint8Array {
  const table = new Uint8Array(levels.length);
  const total = levels.reduce((sum, count) => sum + count, 0);
  const darkest = levels.find((count) => count > 0) ?? 0;
  let cumulated = 0;
  levels.forEach((count, level) => {
    cumulated += count;
    // A picture of one level only has nothing to spread: it stays as it is.
    table[level] = total === darkest ? level : Math.round((255 * Math.max(cumulated - darkest, 0)) / (total - darkest));
  });
  return table;
}

/** The pictures to look at, by name, in the order of the contact sheet. */
export function picturesOf(original: Picture, stages: Stages): ReadonlyMap<string, Picture> {
  const { width, height } = original;
  const grey = (levels: Uint8Array): Picture => fromGrey(width, height, levels);
  return new Map([
    ["original", original],
    ["luma", grey(stages.grey)],
    ["blurred", grey(stages.blurred)],
    ["edges", grey(stages.edges)],
    ["equalised", grey(stages.equalised)],
    ["sharpened", { width, height, rgb: stages.sharpened }],
  ]);
}
