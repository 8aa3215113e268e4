// What code generators and runtimes agree upon of reductions (ir/src/abi/reduction-rules.ts): an identity changes no value that it is combined with.

import { areInBlocks, describeReductions, identityOf, isReductionScalar, lanesOf } from "@lanewise/ir";
import { expect, test } from "vitest";

test.each([
  ["i32", { add: 0, mul: 1, min: 2 ** 31 - 1, max: -(2 ** 31), and: -1, or: 0, xor: 0 }],
  ["u32", { add: 0, mul: 1, min: 2 ** 32 - 1, max: 0, and: 2 ** 32 - 1, or: 0, xor: 0 }],
  ["i64", { add: 0n, mul: 1n, min: 2n ** 63n - 1n, max: -(2n ** 63n), and: -1n, or: 0n, xor: 0n }],
  ["u64", { add: 0n, mul: 1n, min: 2n ** 64n - 1n, max: 0n, and: 2n ** 64n - 1n, or: 0n, xor: 0n }],
  ["f32", { add: 0, mul: 1, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }],
  ["f64", { add: 0, mul: 1, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }],
] as const)("identities of %s", (type, identities) => {
  const found = Object.keys(identities).map((op) => [op, identityOf(op as keyof typeof identities, type)]); // its keys
  expect(Object.fromEntries(found)).toEqual(identities);
});

test("reductions are of numbers in registers", () => {
  expect(["i32", "f64", "u8", "bool", "toString"].map(isReductionScalar)).toEqual([true, true, false, false, false]);
});

test("a kernel runs over blocks unless all that it combines is shared", () => {
  const [value, copies, shared] = (["value", "copies", "shared"] as const).map((form) => ({ form }));
  if (!value || !copies || !shared) throw new Error("there are three forms");
  expect([[value], [copies], [shared, value], [shared], [shared, shared], []].map(areInBlocks)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([[value], [copies], [shared, copies], [value, shared]].map(lanesOf)).toEqual([16, 1, 1, 16]);
});

test("programs are told apart by operation, form, and how long copies are", () => {
  const one = { op: "add", form: "copies", length: 8 } as const;
  const all = [one, { ...one, length: undefined }, { ...one, form: "value", length: 8 }] as const;
  expect(describeReductions(all)).toBe("add copies 8,add copies,add value");
});
