// Checks captured arrays of structs against the struct in the kernel's image, which must have the same fields in the same order.

import { type Access, type ArrayType, invariant, type StructDefinition, type StructType } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { describeStructs, foreignMemory, ownerOf } from "../memory/index.js";
import { AnyStructArray, describeNode, differenceOf, isSameLayout, nodeOfImage } from "../structs/index.js";
import { describeValue } from "../values/index.js";
import type { MovedArgument, SpanArgument } from "./arguments.js";
import { refuseLocal } from "./local-accessor.js";

/** A parameter that takes an array of structs. */
interface StructParameter {
  readonly name: string;
  /** Names the kernel and the capture in messages. */
  readonly what: string;
  /** Which of the kernel's parameters it is. */
  readonly parameter: number;
  readonly access: Access;
  readonly element: StructType | ArrayType;
  /** The structs of the kernel's module. */
  readonly structs: readonly StructDefinition[];
}

/** Returns one argument for an array in one piece, or one for each column. */
export function checkStructs(
  value: unknown,
  { name, what, parameter, access, element, structs }: StructParameter,
  context: DeviceContext,
): readonly (SpanArgument | MovedArgument)[] {
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
  const { usm, allocation } = value.home;
  const { length } = value;
  const named = `${what} (${describeStructs(value)})`;
  usm.findStructs(value, named);
  if (usm.isOnHost(allocation)) {
    // Not all bytes of what is written as a whole need be fields.
    const used = access === "write" ? "readWrite" : access;
    const own = { kind: "moved", length, parameter, access: used, what: named, address: 0 } as const;
    return value.parts.map((array) => ({ ...own, array }));
  }
  if (usm !== context.usm) throw foreignMemory(what, ownerOfStructs(value), context);
  const distance = allocation.block.offset - usm.offsetOf(allocation);
  return value.offsets.map((offset) => ({ kind: "span", address: distance + offset, length, allocation }));
}

/** The device and context that an array is of. */
function ownerOfStructs(array: AnyStructArray): DeviceContext {
  const owner = ownerOf(array.home.buffer);
  invariant(owner, "an array of structs lies in a device's memory");
  return owner;
}
