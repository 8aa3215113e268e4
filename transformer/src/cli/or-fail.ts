// Turns a failed command into a message and an exit code.

import { describeFailure } from "../faults/describe-failure.js";
import { CommandError } from "./command-error.js";

export async function orFail(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    fail(error);
    process.exitCode = 1;
  }
}

/** Also handles errors thrown later, while a command watches. */
export function failWhereUncaught(): void {
  process.on("uncaughtException", (error) => {
    fail(error);
    process.exit(1);
  });
}

function fail(error: unknown): void {
  const message = error instanceof CommandError ? error.message : describeFailure(error);
  process.stderr.write(`lanewise: ${message}\n`);
}
