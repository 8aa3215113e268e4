// Plans how a program calls the foreign functions of its module: which libraries have them, which of their exports they are, and a stack in each
// thread's private memory, behind what the program's own code needs.

import { invariant, THREAD_STACK_OFFSET } from "@lanewise/ir";
import type { ForeignCalls } from "./instances/index.js";
import type { TargetInput } from "./target.js";

/** The alignment of stacks that C compilers expect. */
const ALIGN = 16;

export interface PlannedCalls {
  readonly calls: ForeignCalls | undefined;
  /** Bytes that threads need behind THREAD_STACK_OFFSET, including the stack. */
  readonly stackSize: number;
}

/** `called` are symbols; `stackSize` is what the program's own code needs. */
export function planForeignCalls(
  { foreignFunction }: Pick<TargetInput, "foreignFunction">,
  called: readonly string[],
  stackSize: number,
): PlannedCalls {
  if (called.length === 0) return { calls: undefined, stackSize };
  const libraries: ForeignCalls["libraries"][number][] = [];
  let largest = 0;
  const functions = called.map((symbol) => {
    const placed = foreignFunction?.(symbol);
    invariant(placed, `${symbol} is a function of another module`);
    largest = Math.max(largest, placed.stackSize);
    if (!libraries.includes(placed.text)) libraries.push(placed.text);
    return [symbol, libraries.indexOf(placed.text)] as const;
  });
  const aligned = (size: number) => Math.ceil(size / ALIGN) * ALIGN;
  const whole = aligned(stackSize) + aligned(largest);
  const stackBottom = THREAD_STACK_OFFSET + aligned(stackSize);
  const stackTop = THREAD_STACK_OFFSET + whole;
  return { calls: { libraries, functions: Object.fromEntries(functions), stackBottom, stackTop }, stackSize: whole };
}
