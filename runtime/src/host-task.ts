// The work of a host task: a function of the program, called in its queue's order on the main thread. What it returns is awaited.

import type { Progress, Turn, Work } from "./command.js";

type State = "idle" | "waiting" | "settled";

export function createHostTask(task: () => unknown): Work {
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
    result.then(settle, (reason: unknown) => {
      failure = { reason };
      settle();
    });
  };
  return {
    step(turn: Turn): Progress {
      resume = turn.resume;
      if (state === "idle") begin();
      if (state === "waiting") return "away";
      if (failure) throw failure.reason;
      return "done";
    },
    release: () => undefined,
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
