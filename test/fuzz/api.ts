// Random sequences of calls of the API, on several queues, contexts, devices and numbers of threads, against a simple model: what
// arrays, buffers and device globals hold, how each command ends, which calls throw. Nothing may leak, hang, or be told twice.

import fc from "fast-check";
import { type Pick, type Step, steps } from "./api-steps.js";
import { closeSetting, openSetting, type Setting, World } from "./api-world.js";
import type { Fuzzer } from "./fuzzer.js";

const MOST_STEPS = 40;
/** Milliseconds of one sequence, after which it counts as hanging. */
const MOST_TIME = 60_000;
const limits = { numRuns: 1, timeout: MOST_TIME, interruptAfterTimeLimit: 5 * MOST_TIME };

interface State {
  readonly world: World;
}

class Call implements fc.AsyncCommand<State, object> {
  readonly #name: string;
  readonly #step: Step;
  readonly #pick: Pick;

  constructor(name: string, step: Step, pick: Pick) {
    this.#name = name;
    this.#step = step;
    this.#pick = pick;
  }

  check({ world }: State): boolean {
    return this.#step.can?.(world) ?? true;
  }

  async run({ world }: State): Promise<void> {
    await this.#step.run(world, this.#pick);
  }

  toString(): string {
    return JSON.stringify([this.#name, this.#pick]);
  }
}

/** As a finding prints it. */
type Written = readonly [name: string, pick: Pick];

const pick = fc.record({
  queue: fc.nat(13),
  operation: fc.nat(100),
  x: fc.nat(30),
  y: fc.nat(30),
  start: fc.nat(23),
  length: fc.nat(24),
  n: fc.nat(50),
} satisfies Record<keyof Pick, unknown>);

/** Of all steps, as often as they weigh. */
const call = fc.oneof(
  ...Object.entries(steps).map(([name, step]) => ({
    weight: Math.round((step.weight ?? 1) * 10),
    arbitrary: pick.map((picked) => new Call(name, step, picked)),
  })),
);
const calls = fc.noBias(fc.commands([call], { maxCommands: MOST_STEPS, size: "max", disableReplayLog: true }));

let opened: Promise<Setting> | undefined;
let rejected: unknown[] = [];
const onRejection = (reason: unknown): void => void rejected.push(reason);

async function open(): Promise<Setting> {
  process.on("unhandledRejection", onRejection);
  return openSetting();
}

/** Throws where something is not as the model says. */
async function play(sequence: Iterable<fc.AsyncCommand<State, object>>): Promise<void> {
  opened ??= open();
  const world = new World(await opened);
  rejected = [];
  try {
    await fc.asyncModelRun(() => ({ model: { world }, real: {} }), sequence);
    await world.settle();
  } finally {
    await world.end();
  }
  await new Promise((resolve) => setImmediate(resolve));
  if (rejected.length > 0) throw new Error(`nobody handled ${rejected.length} rejections, first ${rejected[0]}`);
}

/** A sequence of test/fuzz/api-corpus. */
export function replay(written: readonly Written[]): Promise<void> {
  return play(
    written.map(([name, picked]) => {
      const step = steps[name];
      if (!step) throw new Error(`there is no step ${name}`);
      return new Call(name, step, picked);
    }),
  );
}

export const api = {
  name: "api",
  about: "sequences of calls do what a model of queues, events, memory, graphs and buffers says",
  run: async (seed) => {
    const result = await fc.check(fc.asyncProperty(calls, play), { ...limits, seed });
    if (!result.failed) return undefined;
    const sequence = String(result.counterexample?.[0]).replaceAll("],[", "],\n[");
    const place = "Belongs into test/fuzz/api-corpus/NAME.json.";
    return `${result.errorInstance ?? "took too long"}\n[\n${sequence}\n]\n${place}`;
  },
  end: async () => {
    if (!opened) return;
    process.off("unhandledRejection", onRejection);
    closeSetting(await opened);
    opened = undefined;
  },
} as const satisfies Fuzzer;
