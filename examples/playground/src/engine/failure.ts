// What the page shows of an error.

import { KernelError } from "lanewise";
import type { Failure } from "./messages.js";

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const message = `${error.name}: ${error.message}`;
  if (!(error instanceof KernelError) || error.file === undefined || error.line === undefined) return { message };
  return { message, file: error.file, line: error.line };
}
