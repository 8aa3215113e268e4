// Where Node keeps what need not be made again: generated code and compiled programs, and how much of it: LANEWISE_CACHE names a folder, or is "off"; LANEWISE_CACHE_SIZE is the limit in
// MiB. Else the user's folder for such things.

interface Place {
  readonly variable: (name: string) => string | undefined;
  readonly platform: string;
  /** The user's home; empty where there is none. */
  readonly home: string;
}

const DEFAULT_MIB = 128;

/** Undefined where nothing is to be kept. */
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

/** What is used of node:fs. */
interface Folders {
  mkdirSync(path: string, options: { mode: number }): unknown;
  statSync(path: string): unknown;
}

/** Level by level: Node's own `recursive` has no end where a folder takes none, as /proc. For nobody but the user. Throws where it cannot be. */
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

/** What is used of node:fs. */
interface Entries<Bytes> {
  statSync(path: string): { isFile(): boolean };
  readFileSync(path: string): Bytes;
}

/**
 * What is kept there; undefined where it is no file, which is a damaged entry: to read a FIFO or a device would never end. Throws where nothing
 * is there.
 */
export function readEntry<Bytes>(files: Entries<Bytes>, path: string): Bytes | undefined {
  return files.statSync(path).isFile() ? files.readFileSync(path) : undefined;
}

/** In bytes, or what is wrong with the value. */
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
