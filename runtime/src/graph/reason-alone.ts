// Finds recorded commands that are never fused, whatever their neighbours.

import type { RecordedCommand } from "./recording.js";

/** Returns why the command is never fused; undefined if it may be. */
export function reasonAlone({ name, launch, checked }: RecordedCommand): string | undefined {
  if (!launch) return `${name} is not a compiled kernel`;
  if (launch.isReducing) return `${name} has reductions`;
  if (!checked) return `${name} uses pointers, references to functions, or arrays that are not in the device's memory`;
  const { program } = checked.identity;
  if (program.isOfGroups) return `${name} runs in work-groups`;
  if (program.console !== undefined) return `${name} prints`;
  if (launch.settings.timeout !== undefined) return `${name} has a timeout`;
  const generated = program.fromIr();
  if (!generated) return `${name} was generated ahead of time, without IR`;
  const used = [...generated.access.globals.keys()].map((index) => generated.module.globals[index]?.storage);
  if (used.includes("specialization")) return `${name} has specialization constants`;
  // Each image has its own such global.
  return used.includes("image") ? `${name} uses a device global with deviceImageScope` : undefined;
}
