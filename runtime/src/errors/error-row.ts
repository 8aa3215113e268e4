// A row of the tables of errors.

export interface ErrorRow {
  readonly number: `LW4${number}`;
  readonly help: string;
}

/** Bundles may omit the help (docs/bundlers.md, `errorTexts`). */
export const row = (number: ErrorRow["number"], help: string): ErrorRow => ({ number, help });
