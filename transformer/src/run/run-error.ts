// Thrown by the loader for a program that cannot run: a row of the diagnostics catalogue, without a source position.

import { catalogue, type DiagnosticCode } from "../diagnostics/catalogue.js";

export class RunError extends Error {
  override readonly name = "RunError";
  readonly code: DiagnosticCode;

  constructor(code: DiagnosticCode, parts: readonly string[]) {
    const { message, help } = catalogue[code];
    super(
      `${code}: ${message.replace(/\{(\d)\}/g, (_, index: string) => parts[Number(index)] ?? "")}\n  help: ${help}`,
    );
    this.code = code;
  }
}
