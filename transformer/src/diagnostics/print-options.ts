// How diagnostics are printed.

export interface PrintOptions {
  /** Source lines, squiggles and colours, as on a terminal. */
  readonly pretty: boolean;
  /** Positions are printed relative to it. */
  readonly currentDirectory: string;
}
