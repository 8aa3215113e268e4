// Where Node caches generated code and compiled programs, and how much: LANEWISE_CACHE names a folder or is "off", and LANEWISE_CACHE_SIZE is the
// limit in MiB. The default is the user's cache folder.

interface Place {
  readonly variable: (name: string) => string | undefined;
  readonly platform: string;
  /** The user's home; empty if unknown. */
  readonly home: string;
}

const DEFAULT_MIB = 128;

/** The cache folder; undefined if nothing is to be cached. */
export function cacheFolder({ variable, platform, home }: Place): string | undefined {
  const asked = variable("LANEWISE_CACHE");
  if (asked === "off") return undefined;
  if (asked) return asked;
  const base = baseFolder({ variable, platform, home });
  return base && `${base}/lanewise`;
}

function baseFolder({ variable, platform, home }: Place): string | undefined {
  if (platform === "win32") return variable("LOCALAPPDATA") || undefined;
  if (platform === "darwin") return home && `${home}/Library/Caches`;
  return variable("XDG_CACHE_HOME") || (home && `${home}/.cache`);
}

/** The part of node:fs that `makeFolder` uses. */
interface Folders {
  mkdirSync(path: string, options: { mode: number }): unknown;
  statSync(path: string): unknown;
}

/**
 * Makes the folder level by level, for the user only: Node's own `recursive` never ends where a folder cannot be made, as in /proc. Throws if it
 * fails.
 */
export function makeFolder(files: Folders, folder: string): void {
  const isThere = () => {
    try {
      files.statSync(folder);
      return true;
    } catch {
      return false;
    }
  };
  if (isThere()) return;
  const parent = folder.replace(/[\\/]+[^\\/]*[\\/]*$/, "");
  if (parent !== folder && parent !== "") makeFolder(files, parent);
  try {
    files.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it.
    if (!isThere()) throw error;
  }
}

/** The part of node:fs that `readEntry` uses. */
interface Entries<Bytes> {
  statSync(path: string): { isFile(): boolean };
  readFileSync(path: string): Bytes;
}

/** Reads a cache entry; undefined for a damaged entry that is not a file: reading a FIFO or a device would never end. Throws if it does not exist. */
export function readEntry<Bytes>(files: Entries<Bytes>, path: string): Bytes | undefined {
  return files.statSync(path).isFile() ? files.readFileSync(path) : undefined;
}

/** The limit in bytes, or what is wrong with the value. */
export function cacheLimit(variable: Place["variable"]): number | WrongLimit {
  const asked = variable("LANEWISE_CACHE_SIZE") || String(DEFAULT_MIB);
  const limit = Number(asked);
  if (limit > 0) return limit * 2 ** 20;
  return {
    name: "LANEWISE_CACHE_SIZE",
    value: JSON.stringify(asked),
    expected: "a number of MiB above 0, such as 128",
  };
}

interface WrongLimit {
  readonly name: string;
  readonly value: string;
  readonly expected: string;
}
