// What gangs did wrong once, each as the smallest kernel that showed it, and what random kernels do not reach: copies of
// what atomics update, parameters that are assigned, work-items that part at several constructs at once.

import { compileWasm } from "@lanewise/codegen";
import {
  type AtomicOp,
  build,
  type DataType,
  type Expr,
  PRIVATE_COPIES_OFFSET,
  type Stmt,
  type Type,
} from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { createMemory, hasRelaxedSimd, runKernel, wasmExecutor } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, set, store } = build;
const i32 = (value: number): Expr => constant("i32", value);
const x = query("globalId", 0);
const OUT = 0;
const A = 1;
const N = 2;
const out = element(local(OUT, span("i32")), x, 0);
const numbers = (length: number) => Int32Array.from({ length }, (_, index) => (index * 7) % 5);

/** Parameters: `out` and `a` of i32, the captured n; behind them the given locals. */
function alike(body: readonly Stmt[], locals: readonly Type[] = [], n = 3, sizes = [1, 5, 16, 33, 40]): void {
  const module = kernelModule({ locals: [span("i32"), span("i32"), "i32", ...locals], parameters: 3, body });
  for (const size of sizes) expectAlike({ module, range: [size], args: [numbers(size), numbers(64), n] });
}

describe("parameters that are assigned", () => {
  const n = local(N, "i32");
  test("in one arm, beside a condition that the fast clone leaves out", () => {
    alike([build.ifElse(op("eq", x, i32(0)), [set(N, i32(50))], [set(N, op("add", n, i32(1)))]), store(out, n, at)]);
  });
  test("once, under a condition: what was captured is the other value", () => {
    const index = element(local(A, span("i32")), n, 1);
    for (const captured of [3, 63, 64, 1000, -1])
      alike([build.ifElse(op("gt", load(out), i32(2)), [set(N, i32(5))]), store(out, load(index), at)], [], captured);
  });
});

describe("conditions", () => {
  const flag = local(3, "bool");
  test("that their own arm changes", () => {
    alike(
      [
        set(3, op("lt", load(out), i32(2))),
        build.ifElse(flag, [set(3, constant("bool", false)), store(out, i32(90), at)], [store(out, i32(80), at)]),
        build.ifElse(flag, [store(out, op("add", load(out), i32(1)), at)]),
      ],
      ["bool"],
    );
  });
});

describe("jumps out of several constructs", () => {
  const [i, j] = [local(3, "i32"), local(4, "i32")];
  const count = (one: number, value: Expr) => set(one, op("add", value, i32(1)));
  const inner = (body: readonly Stmt[]) => [
    set(4, i32(0)),
    build.loop(1, { condition: op("lt", j, load(out)), body, update: [count(4, j)] }, at),
  ];
  const outer = (body: readonly Stmt[]) => [
    set(3, i32(0)),
    build.loop(0, { condition: op("lt", i, i32(6)), body, update: [count(3, i)] }, at),
  ];
  const add = (value: number) => {
    const own = element(local(A, span("i32")), x, 1);
    return store(own, op("add", load(own), i32(value)), at);
  };
  const bodies: Readonly<Record<string, readonly Stmt[]>> = {
    "a lone break to the outer loop": outer([
      ...inner([build.ifElse(op("eq", op("add", j, i), load(out)), [build.breakTo(0)]), add(1)]),
      add(100),
    ]),
    "a break to the outer loop, unconditional": outer([...inner([build.breakTo(0)]), add(100)]),
    "a break behind a continue": outer([
      build.ifElse(op("gt", load(out), i), [build.continueTo(0)]),
      build.ifElse(op("ge", op("mul", i, i), op("add", load(out), i32(4))), [build.breakTo(0)]),
      add(1),
    ]),
    "a return from within": [
      ...outer([
        ...inner([build.ifElse(op("eq", op("add", i, j), i32(5)), [build.returnValue(undefined)]), add(1)]),
        add(10),
      ]),
      add(1000),
    ],
    "a continue of the outer loop": outer([
      ...inner([build.ifElse(op("eq", op("and", op("add", i, j), i32(1)), i32(1)), [build.continueTo(0)]), add(1)]),
      add(10),
    ]),
  };
  test.each(Object.entries(bodies))("%s", (_, body) => alike(body, ["i32", "i32"]));
});

describe("operations", () => {
  test("a shift by a count that grows with the work-item", () => {
    for (const name of ["shl", "shr"] as const) alike([store(out, op(name, op("mul", load(out), i32(-99)), x), at)]);
    alike([store(out, op("shr", local(N, "i32"), x), at)], [], -123456);
  });

  test("strides beyond 2^53", () => {
    const u = build.convert("wrap", "u32", x);
    const large = constant("u32", 2 ** 32 - 3);
    const index = op("mul", op("mul", op("mul", u, large), large), large);
    alike([store(element(local(A, span("i32")), op("and", index, constant("u32", 63)), 1), x, at)]);
    alike([store(out, build.convert("wrap", "i32", index), at)]);
  });

  test("a clamp by what is loaded fails where the load does", () => {
    const bytes = element(local(3, span("u8")), load(out), 2);
    const clamped = op("min", x, load(bytes));
    const body = [store(out, load(element(local(A, span("i32")), clamped, 1)), at)];
    const module = kernelModule({
      locals: [span("i32"), span("i32"), "i32", span("u8")],
      parameters: 4,
      body,
    });
    for (const length of [3, 5]) {
      const args = [numbers(33), numbers(64), 0, new Uint8Array(length).fill(200)];
      expectAlike({ module, range: [33], args });
    }
  });

  test("an assumption about a value that may have wrapped around", () => {
    // x < (c ? n * 2^16 + 1 : 50) ? x : 0, where the product is a multiple of 2^32.
    const n = local(N, "i32");
    const limit = op("select", op("gt", n, i32(0)), op("add", op("mul", n, i32(65536)), i32(1)), i32(50));
    const index = op("select", op("lt", x, limit), x, i32(0));
    alike([store(out, load(element(local(A, span("i32")), index, 1)), at)], [], 65536);
  });
});

describe("small integers keep their signs", () => {
  const arrays = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array } as const;
  // The table is a literal.
  test.each(Object.keys(arrays) as (keyof typeof arrays)[])("%s", (type) => {
    for (const stride of [1, 2, 3, 4, 5, -1]) {
      const first = stride < 0 ? i32(32) : i32(0);
      const place = element(local(1, span(type)), op("add", first, op("mul", x, i32(stride))), 1);
      const body = [store(out, load(place), at), store(place, op("add", load(place), i32(77)), at)];
      const module = kernelModule({ locals: [span("i32"), span(type)], parameters: 2, body });
      const values = new arrays[type](33 * Math.abs(stride)).map((_, index) => index * 37 - 100);
      for (const size of [5, 8, 33]) expectAlike({ module, range: [size], args: [numbers(size), values], last: 1 });
    }
  });
});

test("a minimum checks its operands in their order", () => {
  const [a, b] = [
    load(element(local(A, span("i32")), op("mul", x, i32(9)), 1)),
    load(element(local(A, span("i32")), op("add", x, i32(40)), 2)),
  ];
  for (const compare of ["lt", "gt"] as const) {
    for (const [left, right] of [
      [a, b],
      [b, a],
    ] as const) {
      const module = kernelModule({
        locals: [span("i32"), span("i32")],
        parameters: 2,
        body: [store(out, op("select", op(compare, left, right), left, right), at)],
      });
      for (const length of [5, 30, 64]) expectAlike({ module, range: [30], args: [numbers(30), numbers(length)] });
    }
  }
});

test("a place is checked before its value", () => {
  const place = element(local(A, span("i32")), op("add", x, i32(60)), 1);
  const value = load(element(local(A, span("i32")), op("mul", x, i32(50)), 2));
  const module = kernelModule({
    locals: [span("i32"), span("i32"), "i32"],
    parameters: 3,
    body: [store(place, value, at)],
  });
  expectAlike({ module, range: [20], args: [numbers(1), numbers(60), 0] }, { isOneCheck: true });
});

describe("copies of what atomics update", () => {
  const identities = { add: 0, and: -1, or: 0, xor: 0, min: 2 ** 31 - 1, max: -(2 ** 31), sub: 0 } as const;
  const indices: Readonly<Record<string, Expr>> = {
    uniform: op("sub", query("globalSize", 0), i32(18)),
    linear: op("add", x, i32(2)),
    strided: op("mul", x, i32(2)),
    gathered: op("and", op("mul", x, x), i32(31)),
  };
  const element32: DataType = "i32";
  test.each(Object.entries(indices))("at a %s index", (_, index) => {
    // The table has these keys and no others.
    for (const name of Object.keys(identities) as (keyof typeof identities & AtomicOp)[]) {
      const place = element(local(0, span(element32)), index, 0);
      const module = kernelModule({
        locals: [span(element32)],
        parameters: 1,
        body: [build.atomic(name, place, at, { value: x })],
      });
      for (const gang of [4, 8, 16] as const) {
        const program = compileWasm({
          module,
          kernel: 0,
          bounds: "checked",
          threads: "many",
          features: "simd128",
          fp: "strict",
          gang,
          shape: "rows",
          privatise: true,
          sharedMemory: true,
        });
        expect(program.privatised).toMatchObject([{ kind: "parameter", index: 0, element: "i32" }]);
        const memory = createMemory(65536, true);
        const [length, size] = [64, 21];
        const [args, thread, original, copy] = [64, 4096, 16384, 32768];
        const view = new DataView(memory.buffer);
        view.setInt32(args, size, true);
        view.setInt32(args + 4, 1, true);
        view.setInt32(args + 8, 1, true);
        view.setUint32(args + 16, original, true);
        view.setInt32(args + 20, length, true);
        view.setUint32(thread + PRIVATE_COPIES_OFFSET, copy, true);
        const expected = new Int32Array(length).fill(identities[name]);
        const copies = new Int32Array(memory.buffer, copy, length).fill(identities[name]);
        const instance = new WebAssembly.Instance(new WebAssembly.Module(program.bytes), { lanewise: { memory } });
        (instance.exports.run as (...args: number[]) => void)(args, thread, 0, size);
        const where = {
          uniform: () => 3,
          linear: (i: number) => i + 2,
          strided: (i: number) => 2 * i,
          gathered: (i: number) => (i * i) & 31,
        };
        const combine = {
          add: (a: number, b: number) => a + b,
          sub: (a: number, b: number) => a - b,
          and: (a: number, b: number) => a & b,
          or: (a: number, b: number) => a | b,
          xor: (a: number, b: number) => a ^ b,
          min: Math.min,
          max: Math.max,
        };
        for (let i = 0; i < size; i++) {
          const slot = where[_ as keyof typeof where](i);
          expected[slot] = combine[name](expected[slot] ?? 0, i);
        }
        expect([...copies], `${name} in gangs of ${gang}`).toEqual([...expected]);
        expect(new Int32Array(memory.buffer, original, length).every((value) => value === 0)).toBe(true);
      }
    }
  });
});

// Relaxed SIMD is there from Node 22 on; strict gangs on it are among those of the other tests.
describe.skipIf(!hasRelaxedSimd)("contraction", () => {
  const executor = wasmExecutor({
    threads: "one",
    sharedMemory: false,
    features: "simd128+relaxed",
    gang: 8,
    fp: "default",
  });
  const forms = {
    "a * b + c": { make: (a: Expr, b: Expr, c: Expr) => op("add", op("mul", a, b), c), sign: 1 },
    "c + a * b": { make: (a: Expr, b: Expr, c: Expr) => op("add", c, op("mul", a, b)), sign: 1 },
    "c - a * b": { make: (a: Expr, b: Expr, c: Expr) => op("sub", c, op("mul", a, b)), sign: -1 },
  } as const;
  test.each(Object.entries(forms))("%s is rounded once or twice", (_, { make, sign }) => {
    const own = (parameter: number) => load(element(local(parameter, span("f32")), x, parameter));
    const place = element(local(3, span("f32")), x, 3);
    const body = [store(place, make(own(0), own(1), own(2)), at)];
    const module = kernelModule({ locals: [0, 1, 2, 3].map(() => span("f32")), parameters: 4, body });
    const values = [3, 7, 11].map((factor) =>
      Float32Array.from({ length: 37 }, (_unused, i) => ((i * factor) % 17) / 7 - 1),
    );
    const { arrays } = runKernel(executor, { module, range: [37], args: [...values, new Float32Array(37)] });
    const [a = [], b = [], c = [], found = []] = arrays.map((array) => Array.from(array, Number));
    found.forEach((value, i) => {
      const product = (a[i] ?? 0) * (b[i] ?? 0) * sign;
      const sum = c[i] ?? 0;
      // The product of two f32 is exact in f64.
      expect([Math.fround(product + sum), Math.fround(Math.fround(product) + sum)]).toContain(value);
    });
  });
});
