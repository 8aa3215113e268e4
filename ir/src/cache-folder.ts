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

/** In bytes. What is no positive number is as if it were not there. */
export function cacheLimit(variable: Place["variable"]): number {
  const asked = Number(variable("LANEWISE_CACHE_SIZE"));
  return (asked > 0 ? asked : DEFAULT_MIB) * 2 ** 20;
}
