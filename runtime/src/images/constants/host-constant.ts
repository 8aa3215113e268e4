// The object that `specConstant` returns. On the host it reads as the default that kernels have; while a kernel runs as plain JavaScript, as the
// value that its command group has set.

import { LanewiseError } from "../../errors/index.js";
import { codecOf, nodeOf } from "../../structs/index.js";
import { isTypedArray } from "../../values/index.js";
import {
  constantDefinitionOf,
  type GlobalDefinition,
  givenDefinition,
  globalIdOf,
  type HostConstant,
  registry,
} from "../registry/index.js";

export function createConstantObject(initial: unknown): object {
  const constant: HostConstant = { initial: frozenCopy(initial) };
  const read = (): unknown => currentValue(object, constant);
  const object: object = Object.freeze({
    get value() {
      return read();
    },
    get: read,
  });
  registry().constants.set(object, constant);
  return object;
}

/** The definition of a specialization constant of a compiled module; undefined for others. */
export function definitionOfConstant(object: object): GlobalDefinition | undefined {
  const given = givenDefinition(object);
  if (given) return given;
  const id = globalIdOf(object);
  return id === undefined ? undefined : constantDefinitionOf(id);
}

/** The value unless it is set. */
export function defaultOf(object: object, { initial }: HostConstant): unknown {
  const definition = definitionOfConstant(object);
  if (definition) return defaultInMemory(definition);
  if (initial !== undefined) return initial;
  throw new LanewiseError(
    "kernel_not_compiled",
    "A specialization constant without a default was read in a program that is not compiled: only the compiler knows its type.",
    { help: "Write the default, or compile the program." },
  );
}

const defaults = new WeakMap<GlobalDefinition, { readonly value: unknown }>();

function defaultInMemory(definition: GlobalDefinition): unknown {
  const known = defaults.get(definition) ?? { value: valueOfBytes(definition, definition.initial) };
  defaults.set(definition, known);
  return known.value;
}

/** Decodes a constant's value; without bytes it is zeros. */
export function valueOfBytes(
  { type, structs, size }: GlobalDefinition,
  bytes: Uint8Array = new Uint8Array(size),
): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return frozenCopy(codecOf(nodeOf(type, structs)).read(view, 0));
}

function currentValue(object: object, constant: HostConstant): unknown {
  const { hostValues } = registry();
  return hostValues?.has(object) ? hostValues.get(object) : defaultOf(object, constant);
}

/** Runs a kernel as plain JavaScript: constants have the values that were set, and device globals their values on the host. */
export function withHostValues<T>(values: ReadonlyMap<object, unknown> | undefined, run: () => T): T {
  const shared = registry();
  const { hostValues, isInPlainKernel } = shared;
  Object.assign(shared, { hostValues: values, isInPlainKernel: true });
  try {
    return run();
  } finally {
    Object.assign(shared, { hostValues, isInPlainKernel });
  }
}

/** A deeply frozen copy; typed arrays become arrays, objects keep their prototypes. */
export function frozenCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) || isTypedArray(value)) return Object.freeze(Array.from<unknown>(value).map(frozenCopy));
  const fields = Object.entries(value).map(([name, field]) => [name, frozenCopy(field)]);
  // Prototypes are objects or null.
  const copy = Object.create(Object.getPrototypeOf(value) as object | null) as object;
  return Object.freeze(Object.assign(copy, Object.fromEntries(fields)));
}
