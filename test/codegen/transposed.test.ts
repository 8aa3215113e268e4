// Loops that go along rows, four rounds at a time: every executor does what one work-item after the other does, round after round. A row
// says what a loop does and which of its accesses go together; none where that would be wrong.

import { type AccessReport, explainKernel, printWat } from "@lanewise/codegen";
import { type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { expectAlike } from "../support/gang-failures.js";
import { executors, gangExecutors, type KernelLaunch, runKernel } from "../support/run-kernel.js";

interface Case {
  readonly name: string;
  /** Of the body's accesses of %0 and %1. */
  readonly transposed: readonly string[];
  readonly body: string;
  /** Around the loop, where its text is `LOOP`. */
  readonly around?: string;
  readonly type?: keyof typeof elements;
  /** Where %1 begins in %0, in elements. */
  readonly inside?: number;
  readonly compare?: "lt" | "le";
  readonly condition?: string;
  /** What the counter begins with; %4 unless stated. */
  readonly first?: string;
  /** Where in its row of %1 a work-item stores its sum, before the elements of the loop; 0 unless stated. */
  readonly end?: number;
}

/** Arrays of each type; what a load gives, and how a sum of it is made. Small integers are `times` those of other types, so that all bits are used. */
const elements = {
  u8: { array: Uint8Array, register: "i32", times: 25 },
  i8: { array: Int8Array, register: "i32", times: 25 },
  u16: { array: Uint16Array, register: "i32", times: 6500 },
  i16: { array: Int16Array, register: "i32", times: 6500 },
  i32: { array: Int32Array, register: "i32", times: 400_000_000 },
  u32: { array: Uint32Array, register: "u32", times: 400_000_000 },
  f16: { array: Uint16Array, register: "f32" },
  f32: { array: Float32Array, register: "f32" },
  i64: { array: BigInt64Array, register: "i64" },
  f64: { array: Float64Array, register: "f64" },
} as const satisfies Readonly<Record<string, { array: unknown; register: string; times?: number }>>;

/** %6 is where the work-item's row begins, %7 the counter, %8 a sum; %10 is free. */
const at = (distance: number) => `add(%6, add(%7, i32(${distance})))`;
const fold = (value: string) => `set %8 = add(mul(%8, ONE(3)), ${value})`;
const sum = fold(`load(%0[${at(0)}]!0)`);

const cases: readonly Case[] = [
  ...(Object.keys(elements) as (keyof typeof elements)[]).flatMap((type): Case[] => [
    // All bits of an element come to its sum, also to what a small integer keeps of that.
    {
      name: `a sum of ${type}`,
      type,
      transposed: ["load"],
      body:
        elements[type].register === "i32"
          ? `set %10 = load(%0[${at(0)}]!0)\n${fold("xor(%10, shr(%10, i32(8)))")}`
          : sum,
    },
    {
      name: `prefix sums of ${type}`,
      type,
      transposed: ["load", "store"],
      body: `${sum}\nstore %1[${at(1)}]!1 = %8 @1:1`,
    },
  ]),
  { name: "up to a bound and with it", compare: "le", transposed: ["load"], body: sum },
  {
    name: "the same element twice, and its neighbour",
    // The report has the one that is loaded twice once.
    transposed: ["load", "load"],
    body: `${fold(`mul(load(%0[${at(0)}]!0), load(%0[${at(0)}]!1))`)}\n${fold(`load(%0[${at(1)}]!2)`)}`,
  },
  ...[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map(
    (distance): Case => ({
      name: `stores ${distance} elements on`,
      // One to three rounds later the element is read.
      transposed: distance >= 1 && distance <= 3 ? [] : ["load", "store"],
      body: `${sum}\nstore %0[${at(distance)}]!1 = %8 @1:1`,
    }),
  ),
  {
    name: "a load behind a store to its element",
    transposed: [],
    body: `store %0[${at(0)}]!1 = %8 @1:1\n${sum}`,
  },
  {
    name: "two stores to an array, of which one writes what the other has",
    transposed: ["load"],
    body: `${sum}\nstore %1[${at(0)}]!1 = %8 @1:1\nstore %1[${at(1)}]!2 = ONE(5) @1:1`,
  },
  {
    name: "a store that a load of one element of the row sees",
    transposed: ["load"],
    body: `store %1[${at(0)}]!1 = %8 @1:1\n${sum}\n${fold("load(%1[add(%6, i32(2))]!2)")}`,
  },
  ...[0, 1, 2, 3, 4, 9].map(
    (inside): Case => ({
      name: `what is stored lies ${inside} elements in what is loaded`,
      transposed: ["load", "store"],
      inside,
      body: `${sum}\nstore %1[${at(0)}]!1 = %8 @1:1`,
    }),
  ),
  {
    name: "a load of another array between stores",
    transposed: ["store"],
    inside: 2,
    body: `store %1[${at(0)}]!1 = %8 @1:1\n${fold("load(%0[add(%6, i32(4))]!0)")}`,
  },
  {
    name: "under a mask",
    transposed: ["load"],
    around: "if eq(and(globalId(0), i32(1)), i32(0)) {\nLOOP\n}",
    body: `${sum}\nstore %1[${at(0)}]!1 = %8 @1:1`,
  },
  {
    name: "where some work-items load",
    transposed: ["load"],
    body: `if gt(%8, ONE(40)) {\nset %8 = sub(%8, ONE(33))\n} else {\n${sum}\n}`,
  },
  {
    name: "a store of some work-items",
    transposed: ["load"],
    body: `${sum}\nif gt(%8, ONE(40)) {\nstore %1[${at(0)}]!1 = %8 @1:1\nset %8 = ONE(1)\n}`,
  },
  {
    name: "a way out that all take together",
    transposed: ["load"],
    body: `${sum}\nif eq(%7, i32(6)) {\nbreak L0\n}\nstore %1[${at(0)}]!1 = %8 @1:1`,
  },
  {
    name: "rounds that work-items end early",
    transposed: ["load"],
    body: `if gt(%8, ONE(40)) {\nset %8 = sub(%8, ONE(33))\ncontinue L0\n}\n${sum}`,
  },
  {
    name: "a way out that work-items take one by one",
    transposed: [],
    body: `${sum}\nif gt(%8, ONE(90)) {\nbreak L0\n}`,
  },
  {
    name: "a loop around",
    transposed: ["load"],
    around: "set %10 = i32(0)\nloop L1 @1:1 while lt(%10, i32(3)) {\nLOOP\n} update {\nset %10 = add(%10, i32(1))\n}",
    body: fold(`load(%0[add(${at(0)}, %10)]!0)`),
  },
  {
    name: "an index that a local holds",
    transposed: ["load", "store"],
    body: `set %10 = ${at(0)}\n${fold("load(%0[%10]!0)")}\nstore %1[%10]!1 = %8 @1:1`,
  },
  {
    name: "every second element",
    transposed: [],
    body: fold("load(%0[add(%6, mul(%7, i32(2)))]!0)"),
  },
  {
    name: "a store to elements elsewhere in the row",
    transposed: [],
    body: `${sum}\nstore %0[add(%6, mul(%7, i32(2)))]!1 = %8 @1:1`,
  },
  {
    name: "what some work-items store lies in what is loaded",
    transposed: ["load"],
    inside: 2,
    body: `${sum}\nif gt(%8, ONE(40)) {\nstore %1[${at(0)}]!1 = %8 @1:1\nset %8 = ONE(1)\n}`,
  },
  {
    name: "a bound that is loaded in each round",
    transposed: [],
    type: "u8",
    condition: "lt(%7, load(%1[i32(1)]!1))",
    body: sum,
  },
  {
    name: "an element that may be outside, behind a store",
    transposed: ["load"],
    body: `${sum}\nstore %1[${at(0)}]!1 = %8 @1:1\n${fold("load(%0[load(%2[globalId(0)]!2)]!3)")}`,
  },
  { name: "three rounds", first: "i32(3)", condition: "lt(%7, i32(6))", transposed: [], body: sum },
  { name: "four rounds", first: "i32(3)", condition: "lt(%7, i32(7))", transposed: ["load"], body: sum },
  {
    name: "four rounds, the last with the bound",
    first: "i32(3)",
    condition: "le(%7, i32(6))",
    transposed: ["load"],
    body: sum,
  },
  {
    name: "a bound that moves",
    transposed: [],
    condition: "lt(%7, %9)",
    body: `${sum}\nif eq(%7, i32(2)) {\nset %9 = add(%9, i32(-1))\n}`,
  },
];

const sites = Array.from({ length: 6 }, (_, site) => `site !${site}.s bounds @${site + 1}:1`).join("\n");

function moduleOf(
  { type = "f32", body, around = "LOOP", compare = "lt", condition, first = "%4", end = 0 }: Case,
  stride: string,
): Module {
  const { register } = elements[type];
  const value = (n: string) => `${register}(${n}${register === "i64" ? "n" : ""})`;
  const loop = `set %7 = ${first}\nloop L0 @1:1 while ${condition ?? `${compare}(%7, %5)`} {\n${body}\n} update {\nset %7 = add(%7, i32(1))\n}`;
  const text = around.replace("LOOP", () => loop).replaceAll(/ONE\((\d+)\)/g, (_, n: string) => value(n));
  return parseModule(`module "m"
file "f.ts"
${sites}
fn #0.k kernel "k" range 1 (%0: span<${type}>, %1: span<${type}>, %2: span<i32>, %3: i32, %4: i32, %5: i32) @1:1 {
  local %6: i32
  local %7: i32
  local %8: ${register}
  local %9: i32
  local %10: i32
  set %6 = add(mul(globalId(0), ${stride}), i32(6))
  set %8 = ${value("1")}
  set %9 = %5
${text}
  store %1[add(mul(globalId(0), ${stride}), i32(${end}))]!5 = %8 @1:1
}
`);
}

describe.each(cases)("$name", (one) => {
  const { type = "f32", transposed, inside, compare } = one;
  const { array, times }: { array: { readonly BYTES_PER_ELEMENT: number }; times?: number } = elements[type];
  const margin = 24;
  const launchOf = (module: Module, items: number, columns: number): KernelLaunch => {
    const stride = columns + margin;
    const filled = (length: number, factor: number, by = 1) =>
      // Whichever class it is; values are of its own kind of number.
      (array as unknown as Float64ArrayConstructor).from({ length }, (_, index) => {
        const value = ((index * factor) % 11) * by;
        return (
          array === BigInt64Array ? BigInt(value) : type === "f16" ? 0x3c00 + 16 * value + ((value & 1) << 15) : value
        ) as number;
      });
    const length = items * stride + margin;
    const arrays = [filled(length, 7, times), filled(inside === undefined ? length : length - inside, 5)] as never[];
    const first = columns % 3;
    const last = compare === "le" ? columns + first - 1 : columns + first;
    const args = [...arrays, Int32Array.from({ length: items }, (_, index) => index), stride, first, last];
    const offset = (inside ?? 0) * array.BYTES_PER_ELEMENT;
    return { module, range: [items], args, ...(inside === undefined ? {} : { inside: { span: 1, of: 0, offset } }) };
  };

  test("is sound, and its loads and stores go together as the row says", () => {
    const module = moduleOf(one, "%3");
    expect(verify(module)).toEqual([]);
    const { accesses } = explainKernel({ ...options, module });
    const isOfBody = ({ form }: AccessReport) => form === "transposed";
    expect(accesses.filter(isOfBody).map(({ kind }) => kind)).toEqual(transposed);
  });

  test("gives the same on all executors", () => {
    for (const stride of one.inside === undefined && type !== "f32" ? ["%3"] : ["%3", "i32(37)"]) {
      const module = moduleOf(one, stride);
      for (const [items, columns] of sizes) {
        const launch = launchOf(module, items, stride === "%3" ? columns : 13);
        const expected = runKernel(executors.interpreter, launch);
        expect(expected.failure).toBe(undefined);
        for (const executor of gangs) expect(runKernel(executor, launch), executor.name).toEqual(expected);
      }
    }
  });
});

/** Elements of 64 bits that are two or three apart are in no registers that are loaded whole. Stores wait only where rows are four elements apart. */
test.each([1, 2, 3, 4])("doubles of rows %d elements apart", (distance) => {
  const stride = `i32(${distance})`;
  const loading = moduleOf({ name: "", transposed: [], type: "f64", body: sum, end: 40 }, stride);
  const both = moduleOf(
    { name: "", transposed: [], type: "f64", body: `${sum}\nstore %1[${at(1)}]!1 = %8 @1:1` },
    stride,
  );
  const formsOf = (module: Module) =>
    explainKernel({ ...options, module }).accesses.map(({ kind, form }) => `${kind} ${form}`);
  expect(formsOf(loading).includes("load transposed")).toBe(distance > 1);
  expect(formsOf(both).includes("store transposed")).toBe(distance > 3);
  for (const [items, columns] of sizes) {
    const numbers = Float64Array.from({ length: items * distance + columns + 60 }, (_, index) => (index * 7) % 11);
    const args = [numbers, numbers.map((one) => one + 1), new Int32Array(items), 0, 0, columns];
    const launch: KernelLaunch = { module: loading, range: [items], args };
    const expected = runKernel(executors.interpreter, launch);
    expect(expected.failure).toBe(undefined);
    for (const executor of gangs) expect(runKernel(executor, launch), executor.name).toEqual(expected);
  }
});

test("rows that end outside fail in the round that they do", () => {
  const body = `${sum}\nstore %1[${at(0)}]!1 = %8 @1:1`;
  for (const stride of ["%3", "i32(37)"]) {
    const module = moduleOf({ name: "", transposed: [], body }, stride);
    for (const [loaded, stored] of [
      [400, 1000],
      [1000, 400],
      [430, 400],
    ] as const) {
      const numbers = (length: number) => Float32Array.from({ length }, (_, index) => index % 5);
      const args = [numbers(loaded), numbers(stored), new Int32Array(20), 37, 0, 13];
      expect(expectAlike({ module, range: [20], args })).toBe(true);
    }
  }
});

test.each([
  ["rounds", "LOOP", `if lt(%7, i32(3)) {\n${sum}\n}`, 20],
  ["rounds up to a way out", "LOOP", `if eq(%7, i32(3)) {\nbreak L0\n}\n${sum}`, 20],
  ["work-items", "if lt(globalId(0), i32(5)) {\nLOOP\n}", sum, 5],
])("without checks, nothing is loaded but for %s that load", (_, around, body, items) => {
  const module = moduleOf({ name: "", transposed: [], body, around }, "%3");
  const isFirst = items === 20;
  // To the last element that is loaded, which is the last of memory.
  const loaded = (items - 1) * 37 + 6 + (isFirst ? 3 : 13);
  const numbers = (length: number) => Float32Array.from({ length }, (__, index) => index % 5);
  const args = [numbers(loaded), numbers(1000), new Int32Array(20), 37, 0, 13];
  const launch: KernelLaunch = { module, range: [20], args, last: 0 };
  const expected = runKernel(executors.interpreter, launch);
  expect(expected.failure).toBe(undefined);
  for (const executor of gangExecutors) expect(runKernel(executor, launch), executor.name).toEqual(expected);
});

/** Tiles are transposed by shuffles, which nothing else in these kernels needs. */
test.each([
  ["checked", "LOOP", true],
  ["checked", "if lt(globalId(0), i32(5)) {\nLOOP\n}", true],
  ["unchecked", "LOOP", true],
  ["unchecked", "if lt(globalId(0), i32(5)) {\nLOOP\n}", false],
] as const)("%s, %s: has tiles: %s", (bounds, around, hasTiles) => {
  const module = moduleOf({ name: "", transposed: [], body: sum, around }, "%3");
  expect(/i8x16\.shuffle/.test(printWat({ ...options, bounds, module }))).toBe(hasTiles);
});

/** Stores of a gang happen statement by statement (E2 of docs/spec.md), also where rows overlap. */
test.each([0, 1, 2, 3, 4, 7, -1, -3, -4])("rows %d elements apart are stored in the order of rounds", (stride) => {
  const body = `set %8 = add(mul(f32(100), convert<f32>(globalId(0))), convert<f32>(%7))\nstore %1[${at(60)}]!1 = %8 @1:1`;
  const module = moduleOf({ name: "", transposed: [], body, end: 60 }, "%3");
  const jump = "if eq(%7, i32(99)) {\nbreak L0\n}";
  const without = moduleOf({ name: "", transposed: [], body: `${body}\n${jump}`, end: 60 }, "%3");
  const args = [new Float32Array(1), new Float32Array(400), new Int32Array(20), stride, 0, 13];
  for (const executor of gangs) {
    const [own, other] = [module, without].map((one) => runKernel(executor, { module: one, range: [16], args }));
    expect(own, executor.name).toEqual(other);
  }
});

/** Work-items, and elements of a row. */
const sizes = [
  [1, 9],
  [37, 15],
  [18, 4],
  [20, 0],
] as const;
/** One of each size; in one dimension, shapes are the same. */
const names = ["gangs of 4, rows, checked", "gangs of 8, rows, checked", "gangs of 16, rows, unchecked"];
const gangs = gangExecutors.filter(({ name }) => names.some((one) => name === `${one}, simd128`));

const options = {
  kernel: 0,
  gang: 8,
  bounds: "checked",
  fp: "default",
  threads: "one",
  features: "simd128",
  shape: "rows",
  privatise: false,
  sharedMemory: false,
} as const;
