// The rest of the code that registers images.

export interface References {
  /** Statements before the registration; may be empty. */
  readonly imports: string;
  /** Fields of the registration. */
  readonly fields: readonly string[];
}
