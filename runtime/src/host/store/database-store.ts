// The store of generated code in browsers (code-database.ts has the database). The database is asynchronous, but programs are built synchronously: so
// a module's entries are all read before its first kernel runs, and `read` looks in those. Of several pages that find nothing for a module at the
// same time, one generates the code and the others wait a moment for it, if there are Web Locks. Nothing here fails: an unusable database stores
// nothing.

import type { CodeStore } from "../../images/code-cache/index.js";
import { checksum } from "./checksum.js";
import { type CodeDatabase, type CodeUse, DATABASE, type KeptCode } from "./code-database.js";
import { sha256 } from "./sha256.js";

export interface DatabaseStoreOptions {
  readonly open: () => Promise<CodeDatabase>;
  /** Undefined where there are no Web Locks. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  /** The limit of the stored code, in bytes. */
  readonly limit: number;
}

/** How long kernels wait for stored code: in steps, since no answer arrives while a page is busy. */
const PATIENCE_STEPS = 20;
const PATIENCE_STEP_MS = 25;
/** How long pages wait for another that is about to generate the code. */
const TURN_MS = 50;
/** For how long writes are collected. */
const GATHER_MS = 20;
/** How long after the first use the store is tidied. */
const TIDY_MS = 1000;
/** The longest that others wait for a page that generates nothing after all. */
const CLAIM_MS = 1000;
const HOUR_MS = 3_600_000;
/** Entries unused for this long are removed, so that code of earlier versions of a page is not read at each visit. */
const LONGEST_UNUSED_MS = 30 * 24 * HOUR_MS;

export function createDatabaseStore({ open, locks, limit }: DatabaseStoreOptions): CodeStore {
  const database = Promise.race([attempt(open), patience()]);
  const known = new Map<string, Uint8Array<ArrayBuffer>>();
  const modules = new Map<string, Promise<void> | undefined>();
  const used = new Set<string>();
  const damaged = new Set<string>();
  const claims = new Map<string, () => void>();
  let pending: KeptCode[] = [];
  let isTidied = false;

  /** Undefined on any error. */
  const ask = <T>(question: (opened: CodeDatabase) => Promise<T>): Promise<T | undefined> =>
    attempt(async () => {
      const opened = await database;
      return opened && (await question(opened));
    });
  const uses = async (): Promise<readonly CodeUse[]> => (await ask((opened) => opened.uses())) ?? [];

  const fill = async (module: string): Promise<number> => {
    const found = (await ask((opened) => opened.ofModule(module))) ?? [];
    for (const { name, bytes } of found) known.set(name, bytes);
    return found.length;
  };
  const load = async (module: string): Promise<void> => {
    if ((await fill(module)) > 0 || !locks || !(await database)) return;
    if (await claim(locks, module, (release) => claims.set(module, release))) return;
    await turnOf(locks, module);
    await fill(module);
  };

  const flush = async (): Promise<void> => {
    const codes = pending;
    pending = [];
    if (codes.length === 0) return;
    await ask((opened) => opened.put(codes, Date.now()));
    for (const { module } of codes) claims.get(module)?.();
  };
  const tidyLater = (): void => {
    if (isTidied) return;
    isTidied = true;
    setTimeout(() => void tidy(), TIDY_MS);
  };
  const tidy = async (): Promise<void> => {
    await flush();
    const all = await uses();
    const now = Date.now();
    const excess = new Set([...damaged, ...excessOf(all, limit, now)]);
    await ask((opened) => opened.remove([...excess]));
    const isOld = ({ name, used: last }: CodeUse) => used.has(name) && !excess.has(name) && now - last > HOUR_MS;
    await ask((opened) => opened.touch(all.filter(isOld).map((use) => ({ ...use, used: now }))));
  };

  return {
    place: `IndexedDB, ${DATABASE}`,
    revision: "",
    digest: sha256,
    checksum,
    loading: (module) => {
      if (modules.has(module)) return modules.get(module);
      const started = Promise.race([load(module), patience()]).then(() => {
        modules.set(module, undefined);
      });
      modules.set(module, started);
      return started;
    },
    read: (name, accept) => {
      const bytes = known.get(name);
      if (!(bytes instanceof Uint8Array)) return undefined;
      tidyLater();
      const accepted = accepts(accept, bytes);
      if (accepted === undefined) known.delete(name);
      (accepted === undefined ? damaged : used).add(name);
      return accepted;
    },
    write: (name, bytes, module) => {
      known.set(name, bytes);
      damaged.delete(name);
      if (pending.length === 0) setTimeout(() => void flush(), GATHER_MS);
      pending.push({ name, module, bytes });
      tidyLater();
    },
    abandon: () => undefined,
    list: async () => {
      await flush();
      return await uses();
    },
    peek: async (name) => (await ask((opened) => opened.code(name)))?.bytes,
    clear: async () => {
      await flush();
      known.clear();
      const names = (await uses()).map(({ name }) => name);
      await ask((opened) => opened.remove(names));
      return names.length;
    },
  };
}

/** Treats errors of the database as a miss: nothing is stored, or nothing found. */
async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch {
    return undefined;
  }
}

function accepts<T>(accept: (bytes: Uint8Array<ArrayBuffer>) => T | undefined, bytes: Uint8Array<ArrayBuffer>) {
  try {
    return accept(bytes);
  } catch {
    return undefined;
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A database that has not answered by then is given up. */
async function patience(): Promise<undefined> {
  for (let step = 0; step < PATIENCE_STEPS; step++) await delay(PATIENCE_STEP_MS);
}

const lockOf = (module: string): string => `lanewise code of ${module}`;

/** Whether this page should generate the module's code: it holds the lock, or locks fail. */
function claim(
  locks: Pick<LockManager, "request">,
  module: string,
  onClaim: (release: () => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      if (!lock) return undefined;
      return new Promise((release) => {
        onClaim(release);
        setTimeout(release, CLAIM_MS);
      });
    };
    locks.request(lockOf(module), { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}

/** Waits a moment for the page that generates the code. */
async function turnOf(locks: Pick<LockManager, "request">, module: string): Promise<void> {
  const signal = AbortSignal.timeout(TURN_MS);
  await attempt(() => locks.request(lockOf(module), { mode: "shared", signal }, () => undefined));
}

/** The names to remove: entries unused for too long, and of the rest the least recently used, down to four fifths of the limit. */
function excessOf(uses: readonly CodeUse[], limit: number, now: number): readonly string[] {
  const isUnused = ({ used }: CodeUse) => now - used > LONGEST_UNUSED_MS;
  const excess = uses.filter(isUnused);
  const rest = uses.filter((use) => !isUnused(use)).sort((a, b) => a.used - b.used);
  let total = rest.reduce((sum, { size }) => sum + size, 0);
  const most = total > limit ? 0.8 * limit : limit;
  for (const use of rest) {
    if (total <= most) break;
    excess.push(use);
    total -= use.size;
  }
  return excess.map(({ name }) => name);
}
