// Indices of gangs: whatever an index is made of, a gang reports what the scalar program reports, and no access leaves its
// array: not of work-items behind the end of the range, not under masks, not with numbers that wrap around.

import { build, type DataType, type Expr, type Fn, type Module, refTo, type Stmt, type Type } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { createRandom, type Random } from "../support/random.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, set, store } = build;
const i32 = (value: number): Expr => constant("i32", value);
const i32Local = (index: number): Expr => local(index, "i32");

/** Parameters: `out`, `a`, and the captured n and m; the locals behind are i32. */
const OUT = 0;
const A = 1;
const N = 2;
const M = 3;
const T = 4;

interface Kernel {
  readonly dimensions?: Fn["dimensions"];
  readonly element?: DataType;
  readonly body: readonly Stmt[];
}

const moduleOf = ({ dimensions = 1, element: type = "i32", body }: Kernel) =>
  kernelModule({
    dimensions,
    locals: [span("i32"), span(type), "i32", "i32", "i32", "i32", "i32", "bool"],
    parameters: 4,
    body,
  });

const linearId = (dimensions: number): Expr =>
  Array.from({ length: dimensions - 1 }, (_, index) => (index + 1) as 1 | 2).reduce<Expr>(
    (id, dimension) => op("add", op("mul", id, query("globalSize", dimension)), query("globalId", dimension)),
    query("globalId", 0),
  );
const out = (dimensions = 1): Expr => element(local(OUT, span("i32")), linearId(dimensions), 0);
const a = (index: Expr, type: DataType = "i32"): Expr => element(local(A, span(type)), index, 1);

const counted = (length: number): Int32Array => Int32Array.from({ length }, (_, index) => 1000 + index);
const items = (range: readonly number[]): number => range.reduce((x, y) => x * y, 1);

interface Case {
  readonly range: readonly number[];
  /** Of `a`. */
  readonly length: number;
  readonly n?: number;
  readonly m?: number;
}

/** One for each index, so that each is compiled once. */
const known = { read: new Map<Expr, Module>(), write: new Map<Expr, Module>() };
function moduleFor(kind: keyof typeof known, index: Expr, dimensions: 1 | 2 | 3): Module {
  const body = kind === "read" ? store(out(dimensions), load(a(index)), at) : store(a(index), linearId(dimensions), at);
  const module = known[kind].get(index) ?? moduleOf({ dimensions, body: [body] });
  known[kind].set(index, module);
  return module;
}

/** In the midst of memory, with guards on both sides, or at its end. */
const placeOf = (length: number) => (length % 2 === 0 ? {} : { last: A });

/** out[id] = a[index]. */
function read(index: Expr, { range, length, n = 0, m = 0 }: Case): boolean {
  const dimensions = range.length as 1 | 2 | 3;
  const module = moduleFor("read", index, dimensions);
  const args = [counted(items(range)), counted(length), n, m];
  return expectAlike({ module, range, args, ...placeOf(length) }, { isOneCheck: true });
}

/** a[index] = id. */
function write(index: Expr, { range, length, n = 0, m = 0 }: Case): boolean {
  const dimensions = range.length as 1 | 2 | 3;
  const module = moduleFor("write", index, dimensions);
  const args = [counted(1), counted(length), n, m];
  return expectAlike({ module, range, args, ...placeOf(length) }, { isOneCheck: true });
}

const x = query("globalId", 0);
const [n, m] = [i32Local(N), i32Local(M)];
const lengths = [0, 1, 7, 16, 17, 32, 33, 64, 65, 100];

describe("one dimension", () => {
  const indices: Readonly<Record<string, Expr>> = {
    x,
    "x - 1": op("sub", x, i32(1)),
    "x + 1": op("add", x, i32(1)),
    "31 - x": op("sub", i32(31), x),
    "-x": op("neg", x),
    "2 * x": op("mul", i32(2), x),
    "3 * x + 1": op("add", op("mul", x, i32(3)), i32(1)),
    "n - 3 * x": op("sub", n, op("mul", x, i32(3))),
    "x * n + m": op("add", op("mul", x, n), m),
    "x << 2": op("shl", x, i32(2)),
    "u32(x) - 3": op("sub", build.convert("wrap", "u32", x), constant("u32", 3)),
    "i64(x) + 2": op("add", build.convert("convert", "i64", x), constant("i64", 2n)),
    "i64(x) * 2^32": op("mul", build.convert("convert", "i64", x), constant("i64", 2n ** 32n)),
    "x & 31": op("and", x, i32(31)),
    "x % 20": op("rem", x, i32(20)),
    "x >> 1": op("shr", x, i32(1)),
    "min(x, 20)": op("min", x, i32(20)),
    "max(x - 5, 0)": op("max", op("sub", x, i32(5)), i32(0)),
    "x < 3 ? 0 : x - 3": op("select", op("lt", x, i32(3)), i32(0), op("sub", x, i32(3))),
    "x > n ? n : x": op("select", op("gt", x, n), n, x),
    "x * x": op("mul", x, x),
    n,
  };
  describe.each(Object.entries(indices))("%s", (_, index) => {
    test.each([0, 17, 33])("over %i", (size) => {
      for (const length of lengths) {
        const one = { range: [size], length, n: 7, m: 2 };
        read(index, one);
        write(index, one);
      }
    });
  });

  test("fails, and names the index", () => {
    expect(read(op("add", x, i32(1)), { range: [33], length: 33 })).toBe(true);
    const module = moduleOf({ body: [store(out(), load(a(op("sub", x, i32(5)))), at)] });
    const { failure } = runKernel(executors["gangs of 16"], {
      module,
      range: [33],
      args: [counted(33), counted(20), 0, 0],
      begin: 16,
    });
    expect(failure).toEqual({ site: 1, item: 25, index: 20n, length: 20n });
  });
});

/** What ends at the largest word, or wraps in one of the work-items, in a choice, a limit, a remainder or a counter. */
function wrappingIndex(random: Random, depth = 0): Expr {
  const { pick, oneIn } = random;
  const again = () => wrappingIndex(random, depth + 1);
  const edge = () => i32(pick([2 ** 31 - 1, 2 ** 31 - 16, 2 ** 31 - 31, -(2 ** 31), 2 ** 30, -16]));
  const leaves = [() => x, () => n, () => m, () => i32(pick([0, 1, 5, 20])), edge];
  const unsigned = (one: Expr) => build.convert("reinterpret", "u32", one);
  const divisor = () => constant("u32", pick([7, 2 ** 31, 2 ** 31 + 1, 3_000_000_001]));
  const wider = [
    () => op(pick(["add", "sub"]), again(), again()),
    () => op("add", x, edge()),
    () => op(pick(["min", "max"]), again(), again()),
    () => op(pick(["min", "max"]), x, again()),
    () => op("select", op(pick(["lt", "ge", "ne"]), again(), again()), again(), again()),
    () => op("mul", again(), i32(pick([2, 3, -1]))),
    () => op(pick(["rem", "div"]), again(), i32(pick([3, 64]))),
    () => build.convert("reinterpret", "i32", op("rem", unsigned(again()), divisor())),
  ];
  return pick(depth > 2 || (depth > 0 && oneIn(4)) ? leaves : wider)();
}

test("random indices that wrap", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = createRandom(seed);
    const limit = op("min", wrappingIndex(random), i32(5));
    const index = random.pick([wrappingIndex(random), limit, op("max", op("min", x, wrappingIndex(random)), i32(0))]);
    for (const [number, other] of [
      [7, 2],
      [2 ** 31 - 1, -(2 ** 31)],
      [2 ** 31 - 31, 1],
    ] as const) {
      for (const length of [33, 16]) read(index, { range: [32], length, n: number, m: other });
    }
  }
});

describe("rows and flat gangs", () => {
  const [y, z] = [query("globalId", 1), query("globalId", 2)];
  const [height, width] = [query("globalSize", 1), query("globalSize", 2)];
  const planes: Readonly<Record<string, Expr>> = {
    "x * n + y": op("add", op("mul", x, n), y),
    "x * width + y": op("add", op("mul", x, height), y),
    "(x * width + y) * 3 + 1": op("add", op("mul", linearId(2), i32(3)), i32(1)),
    "y * n + x": op("add", op("mul", y, n), x),
    "y - x": op("sub", y, x),
    "(x - 1) * width + y": op("add", op("mul", op("sub", x, i32(1)), height), y),
    "-2^31 + x * width + y": op("add", linearId(2), i32(-(2 ** 31))),
    "2^31 - 1 + x * width + y": op("add", linearId(2), i32(2 ** 31 - 1)),
  };
  test.each(Object.entries(planes))("%s", (_, index) => {
    for (const range of [
      [3, 5],
      [2, 17],
      [5, 1],
      [4, 8],
    ]) {
      for (const length of [1, 14, 15, 16, 34, 48, 200]) {
        read(index, { range, length, n: range[1] ?? 1, m: 3 });
        read(index, { range, length, n: 6, m: 3 });
      }
    }
  });

  test("three dimensions", () => {
    const id = op("add", op("mul", op("add", op("mul", x, height), y), width), z);
    for (const index of [id, op("sub", id, z), op("add", op("mul", op("add", op("mul", x, n), y), m), z)]) {
      for (const length of [30, 59, 60, 61]) read(index, { range: [3, 4, 5], length, n: 4, m: 5 });
    }
  });
});

test("arrays in arrays", () => {
  const inner: DataType = { kind: "array", element: "i16", length: 3 };
  for (const [first, second] of [
    [x, op("and", x, i32(3))],
    [op("sub", i32(20), x), op("sub", x, n)],
    [op("and", x, i32(7)), x],
    [n, op("rem", x, i32(3))],
  ] as const) {
    const row = element(local(A, span(inner)), first, 1);
    const body = [store(out(), load(element(row, second, 2)), at)];
    for (const [size, values] of [
      [33, 99],
      [5, 99],
      [17, 30],
    ] as const) {
      const args = [counted(size), new Int16Array(values), 2, 0];
      expectAlike({ module: moduleOf({ element: inner, body }), range: [size], args, last: A });
    }
  }
});

describe("work-items that are not active access nothing", () => {
  const elements = ["u8", "i16", "f16", "bool", "i32", "f32", "i64", "f64"] as const;
  const arrays = { u8: Uint8Array, i16: Int16Array, f16: Uint16Array, bool: Uint8Array } as const;
  const wide = { i32: Int32Array, f32: Float32Array, i64: BigInt64Array, f64: Float64Array } as const;
  const arrayOf = (type: (typeof elements)[number], length: number) => new ({ ...arrays, ...wide })[type](length);
  /** Each is inside an array of 40 - 5 elements alone. */
  const guards: Readonly<Record<string, readonly [condition: Expr, index: Expr]>> = {
    "x >= 5, x - 5": [op("ge", x, i32(5)), op("sub", x, i32(5))],
    "x < 35, x": [op("lt", x, i32(35)), x],
    "x < 17, 2 * x": [op("lt", x, i32(17)), op("mul", x, i32(2))],
    "x < 9, 34 - 4 * x": [op("lt", x, i32(9)), op("sub", i32(34), op("mul", x, i32(4)))],
    "x < 17, n * x": [op("lt", x, i32(17)), op("mul", x, n)],
    "x >= 20, x - 20": [op("ge", x, i32(20)), op("sub", x, i32(20))],
    "x is 33, 100 * x - 3299": [op("eq", x, i32(33)), op("sub", op("mul", x, i32(100)), i32(3299))],
    "x is 33, 2^26 * (x - 33)": [op("eq", x, i32(33)), op("mul", op("sub", x, i32(33)), i32(2 ** 26))],
    "x is 30, 2^30 * x + 2^31": [op("eq", x, i32(30)), op("add", op("mul", x, i32(2 ** 30)), i32(-(2 ** 31)))],
  };
  describe.each(Object.entries(guards))("%s", (_, [condition, index]) => {
    test.each(elements)("%s", (type) => {
      const value = load(a(index, type));
      const isWide = value.type === "i64" || value.type === "u64";
      const number = value.type === "bool" || isWide ? undefined : value;
      const bodies: readonly (readonly Stmt[])[] = [
        [build.ifElse(condition, [store(a(index, type), value, at)])],
        number ? [build.ifElse(condition, [store(out(), build.convert("wrap", "i32", number), at)])] : [],
        [build.ifElse(op("not", condition), [build.returnValue(undefined)]), store(a(index, type), value, at)],
      ];
      for (const body of bodies) {
        const args = [counted(40), arrayOf(type, 35), 2, 0];
        expect(expectAlike({ module: moduleOf({ element: type, body }), range: [40], args, last: A })).toBe(false);
      }
    });
  });

  test("a loop that each leaves at its own end", () => {
    // for (j = x; j < n; j += 1) out[x] += a[j], and with steps of 3 and downwards.
    for (const [step, last] of [
      [1, 35],
      [3, 35],
      [1, 1],
      [2, 0],
    ] as const) {
      for (const type of ["i32", "u8", "i16"] as const) {
        const j = i32Local(T);
        const sum = op("add", load(out()), load(a(j, type)));
        const body = [
          set(T, x),
          build.loop(
            0,
            { condition: op("lt", j, n), body: [store(out(), sum, at)], update: [set(T, op("add", j, i32(step)))] },
            at,
          ),
        ];
        const args = [counted(40), arrayOf(type, last), last, 0];
        expect(expectAlike({ module: moduleOf({ element: type, body }), range: [40], args, last: A })).toBe(false);
      }
    }
  });

  test("structs whose only field is as long as they are", () => {
    const one: DataType = { kind: "struct", name: "One" };
    const structs = [{ name: "One", fields: [{ name: "f", type: "f32" as const }] }];
    const place = build.field(element(local(1, span(one)), x, 1), 0, structs);
    const body = [store(element(local(0, span("f32")), x, 0), load(place), at)];
    const module = kernelModule({ locals: [span("f32"), span(one)], parameters: 2, body }, { structs });
    for (const size of [1, 5, 17])
      expectAlike({ module, range: [size], args: [new Float32Array(size), new Float32Array(size).fill(2)], last: 1 });
  });
});

describe("loops", () => {
  const k = i32Local(T);
  const sumOf = (index: Expr) => store(out(), op("add", load(out()), load(a(index))), at);
  const loop = (first: Expr, condition: Expr, step: number, index: Expr, header: readonly Stmt[] = []): Stmt[] => [
    set(T, first),
    build.loop(0, { header, condition, body: [sumOf(index)], update: [set(T, op("add", k, i32(step)))] }, at),
  ];
  const kernels: Readonly<Record<string, readonly Stmt[]>> = {
    "a[i * n + k], k < n": loop(i32(0), op("lt", k, n), 1, op("add", op("mul", x, n), k)),
    "a[i * 4 + k], k < 4": loop(i32(0), op("lt", k, i32(4)), 1, op("add", op("mul", x, i32(4)), k)),
    "a[i + k], k <= m": loop(i32(0), op("le", k, m), 1, op("add", x, k)),
    "a[i - k], k < n": loop(i32(0), op("lt", k, n), 1, op("sub", x, k)),
    "a[k], k >= 0": loop(op("sub", n, i32(1)), op("ge", k, i32(0)), -1, k),
    "a[k], k > 0": loop(n, op("gt", k, i32(0)), -2, k),
    "a[k - INT_MAX + 4]": loop(i32(2 ** 31 - 5), op("lt", k, i32(2 ** 31 - 1)), 1, op("sub", k, i32(2 ** 31 - 5))),
    "a[k * 2^28]": loop(i32(0), op("lt", k, n), 1, op("mul", k, i32(2 ** 28))),
    "the header reads at the bound": loop(i32(0), op("and", op("lt", k, n), local(7, "bool")), 1, k, [
      set(5, op("add", k, i32(0))),
      set(6, load(a(i32Local(5)))),
      set(7, op("gt", i32Local(6), i32(0))),
    ]),
    "a bound from the header": loop(i32(0), op("lt", k, i32Local(5)), 1, k, [
      set(5, op("min", n, op("add", k, i32(9)))),
    ]),
  };
  test.each(Object.entries(kernels))("%s", (_, body) => {
    for (const [size, length, bound] of [
      [17, 64, 4],
      [17, 68, 4],
      [17, 67, 4],
      [33, 3, 7],
      [9, 7, 7],
      [9, 8, 7],
      [5, 1, 0],
      [5, 0, 3],
      [20, 16, 16],
    ] as const) {
      const args = [counted(size), counted(length), bound, 3];
      expectAlike({ module: moduleOf({ body }), range: [size], args, last: A });
    }
  });
});

describe("numbers that wrap around", () => {
  const extremes = [0, 1, 2, 3, -1, 7, 65536, 65537, 2 ** 30, -(2 ** 30), 2 ** 31 - 1, -(2 ** 31), 0x55555556];
  const range = [3, 11];

  function attack(random: Random, depth: number): Expr {
    const leaf = () =>
      random.pick([
        () => query("globalId", 1),
        () => query("globalId", 0),
        () => n,
        () => m,
        () => i32(random.pick(extremes)),
      ])();
    if (depth === 0) return leaf();
    const inner = () => attack(random, depth - 1);
    switch (random.below(12)) {
      case 0:
        return op("neg", inner());
      case 1:
        return op("shl", inner(), i32(random.below(32)));
      case 2:
        return op("shr", inner(), i32(random.below(32)));
      case 3:
        return op(random.pick(["min", "max"] as const), inner(), inner());
      case 4:
        return op("and", inner(), i32(random.pick([7, 31, 255, 2 ** 31 - 1])));
      case 5:
        return op("rem", inner(), i32(random.pick([5, 16, 1000])));
      case 6: {
        const value = inner();
        const bound = leaf();
        const compare = op(random.pick(["lt", "le", "gt", "ge"] as const), value, bound);
        return op(
          "select",
          compare,
          ...random.pick([
            [value, bound],
            [bound, value],
          ] as const),
        );
      }
      case 7:
        return op("select", op(random.pick(["lt", "eq", "ne"] as const), inner(), inner()), inner(), inner());
      case 8:
      case 9:
        return op("mul", inner(), inner());
      default:
        return op(random.pick(["add", "sub"] as const), inner(), inner());
    }
  }

  test("never lead outside", () => {
    let failing = 0;
    for (let seed = 1; seed <= 90; seed++) {
      const random = createRandom(seed);
      const index = attack(random, 1 + random.below(3));
      const wide = random.oneIn(4) ? build.convert("wrap", "u32", index) : index;
      const one = { range, length: random.pick([1, 11, 33, 40]), n: random.pick(extremes), m: random.pick(extremes) };
      if (read(wide, one)) failing++;
    }
    expect(failing).toBeGreaterThan(20);
    expect(failing).toBeLessThan(85);
  });

  const types: readonly Type[] = ["u32", "i32"];
  test.each(types)("captured %s from 2^31 on", (type) => {
    const big = local(N, type);
    const id = type === "u32" ? build.convert("wrap", "u32", x) : x;
    for (const index of [
      op("add", id, big),
      op("sub", big, id),
      op("mul", id, big),
      op("sub", op("add", id, big), big),
    ]) {
      const body = [store(out(), load(a(index)), at)];
      const module = kernelModule({ locals: [span("i32"), span("i32"), type, "i32"], parameters: 4, body });
      for (const value of [2 ** 31, 2 ** 31 + 5, 2 ** 32 - 1, 2 ** 31 - 1]) {
        const args = [counted(20), counted(25), value | 0, 0];
        expectAlike({ module, range: [20], args, last: A }, { isOneCheck: true });
      }
    }
  });

  test("a chunk at the greatest work-item ends", () => {
    const body = [store(a(op("and", x, i32(63))), x, at)];
    const end = 2 ** 31 - 1;
    const args = [counted(1), counted(64), 0, 0];
    const launch = { module: moduleOf({ body }), range: [end], args, begin: end - 47, end };
    for (const name of ["gangs of 4", "gangs of 16"] as const)
      expect(runKernel(executors[name], launch)).toEqual(runKernel(executors.wasm, launch));
  });
});

test("a fixed array far from its indices", () => {
  const type: DataType = { kind: "array", element: "i32", length: 10 };
  const global = {
    id: "test:g",
    name: "g",
    type,
    initial: undefined,
    storage: "device",
    hostAccess: "none",
    at,
  } as const;
  for (const offset of [-(2 ** 31), 2 ** 31 - 1, -3]) {
    const place = element(build.global(0, type), op("add", linearId(2), i32(offset)), 1);
    const body = [store(out(2), load(place), at)];
    const module = { ...moduleOf({ dimensions: 2, body }), globals: [global] };
    expectAlike({ module, range: [3, 5], args: [counted(15), counted(1), 0, 0] }, { isOneCheck: true });
  }
});

test("references keep to their arrays", () => {
  const r = refTo("i32");
  const module = kernelModule({
    locals: [span("i32"), span("i32"), "i32", "i32", r],
    parameters: 4,
    body: [
      build.ifElse(op("lt", x, i32(9)), [
        set(4, a(op("mul", x, i32(4)))),
        store(local(4, r), op("add", load(local(4, r)), x), at),
      ]),
    ],
  });
  for (const length of [33, 32])
    expectAlike({ module, range: [40], args: [counted(40), counted(length), 0, 0], last: A }, { isOneCheck: true });
});
