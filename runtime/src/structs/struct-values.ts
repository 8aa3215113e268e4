// Plain JavaScript values of struct memory: reads memory as objects, arrays, numbers and booleans, and writes such values. If a value does not fit,
// a fault names the field, what was found and what was expected.

import { scalarAccess, scalars } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { referredBits } from "../references/index.js";
import { describeValue } from "../values/index.js";
import type { ArrayNode, DataNode, ScalarNode, StructNode } from "./struct-node.js";

/** Why a value does not fit. */
export interface Fault {
  /** Relative to the value that was written: ".pos[2]". */
  readonly path: string;
  readonly found: string;
  readonly expected: string;
}

/** How values of one node are read and written. */
export interface Codec {
  readonly read: (data: DataView, address: number) => unknown;
  /** Writes the parts before the first fault. */
  readonly write: (data: DataView, address: number, value: unknown) => Fault | undefined;
}

export function toError({ path, found, expected }: Fault, what: string): LanewiseError {
  return new LanewiseError("invalid", `${what}${path} is ${found}; expected ${expected}.`);
}

const codecs = new WeakMap<DataNode, Codec>();

export function codecOf(node: DataNode): Codec {
  const known = codecs.get(node);
  if (known) return known;
  const made =
    node.kind === "scalar" ? scalarCodec(node) : node.kind === "array" ? arrayCodec(node) : structCodec(node);
  codecs.set(node, made);
  return made;
}

/**
 * Writes integers modulo 2^n without their fraction, as typed arrays do; but a value of another type (a string, a number for a bigint) is a fault.
 */
function scalarCodec({ type }: ScalarNode): Codec {
  const { load, store } = scalarAccess[type];
  const { kind, size } = scalars[type];
  const wanted = kind === "bool" ? "boolean" : kind === "integer" && size === 8 ? "bigint" : "number";
  const expected = `a ${wanted} (${type})`;
  return {
    read: load,
    write: (data, address, given) => {
      const value = type === "u64" ? referredBits(given) : given;
      if (typeof value !== wanted) return { path: "", found: describeFound(value), expected };
      // Checked above: the value has the type that this scalar takes.
      store(data, address, value as number | bigint | boolean);
      return undefined;
    },
  };
}

function describeFound(value: unknown): string {
  return value === undefined ? "undefined (missing)" : describeValue(value);
}

function arrayCodec({ element, length }: ArrayNode): Codec {
  const { read, write } = codecOf(element);
  const { size } = element;
  const expected = `an array of length ${length}`;
  return {
    read: (data, address) => {
      const array: unknown[] = [];
      for (let index = 0; index < length; index++) array.push(read(data, address + index * size));
      return array;
    },
    write: (data, address, value) => {
      const found: unknown = isObject(value) ? Reflect.get(value, "length") : undefined;
      if (!isObject(value) || found !== length) return { path: "", found: describeFound(value), expected };
      for (let index = 0; index < length; index++) {
        const fault = write(data, address + index * size, Reflect.get(value, index));
        if (fault) return { ...fault, path: `[${index}]${fault.path}` };
      }
      return undefined;
    },
  };
}

function structCodec({ name: struct, fields }: StructNode): Codec {
  const parts = fields.map(({ name, node, offset }) => ({ name, offset, ...codecOf(node) }));
  const expected = `an object with the fields of ${struct}`;
  return {
    read: (data, address) => {
      const object: Record<string, unknown> = {};
      for (const { name, offset, read } of parts) object[name] = read(data, address + offset);
      return object;
    },
    write: (data, address, value) => {
      if (!isObject(value)) return { path: "", found: describeFound(value), expected };
      for (const { name, offset, write } of parts) {
        const fault = write(data, address + offset, Reflect.get(value, name));
        if (fault) return { ...fault, path: `.${name}${fault.path}` };
      }
      return undefined;
    },
  };
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
