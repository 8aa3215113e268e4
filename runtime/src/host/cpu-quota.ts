// How many processors' worth of time the control group of a Linux process may use, as containers limit it. Node's `availableParallelism` considers
// only the affinity mask.

/** The text of a file; undefined if it is not there. */
export type ReadText = (path: string) => string | undefined;

const ROOT = "/sys/fs/cgroup";

/** Infinity without a limit. */
export function cpuQuota(read: ReadText): number {
  const [, group = "/"] = /^0::(.*)$/m.exec(read("/proc/self/cgroup") ?? "") ?? [];
  const quotas = [];
  // The limits of all parent groups apply as well.
  for (let path = group; ; path = path.slice(0, path.lastIndexOf("/"))) {
    quotas.push(parse(read(`${ROOT}${path === "/" ? "" : path}/cpu.max`)));
    if (path === "" || path === "/") break;
  }
  const [quota, period] = ["quota", "period"].map((name) => read(`${ROOT}/cpu/cpu.cfs_${name}_us`)?.trim());
  if (quota !== undefined && period !== undefined && quota !== "-1") quotas.push(parse(`${quota} ${period}`));
  return Math.min(...quotas);
}

/** Parses "max 100000" or "150000 100000": microseconds of CPU time per period. */
function parse(text: string | undefined): number {
  const [quota, period] = (text ?? "").trim().split(" ").map(Number);
  return quota && period ? quota / period : Number.POSITIVE_INFINITY;
}
