// Failures on every executor: the record names the site, the work-item, the index and the length; what stood before
// the failure has happened, what stands behind it has not.

import { build } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, store } = build;
const i32 = (value: number) => constant("i32", value);

describe.each(Object.entries(executors))("%s", (_, executor) => {
  const cases = [
    { type: "i32", value: -1, index: -1n },
    { type: "i32", value: 4, index: 4n },
    { type: "u32", value: 2 ** 32 - 1, index: 2n ** 32n - 1n },
    { type: "i64", value: -1n, index: -1n },
    { type: "i64", value: 2n ** 32n, index: 2n ** 32n },
    { type: "u64", value: 2n ** 64n - 1n, index: -1n },
  ] as const;
  const modes = ["constant", "varying"] as const;
  test.each(cases.flatMap((one) => modes.map((mode) => ({ ...one, mode }))))(
    "a $mode $type index $value",
    ({ type, value, index, mode }) => {
      const at2 = op("eq", query("globalId", 0), i32(2));
      const zero = constant(type, typeof value === "bigint" ? 0n : 0);
      const chosen = mode === "constant" ? constant(type, value) : op("select", at2, constant(type, value), zero);
      const place = element(local(0, span("i32")), chosen, 3);
      const bad = store(place, i32(7), at);
      const body = mode === "constant" ? [build.ifElse(at2, [bad])] : [bad];
      const module = kernelModule({ locals: [span("i32")], parameters: 1, body });
      const { failure, arrays } = runKernel(executor, { module, range: [4], args: [Int32Array.of(1, 2, 3, 4)] });
      expect(failure).toEqual({ site: 3, item: 2, index, length: 4n });
      expect([...(arrays[0] ?? [])]).toEqual([mode === "constant" || executor.gang > 1 ? 1 : 7, 2, 3, 4]);
    },
  );

  test("the leftmost of several, before the store", () => {
    const s = span("i32");
    const failing = (site: number) => load(element(local(0, s), i32(10 + site), site));
    const body = [
      store(element(local(0, s), i32(0), 4), i32(5), at),
      store(element(local(0, s), op("add", failing(1), i32(50)), 0), op("mul", failing(2), failing(3)), at),
    ];
    const module = kernelModule({ locals: [s], parameters: 1, body });
    const { failure, arrays } = runKernel(executor, { module, range: [1], args: [Int32Array.of(1, 2)] });
    expect(failure).toEqual({ site: 1, item: 0, index: 11n, length: 2n });
    expect([...(arrays[0] ?? [])]).toEqual([5, 2]);
  });

  test("both sides of a select, and of a logical and, are evaluated", () => {
    const s = span("bool");
    const failing = load(element(local(0, s), i32(9), 1));
    for (const value of [
      op("select", constant("bool", false), failing, constant("bool", true)),
      op("and", constant("bool", false), failing),
      op("or", constant("bool", true), failing),
    ]) {
      const module = kernelModule({ locals: [s], parameters: 1, body: [store(ownElement(0, "bool"), value, at)] });
      expect(runKernel(executor, { module, range: [1], args: [new Uint8Array(1)] }).failure?.site).toBe(1);
    }
  });

  test("an explicit one has no index", () => {
    const module = kernelModule({ locals: [span("i32")], parameters: 1, body: [build.fail(2)] });
    const { failure } = runKernel(executor, { module, range: [5], args: [new Int32Array(1)], begin: 3 });
    expect(failure).toEqual({ site: 2, item: 3, index: 0n, length: 0n });
  });
});
