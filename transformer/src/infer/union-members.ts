// Decides which member of a union an object is by `"r" in s`: from the field that tells the members apart, which all of them have.

import type ts from "typescript-6";
import { remedyOfOperator } from "../diagnostics/remedies.js";
import type { MemberTest } from "../recognise/type-tests.js";
import { type Collection, complain } from "./collect.js";
import { collectExpression } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { type Struct, structKey, type UnionFacts, type Value } from "./shape.js";
import { isUnion } from "./unions.js";

export function collectMemberTest(
  collection: Collection,
  instance: Instance,
  node: ts.BinaryExpression,
  { name, object }: MemberTest,
): Value | undefined {
  const before = collection.faults;
  const value = collectExpression(collection, instance, object);
  if (collection.faults > before) return undefined;
  const facts = isUnion(value) ? value.struct.union : undefined;
  const isKnown = facts !== undefined && !facts.optional.includes(name) && facts.identity?.literals.flat().every(isTag);
  if (!facts || !isKnown || !isUnion(value))
    return complain(collection, instance, "LW1117", node.operatorToken, ["in", remedyOfOperator("in")]);
  collection.unions.asked.push(value.struct);
  const having = facts.memberFields.filter((fields) => fields.includes(name)).length;
  if (having === 0 || having === facts.memberFields.length) instance.decided.set(node, having > 0);
  return { kind: "boolean" };
}

/** Returns the identity's possible values in the members that have a field. */
export function literalsWith(
  { memberFields, identity }: UnionFacts,
  name: string,
): readonly (string | number | boolean)[] {
  return memberFields.flatMap((fields, index) => {
    const literals = fields.includes(name) ? (identity?.literals[index] ?? []) : [];
    return literals.map((literal) => JSON.parse(literal) as string | number | boolean); // checked by `isTag`
  });
}

/** Whether it is a string, number or boolean, as TypeScript writes literal types. */
function isTag(literal: string): boolean {
  return /^(".*"|true|false|-?\d+(\.\d+)?)$/.test(literal);
}

/** Whether an object has exactly the fields of one member; otherwise the identity does not imply its fields. */
export function isOfMember({ memberFields, optional }: UnionFacts, names: readonly string[]): boolean {
  return memberFields.some((fields) => {
    const isGiven = (field: string) => names.includes(field) || optional.includes(field);
    return names.every((name) => fields.includes(name)) && fields.every(isGiven);
  });
}

/** Reports objects with other fields where the kernel tests for fields. */
export function checkMembers(collection: Collection): void {
  const { asked, others } = collection.unions;
  const keys = new Set(asked.map(structKey));
  for (const { instance, node, to } of others) {
    if (keys.has(structKey(to)))
      complain(collection, instance, "LW1250", node, [node.getText(), to.name, remedyOfOther]);
  }
}

const remedyOfOther =
  'The kernel asks by `in` which fields it has: write an object literal with the fields of one member, or test the tag instead, `s.kind === "disk"`.';

export type OtherObject = { readonly instance: Instance; readonly node: ts.Node; readonly to: Struct };
