// Converts a chunk's KernelError to one in terms of the whole range: which work-item, which element.

import type { ErrorCode, KernelError, KernelFailure } from "lanewise";
import { kernelErrorOf } from "lanewise/internal/cluster";
import type { KernelFailureMessage } from "../bus/messages.js";
import { elementsOf } from "../kernel/mappers.js";
import { rowsOf } from "./cut-range.js";
import type { CapturedArray, JobPlan } from "./plan-job.js";

export function errorOfFailure(plan: JobPlan, chunk: number, failure: KernelFailureMessage): KernelError {
  const { begin, end } = rowsOf(plan.cut, chunk);
  const [row = 0, ...others] = failure.workItem;
  const workItem = failure.workItem.length > 0 ? [row + begin, ...others] : [];
  const array = failure.isInCall ? undefined : plan.arrays.find(({ name }) => name === failure.array);
  const inArray = array && failure.index !== undefined ? elementIn(array, failure.index, begin, end) : undefined;
  const told: KernelFailure = {
    kernel: failure.kernel,
    array: failure.array,
    // In a called function, an index is relative to the array's part, and it is unknown which array that was.
    index: inArray?.index,
    length: inArray ? array?.length : undefined,
    ...{ file: failure.file, line: failure.line, column: failure.column },
    workItem,
    calledFrom: [],
  };
  const text =
    inArray?.text ??
    (failure.index === undefined
      ? reasonIn(failure)
      : `an access to ${failure.array} is outside of the array, or of the part of it that the chunk was sent`);
  const item = workItem.length === 1 ? String(workItem[0]) : `[${workItem.join(", ")}]`;
  const place = `${failure.file}:${failure.line}:${failure.column}${workItem.length > 0 ? `, work-item ${item}` : ""}`;
  // The worker's lanewise, which has the same version, made it.
  const code = failure.code as ErrorCode;
  return kernelErrorOf(plan.kernel.symbol, code, `Kernel ${failure.kernel}: ${text} (${place}).`, told);
}

function elementIn({ name, region, length }: CapturedArray, found: number, begin: number, end: number) {
  const elements = elementsOf(region, begin, end);
  const index = (found + elements.begin) | 0;
  const isInArray = index >= 0 && index < length;
  const text = isInArray
    ? `${name}[${index}] is outside of what the chunk was sent: elements ${elements.begin} to ${elements.end - 1} of ${name}`
    : `${name}[${index}] is out of bounds, the length is ${length}`;
  return { index, text };
}

/** The first line of the worker's message, without number, kernel and position, which are added again. */
function reasonIn({ message, kernel }: KernelFailureMessage): string {
  const [line = ""] = message.split("\n");
  return line
    .replace(/^LW\d+: /, "")
    .replace(`Kernel ${kernel}: `, "")
    .replace(/ \([^()]*:\d+:\d+[^()]*\)\.?$/, "");
}
