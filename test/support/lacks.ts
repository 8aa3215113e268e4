// How the tests see that a device lacks a capability.

/** The capability that an error names (runtime/src/errors/lacked-capability.ts); undefined: none. */
export function lackedIn(error: string): string | undefined {
  return /capability "(\w+)"/.exec(error)?.[1];
}
