// The work of a host task: calls a function of the program on the main thread, in its queue's order, and awaits its result.

import { LanewiseError } from "../errors/index.js";
import { isStructs, type Used, useArrays, useUnknown } from "../memory/index.js";
import { describeValue, isBuffer, type OptionTable } from "../values/index.js";
import { commandOptions, type Progress, type Turn, toList, type Work } from "./commands/index.js";
import type { HostTaskOptions } from "./queue-options.js";

export const hostTaskOptions = {
  reads: "list",
  writes: "list",
  ...commandOptions,
} as const satisfies OptionTable<HostTaskOptions>;

type State = "idle" | "waiting" | "settled";

export function createHostTask(task: () => unknown, { reads, writes }: HostTaskOptions): Work {
  const saysNothing = reads === undefined && writes === undefined;
  const use = saysNothing
    ? { release: useUnknown() }
    : useArrays({ read: toArrays(reads, "reads"), written: toArrays(writes, "writes") }, "h.hostTask");
  let state: State = "idle";
  let failure: { readonly reason: unknown } | undefined;
  let resume = (): void => undefined;
  const settle = (): void => {
    state = "settled";
    resume();
  };
  const begin = (): void => {
    state = "waiting";
    const result = task();
    if (!isThenable(result)) {
      state = "settled";
      return;
    }
    // A promise settles once; other thenables may not.
    Promise.resolve(result).then(settle, (reason: unknown) => {
      failure = { reason };
      settle();
    });
  };
  return {
    ...use,
    step(turn: Turn): Progress {
      resume = turn.resume;
      if (state === "idle") begin();
      if (state === "waiting") return "away";
      if (failure) throw failure.reason;
      return "done";
    },
  };
}

/** Checks the arrays that the user passed. */
function toArrays(given: unknown, option: string): readonly Used[] {
  return toList(given).map((value) => {
    const isBytes = ArrayBuffer.isView(value) || isBuffer(value);
    if (isBytes || isStructs(value)) return value;
    throw new LanewiseError("invalid", `h.hostTask: ${option} contains ${describeValue(value)}; expected arrays.`);
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  const mayHave = (typeof value === "object" && value !== null) || typeof value === "function";
  return mayHave && "then" in value && typeof value.then === "function";
}
