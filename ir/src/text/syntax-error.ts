// The error that the parser of the text form throws.

/** The text is not a module; line and column count from 1. */
export class IrSyntaxError extends Error {
  override readonly name = "IrSyntaxError";
  readonly line: number;
  readonly column: number;
  constructor(problem: string, line: number, column: number) {
    super(`${line}:${column}: ${problem}`);
    this.line = line;
    this.column = column;
  }
}
