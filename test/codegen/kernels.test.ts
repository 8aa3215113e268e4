// Whole kernels on every executor: the range's dimensions, parameters, spans, calls. What random kernels seldom
// hit, with the result stated.

import { build, type Fn, refTo, type Stmt, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, set, store } = build;
const i32 = (value: number) => constant("i32", value);

describe.each(Object.entries(executors))("%s", (_, executor) => {
  describe("ranges", () => {
    const sizes = [[], [7], [3, 5], [2, 3, 4]] as const;
    /** ids[linear id] = the three indices and sizes as digits, so that each work-item says who it is. */
    const whoModule = (dimensions: 0 | 1 | 2 | 3, range: readonly number[]) => {
      const [, middle = 1, fast = 1] = range;
      const digits = ([0, 1, 2] as const).map((dimension) =>
        op(
          "add",
          op("mul", query("globalId", dimension), i32(10 ** (2 * dimension))),
          op("mul", query("globalSize", dimension), i32(10 ** (2 * dimension + 1))),
        ),
      );
      const [a = i32(0), b = i32(0), c = i32(0)] = digits;
      const linear = op(
        "add",
        op("mul", op("add", op("mul", query("globalId", 0), i32(middle)), query("globalId", 1)), i32(fast)),
        query("globalId", 2),
      );
      const body = [store(element(local(0, span("i32")), linear, 0), op("add", op("add", a, b), c), at)];
      return kernelModule({ dimensions, locals: [span("i32")], parameters: 1, body });
    };
    const who = (range: readonly number[], linear: number) => {
      const [slow = 1, middle = 1, fast = 1] = range;
      const id = [Math.floor(linear / (middle * fast)), Math.floor(linear / fast) % middle, linear % fast];
      return id.reduce(
        (sum, index, dimension) =>
          sum + index * 100 ** dimension + ([slow, middle, fast][dimension] ?? 1) * 10 * 100 ** dimension,
        0,
      );
    };

    test.each([0, 1, 2, 3] as const)("%d dimensions, from any begin to any end", (dimensions) => {
      const range = sizes[dimensions];
      const module = whoModule(dimensions, range);
      expect(verify(module)).toEqual([]);
      const items = range.reduce((product: number, size) => product * size, 1);
      for (let begin = 0; begin <= items; begin++) {
        for (let end = begin; end <= items; end++) {
          const args = [new Int32Array(items).fill(-1)];
          const { arrays } = runKernel(executor, { module, range, args, begin, end });
          const expected = Array.from({ length: items }, (_, id) => (id >= begin && id < end ? who(range, id) : -1));
          expect([...(arrays[0] ?? [])], `${begin} to ${end}`).toEqual(expected);
        }
      }
    });

    test("nothing where begin is end, in empty ranges too", () => {
      const module = whoModule(2, [0, 0]);
      expect(runKernel(executor, { module, range: [0, 0], args: [new Int32Array(1)] }).failure).toBeUndefined();
    });
  });

  test("parameters of every type arrive; an assigned one starts anew for each work-item", () => {
    const types = ["bool", "i32", "u32", "i64", "u64", "f32", "f64"] as const;
    const args = [true, -5, 4294967295, -(2n ** 63n), 2n ** 63n, 1.5, 0.1];
    const [flag, , , , , , last] = types.map((type, index) => local(index, type));
    const out = types.length;
    const sum = types
      .slice(1)
      .reduce(
        (total, type, index) => op("add", total, build.convert("convert", "f64", local(index + 1, type))),
        build.convert("convert", "f64", flag ?? constant("bool", false)),
      );
    const body = [
      set(6, op("add", last ?? constant("f64", 0), sum)),
      store(ownElement(out, "f64"), local(6, "f64"), at),
    ];
    const module = kernelModule({ locals: [...types, span("f64")], parameters: 8, body });
    expect(verify(module)).toEqual([]);
    const { arrays } = runKernel(executor, { module, range: [3], args: [...args, new Float64Array(3)] });
    const total = args.reduce((whole: number, value) => whole + Number(value), 0) + 0.1;
    expect([...(arrays[0] ?? [])]).toEqual([total, total, total]);
  });

  test("spans in locals, chosen by a condition; lengths", () => {
    const s = span("i32");
    const body = [
      build.ifElse(op("lt", query("globalId", 0), i32(2)), [set(3, local(0, s))], [set(3, local(1, s))]),
      store(ownElement(2, "i32"), op("add", load(element(local(3, s), i32(1), 0)), build.length(local(3, s))), at),
    ];
    const module = kernelModule({ locals: [s, s, s, s], parameters: 3, body });
    const args = [Int32Array.of(10, 20), Int32Array.of(30, 40, 50), new Int32Array(4)];
    const { arrays } = runKernel(executor, { module, range: [4], args });
    expect([...(arrays[2] ?? [])]).toEqual([22, 22, 43, 43]);
  });

  test("calls: several returns, references to private memory, a helper called twice and in a loop", () => {
    const pair = { kind: "array", element: "i32", length: 2 } as const;
    /** collatz(n): n even ? n / 2 : 3n + 1 */
    const collatz: Fn = {
      symbol: "test:collatz",
      name: "collatz",
      linkage: "internal",
      dimensions: 0,
      parameters: 1,
      locals: [{ name: "n", type: "i32" }],
      result: "i32",
      at,
      body: [
        build.ifElse(op("eq", op("and", local(0, "i32"), i32(1)), i32(0)), [
          build.returnValue(op("shr", local(0, "i32"), i32(1))),
        ]),
        build.returnValue(op("add", op("mul", local(0, "i32"), i32(3)), i32(1))),
      ],
    };
    /** count(p): how many steps until p[0] is 1; leaves them in p[1]. */
    const count: Fn = {
      ...collatz,
      symbol: "test:count",
      name: "count",
      locals: [
        { name: "p", type: refTo(pair) },
        { name: "n", type: "i32" },
        { name: "steps", type: "i32" },
      ],
      result: "void",
      body: [
        set(1, load(element(local(0, refTo(pair)), i32(0), 1))),
        set(2, i32(0)),
        build.loop(
          0,
          {
            condition: op("ne", local(1, "i32"), i32(1)),
            body: [build.call(1, [local(1, "i32")], 1, at)],
            update: [set(2, op("add", local(2, "i32"), i32(1)))],
          },
          at,
        ),
        store(element(local(0, refTo(pair)), i32(1), 1), local(2, "i32"), at),
        build.returnValue(undefined),
      ],
    };
    const place = (index: number) => element(build.address(1, pair), i32(index), 0);
    const own = op("add", query("globalId", 0), i32(1));
    const body: Stmt[] = [
      store(place(0), own, at),
      build.call(2, [build.address(1, pair)], undefined, at),
      set(2, load(place(1))),
      store(place(0), op("mul", own, i32(2)), at),
      build.call(2, [build.address(1, pair)], undefined, at),
      store(ownElement(0, "i32"), op("add", op("mul", local(2, "i32"), i32(1000)), load(place(1))), at),
    ];
    const module = kernelModule(
      { locals: [span("i32"), pair, "i32"], parameters: 1, body },
      { functions: [collatz, count] },
    );
    expect(verify(module)).toEqual([]);
    const { arrays } = runKernel(executor, { module, range: [9], args: [new Int32Array(9)] });
    expect([...(arrays[0] ?? [])]).toEqual([1, 1002, 7008, 2003, 5006, 8009, 16017, 3004, 19020]);
  });
});
