// The options of copies, and how untyped arguments are brought into one form. Apart from queue-options.ts, since not every program copies.

import { type OptionTable, ownOptions } from "../values/index.js";
import {
  type CheckedOptions,
  checkDependencies,
  checkOptions,
  commandOptions,
  type Dependencies,
  type GroupOptions,
  groupAccessors,
  isOptions,
} from "./commands/index.js";
import type { CopyOptions, MemcpyOptions } from "./queue-options.js";

export const copyOptions = {
  count: "checked",
  startIndex: "checked",
  ...commandOptions,
} as const satisfies OptionTable<CopyOptions>;
export const memcpyOptions = {
  numBytes: "checked",
  offset: "checked",
  ...commandOptions,
} as const satisfies OptionTable<MemcpyOptions>;

/** The checked options of a copy. */
interface CheckedCopyOptions extends CheckedOptions {
  readonly count: number | undefined;
  readonly start: number | undefined;
}

/** Checks the arguments after the two sides of a copy: `count, start, dependencies` or one object. */
export function toCopyOptions(rest: readonly unknown[], method: "q.copy" | "q.memcpy"): CheckedCopyOptions {
  const [first, second, third] = rest;
  if (isOptions(first)) {
    // Each field is checked where it is used.
    const asked = first as CopyOptions & MemcpyOptions & GroupOptions;
    const own = ownOptions(asked, method === "q.copy" ? copyOptions : memcpyOptions, method);
    const { count, startIndex, numBytes, offset, after = second as Dependencies | undefined, signal } = own;
    const options = checkOptions({ after, signal, [groupAccessors]: own[groupAccessors] });
    return {
      count: count === undefined ? numBytes : count,
      start: startIndex === undefined ? offset : startIndex,
      ...options,
    };
  }
  // A copy between two arrays has no start, so its dependencies come second.
  const isSecondEvents = typeof second === "object";
  // Both are checked to be integers where they are used.
  const count = first as number | undefined;
  const start = isSecondEvents ? undefined : (second as number | undefined);
  return { count, start, ...checkDependencies(isSecondEvents ? second : third, method) };
}
