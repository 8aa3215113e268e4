// Builds the executable of a kernel of work-groups from its regions (run-groups.ts).

import type { GroupPlan } from "@lanewise/codegen";
import { FAILURE, POINTER_TABLE_OFFSET, RANGE_OFFSET, THREAD_STACK_OFFSET } from "@lanewise/ir";
import type { WasmMemory } from "../../values/index.js";
import { type GroupFrame, type GroupText, groupRun, type KernelText } from "./instances/index.js";
import type { Executable } from "./target.js";

/** The regions' arguments and the group's memory begin on cache lines of their own. */
const ALIGN = 64;
const roundUp = (size: number) => Math.ceil(size / ALIGN) * ALIGN;

/** `regions` are those of the plan, in order. */
export function groupExecutable(plan: GroupPlan, regions: readonly Executable[], memory: WasmMemory): Executable {
  const stackSize = regions.reduce((most, region) => Math.max(most, region.stackSize), 0);
  const argumentOffset = roundUp(THREAD_STACK_OFFSET + stackSize);
  const memoryOffset = roundUp(plan.argumentSize);
  const frame: GroupFrame = {
    argumentOffset,
    memoryOffset,
    siteOffset: FAILURE.site,
    itemOffset: FAILURE.item,
    rangeOffset: RANGE_OFFSET,
    pointerTableOffset: POINTER_TABLE_OFFSET,
  };
  const runs = regions.map(({ run }) => run);
  return {
    run: groupRun(plan, frame, runs, memory),
    stackSize: argumentOffset + memoryOffset + plan.memorySize - THREAD_STACK_OFFSET,
    gang: 1,
    privatised: [],
    report: undefined,
    readying: () => regions.find(({ readying }) => readying?.())?.readying?.(),
    text: textOf(regions, plan, frame),
  };
}

/** Returns the text from which other threads make the function, if they can make its regions. */
function textOf(regions: readonly Executable[], plan: GroupText["plan"], frame: GroupFrame): GroupText | undefined {
  const texts: KernelText[] = [];
  for (const { text } of regions) {
    if (!text || "regions" in text) return undefined;
    texts.push(text);
  }
  return { regions: texts, plan, frame };
}
