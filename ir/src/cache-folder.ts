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

/** In bytes. What is no positive number is as if it were not there. */
export function cacheLimit(variable: Place["variable"]): number {
  const asked = Number(variable("LANEWISE_CACHE_SIZE"));
  return (asked > 0 ? asked : DEFAULT_MIB) * 2 ** 20;
}
