// Kernels of work-groups, on every target: barriers in all control flow, local memory, values that are wanted behind a barrier, and
// work-items that do not reach one. What is expected is computed here, in plain TypeScript.

import { explainKernel, splitGroups, UndividedKernel } from "@lanewise/codegen";
import { build, type Expr, type Global, printModule, type Stmt, type Type } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { type GroupLaunch, runGroups } from "../support/group-executors.js";
import { at, kernelModule, span } from "../support/kernel-module.js";

const { constant, element, global, ifElse, load, local, op, query, set, store } = build;
const i32 = (value: number): Expr => constant("i32", value);
const barrier = (line = 1): Stmt => build.barrier("workGroup", { ...at, line });
const [gid, lid] = [query("globalId", 0), query("localId", 0)];
const size = query("localSize", 0);
const group = query("groupId", 0);
const leave = build.returnValue(undefined);
const OUT = 0;
const A = 1;
const out = (index: Expr = gid) => element(local(OUT, span("i32")), index, 0);
const a = (index: Expr = gid) => element(local(A, span("i32")), index, 1);
const plus = (left: Expr, right: Expr | number) => op("add", left, typeof right === "number" ? i32(right) : right);

const localMemory = (type: Global["type"], name = "tile"): Global => ({
  id: name,
  name,
  type,
  initial: undefined,
  storage: "local",
  hostAccess: "none",
  at,
});
const TILE = { kind: "array", element: "i32", length: 64 } as const;
const tile = (index: Expr, which = 0) => element(global(which, TILE), index, 2);

interface Parts {
  readonly body: readonly Stmt[];
  readonly locals?: readonly Type[];
  readonly globals?: readonly Global[];
  readonly dimensions?: 1 | 2 | 3;
}

/** Parameters: `out` and `a`, both of i32; behind them the locals. */
function launch(parts: Parts, range: readonly number[], groupSize: readonly number[]): GroupLaunch {
  const { body, locals = [], globals = [localMemory(TILE)], dimensions = 1 } = parts;
  const module = kernelModule(
    { locals: [span("i32"), span("i32"), ...locals], parameters: 2, body, dimensions },
    { globals },
  );
  const items = range.reduce((x, y) => x * y, 1);
  const values = Int32Array.from({ length: items }, (_, index) => (index * 37) % 101);
  return { module, range, local: groupSize, args: [new Int32Array(items).fill(-1), values] };
}

const result = (given: GroupLaunch) => {
  const { arrays, failure } = runGroups(given);
  expect(failure).toBeUndefined();
  return [...(arrays[0] as Int32Array)];
};
const inputOf = ({ args }: GroupLaunch) => [...(args[1] as Int32Array)];
const sizes = [
  [64, 16],
  [60, 12],
  [35, 5],
  [21, 21],
  [9, 1],
] as const;

describe.each(sizes)("a range of %i in groups of %i", (range, groupSize) => {
  const groupOf = (index: number) => Math.floor(index / groupSize) * groupSize;

  test("reverses within the group", () => {
    const body = [
      store(tile(lid), load(a()), at),
      barrier(),
      store(out(), load(tile(op("sub", op("sub", size, i32(1)), lid))), at),
    ];
    const given = launch({ body }, [range], [groupSize]);
    const input = inputOf(given);
    expect(result(given)).toEqual(input.map((_, i) => input[groupOf(i) + groupSize - 1 - (i - groupOf(i))]));
  });

  test("sums up in log2 steps", () => {
    const step = local(2, "i32");
    const body = [
      store(tile(lid), load(a()), at),
      set(2, i32(1)),
      build.loop(
        0,
        {
          condition: op("lt", step, size),
          body: [
            barrier(),
            ifElse(
              op("and", op("eq", op("rem", lid, op("mul", step, i32(2))), i32(0)), op("lt", plus(lid, step), size)),
              [store(tile(lid), plus(load(tile(lid)), load(tile(plus(lid, step)))), at)],
            ),
          ],
          update: [set(2, op("mul", step, i32(2)))],
        },
        at,
      ),
      ifElse(op("eq", lid, i32(0)), [store(out(group), load(tile(i32(0))), at)]),
    ];
    const given = launch({ body, locals: ["i32"] }, [range], [groupSize]);
    const input = inputOf(given);
    const sums = Array.from({ length: range / groupSize }, (_, index) =>
      input.slice(index * groupSize, (index + 1) * groupSize).reduce((x, y) => x + y, 0),
    );
    expect(result(given).slice(0, sums.length)).toEqual(sums);
  });

  test("keeps what each work-item and what all of them know, over barriers", () => {
    // own = a[gid]; all = out[0]; x = gid * 3 + localSize; barrier; ...; own += 1 in a loop with barriers.
    const [own, common, again, round] = [local(2, "i32"), local(3, "f64"), local(4, "i32"), local(5, "i32")];
    const body = [
      set(2, load(a())),
      set(3, build.convert("convert", "f64", load(a(i32(0))))),
      set(4, plus(op("mul", gid, i32(3)), size)),
      set(5, i32(0)),
      build.loop(
        0,
        {
          condition: op("lt", round, i32(3)),
          body: [
            store(tile(lid), own, at),
            barrier(),
            set(2, plus(own, load(tile(op("rem", plus(lid, 1), size))))),
            set(3, op("add", common, constant("f64", 0.5))),
            barrier(),
          ],
          update: [set(5, plus(round, 1))],
        },
        at,
      ),
      store(out(), plus(plus(own, again), build.convert("saturate", "i32", common)), at),
    ];
    const given = launch({ body, locals: ["i32", "f64", "i32", "i32"] }, [range], [groupSize]);
    let values = inputOf(given);
    for (let step = 0; step < 3; step++)
      values = values.map((value, i) => value + (values[groupOf(i) + ((i - groupOf(i) + 1) % groupSize)] ?? 0));
    const first = Math.floor((inputOf(given)[0] ?? 0) + 1.5);
    expect(result(given)).toEqual(values.map((value, i) => value + i * 3 + groupSize + first));
  });

  test("counts those that returned early as arrived", () => {
    const body = [
      ifElse(op("ge", lid, i32(groupSize - 1)), [store(out(), i32(7), at), leave]),
      store(tile(lid), load(a()), at),
      barrier(),
      ifElse(op("eq", op("rem", lid, i32(2)), i32(1)), [leave]),
      barrier(),
      store(out(), load(tile(op("sub", i32(groupSize - 2), lid))), at),
    ];
    const given = launch({ body }, [range], [groupSize]);
    const input = inputOf(given);
    const expected = input.map((_, i) => {
      const own = i - groupOf(i);
      if (own === groupSize - 1) return 7;
      return own % 2 === 1 ? -1 : input[groupOf(i) + groupSize - 2 - own];
    });
    expect(result(given)).toEqual(expected);
  });
});

describe("control flow around barriers", () => {
  const alike = (parts: Parts, expected: (i: number, input: readonly number[]) => number | undefined) => {
    const given = launch(parts, [48], [12]);
    const input = inputOf(given);
    expect(result(given)).toEqual(input.map((_, i) => expected(i, input)));
  };
  const neighbour = (i: number) => Math.floor(i / 12) * 12 + ((i + 1) % 12);
  const exchange = [
    store(tile(lid), load(a()), at),
    barrier(),
    store(out(), load(tile(op("rem", plus(lid, 1), size))), at),
  ];

  test("if and else that the whole group takes", () => {
    const condition = op("eq", op("rem", group, i32(2)), i32(0));
    alike({ body: [ifElse(condition, exchange, [barrier(), store(out(), i32(5), at)])] }, (i, input) =>
      Math.floor(i / 12) % 2 === 0 ? input[neighbour(i)] : 5,
    );
  });

  test("an if whose condition is the same though nobody can prove it", () => {
    const condition = op("ge", load(a()), i32(0));
    alike({ body: [ifElse(condition, exchange), store(out(), plus(load(out()), 1), at)] }, (i, input) => {
      return (input[neighbour(i)] ?? 0) + 1;
    });
  });

  test("continue and break of the whole group, out of several constructs", () => {
    const [i, sum] = [local(2, "i32"), local(3, "i32")];
    const body = [
      set(3, i32(0)),
      build.block(7, [
        set(2, i32(0)),
        build.loop(
          0,
          {
            condition: op("lt", i, i32(10)),
            body: [
              ifElse(op("eq", i, i32(2)), [build.continueTo(0)]),
              store(tile(lid), plus(load(a()), i), at),
              barrier(),
              ifElse(op("eq", i, i32(5)), [build.breakTo(7)]),
              set(3, plus(sum, load(tile(op("rem", plus(lid, 1), size))))),
              barrier(),
            ],
            update: [set(2, plus(i, 1))],
          },
          at,
        ),
        set(3, i32(-1)),
      ]),
      store(out(), sum, at),
    ];
    alike({ body, locals: ["i32", "i32"] }, (index, input) => 4 * (input[neighbour(index)] ?? 0) + 0 + 1 + 3 + 4);
  });

  test("work-items that leave a block at its end, behind its last barrier", () => {
    const body = [
      build.block(0, [
        store(tile(lid), load(a()), at),
        barrier(),
        ifElse(op("lt", lid, i32(4)), [build.breakTo(0)]),
        store(out(), i32(9), at),
      ]),
      barrier(),
      ifElse(op("lt", lid, i32(4)), [store(out(), load(tile(plus(lid, 1))), at)]),
    ];
    alike({ body }, (i, input) => (i % 12 < 4 ? input[neighbour(i)] : 9));
  });

  test("a helper with a barrier, called twice", () => {
    const shift = {
      symbol: "test:shift",
      name: "shift",
      linkage: "internal",
      dimensions: 0,
      parameters: 1,
      locals: [{ name: "value", type: "i32" }],
      result: "i32",
      at,
      body: [
        barrier(),
        store(tile(lid), local(0, "i32"), at),
        barrier(),
        build.returnValue(load(tile(op("rem", plus(lid, 1), size)))),
      ],
    } as const;
    const body = [
      build.call(1, [load(a())], 2, at),
      build.call(1, [local(2, "i32")], 2, at),
      store(out(), local(2, "i32"), at),
    ];
    const given = launch({ body, locals: ["i32"] }, [48], [12]);
    const module = { ...given.module, functions: [...given.module.functions, shift] };
    const input = inputOf(given);
    expect(result({ ...given, module })).toEqual(input.map((_, i) => input[neighbour(neighbour(i))]));
  });

  test("private memory that is written before and read behind", () => {
    const pair = { kind: "array", element: "i32", length: 3 } as const;
    const place = (index: Expr) => element(build.address(2, pair), index, 3);
    const body = [
      store(place(op("rem", lid, i32(3))), load(a()), at),
      store(place(op("rem", plus(lid, 1), i32(3))), gid, at),
      store(tile(lid), gid, at),
      barrier(),
      store(
        out(),
        plus(
          plus(load(place(op("rem", lid, i32(3)))), load(place(op("rem", plus(lid, 1), i32(3))))),
          load(tile(i32(0))),
        ),
        at,
      ),
    ];
    alike({ body, locals: [pair] }, (i, input) => (input[i] ?? 0) + i + Math.floor(i / 12) * 12);
  });

  test("captures that the kernel assigns", () => {
    const module = kernelModule(
      {
        locals: [span("i32"), "i32"],
        parameters: 2,
        body: [
          ifElse(op("eq", op("rem", lid, i32(2)), i32(0)), [set(1, plus(local(1, "i32"), lid))]),
          barrier(),
          store(out(), local(1, "i32"), at),
        ],
      },
      { globals: [] },
    );
    const { arrays } = runGroups({ module, range: [12], local: [6], args: [new Int32Array(12), 100] });
    expect([...(arrays[0] as Int32Array)]).toEqual([100, 100, 102, 100, 104, 100, 100, 100, 102, 100, 104, 100]);
  });
});

describe("local memory", () => {
  test("of several types lies in one arena", () => {
    const globals = [
      localMemory({ kind: "array", element: "u8", length: 5 }, "bytes"),
      localMemory({ kind: "array", element: "f64", length: 12 }, "doubles"),
      localMemory("i32", "count"),
      localMemory({ kind: "struct", name: "Pair" }, "pair"),
    ];
    const structs = [
      {
        name: "Pair",
        fields: [
          { name: "x", type: "i32" },
          { name: "y", type: "f32" },
        ],
      },
    ] as const;
    const count = global(2, "i32");
    const x = build.field(global(3, { kind: "struct", name: "Pair" }), 0, structs);
    const bytes = (index: Expr) => element(global(0, { kind: "array", element: "u8", length: 5 }), index, 2);
    const doubles = (index: Expr) => element(global(1, { kind: "array", element: "f64", length: 12 }), index, 3);
    const body = [
      ifElse(op("eq", lid, i32(0)), [store(count, i32(0), at), store(x, i32(1000), at)]),
      ifElse(op("lt", lid, i32(5)), [store(bytes(lid), plus(lid, 250), at)]),
      store(doubles(lid), build.convert("convert", "f64", load(a())), at),
      barrier(),
      build.atomic("add", count, at, { value: lid }),
      barrier(),
      store(
        out(),
        plus(
          plus(plus(load(count), load(x)), load(bytes(op("rem", lid, i32(5))))),
          build.convert("saturate", "i32", load(doubles(op("sub", i32(11), lid)))),
        ),
        at,
      ),
    ];
    const base = launch({ body, globals }, [36], [12]);
    const given = { ...base, module: { ...base.module, structs } };
    const input = inputOf(given);
    expect(result(given)).toEqual(
      input.map((_, i) => {
        const own = i % 12;
        return 66 + 1000 + 250 + (own % 5) + (input[i - own + 11 - own] ?? 0);
      }),
    );
  });
});

describe("several dimensions", () => {
  const index = (kind: "globalId" | "localId", d: 0 | 1 | 2) => query(kind, d);
  const linear = (ids: readonly Expr[], lengths: readonly number[]) =>
    ids.reduce((sum, id, d) => plus(op("mul", sum, i32(lengths[d] ?? 1)), id), i32(0));
  test.each([
    { range: [8, 24], group: [4, 8] },
    { range: [6, 10], group: [3, 5] },
    { range: [2, 4, 6], group: [1, 2, 3] },
    { range: [4, 4, 32], group: [2, 2, 16] },
  ])("a range of $range in groups of $group: each writes where its mirror image is", ({ range, group }) => {
    const dimensions = range.length === 2 ? 2 : 3;
    const all = [0, 1, 2].slice(0, dimensions) as (0 | 1 | 2)[];
    const own = linear(
      all.map((d) => index("localId", d)),
      group,
    );
    const total = group.reduce((x, y) => x * y, 1);
    const globalIndex = linear(
      all.map((d) => index("globalId", d)),
      range,
    );
    const asked = all.reduce(
      (sum, d) => plus(sum, op("mul", query("groupId", d), plus(query("groupCount", d), query("globalSize", d)))),
      i32(0),
    );
    const body = [
      store(tile(own), globalIndex, at),
      barrier(),
      store(out(globalIndex), plus(load(tile(op("sub", i32(total - 1), own))), asked), at),
    ];
    const given = launch({ body, dimensions, globals: [localMemory({ ...TILE, length: 64 })] }, range, group);
    const strides = all.map((d) => range.slice(d + 1).reduce((x, y) => x * y, 1));
    expect(result(given)).toEqual(
      inputOf(given).map((_, i) => {
        const ids = all.map((d) => Math.floor(i / (strides[d] ?? 1)) % (range[d] ?? 1));
        const groups = ids.map((id, d) => Math.floor(id / (group[d] ?? 1)));
        const mirror = ids.map((id, d) => {
          const first = (groups[d] ?? 0) * (group[d] ?? 1);
          return first + (group[d] ?? 1) - 1 - (id - first);
        });
        const sum = groups.reduce((s, g, d) => s + g * ((range[d] ?? 1) / (group[d] ?? 1) + (range[d] ?? 1)), 0);
        return mirror.reduce((s, id, d) => s * (range[d] ?? 1) + id, 0) + sum;
      }),
    );
  });
});

describe("loops over what the group shares", () => {
  /** Every work-item takes every `step`-th element up to `end` from its own on, and sums quotients and remainders. */
  const strided = (
    range: readonly number[],
    groupSize: readonly number[],
    step: number,
    end: number,
    divisor: number,
  ) => {
    const [place, sum] = [local(2, "i32"), local(3, "i32")];
    const width = groupSize.at(-1) ?? 1;
    const inPlane = plus(op("mul", gid, query("globalSize", 1)), query("globalId", 1));
    const own = groupSize.length === 1 ? lid : plus(op("mul", lid, i32(width)), query("localId", 1));
    const of = (value: Expr) =>
      plus(op("mul", op("div", value, i32(divisor)), i32(1000)), op("rem", value, i32(divisor)));
    const body = [
      set(3, i32(0)),
      barrier(),
      set(2, own),
      build.loop(
        0,
        {
          condition: op("lt", place, i32(end)),
          body: [set(3, plus(op("mul", sum, i32(3)), of(place)))],
          update: [set(2, plus(place, step))],
        },
        at,
      ),
      barrier(),
      store(out(groupSize.length === 1 ? gid : inPlane), sum, at),
    ];
    const dimensions = groupSize.length === 1 ? 1 : 2;
    return launch({ body, locals: ["i32", "i32"], dimensions }, range, groupSize);
  };
  const expected = (count: number, own: (item: number) => number, step: number, end: number, divisor: number) =>
    Array.from({ length: count }, (_, item) => {
      let sum = 0;
      for (let at = own(item); at < end; at += step) {
        sum = (Math.imul(sum, 3) + Math.trunc(at / divisor) * 1000 + (at % divisor)) | 0;
      }
      return sum;
    });
  test.each([
    [[16], 16, 64, 16],
    [[8], 8, 64, 16],
    [[48], 48, 96, 16],
    [[24], 24, 96, 8],
    [[20], 20, 50, 16],
    [[16], 16, 70, 32],
    [[4, 8], 32, 128, 16],
    [[4, 8], 32, 128, 24],
    [[2, 16], 32, 96, 48],
    [[3, 4], 12, 36, 4],
    [[3, 5], 15, 45, 16],
  ] as const)("%j work-items, by %d up to %d, divided by %d", (sizes, step, end, divisor) => {
    const range = sizes.map((size) => 2 * size);
    const width = sizes.at(-1) ?? 1;
    const total = range.reduce((product, size) => product * size, 1);
    const own = (item: number) => {
      if (sizes.length === 1) return item % width;
      const [y, x] = [Math.floor(item / (2 * width)), item % (2 * width)];
      return (y % sizes[0]) * width + (x % width);
    };
    expect(result(strided(range, sizes, step, end, divisor))).toEqual(expected(total, own, step, end, divisor));
  });
});

test("a reference that is chosen cannot be kept across a barrier", () => {
  const place: Type = { kind: "ref", to: "i32" };
  const body = [
    set(2, a()),
    ifElse(op("eq", lid, i32(0)), [set(2, a(i32(1)))]),
    barrier(),
    store(local(2, place), i32(1), at),
  ];
  const { module } = launch({ body, locals: [place] }, [16], [16]);
  expect(() => splitGroups(module, 0, [16, 1, 1])).toThrow(UndividedKernel);
  const report = explainKernel({
    ...{ module, kernel: 0, bounds: "checked", threads: "one", features: "simd128" },
    ...{ fp: "default", shape: "rows", privatise: false, sharedMemory: true },
  });
  expect(report).toMatchObject({ gang: 1, reason: "it has a barrier" });
});

describe("failures", () => {
  test("a barrier that some never reach names itself and one of them", () => {
    const body = [ifElse(op("lt", lid, i32(8)), [barrier(5)]), store(out(), i32(1), at)];
    const { failure } = runGroups({ ...launch({ body }, [36], [12]), begin: 1 });
    // Site 8 is that of the generated accesses.
    expect(failure).toEqual({ site: 9, item: 20, index: 0n, length: 0n });
  });

  test("a loop that some leave before the others' next barrier", () => {
    const i = local(2, "i32");
    const body = [
      set(2, i32(0)),
      build.loop(0, { condition: op("lt", i, load(a())), body: [barrier(5)], update: [set(2, plus(i, 1))] }, at),
    ];
    const given = launch({ body, locals: ["i32"] }, [12], [12]);
    expect(runGroups(given).failure).toMatchObject({ site: 9, item: 0 });
  });

  test("a barrier of a function of groups misses those that have returned", () => {
    const returning = ifElse(op("ge", gid, i32(30)), [leave]);
    const end = store(out(), i32(1), at);
    const of = (call: string) => launch({ body: [returning, build.barrier("workGroup", at, call), end] }, [36], [12]);
    expect(runGroups(of("")).failure).toBeUndefined();
    expect(runGroups(of("reduce")).failure).toEqual({ site: 9, item: 30, index: 0n, length: 0n });
  });

  test("an index out of bounds behind a barrier is that of the work-item in the range", () => {
    const body = [barrier(), ifElse(op("eq", gid, i32(31)), [store(out(plus(gid, 100)), i32(1), at)])];
    expect(runGroups(launch({ body }, [36], [12])).failure).toEqual({ site: 0, item: 31, index: 131n, length: 36n });
  });
});

describe("an index behind a barrier", () => {
  const [AT, ROUND, SUM] = [2, 3, 4];
  const [own, round, sum] = [local(AT, "i32"), local(ROUND, "i32"), local(SUM, "i32")];
  const ROUNDS = 4;
  /** Another work-item's of the group of 16 in each round. */
  const aim = set(AT, op("xor", lid, op("shl", i32(1), round)));
  const by = (step: number) => set(ROUND, plus(round, step));
  const collect = (index: Expr) => set(SUM, plus(op("mul", sum, i32(3)), load(tile(index))));

  interface Form {
    /** Whether the index is computed again from the counter, not kept for each work-item. */
    readonly isAgain: boolean;
    readonly before?: readonly Stmt[];
    /** What sets the index in each round. */
    readonly aims?: readonly Stmt[];
    readonly update?: readonly Stmt[];
    readonly after?: readonly Stmt[];
  }

  const bodyOf = ({ before = [], aims = [aim], update = [by(1)], after = [] }: Form): readonly Stmt[] => [
    set(SUM, i32(0)),
    set(ROUND, i32(0)),
    ...before,
    build.loop(
      0,
      {
        condition: op("lt", round, i32(ROUNDS)),
        body: [
          ...aims,
          barrier(),
          store(tile(own), plus(gid, op("mul", round, i32(100))), at),
          barrier(),
          collect(lid),
          collect(own),
          barrier(),
        ],
        update,
      },
      at,
    ),
    ...after,
    store(out(), sum, at),
  ];

  /** What a group leaves whose index in each round is `aimed`, and whose counter has then grown by `early`. */
  function expected(early: number, aimed: (item: number, round: number) => number, isAfter: boolean): number[] {
    const [sums, cells, items] = [new Int32Array(32), new Int32Array(32), Array.from({ length: 32 }, (_, i) => i)];
    const cell = (item: number, of: number) => Math.floor(item / 16) * 16 + of;
    for (let step = 0; step < ROUNDS; step++) {
      for (const i of items) cells[cell(i, aimed(i % 16, step))] = i + (step + early) * 100;
      for (const i of items) {
        const first = (sums[i] ?? 0) * 3 + (cells[i] ?? 0);
        sums[i] = first * 3 + (cells[cell(i, aimed(i % 16, step))] ?? 0);
      }
    }
    if (isAfter) for (const i of items) sums[i] = (sums[i] ?? 0) * 3 + (cells[cell(i, aimed(i % 16, ROUNDS - 1))] ?? 0);
    return [...sums];
  }

  /** Whether the code that stores behind the barrier computes the index. */
  const isComputedAgain = (form: Form): boolean => {
    const { module } = launch({ body: bodyOf(form), locals: ["i32", "i32", "i32"] }, [32], [16]);
    const texts = splitGroups(module, 0, [16, 1, 1]).module.functions.map((fn) =>
      printModule({ ...module, functions: [fn] }),
    );
    const storing = texts.find((text) => text.includes("i32(100)"));
    return storing?.includes("xor") ?? false;
  };
  const plain = (item: number, step: number) => item ^ (1 << step);

  test.each<readonly [name: string, form: Form, early: number, aimed: typeof plain]>([
    ["of the counter", { isAgain: true }, 0, plain],
    ["that is set before the loop, too", { isAgain: true, before: [aim, barrier()] }, 0, plain],
    ["that is read behind the loop", { isAgain: false, before: [aim, barrier()], after: [collect(own)] }, 0, plain],
    ["whose counter has changed", { isAgain: false, aims: [aim, by(2)], update: [by(-1)] }, 2, plain],
    [
      "that not each round sets",
      { isAgain: false, before: [aim], aims: [ifElse(op("ne", round, i32(2)), [aim])] },
      0,
      (item, step) => plain(item, step === 2 ? 1 : step),
    ],
    [
      "that is set in two ways",
      { isAgain: false, before: [set(AT, lid)], aims: [set(AT, op("xor", own, op("shl", i32(1), round)))] },
      0,
      (item, step) => item ^ ((2 << step) - 1),
    ],
  ])("%s", (_, form, early, aimed) => {
    const given = launch({ body: bodyOf(form), locals: ["i32", "i32", "i32"] }, [32], [16]);
    expect(result(given)).toEqual(expected(early, aimed, form.after !== undefined));
    expect(isComputedAgain(form)).toBe(form.isAgain);
  });
});
