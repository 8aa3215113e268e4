// The work of fills, and of copies between arrays of one struct in either layout: some elements per step.

import { LanewiseError } from "../errors/index.js";
import { describeStructs, toAmount, useArrays } from "../memory/index.js";
import type { Work } from "../queue/commands/index.js";
import type { AnyStructArray } from "./struct-array.js";
import { differenceOf } from "./struct-node.js";
import { codecOf, toError } from "./struct-values.js";

const STEP_BYTES = 2 ** 20;
const STEP_ELEMENTS = 2 ** 12;

/** Copies `wanted` elements (default: all of the source) to the beginning of the destination. */
export function createStructCopy(
  source: AnyStructArray,
  destination: AnyStructArray,
  wanted: number | undefined,
): Work {
  const { node } = source.type;
  const difference = differenceOf(node, destination.type.node, `the source's ${node.name}`);
  if (difference) throw new LanewiseError("invalid", `q.copy: the elements differ: ${difference}.`);
  const count = toAmount(wanted ?? source.length, "q.copy: count");
  for (const [array, role] of [
    [source, "source"],
    [destination, "destination"],
  ] as const) {
    if (count <= array.length) continue;
    throw new LanewiseError(
      "invalid",
      `q.copy: ${count} elements do not fit: the ${role} is a ${describeStructs(array)}.`,
    );
  }
  const use = useArrays({ read: [source.subarray(0, count)], written: [destination.subarray(0, count)] }, "q.copy");
  // Parts of one allocation may overlap; `set` copies these correctly, but only in one piece.
  const isOne = source.home.allocation === destination.home.allocation;
  const step = isOne ? count : stepOf(source, destination);
  return inSteps(count, step, use, (begin, end) => destination.set(source.subarray(begin, end), begin));
}

export function createStructFill(array: AnyStructArray, value: unknown): Work {
  const { node } = array.type;
  // Written to separate memory now, so that a value that does not fit throws in the call that passed it.
  const sample = new DataView(new ArrayBuffer(node.size));
  const fault = codecOf(node).write(sample, 0, value);
  if (fault) throw toError(fault, `q.fill: ${node.name}`);
  const plain = codecOf(node).read(sample, 0);
  const use = useArrays({ written: [array] }, "q.fill");
  return inSteps(array.length, Math.ceil(STEP_BYTES / node.size), use, (begin, end) => array.fill(plain, begin, end));
}

/** Returns how many elements to copy in one step. */
export function stepOf(source: AnyStructArray, destination: AnyStructArray): number {
  return source.layout === destination.layout ? Math.ceil(STEP_BYTES / source.type.node.size) : STEP_ELEMENTS;
}

export function inSteps(
  count: number,
  step: number,
  use: Omit<Work, "step">,
  run: (begin: number, end: number) => unknown,
): Work {
  let done = 0;
  return {
    ...use,
    step: () => {
      const end = Math.min(count, done + step);
      run(done, end);
      done = end;
      return done < count ? "more" : "done";
    },
  };
}
