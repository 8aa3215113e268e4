// Checks captured arrays of structs against the struct in the kernel's image, which must have the same fields in the same order.

import { type ArrayType, invariant, type StructDefinition, type StructType } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { describeStructs, foreignMemory, ownerOf } from "../memory/index.js";
import { AnyStructArray, describeNode, differenceOf, isSameLayout, nodeOfImage } from "../structs/index.js";
import { describeValue } from "../values/index.js";
import type { SpanArgument } from "./arguments.js";
import { refuseLocal } from "./local-accessor.js";

/** A parameter that takes an array of structs. */
interface StructParameter {
  readonly name: string;
  /** Names the kernel and the capture in messages. */
  readonly what: string;
  readonly element: StructType | ArrayType;
  /** The structs of the kernel's module. */
  readonly structs: readonly StructDefinition[];
}

/** Returns one argument for an array in one piece, or one for each column. */
export function checkStructs(
  value: unknown,
  { name, what, element, structs }: StructParameter,
  context: DeviceContext,
): readonly SpanArgument[] {
  const expected = nodeOfImage(element, structs);
  const struct = expected.kind === "struct" ? expected.name : describeNode(expected);
  if (!(value instanceof AnyStructArray)) {
    refuseLocal(value, name, what);
    throw new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected a StructArray of ${struct}.`, {
      help: `Allocate it as const ${name} = q.mallocShared(structOf<${struct}>(), countOrValues).`,
    });
  }
  const { node } = value.type;
  if (!isSameLayout(node, expected)) {
    const difference = differenceOf(node, expected, node.name);
    throw new LanewiseError(
      "invalid",
      `${what} holds ${describeNode(node)}; expected ${describeNode(expected)}: ${difference}.`,
      { help: "The array's module and the kernel's were compiled from different declarations: build both again." },
    );
  }
  const allocation = context.usm.findStructs(value, `${what} (${describeStructs(value)})`);
  if (!allocation) throw foreignMemory(what, ownerOfStructs(value, what), context);
  const { length } = value;
  return value.addresses.map((address) => ({ kind: "span", address, length, allocation }));
}

/** Returns the device and context that own an array; throws if it was freed. */
function ownerOfStructs(array: AnyStructArray, what: string): DeviceContext {
  const { usm, data } = array.home;
  usm.findStructs(array, `${what} (${describeStructs(array)})`);
  const owner = ownerOf(data.buffer);
  invariant(owner, "an array of structs lies in a device's memory");
  return owner;
}
