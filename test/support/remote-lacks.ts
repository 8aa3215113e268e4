// How the tests see that a device lacks a capability.

/** The capability that an error names (runtime/src/errors/lacked-capability.ts); undefined: none. */
export function lackedIn(error: string): string | undefined {
  // A test that asks for the code of another error shows the code alone.
  return /capability "(\w+)"/.exec(error)?.[1] ?? /feature_not_supported/.exec(error)?.[0];
}
