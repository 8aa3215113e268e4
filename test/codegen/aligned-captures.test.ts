// Quotients, remainders, shifts and masks of indices by captured numbers: for launches whose numbers keep gangs aligned, kernels have a
// program of their own. It computes what one work-item after the other does, whatever the numbers are, and wherever a chunk begins.

import { printWat } from "@lanewise/codegen";
import { build, type Expr, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, set, store } = build;
const [OUT, IN, A, B] = [0, 1, 2, 3];
const i32 = (value: number): Expr => constant("i32", value);
const [y, x, gid] = [query("globalId", 0), query("globalId", 1), query("globalId", 0)];
const [a, b] = [local(A, "i32"), local(B, "i32")];
const less1 = op("sub", b, i32(1));

/** Of work-items 0 to 95, by two captured numbers. */
const indices: Readonly<Record<string, Expr>> = {
  "a quotient": op("div", gid, a),
  "a quotient that is rounded down": op("floordiv", gid, a),
  "a remainder": op("rem", gid, a),
  "a shift": op("shr", gid, a),
  "a mask": op("and", gid, a),
  "a mask on the left": op("and", less1, gid),
  "the bits below": op("and", gid, less1),
  "some bits more": op("or", gid, a),
  "a partner": op("xor", gid, a),
  "a partner, the number first": op("xor", a, gid),
  "a partner's quotient": op("div", op("xor", gid, a), b),
  "a partner's quotient, turned round": op("neg", op("div", op("xor", gid, a), b)),
  "the remainder of more bits, turned round": op("neg", op("rem", op("or", gid, a), b)),
  "a partner's quotient that is rounded down, turned round": op("neg", op("floordiv", op("xor", gid, a), b)),
  "a remainder's remainder": op("rem", op("rem", gid, a), b),
  "the quotient of a remainder": op("div", op("rem", gid, a), b),
  "a shift of the bits below": op("shr", op("and", gid, less1), a),
  "the place in a stage": op("add", op("shl", op("shl", op("shr", gid, a), a), i32(1)), op("and", gid, less1)),
  "what is left by the bits below": op("sub", gid, op("and", gid, less1)),
  "the quotient of an index that is moved": op("div", op("add", gid, i32(5)), a),
  "the quotient of three times the index": op("div", op("mul", gid, i32(3)), a),
  "the quotient of a quotient": op("div", op("div", gid, a), b),
  "the quotient of another index": op("div", op("sub", i32(95), gid), a),
};
/** Those that keep gangs of all sizes aligned, of some, and of none; also what would if it were not zero or below. */
const pairs = [
  ...([
    [16, 32],
    [32, 16],
    [4, 16],
    [3, 8],
    [2, 4],
    [48, 17],
    [15, 33],
    [0, 16],
    [-16, 1],
    [-64, 16],
    [12, 12],
  ] as const),
];

const ITEMS = 96;
const input = Int32Array.from({ length: 256 }, (_, index) => 1000 + ((index * 37) % 101));
const spans = [span("i32"), span("i32"), "i32", "i32"] as const;
const own = (index: Expr): Stmt =>
  store(element(local(OUT, span("i32")), index, 0), load(element(local(IN, span("i32")), local(4, "i32"), 1)), at);
const moduleOf = (index: Expr, place: Expr, dimensions: 1 | 2) =>
  kernelModule({ dimensions, locals: [...spans, "i32"], parameters: 4, body: [set(4, index), own(place)] });

describe.each(Object.entries(indices))("%s", (_, index) => {
  const module = moduleOf(index, gid, 1);
  test("for all numbers", () => {
    const failed = pairs.map(([one, other]) =>
      expectAlike({ module, range: [ITEMS], args: [new Int32Array(ITEMS), input, one, other] }),
    );
    expect(failed).toContain(false);
  });
  test("for constants", () => {
    for (const [one, other] of pairs) {
      const constants = moduleOf(
        replaced(
          index,
          new Map([
            [a, i32(one)],
            [b, i32(other)],
          ]),
        ),
        gid,
        1,
      );
      expectAlike({ module: constants, range: [ITEMS], args: [new Int32Array(ITEMS), input, 0, 0] });
    }
  });
  test.each(["captured", "constant"])("in chunks that begin anywhere, by %s numbers", (kind) => {
    const [one, other] = [16, 32];
    const constants = moduleOf(
      replaced(
        index,
        new Map([
          [a, i32(one)],
          [b, i32(other)],
        ]),
      ),
      gid,
      1,
    );
    const args = [new Int32Array(ITEMS), input, one, other];
    for (const begin of [4, 24]) {
      const launch = { module: kind === "constant" ? constants : module, range: [ITEMS], args, begin, end: 90 };
      const expected = runKernel(executors.wasm, launch);
      for (const executor of expected.failure ? [] : gangExecutors)
        expect(runKernel(executor, launch), executor.name).toEqual(expected);
    }
  });
});

describe.each([20, 32])("rows of %i", (width) => {
  const place = op("add", op("mul", y, i32(width)), x);
  test.each(["a quotient", "the bits below", "a partner"])("%s", (name) => {
    const index = replaced(indices[name] ?? gid, new Map([[gid, x]]));
    const module = moduleOf(index, place, 2);
    for (const [one, other] of pairs)
      expectAlike({ module, range: [5, width], args: [new Int32Array(5 * width), input, one, other] });
  });
});

function replaced(expr: Expr, by: ReadonlyMap<Expr, Expr>): Expr {
  const found = by.get(expr);
  if (found) return found;
  return expr.kind === "op" ? { ...expr, args: expr.args.map((arg) => replaced(arg, by)) } : expr;
}

describe("the program for such launches", () => {
  const options = { kernel: 0, bounds: "checked", threads: "one", features: "simd128", fp: "strict" } as const;
  const clonesOf = (index: Expr, gang: 4 | 8 = 8): number => {
    const module = moduleOf(index, gid, 1);
    const wat = printWat({ ...options, module, gang, shape: "rows", privatise: false, sharedMemory: false });
    return wat.split("(; fast ;)").length - 1;
  };
  test("is there where an index gains by it, for gangs of 4, too", () => {
    expect(clonesOf(op("and", gid, less1))).toBe(3);
    expect(clonesOf(op("and", gid, less1), 4)).toBe(2);
  });
  test("is there for constants that suit gangs of all sizes", () => {
    expect(clonesOf(op("div", gid, i32(48)))).toBe(2);
    expect(clonesOf(op("shr", gid, i32(4)))).toBe(2);
    expect(clonesOf(op("and", gid, i32(31)))).toBe(2);
  });
  test("is not there for other constants", () => {
    expect(clonesOf(op("div", gid, i32(24)))).toBe(1);
    expect(clonesOf(op("shr", gid, i32(3)))).toBe(1);
    expect(clonesOf(op("and", gid, i32(23)))).toBe(1);
    expect(clonesOf(op("rem", gid, i32(-16)))).toBe(1);
  });
  test("is not there where none does", () => expect(clonesOf(op("div", op("mul", gid, i32(3)), a))).toBe(1));
});
