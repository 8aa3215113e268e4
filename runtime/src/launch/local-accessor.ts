// Local accessors: what `h.localAccessor(type, length)` returns to the host. They have no memory there, since each group has its own while a kernel
// runs: the object only carries type and length, and throws if its elements are used. (SYCL 2020, 4.7.6.11)

import { LanewiseError, memoryErrors } from "../errors/index.js";
import { type DataNode, structTypeOf } from "../structs/index.js";
import { describeValue, elementTypeOf } from "../values/index.js";

export interface LocalMemory {
  readonly element: DataNode;
  readonly length: number;
  /** "a local accessor (64 of f32)", for messages. */
  readonly described: string;
  /** Whether its command group's command is being submitted: only that command's kernel may capture it. */
  isSubmitting: boolean;
}

const memories = new WeakMap<object, LocalMemory>();

/** Returns the local memory of an accessor; undefined for all other values. */
export function localMemoryOf(value: unknown): LocalMemory | undefined {
  return typeof value === "object" && value !== null ? memories.get(value) : undefined;
}

/** Calls `submit`, and lets the kernel that it submits capture these accessors. */
export function capturable<T>(accessors: readonly object[], submit: () => T): T {
  const own = accessors.flatMap((accessor) => localMemoryOf(accessor) ?? []);
  for (const memory of own) memory.isSubmitting = true;
  try {
    return submit();
  } finally {
    for (const memory of own) memory.isSubmitting = false;
  }
}

/** Throws for a local accessor if the kernel was compiled for an array of the device's memory. */
export function refuseLocal(value: unknown, name: string, what: string): void {
  const memory = localMemoryOf(value);
  if (!memory) return;
  throw new LanewiseError("invalid", `${what} is ${memory.described}; the kernel was compiled for an array.`, {
    help: `Give ${name} the type that h.localAccessor returns, LocalAccessor<…>, where the kernel captures it.`,
  });
}

const MAX_LENGTH = 2 ** 31 - 1;

export function createLocalAccessor(type: unknown, length: unknown): object {
  const element = structTypeOf(type)?.node ?? scalarNode(type);
  checkLocalLength(length, "h.localAccessor");
  const described = `a local accessor (${length} of ${element.kind === "struct" ? element.name : element.type})`;
  const accessor = new Proxy({}, onHost(length, described));
  memories.set(accessor, { element, length, described, isSubmitting: false });
  return accessor;
}

/** `what` names the memory in errors. */
export function checkLocalLength(length: unknown, what: string): asserts length is number {
  if (typeof length === "number" && Number.isInteger(length) && length >= 0 && length <= MAX_LENGTH) return;
  throw new LanewiseError(
    "invalid",
    `${what}: the length of the local memory is ${describeValue(length)}; expected an integer from 0 to 2^31 - 1.`,
  );
}

function scalarNode(type: unknown) {
  const { scalar, size } = elementTypeOf(type);
  return { kind: "scalar", type: scalar, size } as const;
}

/** The host may pass an accessor on and read its length; anything else throws. */
function onHost(length: number, described: string): ProxyHandler<object> {
  const refuse = (): never => {
    const what = `${described.charAt(0).toUpperCase()}${described.slice(1)}`;
    throw new LanewiseError(
      "host_access",
      `${what} has no memory on the host: each work-group has its own while the kernel runs.`,
      {
        row: memoryErrors.host_access,
        help: "Let the kernel store what the host needs in an array of the device's memory.",
      },
    );
  };
  return {
    get: (target, key) => {
      if (key === "length") return length;
      return key === Symbol.toStringTag ? "LocalAccessor" : key === "constructor" ? target.constructor : refuse();
    },
    set: refuse,
    has: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
  };
}
