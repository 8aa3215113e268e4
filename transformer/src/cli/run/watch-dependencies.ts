// Waits for a change of a program's dependencies. Watches folders rather than files, since editors replace files, and files may be
// added.

import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import { changeSince, type Dependencies } from "../../run/dependencies.js";

/** Editors and version control write several files in quick succession. */
const QUIET_MS = 50;
/** Used if folders cannot be watched. */
const POLL_MS = 1000;

/** Resolves soon after a change. Calls `say` if it must poll the disk. */
export async function watchDependencies(dependencies: Dependencies, say: (text: string) => void): Promise<void> {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (changeSince(dependencies).change !== "none") resolve();
      };
      const lookSoon = () => {
        clearTimeout(timer);
        timer = setTimeout(look, QUIET_MS);
      };
      const pollInstead = (error: unknown) => {
        if (poll) return;
        poll = setInterval(look, POLL_MS);
        const reason = error instanceof Error ? error.message : String(error);
        say(`lanewise: looking for changes every second, since a folder cannot be watched: ${reason}`);
      };
      for (const [folder, isOfInterest] of interestsOf(dependencies)) {
        try {
          const watcher = watch(folder, (_, name) => {
            if (name === null || isOfInterest(name)) lookSoon();
          });
          watcher.on("error", pollInstead);
          watchers.push(watcher);
        } catch (error) {
          pollInstead(error);
        }
      }
      // Catches changes made before the folders were watched.
      lookSoon();
    });
  } finally {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    clearInterval(poll);
  }
}

/** The folders to watch, with a test for names that matter there. */
function interestsOf({ files, folders }: Dependencies): Map<string, (name: string) => boolean> {
  const names = new Map<string, Set<string>>();
  const listed = new Set<string>();
  const add = (folder: string, ...found: readonly string[]) => {
    const known = names.get(folder) ?? new Set();
    names.set(folder, known);
    for (const name of found) known.add(name);
  };
  for (const [file] of files) add(path.dirname(file), path.basename(file));
  for (const { folder, absent, present, listings } of folders) {
    add(folder, ...absent, ...present);
    if (listings.length > 0) listed.add(folder);
  }
  return new Map(
    [...names].map(([folder, known]) => [folder, (name: string) => listed.has(folder) || known.has(name)]),
  );
}
