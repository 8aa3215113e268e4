// Work that can run at once, or step by step with the event loop in between: one function for both.

/**
 * Pauses at each yield, and returns a result. A yielded function should be called and its promise awaited before resuming; a caller that cannot wait
 * skips it.
 */
export type Steps<T> = Generator<(() => Promise<void> | undefined) | undefined, T, void>;

/** Work without pauses. */
export function* oneStep<T>(work: () => T): Steps<T> {
  yield;
  return work();
}

/** Runs all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
