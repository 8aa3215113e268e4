// What the code that registers images has besides the images themselves.

export interface References {
  /** Statements in front of the registration; empty where there is nothing. */
  readonly imports: string;
  /** Of the registration. */
  readonly fields: readonly string[];
}
