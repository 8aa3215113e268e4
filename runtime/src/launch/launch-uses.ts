// Finds the bytes that a launch reads and writes: for each captured array and device global, what the linked program says (ir/src/analysis/access.ts), at
// the launch's addresses. A kernel with pointers may access anything.

import type { Access, Global } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { PlacedSpan } from "../device/index.js";
import type { Program } from "../images/programs/index.js";
import { type ByteRange, deviceRange, type Uses } from "../memory/index.js";

export const isWriting: Readonly<Record<Access, boolean>> = { none: false, read: false, write: true, readWrite: true };

/** Whether commands ever write to this storage; local memory belongs to one thread. */
const isWritable = {
  device: true,
  imported: true,
  image: true,
  constant: false,
  specialization: false,
  local: false,
} as const satisfies Record<Global["storage"], boolean>;

/** `spans` are all arrays that the kernel takes, `others` the launch's other ranges. */
export function usesOfLaunch(
  context: DeviceContext,
  { access, parameters, hasPointers, module, globalPlace }: Program,
  spans: readonly PlacedSpan[],
  others: readonly ByteRange[],
): Uses {
  if (hasPointers) return "anything";
  const inArrays = spans.flatMap(({ index, place }) => {
    const found = access.parameters[index] ?? "readWrite";
    return found === "none" || parameters[index]?.isLocal
      ? []
      : [deviceRange(context, place.address, place.size, isWriting[found])];
  });
  const inGlobals = [...access.globals].flatMap(([index, found]) => {
    const { storage = "device" } = module.globals[index] ?? {};
    if (found === "none" || !isWritable[storage]) return [];
    const { address, size } = globalPlace(index);
    return [deviceRange(context, address, size, isWriting[found])];
  });
  return [...inArrays, ...inGlobals, ...others];
}
