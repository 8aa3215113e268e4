// Quotients and remainders that are the same for all work-items of a gang, or follow one another: programs for launches whose range is known
// compute what the interpreter does, and read the same elements. Each row breaks one condition of analysis/aligned.ts, or meets all.

import { build, type Expr } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { type Executor, executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, store } = build;
const i32 = (value: number): Expr => constant("i32", value);
const gid = query("globalId", 0);
const div = (a: Expr, b: number) => op("div", a, i32(b));
const rem = (a: Expr, b: number) => op("rem", a, i32(b));
const add = (a: Expr, b: number) => op("add", a, i32(b));
const times = (a: Expr, b: number) => op("mul", a, i32(b));
const [y, x] = [query("globalId", 0), query("globalId", 1)];
const OUT = 0;
const IN = 1;

/** Of work-items 0 to 127; each gives an index from 0 to 127. */
const indices: Readonly<Record<string, Expr>> = {
  "the index itself": div(gid, 16),
  "its remainder": rem(gid, 32),
  "the quotient of a remainder": div(rem(gid, 64), 16),
  "the remainder of a remainder": rem(rem(gid, 64), 32),
  "a divisor that is no multiple of a gang": div(gid, 12),
  "an offset that is no multiple of a gang": div(add(gid, 5), 16),
  "an offset that is one": div(add(gid, 16), 16),
  "an offset from which the index wraps": op("and", div(add(gid, 2 ** 31 - 64), 16), i32(127)),
  "the remainder of an index that wraps": op("and", rem(add(gid, 2 ** 31 - 64), 32), i32(127)),
  "an offset below zero": add(div(add(gid, -32), 16), 2),
  "an index that grows by three": div(times(gid, 3), 16),
  "the quotient of a remainder of such an index": div(rem(times(gid, 3), 64), 16),
  "the quotient of a remainder that is no multiple of a gang": div(rem(gid, 20), 16),
  "the quotient of a quotient": div(div(gid, 3), 16),
  "two of the index": div(op("add", gid, gid), 16),
};

/** Of eight rows of 16 work-items. */
const indicesOfRows: Readonly<Record<string, Expr>> = {
  "rows that begin at a multiple of a gang": div(op("add", x, times(y, 32)), 16),
  "rows that begin anywhere": div(op("add", x, times(y, 20)), 16),
};

const ITEMS = 128;
const input = Int32Array.from({ length: ITEMS }, (_, index) => 1000 + ((index * 37) % 101));
const forLaunch = (executor: Executor, [first = 1, second = 1]: readonly number[]): Executor => ({
  ...executor,
  create: (module, kernel, host) =>
    executor.create(module, kernel, host, { sizes: [first, second, 1], lengths: new Map() }),
});
const ofRange = (range: readonly number[], own: Expr, all: Readonly<Record<string, Expr>>) =>
  Object.entries(all).map(([name, index]) => ({ name, range, own, index }));

describe.each([...ofRange([ITEMS], gid, indices), ...ofRange([8, 16], op("add", x, times(y, 16)), indicesOfRows)])(
  "$name",
  ({ range, own, index }) => {
    const body = [store(element(local(OUT, span("i32")), own, 0), load(element(local(IN, span("i32")), index, 1)), at)];
    const dimensions = range.length === 1 ? 1 : 2;
    const module = kernelModule({ dimensions, locals: [span("i32"), span("i32")], parameters: 2, body });
    const launch = { module, range, args: [new Int32Array(ITEMS), input] };
    const expected = runKernel(executors.interpreter, launch);
    test("ends well", () => expect(expected.failure).toBeUndefined());
    test.each(gangExecutors)("$name", (executor) => {
      expect(runKernel(forLaunch(executor, range), launch)).toEqual(expected);
    });
  },
);
