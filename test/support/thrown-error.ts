// The error of the runtime that a call throws, of whichever copy of lanewise a program imports (load-program.ts).

import type { LanewiseError } from "lanewise";
import { lackedIn } from "./lacks.js";

/** Undefined where nothing is thrown; another error than the runtime's is thrown on. */
function thrownBy(action: () => unknown): LanewiseError | undefined {
  try {
    action();
  } catch (error) {
    // Another copy's class has the same fields.
    if (error instanceof Error && /^(Lanewise|Kernel)Error$/.test(error.name)) return error as LanewiseError;
    throw error;
  }
  return undefined;
}

/** That a device lacks what the call needs is thrown on: it is no answer to what the test asks (lacking-runner.ts). */
export function codeOf(action: () => unknown): string {
  const error = thrownBy(action);
  if (error && lackedIn(error.message) !== undefined) throw error;
  return error?.code ?? "nothing thrown";
}

export function errorOf(action: () => unknown): LanewiseError {
  const error = thrownBy(action);
  if (error) return error;
  throw new Error("nothing was thrown");
}
