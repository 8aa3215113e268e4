// Arrays that a command uses besides a kernel's captures. Those of device memory are found in whichever device owns them, and kept
// from being reused until the command is final; of the others, other commands are told which bytes it reads and writes.

import type { Work } from "./command.js";
import { ownerOf } from "./device-context.js";
import { type HostRange, HostUse, homeOf, refreshCopies } from "./host-use.js";
import { AnyStructArray, describeStructs } from "./struct-array.js";

type Used = ArrayBufferView | ArrayBufferLike | AnyStructArray;

/** Checks that those of `views` that are device memory are live, and retains them. Returns what releases them. */
export function retainArrays(views: readonly Used[], what: string): () => void {
  const used = views.flatMap((view) => {
    if (view instanceof AnyStructArray) {
      const { usm } = view.home;
      const allocation = usm.findStructs(view, `${what}: ${describeStructs(view)}`);
      return allocation ? [{ usm, allocation }] : [];
    }
    const context = ownerOf(ArrayBuffer.isView(view) ? view.buffer : view);
    const allocation = context?.usm.find(view, `${what}: an array`);
    return context && allocation ? [{ usm: context.usm, allocation }] : [];
  });
  for (const { usm, allocation } of used) usm.retain(allocation);
  return () => {
    for (const { usm, allocation } of used) usm.release(allocation);
  };
}

/** The same for a copy or fill that reads and writes such arrays, in ordinary memory of the host, too. */
export function useArrays(
  { read = [], written = [] }: { readonly read?: readonly Used[]; readonly written?: readonly Used[] },
  what: string,
): Pick<Work, "release" | "hostUse"> {
  const releaseArrays = retainArrays([...read, ...written], what);
  const ranges = [
    ...read.flatMap((view) => hostRange(view, false)),
    ...written.flatMap((view) => hostRange(view, true)),
  ];
  if (ranges.length === 0) return { release: releaseArrays };
  const hostUse = new HostUse(ranges);
  const release = (hasBegun: boolean) => {
    if (hasBegun) for (const range of ranges) if (range.isWritten) refreshCopies(range);
    hostUse.end();
    releaseArrays();
  };
  return { release, hostUse };
}

function hostRange(view: Used, isWritten: boolean): readonly HostRange[] {
  if (view instanceof AnyStructArray) return [];
  const [buffer, start] = ArrayBuffer.isView(view) ? [view.buffer, view.byteOffset] : [view, 0];
  if (view.byteLength === 0 || ownerOf(buffer)) return [];
  return [{ home: homeOf(buffer), buffer, start, end: start + view.byteLength, isWritten }];
}
