// Lanes of 8 and 16 bits: every executor stores what the interpreter does, for all pairs of bytes and for numbers at the limits of 16 bits. A row
// says which instructions its kernel has, or must not have where they would be wrong.

import { printWat } from "@lanewise/codegen";
import { type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../support/random.js";
import { type Executor, executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const types = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, i32: Int32Array } as const;
type Type = keyof typeof types;

/** Two elements of each small type: A to D are those of the work-item, E to H others. */
const loads: Record<string, string> = Object.fromEntries(
  ["A", "B", "C", "D", "E", "F", "G", "H"].map((name, span) => [name, `load(%${span}[globalId(0)]!${span})`]),
);
const spans = ["u8", "i8", "u16", "i16", "u8", "i8", "u16", "i16"] as const;
/** %8 is the output; %9 a captured number; %10 to %13 are free. */
const expanded = (text: string) =>
  text.replaceAll(/\b[A-H]\b/g, (name) => loads[name] ?? name).replaceAll(/#(-?\d+)/g, "i32($1)");
const stored = (value: string) => `store %8[globalId(0)]!8 = ${value} @1:1`;

function moduleOf(body: string, out: Type): Module {
  const parameters = [...spans, out].map((type, index) => `%${index}: span<${type}>`).join(", ");
  const sites = Array.from({ length: 10 }, (_, site) => `site !${site}.s bounds @${site + 1}:1`).join("\n");
  const module = parseModule(`module "m"
file "f.ts"
${sites}
fn #0.k kernel "k" range 1 (${parameters}, %9: i32) @1:1 {
  local %10: i32
  local %11: i32
  local %12: i32
  local %13: bool
${expanded(body)}
}
`);
  expect(verify(module)).toEqual([]);
  return module;
}

const watOf = (module: Module): string =>
  printWat({
    ...{ module, kernel: 0, gang: 16, bounds: "checked", fp: "default", threads: "one", features: "simd128" },
    ...{ shape: "rows", privatise: false, sharedMemory: false },
  });

const limits = [0, 1, 2, 127, 128, 129, 254, 255, 256, 257, 32766, 32767, 32768, 32769, 65279, 65534, 65535];
/** All pairs of bytes, and of 16 bits those of the limits with each other and with others. */
function inputsOf() {
  const short = (index: number) => (index % 3 === 0 ? index * 40503 : (limits[index % limits.length] ?? 0));
  const other = (index: number) => short(index >> 4);
  const first = (index: number) => index & 255;
  const second = (index: number) => index >> 8;
  const makers = [first, first, short, short, second, second, other, other];
  return spans.map((type, span) =>
    // Whichever class it is.
    (types[type] as unknown as Int32ArrayConstructor).from({ length: 65536 }, (_, index) => makers[span]?.(index) ?? 0),
  );
}
const inputs = inputsOf();

const narrowGangs = gangExecutors.filter(({ gang, features }) => gang === 16 && features === "simd128");

const all = 65536;

/** With arrays of some length, and all gangs of 16 or, where there are many work-items, one. */
function expectSame(module: Module, out: Type, items: number, captured = 7, length = items): void {
  const args = [...inputs.map((array) => array.subarray(0, length)), new types[out](length), captured];
  const outputOf = (executor: Executor) => {
    const { failure, arrays } = runKernel(executor, { module, range: [items], args });
    expect(failure).toBe(undefined);
    return arrays[8] ?? [];
  };
  const isMany = items > 5000;
  const expected = outputOf(isMany ? executors.wasm : executors.interpreter);
  for (const executor of isMany ? narrowGangs.slice(0, 1) : narrowGangs) {
    const found = outputOf(executor);
    let at = 0;
    while (at < length && found[at] === expected[at]) at++;
    expect([at, found[at]], executor.name).toEqual([length, undefined]);
  }
}

interface Case {
  readonly name: string;
  readonly out: Type;
  readonly body: string;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
}

const weighted = (sum: string): string => `set %10 = E\nset %11 = A\n${stored(`floordiv(add(${sum}, #127), #255)`)}`;

const cases: readonly Case[] = [
  {
    name: "bytes modulo 2^8",
    out: "u8",
    body: stored("add(sub(A, E), xor(B, #77))"),
    has: ["i8x16.add", "i8x16.sub"],
    lacks: ["i16x8"],
  },
  { name: "signed bytes", out: "i8", body: stored("neg(or(B, and(F, #-3)))"), has: ["i8x16.neg"], lacks: ["i16x8"] },
  { name: "the same as 16 bits", out: "i16", body: stored("sub(A, E)"), has: ["i16x8.sub"], lacks: ["i32x4"] },
  { name: "a product of bytes", out: "u16", body: stored("mul(A, E)"), has: ["i16x8.mul"], lacks: ["i32x4"] },
  {
    name: "a product of signed bytes that is compared",
    out: "u8",
    body: stored("select(lt(mul(B, F), #-5), #3, #9)"),
    has: ["i16x8.mul", "i16x8.lt_s"],
  },
  {
    name: "a product of shorts modulo 2^16",
    out: "u16",
    body: stored("mul(C, H)"),
    has: ["i16x8.mul"],
    lacks: ["i32x4"],
  },
  { name: "a product of shorts", out: "i32", body: stored("mul(D, H)"), has: ["i32x4.extmul_low_i16x8_s"] },
  { name: "a product of unsigned shorts", out: "i32", body: stored("mul(C, G)"), has: ["i32x4.extmul_high_i16x8_u"] },
  { name: "a product of shorts, one signed", out: "i32", body: stored("mul(C, H)"), lacks: ["extmul"] },
  {
    name: "the sum of two products",
    out: "i32",
    body: stored("add(mul(D, H), mul(B, A))"),
    has: ["i32x4.dot_i16x8_s"],
  },
  {
    name: "the sum of products by constants",
    out: "i32",
    body: stored("add(mul(D, #-32768), mul(H, #1234))"),
    has: ["i32x4.dot_i16x8_s"],
  },
  {
    name: "a weighted sum",
    out: "u8",
    body: stored("shr(add(add(mul(A, #66), mul(E, #129)), #128), #8)"),
    has: ["i16x8.shr_u"],
    lacks: ["i32x4"],
  },
  {
    name: "a weighted sum that exceeds 16 bits",
    out: "u8",
    body: stored("shr(add(add(mul(A, #166), mul(E, #129)), #128), #8)"),
    lacks: ["i16x8.shr"],
  },
  {
    name: "a weighted sum of both signs",
    out: "i8",
    body: stored("shr(sub(mul(A, #112), mul(E, #112)), #8)"),
    has: ["i16x8.shr_s"],
    lacks: ["i32x4"],
  },
  {
    name: "a shift by more than the lanes have",
    out: "u8",
    body: stored("shl(shr(D, #17), #9)"),
    lacks: ["i16x8.shr_s", "i8x16.shl"],
  },
  { name: "shifts to the left", out: "u16", body: stored("shl(C, #3)"), has: ["i16x8.shl"] },
  {
    name: "a mean, rounded up",
    out: "u8",
    body: stored("shr(add(add(A, E), #1), #1)"),
    has: ["i8x16.avgr_u"],
    lacks: ["i16x8"],
  },
  {
    name: "a mean of shorts",
    out: "u16",
    body: stored("shr(add(C, add(#1, G)), #1)"),
    has: ["i16x8.avgr_u"],
    lacks: ["i32x4"],
  },
  { name: "a mean of signed bytes", out: "i8", body: stored("shr(add(add(B, F), #1), #1)"), lacks: ["avgr"] },
  { name: "a mean, rounded down", out: "u8", body: stored("shr(add(A, E), #1)"), lacks: ["avgr"], has: ["i16x8.shr"] },
  {
    name: "a saturating sum",
    out: "u8",
    body: stored("min(add(A, E), #255)"),
    has: ["i8x16.add_sat_u"],
    lacks: ["i16x8"],
  },
  { name: "a sum below another limit", out: "u8", body: stored("min(add(A, E), #254)"), lacks: ["add_sat"] },
  {
    name: "a saturating difference",
    out: "u8",
    body: stored("max(sub(A, E), #0)"),
    has: ["i8x16.sub_sat_u"],
    lacks: ["i16x8"],
  },
  {
    name: "saturating shorts",
    out: "u16",
    body: stored("min(#65535, add(C, G))"),
    has: ["i16x8.add_sat_u"],
    lacks: ["i32x4"],
  },
  {
    name: "saturating signed shorts",
    out: "i16",
    body: stored("max(min(sub(D, H), #32767), #-32768)"),
    has: ["i16x8.sub_sat_s"],
    lacks: ["i32x4"],
  },
  {
    name: "saturating signed bytes",
    out: "i8",
    body: stored("min(max(add(B, F), #-128), #127)"),
    has: ["i8x16.add_sat_s"],
    lacks: ["i16x8"],
  },
  {
    name: "a saturating sum of signed bytes is none of unsigned ones",
    out: "u8",
    body: stored("min(add(B, F), #255)"),
    lacks: ["add_sat"],
  },
  {
    name: "a clamp of 16 bits",
    out: "u8",
    body: stored("min(max(sub(mul(A, #3), E), #0), #255)"),
    has: ["i8x16.narrow_i16x8_u"],
    lacks: ["i16x8.min", "i16x8.max"],
  },
  {
    name: "a clamp of 32 bits",
    out: "u8",
    body: stored("max(min(mul(C, sub(H, #5)), #255), #0)"),
    has: ["i16x8.narrow_i32x4_s", "i8x16.narrow_i16x8_u"],
  },
  {
    name: "a clamp to other limits",
    out: "u8",
    body: stored("min(max(sub(mul(A, #3), E), #1), #255)"),
    has: ["i16x8.max_s"],
  },
  {
    name: "a clamp of words to shorts",
    out: "i16",
    body: stored("min(max(mul(D, H), #-32768), #32767)"),
    has: ["i16x8.narrow_i32x4_s"],
  },
  { name: "a distance", out: "u8", body: stored("abs(sub(A, E))"), has: ["i8x16.sub_sat_u"], lacks: ["i16x8"] },
  { name: "a distance of signed bytes", out: "u8", body: stored("abs(sub(B, F))"), lacks: ["sub_sat"] },
  { name: "the absolute value of a sum is no distance", out: "u8", body: stored("abs(add(A, E))"), lacks: ["sub_sat"] },
  { name: "the absolute value of the least byte", out: "i16", body: stored("add(abs(B), #1)"), lacks: ["i32x4"] },
  {
    name: "least and greatest",
    out: "u8",
    body: stored("max(min(A, E), #17)"),
    has: ["i8x16.min_u", "i8x16.max_u"],
    lacks: ["i16x8"],
  },
  {
    name: "the least of a signed and an unsigned byte",
    out: "i16",
    body: stored("min(A, F)"),
    has: ["i16x8.min_s"],
    lacks: ["i8x16.min"],
  },
  {
    name: "a comparison of a signed and an unsigned byte",
    out: "u8",
    body: stored("select(lt(A, F), A, F)"),
    lacks: ["i8x16.lt"],
  },
  {
    name: "equality of a signed and an unsigned byte",
    out: "u8",
    body: stored("select(eq(A, F), #1, #2)"),
    lacks: ["i8x16.eq"],
  },
  {
    name: "a threshold",
    out: "u8",
    body: stored("select(gt(A, #100), #255, #0)"),
    has: ["i8x16.gt_u"],
    lacks: ["i16x8", "i32x4"],
  },
  { name: "a threshold that is captured", out: "u8", body: stored("select(gt(A, %9), #255, #0)") },
  {
    name: "conditions",
    out: "u8",
    body: stored("select(and(not(lt(A, E)), or(ge(E, #9), ne(B, #4))), A, #0)"),
    has: ["i8x16.ge_u"],
    lacks: ["i32x4"],
  },
  {
    name: "bits of conditions",
    out: "u8",
    body: stored("add(convert<i32>(lt(A, E)), shl(convert<i32>(eq(B, F)), #1))"),
    has: ["i8x16.eq"],
    lacks: ["i32x4"],
  },
  {
    name: "a choice by words",
    out: "u8",
    body: stored("select(lt(mul(D, H), mul(H, H)), A, E)"),
    has: ["v128.bitselect"],
  },
  {
    name: "quotients",
    out: "u8",
    body: stored("floordiv(add(mul(A, #77), mul(E, #178)), #255)"),
    has: ["i32x4.extmul_low_i16x8_u"],
    lacks: ["f64x2"],
  },
  ...[
    { name: "weights that add up to 255", sum: "add(mul(A, %10), mul(and(C, #255), sub(#255, %10)))" },
    { name: "weights that add up, the other way round", sum: "add(mul(sub(#255, %10), and(C, #255)), mul(%10, A))" },
  ].map(({ name, sum }): Case => ({ name, out: "u8", body: weighted(sum), lacks: ["f64x2"] })),
  ...[
    { name: "weights of which one may be below 0", sum: "add(mul(A, %10), mul(and(C, #255), sub(#254, %10)))" },
    { name: "weights of two numbers", sum: "add(mul(A, %10), mul(and(C, #255), sub(#255, %11)))" },
    { name: "weights of larger numbers", sum: "add(mul(A, %10), mul(C, sub(#255, %10)))" },
  ].map(({ name, sum }): Case => ({ name, out: "u8", body: weighted(sum), has: ["f64x2"] })),
  { name: "quotients of all shorts by 9", out: "u16", body: stored("div(C, #9)"), lacks: ["f64x2"] },
  {
    name: "quotients of all shorts by 7, of which there is no factor",
    out: "u16",
    body: stored("div(C, #7)"),
    has: ["f64x2"],
  },
  {
    name: "quotients of small shorts by 7",
    out: "u16",
    body: stored("floordiv(min(C, #40000), #7)"),
    lacks: ["f64x2"],
  },
  { name: "quotients of signed shorts", out: "i16", body: stored("div(D, #9)"), has: ["f64x2"] },
  {
    name: "quotients by powers of two",
    out: "i16",
    body: stored("floordiv(D, #8)"),
    has: ["i16x8.shr_s"],
    lacks: ["f64x2"],
  },
  { name: "truncated quotients by powers of two", out: "i16", body: stored("div(D, #8)"), has: ["f64x2"] },
  { name: "remainders", out: "u16", body: stored("rem(C, #10)"), lacks: ["f64x2"] },
  { name: "remainders of bytes", out: "u8", body: stored("rem(add(A, E), #10)"), lacks: ["f64x2"] },
  {
    name: "what goes on from work-item to work-item",
    out: "u16",
    body: stored("add(C, mul(globalId(0), #3))"),
    has: ["i16x8.splat"],
    lacks: ["i32x4"],
  },
  {
    name: "captured numbers modulo 2^8",
    out: "u8",
    body: stored("xor(A, %9)"),
    has: ["i8x16.splat"],
    lacks: ["i32x4"],
  },
  {
    name: "a number of more bits, of which the lowest are wanted",
    out: "u8",
    body: stored("add(add(mul(C, G), #5), A)"),
  },
  { name: "a sum that is wrapped, and then widened", out: "i32", body: `${stored("add(and(add(A, E), #255), B)")}` },
  { name: "unsigned words", out: "u16", body: stored("wrap<i32>(shr(wrap<u32>(C), u32(3)))") },
  { name: "one array at two widths", out: "u16", body: stored("add(mul(A, E), select(lt(A, E), A, E))") },
];

describe.each(cases)("$name", ({ out, body, has = [], lacks = [] }) => {
  const module = moduleOf(body, out);

  test("has the instructions of the row", () => {
    const wat = watOf(module);
    const begin = wat.indexOf("(; fast ;)");
    const fast = wat.slice(begin, wat.indexOf("\n  (func", begin));
    for (const one of has) expect(fast).toContain(one);
    for (const one of lacks) expect(fast).not.toContain(one);
  });

  test("gives the same on all executors", () => {
    for (const items of [all, 333, 1]) expectSame(module, out, items, items === 333 ? -70000 : 7);
  });
});

const neighbour = (span: number, index: string) => `load(%${span}[${index}]!${span})`;
const bodies: Readonly<Record<string, readonly [body: string, out: Type]>> = {
  "locals that work-items set one by one": [
    `set %10 = A\nif lt(A, E) {\nset %10 = add(%10, #3)\n} else {\nset %10 = sub(E, #300)\n}\n${stored("add(%10, B)")}`,
    "i16",
  ],
  "a local of a byte in some work-items": [
    `set %10 = A\nset %11 = E\nif gt(mul(D, H), #9) {\nset %10 = E\nset %11 = #7\n}\n${stored("xor(%10, %11)")}`,
    "u8",
  ],
  "a sum of bytes in a loop": [
    `set %11 = #0\nset %10 = #0\nloop L0 @1:1 while lt(%10, #9) {\nset %11 = add(%11, ${neighbour(0, "add(globalId(0), %10)")})\n} update {\nset %10 = add(%10, #1)\n}\n${stored("floordiv(%11, #9)")}`,
    "u8",
  ],
  "a sum that goes down, of more than 16 bits": [
    `set %11 = #5\nset %10 = #0\nloop L0 @1:1 while lt(%10, #300) {\nset %11 = sub(%11, A)\n} update {\nset %10 = add(%10, #1)\n}\n${stored("shr(%11, #4)")}`,
    "i16",
  ],
  "rounds of different numbers": [
    `set %11 = #0\nset %10 = #0\nloop L0 @1:1 while lt(%10, and(E, #7)) {\nset %11 = and(add(mul(%11, #3), A), #1023)\n} update {\nset %10 = add(%10, #1)\n}\n${stored("shr(%11, #2)")}`,
    "u8",
  ],
  "a way out that work-items take one by one": [
    `set %11 = A\nset %10 = #0\nloop L0 @1:1 while lt(%10, #9) {\nif gt(%11, E) {\nbreak L0\n}\nset %11 = min(add(%11, #20), #255)\n} update {\nset %10 = add(%10, #1)\n}\n${stored("%11")}`,
    "u8",
  ],
  "a store of some": [`if lt(A, E) {\n${stored("sub(E, A)")}\n}`, "u8"],
  "a store of some to 16 bits": [`if lt(D, H) {\n${stored("mul(A, E)")}\n}`, "u16"],
  "a store of some, of what was there": [
    `if ne(and(A, #3), #0) {\nstore %0[globalId(0)]!0 = add(A, #1) @1:1\n}\n${stored("A")}`,
    "u8",
  ],
  "a store to elements apart": ["store %8[mul(globalId(0), #2)]!8 = shr(add(A, E), #1) @1:1", "u8"],
  "a store anywhere": [`store %8[${neighbour(2, "globalId(0)")}]!8 = add(globalId(0), A) @1:1`, "u16"],
  colours: [
    [0, 1, 2]
      .map(
        (part) =>
          `store %8[add(mul(globalId(0), #3), #${part})]!8 = shr(mul(add(${neighbour(0, `add(mul(globalId(0), #3), #${part})`)}, E), #77), #8) @1:1`,
      )
      .join("\n"),
    "u8",
  ],
  "elements 2 to 4 apart": [
    stored(
      `add(add(${neighbour(0, "mul(globalId(0), #2)")}, ${neighbour(1, "mul(globalId(0), #3)")}), ${neighbour(7, "mul(globalId(0), #4)")})`,
    ),
    "i16",
  ],
  "elements anywhere": [stored(`add(sub(${neighbour(4, "C")}, ${neighbour(5, "C")}), ${neighbour(3, "C")})`), "i16"],
  "elements anywhere, of some": [
    `set %10 = #3\nif lt(A, #9) {\nset %10 = ${neighbour(4, "C")}\n}\n${stored("max(%10, E)")}`,
    "u8",
  ],
  "an element twice, at two widths": [
    `set %10 = add(A, #1)\nset %11 = max(A, E)\n${stored("add(shl(%10, #4), %11)")}`,
    "u16",
  ],
  "a condition that a local holds": [`set %13 = lt(A, E)\n${stored("select(and(%13, gt(A, #9)), A, E)")}`, "u8"],
};

describe.each(Object.entries(bodies))("%s", (_, [body, out]) => {
  test("gives the same on all executors", () => {
    const module = moduleOf(body, out);
    for (const items of [1999, 1]) expectSame(module, out, items, 7, all);
  });
});

const constants = [0, 1, 2, 3, 5, 9, 100, 127, 128, 255, 256, 1000, 32767, 65535, -1, -2, -128, -32768];
function randomExpr(random: Random, depth: number): string {
  const { below, oneIn, pick } = random;
  const next = () => randomExpr(random, depth - 1);
  if (depth === 0 || oneIn(8))
    return oneIn(4) ? `#${pick(constants)}` : pick([...Object.keys(loads), "%9", "globalId(0)"]);
  switch (below(8)) {
    case 0:
      return `${pick(["shl", "shr"])}(${next()}, #${below(18)})`;
    case 1:
      return `select(${pick(["lt", "le", "gt", "ge", "eq", "ne"])}(${next()}, ${next()}), ${next()}, ${next()})`;
    case 2:
      return `${pick(["div", "floordiv", "rem"])}(${next()}, #${pick([1, 2, 3, 7, 8, 9, 10, 100, 255, 256])})`;
    case 3:
      return `${pick(["neg", "abs", "not"])}(${next()})`;
    case 4:
      return `min(max(${next()}, #${pick([0, -128, -32768, 3])}), #${pick([255, 127, 32767, 65535])})`;
    default:
      return `${pick(["add", "sub", "mul", "and", "or", "xor", "min", "max"])}(${next()}, ${next()})`;
  }
}

test("random expressions give the same on all executors", () => {
  let narrow = 0;
  for (let seed = 1; seed <= 24; seed++) {
    const random = createRandom(seed);
    const out = random.pick(["u8", "i8", "u16", "i16", "i32"] as const);
    const [first, second, third] = [2, 2, 3].map((depth) => randomExpr(random, depth));
    const body = `set %10 = ${first}\nif lt(A, #200) {\nset %10 = ${second}\n}\nset %11 = add(%10, ${third})\n${stored("xor(%11, %10)")}`;
    const module = moduleOf(body, out);
    if (/i(8x16|16x8)\.(add|sub|mul|min|max|neg|shr)/.test(watOf(module))) narrow++;
    expectSame(module, out, 1001, -70000 + seed);
  }
  expect(narrow).toBeGreaterThan(6);
});
