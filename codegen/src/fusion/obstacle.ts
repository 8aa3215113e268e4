// Decides whether kernels that run one after the other over the same range may become one kernel, in which each work-item runs all of them: if one
// writes an array that another uses, each work-item may touch only its own elements. Otherwise returns the reason, in the user's words.

import type { LinearIndex } from "./affine-index.js";
import type { ArrayUse, KernelUses } from "./kernel-uses.js";

/** Why `next` cannot be fused with the `earlier` kernels, which can be fused with each other; undefined if it can. */
export function fusionObstacle(earlier: readonly KernelUses[], next: KernelUses): string | undefined {
  for (const { unknown, member } of [...earlier, next]) if (unknown) return `${member.name} ${unknown}`;
  for (const one of earlier) {
    const shared = sharedGlobal(one, next);
    if (shared) return shared;
  }
  const all = [...earlier, next];
  const arrays = new Set(next.arrays.map(({ array }) => array));
  for (const array of arrays) {
    const reason = sharedArray(all, array);
    if (reason) return reason;
  }
  return undefined;
}

function sharedGlobal(a: KernelUses, b: KernelUses): string | undefined {
  for (const [place, { name, isWritten }] of b.globals) {
    const other = a.globals.get(place);
    if (!other || !(other.isWritten || isWritten)) continue;
    return `${a.member.name} and ${b.member.name} share the device global ${name}, and one of them writes it`;
  }
  return undefined;
}

interface Use extends ArrayUse {
  readonly kernel: string;
}

function sharedArray(all: readonly KernelUses[], array: number): string | undefined {
  const users = all.filter(({ arrays }) => arrays.some((use) => use.array === array));
  const uses = users.flatMap(({ arrays, member }): readonly Use[] =>
    arrays.filter((use) => use.array === array).map((use) => ({ ...use, kernel: member.name })),
  );
  const writer = uses.find(({ isWritten }) => isWritten);
  if (users.length < 2 || !writer) return undefined;
  const foreign = uses.find((use) => use.isAtomic) ?? uses.find(({ index }) => !index || index.scale < 1);
  if (foreign) return describe(foreign, writer);
  const first = uses[0]?.index;
  const other = uses.find(({ index }) => index && first && index.scale !== first.scale);
  if (other) return describe(other, writer);
  return isApart(uses) ? undefined : describe(neighbour(uses), writer);
}

/** Whether no element belongs to two work-items. */
function isApart(uses: readonly Use[]): boolean {
  const indices = uses.flatMap(({ index }): readonly LinearIndex[] => (index ? [index] : []));
  const low = Math.min(...indices.map((index) => index.low));
  const high = Math.max(...indices.map((index) => index.high));
  return high - low < (indices[0]?.scale ?? 1);
}

/** The use that is farthest from the first write. */
function neighbour(uses: readonly Use[]): Use {
  const written = uses.find(({ isWritten }) => isWritten)?.index?.low ?? 0;
  const distance = ({ index }: Use) => Math.abs((index?.low ?? 0) - written);
  return uses.reduce((a, b) => (distance(b) > distance(a) ? b : a));
}

function describe(use: Use, writer: Use): string {
  const where = use.where === undefined ? "" : ` (${use.where})`;
  const what = use.isAtomic
    ? `${use.kernel} changes ${use.name} atomically${where}`
    : `${use.kernel} ${use.isWritten ? "writes" : "reads"} ${use.name} at another index than the work-item's own${where}`;
  const isOther = writer.kernel !== use.kernel || writer.where !== use.where;
  return isOther ? `${what}, and ${writer.kernel} writes it${writer.where ? ` (${writer.where})` : ""}` : what;
}
