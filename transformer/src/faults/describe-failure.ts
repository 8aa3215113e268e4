// Formats the error that a command or the loader ends with: our own errors have their text, system errors are explained with a remedy, and all others
// are reported as our bug.

import { OptionError } from "../diagnostics/option-error.js";
import { RunError } from "../run/run-error.js";
import { InternalError } from "./internal-error.js";
import { ProjectError } from "./project-error.js";

/** Remedies by system error code. */
const remedies: Readonly<Record<string, string>> = {
  EACCES: "Give this user access to it, or name another file.",
  EISDIR: "Name a file; this is a folder.",
  EMFILE: "Raise the limit of open files (`ulimit -n`), or close other programs.",
  ENOENT: "Name an existing file, or create this one and its folder.",
  ENOSPC: "Make room on the disk.",
  ENOTDIR: "Name a folder; this is a file.",
  EPERM: "Give this user access to it, or name another file.",
  EROFS: "Name a path that you can write to.",
};

export function describeFailure(error: unknown): string {
  const isOurs = [OptionError, RunError, ProjectError, InternalError].some((known) => error instanceof known);
  if (isOurs && error instanceof Error) return error.message;
  return ofSystem(error) ?? new InternalError(error, undefined).message;
}

function ofSystem(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return undefined;
  const help = remedies[String(error.code)] ?? "Look at that file, and at the disk that it is on.";
  return `${error.message}.\n  help: ${help}`;
}
