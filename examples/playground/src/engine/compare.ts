// The modes side by side: each computes the same frames from the beginning, and is timed.

import type { Controls, Example, Values } from "../example.js";
import { failureOf } from "./failure.js";
import type { Gpus } from "./gpus.js";
import type { Measured } from "./messages.js";
import { type Mode, modes, openRunner, type Runner } from "./runner.js";

/** For each mode, in milliseconds: at least so long, and as many frames. */
const least = { ms: 400, frames: 3 };
/** A frame that takes longer than this, in milliseconds, is measured once. */
export const longFrame = 700;

interface Run extends Measured {
  readonly pixels?: Uint8ClampedArray;
}

/** Pictures are compared with those of all threads. The GPU is left out where there is none. */
export async function compare<S, C extends Controls>(
  example: Example<S, C>,
  state: S,
  values: Values<C>,
  gpus: Gpus,
  onStart: (mode: Mode) => void,
): Promise<readonly Measured[]> {
  const { device } = await gpus.find();
  const runs: Run[] = [];
  for (const mode of modes.filter((one) => one !== "gpu" || device !== undefined)) {
    onStart(mode);
    runs.push(await measure(example, mode, state, values, gpus));
  }
  const reference = runs.find(({ mode }) => mode === "all")?.pixels;
  return runs.map(({ pixels, ...run }) => ({
    ...run,
    ...(pixels && reference && { difference: differenceOf(pixels, reference) }),
  }));
}

async function measure<S, C extends Controls>(
  example: Example<S, C>,
  mode: Mode,
  state: S,
  values: Values<C>,
  gpus: Gpus,
): Promise<Run> {
  let runner: Runner | undefined;
  try {
    runner = await openRunner(mode, gpus);
    const program = await example.create(runner, values);
    const timed = async (): Promise<number> => {
      const start = performance.now();
      await program.frame(state, values);
      return performance.now() - start;
    };
    let last = 0;
    for (let k = 0; k < (example.warmUp ?? 1); k++) last = await timed();
    const { width, height } = example.size(values);
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("This browser gives no drawing context for a canvas in a worker.");
    program.draw(context, state, values);
    const pixels = context.getImageData(0, 0, width, height).data;
    const times = last > longFrame ? [last] : [];
    const end = performance.now() + least.ms;
    while (times.length === 0 || (last <= longFrame && (times.length < least.frames || performance.now() < end)))
      times.push(await timed());
    return { mode, ms: median(times), pixels };
  } catch (error) {
    return { mode, failure: failureOf(error) };
  } finally {
    await runner?.close();
  }
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): { mean: number; most: number } {
  let [sum, most] = [0, 0];
  for (const [i, value] of a.entries()) {
    const difference = Math.abs(value - (b[i] ?? 0));
    sum += difference;
    if (difference > most) most = difference;
  }
  return { mean: sum / a.length, most };
}
