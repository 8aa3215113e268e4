// Thrown by a plugin for a mistake in its options, which has no position in a file: message, code and help are a row of the catalogue.

import { catalogue, type DiagnosticCode } from "./catalogue.js";
import { fill } from "./reporter.js";

export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly code: DiagnosticCode;

  constructor(code: DiagnosticCode, args: readonly string[]) {
    const { message, help } = catalogue[code];
    super(`${code}: ${fill(message, args)}\n  help: ${fill(help, args)}`);
    this.code = code;
  }
}
