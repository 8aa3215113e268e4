// The one place where a failed command becomes a message and an exit code.

import { RunError } from "../run/run-error.js";
import { CommandError } from "./command-error.js";

export async function orFail(command: () => Promise<unknown>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof RunError)) throw error;
    process.stderr.write(`lanewise: ${error.message}\n`);
    process.exitCode = 1;
  }
}
