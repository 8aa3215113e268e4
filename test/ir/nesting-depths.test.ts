// How deep graphs of structs and calls nest (ir/src/verify/nesting-depths.ts), also those with cycles.

import { expect, test } from "vitest";
import { limits } from "../../ir/src/module/limits.js";
import { depthsOf, inOrder } from "../../ir/src/verify/nesting-depths.js";

test.each([
  ["nothing", [], [], []],
  ["one that points to none", [[]], [1], [0]],
  ["a chain", [[1], [2], []], [3, 2, 1], [2, 1, 0]],
  ["two ways, of which the longer counts", [[1, 3], [2], [3], []], [4, 3, 2, 1], [3, 2, 1, 0]],
  ["the same twice", [[1, 1], []], [2, 1], [1, 0]],
  ["a cycle, what points to it, and others", [[1], [2], [1], [4], []], [undefined, undefined, undefined, 2, 1], [4, 3]],
])("%s", (_, edges, depths, order) => {
  const found = depthsOf(edges);
  expect(found).toEqual(depths);
  expect(inOrder(found)).toEqual(order);
});

test("up to the limit", () => {
  const { most } = limits.nesting;
  const chain = Array.from({ length: most + 1 }, (_, node) => (node < most ? [node + 1] : []));
  const found = depthsOf(chain);
  expect(found.slice(0, 2)).toEqual([undefined, most]);
});
