// Arrays of device memory that a command uses besides a kernel's captures: found in whichever device owns them, and kept
// from being reused until the command is final.

import { ownerOf } from "./device-context.js";

/** Checks that those of `views` that are device memory are live, and retains them. Returns what releases them. */
export function useArrays(views: readonly (ArrayBufferView | ArrayBufferLike)[], what: string): () => void {
  const used = views.flatMap((view) => {
    const context = ownerOf(ArrayBuffer.isView(view) ? view.buffer : view);
    const allocation = context?.usm.find(view, `${what}: an array`);
    return context && allocation ? [{ usm: context.usm, allocation }] : [];
  });
  for (const { usm, allocation } of used) usm.retain(allocation);
  return () => {
    for (const { usm, allocation } of used) usm.release(allocation);
  };
}
