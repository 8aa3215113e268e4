// A compiler that watches, in a process of its own: edits, and what must be true when it is done with each.

import { spawn } from "node:child_process";
import { type Files, write } from "../projects.js";

export interface Rounds {
  readonly first?: () => void;
  readonly edits: readonly { readonly files: Files; readonly check: (printed: string) => void }[];
}

/** How long a check may fail while rounds may still come. */
const mostMs = 60_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const done = /Watching for file changes\./g;

export async function watchedRounds(folder: string, args: readonly string[], { first, edits }: Rounds): Promise<void> {
  const watcher = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
  let output = "";
  const add = (text: string) => {
    output += text;
  };
  watcher.stdout.setEncoding("utf8").on("data", add);
  watcher.stderr.setEncoding("utf8").on("data", add);
  /** Waits for a round after the given text; what was printed of it. */
  const round = async (from: number, again?: () => void): Promise<string> => {
    for (let waited = 0; !output.slice(from).match(done); waited++) {
      if (watcher.exitCode !== null) throw new Error(`The watcher ended: ${output}`);
      await pause();
      // Watchers miss what is written while they begin to watch.
      if (waited % 80 === 79) again?.();
    }
    return output.slice(from);
  };
  try {
    await round(0);
    first?.();
    let isRepeated = false;
    for (const { files, check } of edits) {
      const from = output.length;
      write(folder, files);
      const again = () => {
        isRepeated = true;
        write(folder, files);
      };
      for (const end = Date.now() + mostMs; ; ) {
        const printed = await round(from, again);
        try {
          check(printed);
          break;
        } catch (error) {
          // What was written twice may be compiled twice: then this was the end of the earlier round's second one.
          if (!isRepeated || Date.now() > end) throw error;
          await pause();
        }
      }
    }
  } finally {
    watcher.kill();
  }
}
