// The work of fills, and of copies between arrays of one struct in either layout: some elements per step.

import { LanewiseError } from "../errors/index.js";
import {
  createDeviceCopies,
  createDeviceFills,
  describeStructs,
  onDevice,
  toAmount,
  useArrays,
} from "../memory/index.js";
import type { Work } from "../queue/commands/index.js";
import type { AnyStructArray } from "./struct-array.js";
import { hostStructs } from "./struct-columns.js";
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
  const [from, to] = [source.subarray(0, count), destination.subarray(0, count)];
  const use = useArrays({ read: [from], written: [to] }, "q.copy");
  const context = contextOf(from) ?? contextOf(to);
  if (context) return createDeviceCopies(context, pairsOf(from, to), use);
  // Parts of one allocation may overlap; `set` copies these right, but only in one piece.
  const isOne = source.home.allocation === destination.home.allocation;
  const step = isOne ? count : stepOf(source, destination);
  return inSteps(count, step, use, (begin, end) => destination.set(source.subarray(begin, end), begin));
}

/** The device that has it, where the host cannot map that. */
function contextOf({ parts: [first] }: AnyStructArray) {
  return first && onDevice(first)?.context;
}

/** What is copied to what, where a device has one of them that the host cannot map. */
function pairsOf(from: AnyStructArray, to: AnyStructArray): readonly (readonly [Uint8Array, Uint8Array])[] {
  if (from.layout !== to.layout) {
    throw new LanewiseError(
      "feature_not_supported",
      `q.copy: the source has the layout "${from.layout}", the destination "${to.layout}", and the host cannot map both.`,
      { help: "Copy to an array of the same layout from q.mallocShared, and from there to the other one." },
    );
  }
  const parts = to.parts;
  return from.parts.flatMap((part, index) => {
    const other = parts[index];
    return other ? [[part, other] as const] : [];
  });
}

export function createStructFill(array: AnyStructArray, value: unknown): Work {
  const { node } = array.type;
  // Written to separate memory now, so that a value that does not fit throws in the call that passed it.
  const sample = new DataView(new ArrayBuffer(node.size));
  const fault = codecOf(node).write(sample, 0, value);
  if (fault) throw toError(fault, `q.fill: ${node.name}`);
  const plain = codecOf(node).read(sample, 0);
  const use = useArrays({ written: [array] }, "q.fill");
  const context = contextOf(array);
  if (context) {
    const one = hostStructs(array.subarray(0, 1), array.layout).fill(plain).parts;
    const fills = array.parts.flatMap((part, index) => {
      const [to, pattern] = [onDevice(part), one[index]];
      return to && pattern ? [{ to, pattern, count: array.length }] : [];
    });
    return createDeviceFills(context, fills, use);
  }
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
