// What `lanewise run` tells the loader of the process that it starts, in an environment variable that the loader takes away.

import type { BuildOptions } from "../build-options.js";

export const LOADER_VARIABLE = "LANEWISE_RUN";

/** What `--check-races` asks for: the first race fails its launch, or all are collected. */
export type RaceMode = "first" | "all";

export interface LoaderInput {
  readonly asked: BuildOptions;
  /** Where the profile's trace goes. */
  readonly trace?: string | undefined;
  readonly races?: RaceMode | undefined;
  /** A file of program-file.ts that is up to date. */
  readonly program?: string;
}

export function takeLoaderInput(): LoaderInput {
  const text = process.env[LOADER_VARIABLE];
  delete process.env[LOADER_VARIABLE];
  // child.ts has written it.
  return text === undefined ? { asked: {} } : (JSON.parse(text) as LoaderInput);
}
