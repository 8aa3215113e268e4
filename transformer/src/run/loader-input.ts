// What `lanewise run` tells the loader of the process that it starts, in an environment variable that the loader takes away.

import type { BuildOptions } from "../build-options.js";

export const LOADER_VARIABLE = "LANEWISE_RUN";

/** What `--check-races` and `--check-overflow` ask for: options of `checkRaces` and `checkOverflow`. */
export type CheckRequest =
  | { readonly kind: "races"; readonly collect: boolean }
  | { readonly kind: "overflow"; readonly collect: boolean; readonly floats: boolean; readonly zeros: boolean };

export interface LoaderInput {
  readonly asked: BuildOptions;
  /** Where the profile's trace goes. */
  readonly trace?: string | undefined;
  readonly check?: CheckRequest | undefined;
  /** A file of program-file.ts that is up to date. */
  readonly program?: string;
}

export function takeLoaderInput(): LoaderInput {
  const text = process.env[LOADER_VARIABLE];
  delete process.env[LOADER_VARIABLE];
  // child.ts has written it.
  return text === undefined ? { asked: {} } : (JSON.parse(text) as LoaderInput);
}
