// Every operation on every type, on pairs of special values, and the functions of Math, as WGSL and by the interpreter: bit for bit, but for
// what WGSL leaves to the driver. LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { compileWgsl } from "@lanewise/codegen";
import {
  argumentLayout,
  type Builtin,
  build,
  builtins,
  createInterpreter,
  type Expr,
  type Module,
  type OpRow,
  ops,
  RANGE_OFFSET,
  scalars,
  THREAD_STACK_OFFSET,
  type ValueScalar,
} from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { everyMathFunction } from "../../codegen/dist/math/wide-math-functions.js";
import { createRunner, createValidator, textsOf } from "../support/dawn.js";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";

const validate = await createValidator();
const runner = process.env.LANEWISE_TEST_GPU ? await createRunner() : undefined;

const ARGS = 64;
const THREAD = 512;
const FIRST = THREAD + THREAD_STACK_OFFSET;

type Bits = bigint;

/** Bits of a type's values: near powers of two, zeros, infinities, NaN, subnormal numbers, halves. */
function specialBits(type: ValueScalar): Bits[] {
  if (type === "bool") return [0n, 1n];
  if (type === "f32") return allFloats.map((value) => BigInt(new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0));
  if (type === "f64") return allFloats.map((value) => new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n);
  const width = 8 * scalars[type].size;
  const near = [0, 5, 16, 24, 31, 32, 53, 62, 63].flatMap((power) =>
    [-1n, 0n, 1n].map((step) => 2n ** BigInt(power) + step),
  );
  return [...new Set([...near, ...near.map((value) => -value), 7n, 33n].map((value) => BigInt.asUintN(width, value)))];
}
const floats = [0, 0.5, 1, 1.5, 2.5, 3, 0.1, 7.9, 255.5, 8388609, 2 ** 31, 2 ** 32 - 1, 2 ** 32 + 5, 2 ** 53, 2 ** 63];
const large = [2 ** 64, 2 ** 64 + 2 ** 12, 1.5 * 2 ** 66, 2 ** 83 + 2 ** 31, 3e38, 1e300, 5e-324, 2 ** -1022, Infinity];
const allFloats = [...floats, ...large].flatMap((value) => [value, -value]).concat(Number.NaN);

/** out[i] = make(a[i], …). */
function moduleOf(
  operands: readonly ValueScalar[],
  result: ValueScalar,
  make: (args: readonly Expr[]) => Expr,
): Module {
  const args = operands.map((type, index) => build.load(ownElement(index, type)));
  const locals = [...operands, result].map(span);
  return kernelModule({
    locals,
    parameters: locals.length,
    body: [build.store(ownElement(operands.length, result), make(args), at)],
  });
}

/** What the interpreter and the GPU leave, as text of bits. */
async function results(module: Module, types: readonly ValueScalar[], rows: readonly (readonly Bits[])[]) {
  const kernel = module.functions[0];
  if (!kernel || !runner) throw new Error("there is a kernel, and a driver");
  let end = FIRST;
  const addresses = types.map((type) => {
    const address = end;
    end += 16 * Math.ceil((scalars[type].size * rows.length) / 16) + 16;
    return address;
  });
  const memory = new Uint8Array(end);
  const view = new DataView(memory.buffer);
  [rows.length, 1, 1].forEach((size, dimension) => {
    view.setInt32(ARGS + RANGE_OFFSET + 4 * dimension, size, true);
  });
  const { offsets } = argumentLayout(kernel.locals.slice(0, kernel.parameters));
  addresses.forEach((address, index) => {
    view.setUint32(ARGS + (offsets[index] ?? 0), address, true);
    view.setInt32(ARGS + (offsets[index] ?? 0) + 4, rows.length, true);
    const { size } = scalars[types[index] ?? "u8"];
    rows.forEach((row, item) => {
      for (let byte = 0; byte < size; byte++) {
        memory[address + item * size + byte] = Number(((row[index] ?? 0n) >> BigInt(8 * byte)) & 0xffn);
      }
    });
  });
  const given = memory.slice();
  const { run } = createInterpreter(module, 0, { memory: () => memory.buffer, globals: () => 0 });
  run(ARGS, THREAD, 0, rows.length);
  const program = compileWgsl({
    module,
    kernel: 0,
    bounds: "checked",
    fp: "default",
    threads: "many",
    globalAddress: () => 0,
  });
  const { memory: left } = await runner(program, given, ARGS, rows.length);
  const [type = "u32", address = 0] = [types.at(-1), addresses.at(-1)];
  const valuesOf = (bytes: Uint8Array) => {
    const own = new DataView(bytes.buffer, bytes.byteOffset);
    const { size } = scalars[type];
    return rows.map((_, item) => {
      const from = address + item * size;
      if (type === "f32") return own.getFloat32(from, true);
      if (type === "f64") return own.getFloat64(from, true);
      return size === 8 ? own.getBigInt64(from, true) : size === 4 ? own.getInt32(from, true) : own.getUint8(from);
    });
  };
  return { expected: valuesOf(memory), found: valuesOf(left), text: textsOf(program).join("\n") };
}

/** In units of the last place of f32. */
function distance(a: unknown, b: unknown): number {
  if (Object.is(a, b)) return 0;
  if (typeof a !== "number" || typeof b !== "number" || Number.isNaN(a) || Number.isNaN(b)) return Infinity;
  const key = (value: number) => {
    const bits = new Int32Array(Float32Array.of(value).buffer)[0] ?? 0;
    return bits < 0 ? -(bits & 0x7fffffff) : bits;
  };
  return Math.abs(key(a) - key(b));
}

/** What drivers may do to f32: subnormal numbers become zeros. */
const isTiny = (value: unknown) => typeof value === "number" && Math.abs(value) < 2 ** -126;

const pairs = (values: readonly Bits[]) => values.flatMap((a) => values.map((b) => [a, b, 0n] as const));

const cases = Object.entries(ops).flatMap(([name, row]: [string, OpRow]) =>
  row.operands.flatMap((type) => {
    const op = name as keyof typeof ops; // of the table
    const given = row.result === "operand" ? [type] : row.result === "bool" ? (["bool"] as const) : (row.results ?? []);
    return given.map((result) => ({ op, type, result, row }));
  }),
);
const isLegal = ({ op, type, result }: (typeof cases)[number]): boolean => {
  const isInteger = (one: ValueScalar) => scalars[one].kind === "integer";
  if (op === "convert") {
    if (!isInteger(result)) return true;
    return (
      type === "bool" ||
      (isInteger(type) && scalars[type].size < scalars[result].size && !(type === "i32" && result === "u64"))
    );
  }
  if (op === "reinterpret") return scalars[type].size === scalars[result].size;
  return true;
};

describe("operations", () => {
  const legal = cases.filter(isLegal).filter(({ op, type }) => !(op === "sqrt" && type === "bool"));

  test("are valid", async () => {
    for (const { op, type, result, row } of legal) {
      const operands = Array.from({ length: row.arity }, (_, index) =>
        op === "select" && index === 0 ? "bool" : type,
      );
      const module = moduleOf(operands, result, (args) => ({ kind: "op", type: result, op, args }) as Expr);
      const program = compileWgsl({
        module,
        kernel: 0,
        bounds: "checked",
        fp: "default",
        threads: "many",
        globalAddress: () => 0,
      });
      for (const text of textsOf(program)) expect(await validate(text), `${op} ${type} ${result}`).toEqual([]);
    }
  });

  test.skipIf(!runner).each(legal)("$op of $type to $result", async ({ op, type, result, row }) => {
    const operands = Array.from({ length: row.arity }, (_, index) => (op === "select" && index === 0 ? "bool" : type));
    const special = specialBits(type);
    const rows = op === "select" ? pairs(special).map(([a, b], index) => [BigInt(index % 2), a, b]) : pairs(special);
    const given = rows.map((all) => [...all.slice(0, row.arity), 0n]);
    const module = moduleOf(operands, result, (args) => ({ kind: "op", type: result, op, args }) as Expr);
    const { expected, found } = await results(module, [...operands, result], given);
    const allowed = type === "f32" && (op === "div" || op === "sqrt") ? 3 : 0;
    const wrong = found.flatMap((value, index) =>
      distance(value, expected[index]) <= allowed || (isTiny(value) && isTiny(expected[index]))
        ? []
        : [{ operands: given[index]?.map(String), expected: expected[index], found: value }],
    );
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

/** What compilers fold, though it is not so for infinities, NaN and zeros. */
describe.skipIf(!runner)("constants of f32", () => {
  const constants = [0, -0, 1, -1];
  const kinds = (["add", "sub", "mul", "div"] as const).flatMap((op) =>
    constants.flatMap((value) => [true, false].map((isFirst) => ({ op, value, isFirst }))),
  );

  test.each(kinds)("$op with $value, which comes first: $isFirst", async ({ op, value, isFirst }) => {
    const constant = build.constant("f32", value);
    const module = moduleOf(["f32"], "f32", ([other = constant]) =>
      isFirst ? build.op(op, constant, other) : build.op(op, other, constant),
    );
    const rows = specialBits("f32").map((bits) => [bits, 0n]);
    const { expected, found } = await results(module, ["f32", "f32"], rows);
    const allowed = op === "div" ? 3 : 0;
    const wrong = found.flatMap((one, index) =>
      distance(one, expected[index]) <= allowed || (isTiny(one) && isTiny(expected[index]))
        ? []
        : [{ operand: rows[index]?.map(String), expected: expected[index], found: one }],
    );
    expect(wrong).toEqual([]);
  });
});

describe("functions of Math", () => {
  const names = Object.keys(builtins) as Builtin[]; // of the table
  const moduleOfMath = (builtin: Builtin): Module => {
    const operands = Array.from({ length: builtins[builtin].arity }, () => "f32" as const);
    return moduleOf(operands, "f32", (args) => ({ kind: "builtin", type: "f32", builtin, args }));
  };

  test("are valid", async () => {
    for (const builtin of names) {
      const options = { kernel: 0, bounds: "checked", fp: "default", threads: "many", globalAddress: () => 0 } as const;
      const program = compileWgsl({ module: moduleOfMath(builtin), ...options });
      for (const text of textsOf(program)) expect(await validate(text), builtin).toEqual([]);
    }
  });

  test.skipIf(!runner).each(names)("%s is as accurate as on the CPU", async (builtin) => {
    const { arity, ulp } = builtins[builtin];
    const angles = [1e5, 2 ** 19, 2 ** 20 + 0.5, 1e9, 3.3e15, 1e20, 1e38, -1e30].map(Math.fround);
    const values = [
      ...allFloats.filter((value) => Math.abs(value) > 1e-30 || value === 0),
      ...angles,
      0.3,
      -0.7,
      12.25,
      88,
      -100,
    ];
    const bits = values.map((value) => BigInt(new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0));
    const rows = arity === 2 ? pairs(bits) : bits.map((a) => [a, 0n]);
    const { expected, found } = await results(moduleOfMath(builtin), [...Array<"f32">(arity).fill("f32"), "f32"], rows);
    const wrong = found.flatMap((value, index) =>
      distance(value, expected[index]) <= ulp.f32 + 1 || (isTiny(value) && isTiny(expected[index]))
        ? []
        : [
            {
              operands: rows[index]?.map((row) => new Float32Array(Uint32Array.of(Number(row)).buffer)[0]),
              expected: expected[index],
              found: value,
            },
          ],
    );
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

/** In these tests, random bits are the same each time. */
function randomDoubles(count: number): bigint[] {
  const random = createRandom(7);
  const word = () => BigInt(random.below(2 ** 16)) | (BigInt(random.below(2 ** 16)) << 16n);
  return Array.from({ length: count }, () => word() | (word() << 32n));
}

const bitsOfDouble = (value: number): bigint => new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;

describe("doubles", () => {
  test.skipIf(!runner)(
    "square roots are exact: random and subnormal numbers, squares and their neighbours",
    async () => {
      const random = randomDoubles(6000).map((bits) => bits & (2n ** 63n - 1n));
      const subnormal = random.slice(0, 1000).map((bits) => bits & (2n ** 52n - 1n));
      const squares = random.slice(0, 2000).map((bits) => bitsOfDouble(Number(bits & 0x3ffffffn) ** 2));
      const near = squares.flatMap((bits) => [bits - 1n, bits, bits + 1n].map((one) => BigInt.asUintN(63, one)));
      const edges = [0n, 1n, 2n ** 52n, 0x7fefffffffffffffn, 0x3ff0000000000000n].flatMap((bits) => [bits, bits + 1n]);
      const rows = [...random, ...subnormal, ...near, ...edges].map((bits) => [bits, 0n]);
      const module = moduleOf(["f64"], "f64", (args) => ({ kind: "op", type: "f64", op: "sqrt", args }) as Expr);
      const { expected, found } = await results(module, ["f64", "f64"], rows);
      expect(found.findIndex((value, index) => !Object.is(value, expected[index]))).toBe(-1);
    },
  );

  const names = (Object.keys(builtins) as Builtin[]).filter((one) => everyMathFunction[one]); // of the table
  const moduleOfMath = (builtin: Builtin): Module => {
    const operands = Array.from({ length: builtins[builtin].arity }, () => "f64" as const);
    return moduleOf(operands, "f64", (args) => ({ kind: "builtin", type: "f64", builtin, args }));
  };
  const options = { kernel: 0, bounds: "checked", fp: "default", threads: "many", globalAddress: () => 0 } as const;

  test("functions of Math are valid", async () => {
    for (const builtin of names) {
      const program = compileWgsl({ module: moduleOfMath(builtin), ...options });
      for (const text of textsOf(program)) expect(await validate(text), builtin).toEqual([]);
    }
  });

  // All take a minute where a GPU is emulated.
  const isPatient = process.env.LANEWISE_TEST_GPU === "all";
  const tried = names.filter((one) => isPatient || one === "exp" || one === "pow" || one === "tan");
  test.skipIf(!runner).each(tried)(
    "Math.%s is exact",
    async (builtin) => {
      const ends = [
        22, 21.9999, 708.5, 709.782712893384, 710.4758600739439, 710.475860073944, 709.7822265625, 745.2, 1e-9,
      ];
      const usual = randomDoubles(400).map((bits) => bitsOfDouble(Number(bits >> 40n) / 2 ** 20 - 8));
      const values = [
        ...specialBits("f64"),
        ...[...ends, ...ends.map((one) => -one)].map(bitsOfDouble),
        ...usual,
        ...randomDoubles(200),
      ];
      const rows = builtins[builtin].arity === 2 ? pairs(values.slice(0, 90)) : values.map((a) => [a, 0n]);
      const types = [...Array<"f64">(builtins[builtin].arity).fill("f64"), "f64"] as const;
      const { expected, found } = await results(moduleOfMath(builtin), types, rows);
      const wrong = found.flatMap((value, index) =>
        Object.is(value, expected[index])
          ? []
          : [{ operands: rows[index]?.map(String), expected: expected[index], found: value }],
      );
      expect(wrong.slice(0, 5)).toEqual([]);
    },
    60_000,
  );
});
