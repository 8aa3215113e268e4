// The values that a command group has set for specialization constants, and for which its kernel is compiled. For compiled modules they are bytes by
// the constant's id, checked against its type; input bundles hold the same. For modules that are not compiled, whose types are unknown, they are
// JavaScript values, for kernels that run as plain JavaScript.

import { scalarAccess, scalars } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import { checkScalar } from "../../references/index.js";
import { type DataNode, isObject, nodeOf } from "../../structs/index.js";
import { describeValue, isTypedArray } from "../../values/index.js";
import { type GlobalDefinition, type HostConstant, registry } from "../registry/index.js";
import { defaultOf, definitionOfConstant, frozenCopy, valueOfBytes } from "./host-constant.js";

/** By the constants' ids, as laid out in memory. */
export type SpecializationValues = ReadonlyMap<string, Uint8Array>;

/** The value of a constant: bytes, or for a module that is not compiled the JavaScript value. */
type SetValue = { readonly definition: GlobalDefinition; readonly bytes: Uint8Array } | { readonly value: unknown };

export class SpecializationSet {
  readonly #values = new Map<object, SetValue>();

  get bytes(): SpecializationValues {
    return new Map(
      [...this.#values.values()].flatMap((one) => ("bytes" in one ? [[one.definition.id, one.bytes]] : [])),
    );
  }

  /** The values for kernels that run as plain JavaScript. */
  get host(): ReadonlyMap<object, unknown> {
    return new Map([...this.#values].map(([constant, one]) => [constant, hostValue(one)]));
  }

  /** The constants that are set, for messages. */
  get names(): readonly string[] {
    return [...this.#values.values()].map(nameOf);
  }

  /** Throws `invalid`, and sets nothing, if the value does not have the constant's type. */
  set(object: unknown, value: unknown, where: string): void {
    const { constant, state } = checkConstant(object, where);
    const definition = definitionOfConstant(constant);
    const set = definition ? toBytes(definition, value, where) : { value: checkLike(value, state, where) };
    // Two objects may denote one constant: a module's, and the one that its bundle returns by name.
    for (const [other, one] of this.#values) {
      if ("bytes" in one && one.definition.id === definition?.id) this.#values.delete(other);
    }
    this.#values.set(constant, set);
  }

  /** A copy that can be changed independently. */
  copy(): SpecializationSet {
    const made = new SpecializationSet();
    made.add(this);
    return made;
  }

  /** Adds another set's values. If both have a constant, adds nothing and returns its name for messages. */
  add(other: SpecializationSet): string | undefined {
    for (const [constant, value] of other.#values) {
      if (this.#values.has(constant)) return nameOf(value);
    }
    for (const [constant, value] of other.#values) this.#values.set(constant, value);
    return undefined;
  }

  /** Whether both have the same bytes. */
  equals(other: SpecializationSet): boolean {
    const [own, others] = [this.bytes, other.bytes];
    return own.size === others.size && [...own].every(([id, bytes]) => String(others.get(id)) === String(bytes));
  }

  /** The value that was set, or else the default. */
  get(object: unknown, where: string): unknown {
    const { constant, state } = checkConstant(object, where);
    const set = this.#values.get(constant);
    return set ? hostValue(set) : defaultOf(constant, state);
  }
}

function hostValue(set: SetValue): unknown {
  return "bytes" in set ? valueOfBytes(set.definition, set.bytes) : set.value;
}

function nameOf(one: SetValue): string {
  return "bytes" in one ? one.definition.id : "a specialization constant of a module that is not compiled";
}

function checkConstant(constant: unknown, where: string): { readonly constant: object; readonly state: HostConstant } {
  const state = isObject(constant) ? registry().constants.get(constant) : undefined;
  if (isObject(constant) && state) return { constant, state };
  throw new LanewiseError(
    "invalid",
    `${where}: the constant is ${describeValue(constant)}; expected a specialization constant, the result of specConstant().`,
  );
}

/** For a module that is not compiled: the value must have the kind of the default. */
function checkLike(value: unknown, { initial }: HostConstant, where: string): unknown {
  const kindOf = (one: unknown) =>
    Array.isArray(one) || isTypedArray(one) ? "array" : one === null ? "null" : typeof one;
  if (initial !== undefined && kindOf(value) !== kindOf(initial)) {
    throw new LanewiseError(
      "invalid",
      `${where}: the value is ${describeValue(value)}; the constant's default is ${describeValue(initial)}.`,
    );
  }
  return frozenCopy(value);
}

function toBytes(definition: GlobalDefinition, value: unknown, where: string): SetValue {
  const { id, type, structs, size } = definition;
  const bytes = new Uint8Array(size);
  write(new DataView(bytes.buffer), 0, nodeOf(type, structs), value, () => `${where}: the value of ${id}`);
  return { definition, bytes };
}

/** Checks every part: numbers are in the type's range, no field is missing, arrays have the type's length. `what` names the part. */
function write(view: DataView, at: number, node: DataNode, value: unknown, what: () => string): void {
  if (node.kind === "scalar") {
    const { type } = node;
    const isFloat = scalars[type].kind === "float" && typeof value === "number";
    scalarAccess[type].store(view, at, isFloat ? value : checkScalar(value, type, what()).value);
  } else if (node.kind === "struct") {
    if (!isObject(value)) throw unlike(value, `an object with the fields of ${node.name}`, what());
    for (const { name, node: field, offset } of node.fields) {
      write(view, at + offset, field, Reflect.get(value, name), () => `${what()}.${name}`);
    }
  } else {
    const { element, length } = node;
    const isOne = isObject(value) && Reflect.get(value, "length") === length;
    if (!isOne) throw unlike(value, `an array of length ${length}`, what());
    for (let index = 0; index < length; index++) {
      write(view, at + index * element.size, element, Reflect.get(value, index), () => `${what()}[${index}]`);
    }
  }
}

function unlike(value: unknown, expected: string, what: string): LanewiseError {
  return new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected ${expected}.`);
}
