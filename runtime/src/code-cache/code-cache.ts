// What users see of the kept code.

import { host } from "../host/host.js";
import { keyOfEntry } from "./entry.js";
import { codeTimes } from "./kept.js";

/** A program that is kept. */
export interface KeptProgram {
  /** The symbol of its kernel: module, function, number. */
  readonly kernel: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last used, to about an hour. */
  readonly lastUsed: Date;
}

/** How many programs there were, and how long that took. */
export interface CodeTime {
  readonly programs: number;
  readonly ms: number;
}

/**
 * Programs that were generated in earlier runs, and are loaded in later ones instead of being generated again. In Node they are files in a
 * folder of the user's; the environment variable LANEWISE_CACHE names another folder, or is "off".
 *
 *     console.log(codeCache.folder, codeCache.list().length);
 *     codeCache.clear();
 */
export interface CodeCache {
  /** Undefined where nothing is kept. */
  readonly folder: string | undefined;
  /** What this process has generated, and what it has loaded instead; the time for keeping and looking is in it. */
  readonly times: { readonly generated: CodeTime; readonly loaded: CodeTime };
  /** Those used last first. */
  list(): readonly KeptProgram[];
  /** Removes all; returns how many there were. */
  clear(): number;
}

export const codeCache: CodeCache = Object.freeze({
  get folder() {
    return host.codeStore()?.folder;
  },
  get times() {
    return { generated: { ...codeTimes.generated }, loaded: { ...codeTimes.loaded } };
  },
  list: () => {
    const store = host.codeStore();
    if (!store) return [];
    const kept = store.list().map(({ name, size, used }) => {
      const entry = store.peek(name);
      return { kernel: (entry && kernelOf(entry)) ?? "(cannot be read)", size, lastUsed: new Date(used) };
    });
    return kept.sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime());
  },
  clear: () => host.codeStore()?.clear() ?? 0,
});

function kernelOf(entry: Uint8Array): string | undefined {
  const key = keyOfEntry(entry);
  if (key === undefined) return undefined;
  // As kept-program.ts writes them.
  const { origin } = JSON.parse(key) as { readonly origin: string };
  return (JSON.parse(origin) as { readonly kernel: string }).kernel;
}
