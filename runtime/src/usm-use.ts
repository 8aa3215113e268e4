// Arrays of device memory that a command uses besides a kernel's captures: found in whichever device owns them, and kept
// from being reused until the command is final.

import { ownerOf } from "./device-context.js";
import { AnyStructArray, describeStructs } from "./struct-array.js";

/** Checks that those of `views` that are device memory are live, and retains them. Returns what releases them. */
export function useArrays(
  views: readonly (ArrayBufferView | ArrayBufferLike | AnyStructArray)[],
  what: string,
): () => void {
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
