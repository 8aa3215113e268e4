// The code cache as users see it.

import { LanewiseError } from "../../errors/index.js";
import { describeValue } from "../../values/index.js";
import { keyOfEntry } from "./entry.js";
import { codeStore, codeTimes, isCodeKept, keepCode } from "./kept.js";

/** A cached program. */
export interface KeptProgram {
  /** The symbol of its kernel: module, function, number. */
  readonly kernel: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last used, to about an hour. */
  readonly lastUsed: Date;
}

/** A number of programs, and the time they took. */
export interface CodeTime {
  readonly programs: number;
  readonly ms: number;
}

/**
 * Programs that were generated in earlier runs, and are loaded instead of being generated again. In Node they are files in a folder of the user's;
 * the environment variable LANEWISE_CACHE names another folder, or is "off". In browsers they are in IndexedDB.
 *
 *     console.log(codeCache.place, (await codeCache.list()).length);
 *     await codeCache.clear();
 */
export interface CodeCache {
  /** The folder or the database; undefined if nothing can be cached. */
  readonly place: string | undefined;
  /** Set to false, this process or page stops writing to and reading from the cache. Always false where nothing can be cached. */
  isOn: boolean;
  /** The programs that this process or page has generated, and those it has loaded instead; includes the time for writing and looking up. */
  readonly times: { readonly generated: CodeTime; readonly loaded: CodeTime };
  /** Lists the programs, the last used first. */
  list(): Promise<readonly KeptProgram[]>;
  /** Removes all programs; returns how many there were. */
  clear(): Promise<number>;
}

/**
 * The code that this machine has cached in earlier runs (docs/code-cache.md).
 *
 *     for (const { kernel, size } of await codeCache.list()) console.log(kernel, size);
 */
export const codeCache: CodeCache = Object.freeze({
  get place() {
    return codeStore()?.place;
  },
  get isOn() {
    return isCodeKept();
  },
  set isOn(isWanted: boolean) {
    if (typeof isWanted !== "boolean") {
      throw new LanewiseError("invalid", `codeCache.isOn is ${describeValue(isWanted)}; expected a boolean.`);
    }
    keepCode(isWanted);
  },
  get times() {
    return { generated: { ...codeTimes.generated }, loaded: { ...codeTimes.loaded } };
  },
  list: async () => {
    const store = codeStore();
    if (!store) return [];
    const kept = (await store.list()).map(async ({ name, size, used }) => {
      const entry = await store.peek(name);
      return { kernel: (entry && kernelOf(entry)) ?? "(cannot be read)", size, lastUsed: new Date(used) };
    });
    return (await Promise.all(kept)).sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime());
  },
  clear: async () => (await codeStore()?.clear()) ?? 0,
});

function kernelOf(entry: Uint8Array): string | undefined {
  const key = keyOfEntry(entry);
  if (key === undefined) return undefined;
  // Written by kept.ts.
  const { origin } = JSON.parse(key) as { readonly origin: string };
  return (JSON.parse(origin) as { readonly kernel: string }).kernel;
}
