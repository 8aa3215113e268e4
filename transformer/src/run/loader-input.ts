// The input that `lanewise run` passes to the loader of the process it starts, in an environment variable that the loader
// removes.

import type { BuildOptions } from "../build-options.js";

export const LOADER_VARIABLE = "LANEWISE_RUN";

/** The request of `--check-races` or `--check-overflow`: options of `checkRaces` and `checkOverflow`. */
export type CheckRequest =
  | { readonly kind: "races"; readonly collect: boolean }
  | { readonly kind: "overflow"; readonly collect: boolean; readonly floats: boolean; readonly zeros: boolean };

export interface LoaderInput {
  readonly asked: BuildOptions;
  /** The file for the profile's trace. */
  readonly trace?: string | undefined;
  readonly check?: CheckRequest | undefined;
  /** An up-to-date file of program-file.ts. */
  readonly program?: string;
}

export function takeLoaderInput(): LoaderInput {
  const text = process.env[LOADER_VARIABLE];
  delete process.env[LOADER_VARIABLE];
  // Written by child.ts.
  return text === undefined ? { asked: {} } : (JSON.parse(text) as LoaderInput);
}
