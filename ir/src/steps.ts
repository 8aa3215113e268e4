// Work that can be done at once, or step by step, so that the event loop has its turns in between: the same function for both.

/**
 * Pauses where it yields, and comes to a result. What it yields had better be done and waited for before it goes on; who cannot wait
 * leaves it out.
 */
export type Steps<T> = Generator<(() => Promise<void> | undefined) | undefined, T, void>;

/** Work that has no pauses. */
export function* oneStep<T>(work: () => T): Steps<T> {
  yield;
  return work();
}

/** All steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
