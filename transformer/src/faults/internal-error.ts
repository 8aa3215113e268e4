// Wraps any unexpected error as a bug of ours, with everything that a report needs.

import { createRequire } from "node:module";

const { version }: { version: string } = createRequire(import.meta.url)("../../package.json");

export class InternalError extends Error {
  override readonly name = "InternalError";
  /** Includes the stack of the original error, for logs. */
  readonly report: string;

  /** `at` is what was being compiled: `src/main.ts(3,5)`, or a file. */
  constructor(cause: unknown, at: string | undefined) {
    const found = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    const stack = cause instanceof Error ? (cause.stack ?? found) : found;
    const isAsked = Boolean(process.env.LANEWISE_STACK);
    const lines = [
      `this is a bug in Lanewise ${version}, not in your program: ${found}`,
      `  found while compiling ${at ?? "the program"}, with Node ${process.versions.node}`,
      "  help: Report it to those who maintain Lanewise, with this text and the source at that place.",
      isAsked
        ? `  stack: ${stack}`
        : "  help: LANEWISE_STACK=1 in the environment shows the stack, which belongs in the report.",
    ];
    super(lines.join("\n"), { cause });
    this.report = `${this.message}\n${stack}`;
    // Node prints this if the error is not caught.
    this.stack = this.message;
  }
}
