// Copies to and from device globals of programs that were not compiled (X5): their value is a JavaScript value on the host. Element types are
// erased there, so only numbers of elements are checked.

import { LanewiseError } from "../errors/index.js";
import { type HostGlobal, registry } from "../images/registry/index.js";
import type { TypedArray } from "../language/index.js";
import { toAmount, useArrays } from "../memory/index.js";
import type { Progress, Work } from "../queue/commands/index.js";
import { copyOf, describeArray, lengthOf } from "../values/index.js";
import type { Direction } from "./global-copy.js";
import { hostValue } from "./global-object.js";

/** One innermost element of a value. */
interface Leaf {
  get(): unknown;
  set(value: unknown): void;
}

export function createPlainGlobalCopy(
  object: object,
  array: TypedArray,
  direction: Direction,
  wanted: number | undefined,
  startIndex: number | undefined,
): Work {
  const state = stateOf(object);
  const leaves = leavesOf(object, state);
  const start = toAmount(startIndex ?? 0, "q.copy: startIndex");
  const count = toAmount(wanted ?? Math.max(0, leaves.length - start), "q.copy: count");
  if (start + count > leaves.length || count > lengthOf(array)) {
    throw new LanewiseError(
      "invalid",
      `q.copy: ${count} elements from index ${start} go past the end of a device global of ${leaves.length} elements or of a ${describeArray(array)}.`,
    );
  }
  const step = (): Progress => {
    // Read again, since earlier kernels may have replaced the value.
    const now = leavesOf(object, state).slice(start, start + count);
    now.forEach((leaf, index) => {
      if (direction === "write") leaf.set(like(leaf.get(), array[index]));
      else Reflect.set(array, index, toNumber(leaf.get()));
    });
    return "done";
  };
  const { release, hostUse } = useArrays(direction === "write" ? { read: [array] } : { written: [array] }, "q.copy");
  // Without `uses`: the value is on the host, and may be part of any object.
  return { step, release, hostUse };
}

/** Reads the value; throws for arrays of scalars, whose element type is erased. */
export function createPlainValueRead(object: object): { readonly work: Work; readonly value: () => unknown } {
  const state = stateOf(object);
  if (isArrayOfScalars(hostValue(object, state, "q.read"))) {
    throw new LanewiseError(
      "kernel_not_compiled",
      "q.read: the element type of a device global's array is known only in compiled programs.",
      { help: "Use q.copy(global, array), or compile the program." },
    );
  }
  let read: unknown;
  const step = (): Progress => {
    read = copyOf(hostValue(object, state, "q.read"));
    return "done";
  };
  return { work: { step, release: () => undefined }, value: () => read };
}

export function createPlainValueWrite(object: object, value: unknown): Work {
  const state = stateOf(object);
  hostValue(object, state, "q.write");
  const written = copyOf(value);
  const step = (): Progress => {
    state.value = written;
    return "done";
  };
  return { step, release: () => undefined };
}

function isArrayOfScalars(value: unknown): boolean {
  return Array.isArray(value) && (typeof value[0] !== "object" || isArrayOfScalars(value[0]));
}

function stateOf(object: object): HostGlobal {
  const state = registry().globals.get(object);
  if (state) return state;
  throw new LanewiseError("invalid", "Expected a device global, the result of deviceGlobal().");
}

function leavesOf(object: object, state: HostGlobal): Leaf[] {
  const value = hostValue(object, state, "q.copy");
  if (Array.isArray(value)) return leavesOfArray(value);
  if (typeof value === "object" && value !== null) {
    throw new LanewiseError(
      "feature_not_supported",
      "q.copy copies device globals of structs only in compiled programs; q.read and q.write work here, too.",
    );
  }
  const set = (next: unknown) => {
    state.value = next;
  };
  return [{ get: () => state.value, set }];
}

function leavesOfArray(array: unknown[]): Leaf[] {
  return array.flatMap((element, index): Leaf[] => {
    if (Array.isArray(element)) return leavesOfArray(element);
    const set = (next: unknown) => {
      array[index] = next;
    };
    return [{ get: () => array[index], set }];
  });
}

/** Converts a byte to a boolean where the element was one. */
function like(before: unknown, value: unknown): unknown {
  return typeof before === "boolean" ? value !== 0 : value;
}

function toNumber(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
