// Single functions of narrowing, a table for each: the bounds that a condition states, which private arrays have a range, what the uses of doubles
// need of them, and which indices may wrap around.

import { build, type Expr, type Fn, type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { collectFacts } from "../../codegen/dist/analysis/facts.js";
import { type Assumed, LIMIT } from "../../codegen/dist/narrow/assumed.js";
import { demandOn, findDemands, INDEX, MODULAR, VALUE, ZERO_SIGN } from "../../codegen/dist/narrow/demands.js";
import { rangeOf } from "../../codegen/dist/narrow/expression-ranges.js";
import { findRanges, type Ranges } from "../../codegen/dist/narrow/find-ranges.js";
import { wrapsHarmlessly } from "../../codegen/dist/narrow/index-values.js";
import { boundsIn } from "../../codegen/dist/narrow/places.js";
import { findPrivateArrays, stepOfNumber } from "../../codegen/dist/narrow/private-arrays.js";
import { withPrivateWords } from "../../codegen/dist/narrow/private-words.js";
import { anything, constantRange, integers, type Range } from "../../codegen/dist/narrow/range.js";

const { constant, convert, element, load, local, not, op } = { ...build, not: (one: Expr) => build.op("not", one) };
const i = (index: number) => local(index, "i32");
const d = (index: number) => local(index, "f64");
const word = (value: number) => constant("i32", value);
const double = (value: number) => constant("f64", value);

/** The text with a site behind each index of the private array `%3`. */
const withSites = (text: string) => text.replaceAll(/&%3(\[[^[\]]*\])+/g, (one) => one.replaceAll("]", "]!0"));

/** `%0` is an array, `%1` a number, `%2` a double; the locals begin with `%3`. */
function fnOf(locals: readonly string[], body: string): Fn {
  const module: Module = parseModule(`module "m"
file "m.ts"
site !0.a bounds @1:1
fn #0."k" kernel "k" range 1 (%0: span<f64>, %1: i32, %2: f64) @1:1 {
${locals.map((type, at) => `local %${at + 3}: ${type}`).join("\n")}
${withSites(body)}
}
`);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions;
  if (!fn) throw new Error("the text has a kernel");
  return fn;
}

describe("bounds", () => {
  const less = op("lt", i(1), word(9));
  const more = op("ge", i(2), word(4));
  const same = op("eq", i(3), word(5));
  const ofDoubles = op("lt", d(1), double(9));

  test.each<readonly [name: string, condition: Expr, holds: readonly string[], fails: readonly string[]]>([
    ["less", less, ["1 lt"], ["1 ge"]],
    ["at least", more, ["2 ge"], ["2 lt"]],
    ["the same", same, ["3 eq"], []],
    ["different", op("ne", i(3), word(5)), [], []],
    ["of doubles", ofDoubles, ["1 lt"], ["1 ge unless NaN"]],
    ["of floats", op("gt", local(1, "f32"), constant("f32", 1)), ["1 gt"], ["1 le unless NaN"]],
    ["on the right", op("lt", word(9), i(1)), ["1 gt"], ["1 le"]],
    ["at most, on the right", op("le", word(9), i(1)), ["1 ge"], ["1 lt"]],
    ["on both sides", op("gt", i(1), i(2)), ["1 gt", "2 lt"], ["1 le", "2 ge"]],
    ["not less", not(less), ["1 ge"], ["1 lt"]],
    ["not the same", not(same), [], ["3 eq"]],
    ["both", op("and", less, more), ["1 lt", "2 ge"], []],
    ["one of two", op("or", less, more), [], ["1 ge", "2 lt"]],
    ["neither", not(op("or", less, more)), ["1 ge", "2 lt"], []],
    ["of what is computed", op("lt", op("add", i(1), i(2)), word(9)), [], []],
    ["a sum", op("add", i(1), i(2)), [], []],
    ["a local", local(1, "bool"), [], []],
  ])("%s", (_, condition, holds, fails) => {
    const found = (is: boolean) =>
      boundsIn(condition, is).map((one) => `${one.local} ${one.compare}${one.isUnlessNaN ? " unless NaN" : ""}`);
    expect([found(true), found(false)]).toEqual([holds, fails]);
  });
});

describe("private arrays", () => {
  const index = "and(globalId(0), i32(3))";
  const out = (value: string) => `store %0[globalId(0)]!0 = ${value} @1:1`;

  test.each<readonly [name: string, type: string, body: string, isFound: boolean]>([
    ["stored, then loaded", "f64", `store &%3[i32(0)] = f64(1) @1:1\n${out("load(&%3[i32(0)])")}`, true],
    ["loaded, then stored", "f64", `${out("load(&%3[i32(0)])")}\nstore &%3[i32(0)] = f64(1) @1:1`, false],
    ["only stored", "f64", `store &%3[${index}] = f64(1) @1:1`, true],
    ["only loaded", "f64", out("load(&%3[i32(0)])"), false],
    ["of what it holds itself", "f64", "store &%3[i32(0)] = add(load(&%3[i32(1)]), f64(1)) @1:1", false],
    ["of words", "i32", `store &%3[i32(0)] = %1 @1:1\n${out("convert<f64>(load(&%3[i32(0)]))")}`, true],
    ["of bytes", "u8", `store &%3[i32(0)] = %1 @1:1\n${out("convert<f64>(load(&%3[i32(0)]))")}`, true],
    ["of floats", "f32", `store &%3[i32(0)] = f32(1) @1:1\n${out("f64(0)")}`, false],
    ["of bigints", "i64", `store &%3[i32(0)] = i64(1n) @1:1\n${out("f64(0)")}`, false],
    ["of bools", "bool", `store &%3[i32(0)] = bool(true) @1:1\n${out("f64(0)")}`, false],
    ["whose address is kept", "f64", `store &%3[i32(0)] = f64(1) @1:1\nset %4 = &%3\n${out("f64(0)")}`, false],
  ])("%s", (_, type, body, isFound) => {
    const fn = fnOf([`array<${type}, 4>`, `ref<array<${type}, 4>>`], body);
    expect([...findPrivateArrays(fn)]).toEqual(isFound ? [[3, type]] : []);
  });

  test.each<readonly [name: string, place: string, isFound: boolean]>([
    ["an element of an array of arrays", "&%3[i32(0)][i32(1)]", true],
    ["a row", "&%3[i32(0)]", false],
  ])("%s", (_, place, isFound) => {
    const body = isFound ? `store ${place} = f64(1) @1:1` : `set %4 = ${place}`;
    const fn = fnOf(["array<array<f64, 2>, 2>", "ref<array<f64, 2>>"], body);
    expect([...findPrivateArrays(fn)]).toEqual(isFound ? [[3, "f64"]] : []);
  });

  const array = build.address(3, { kind: "array", element: "f64", length: 4 });
  const held = (at: Expr = word(0)) => load(element(array, at, 0));
  const other = load(element(build.address(4, { kind: "array", element: "f64", length: 4 }), word(0), 0));
  const byItself = held(convert("wrap", "i32", held()));
  test.each<readonly [name: string, value: Expr, step: Expr | undefined, isAdded: boolean]>([
    ["a step added", op("add", held(), double(2)), double(2), true],
    ["to a step", op("add", double(2), held()), double(2), true],
    ["subtracted", op("sub", held(), double(2)), double(2), false],
    ["from a step", op("sub", double(2), held()), undefined, false],
    ["multiplied", op("mul", held(), double(2)), undefined, false],
    ["two elements", op("add", held(), held(word(1))), undefined, false],
    ["an element of another array", op("add", held(), other), other, true],
    ["at an index that the array holds", op("add", byItself, double(2)), undefined, false],
    ["to itself, negated", op("add", op("neg", held()), double(2)), undefined, false],
    ["no element", op("add", double(2), d(2)), undefined, false],
    ["a local", d(2), undefined, false],
  ])("%s", (_, value, step, isAdded) => {
    expect(stepOfNumber(value, 3)).toEqual(step && { value: step, isAdded });
  });
});

test("NaN is a number whose range has no bounds of its own", () => {
  expect(constantRange(Number.NaN)).toEqual({ ...integers(0, 0), hasNaN: true });
  expect(constantRange(-0)).toEqual({ ...integers(-0, -0), hasNegativeZero: true });
  expect(constantRange(0.5)).toEqual({ ...integers(0.5, 0.5), isInteger: false });
  expect(constantRange(3)).toEqual(integers(3, 3));
});

describe("the assumptions about a launch", () => {
  const MOST = 2 ** 31 - 1;
  const assumedOf = (...numbers: readonly number[]): Assumed => ({
    ...{ sizes: new Set(), parameters: new Set(), positive: new Set(), areas: new Map() },
    ...{ numbers: new Set(numbers), steps: new Set([2]), hasAreas: false },
  });
  const spanLocal = (index: number) => local(index, { kind: "span", element: "f64" });
  const range = (expr: Expr, assumed?: Assumed): Range => {
    const context = {
      ...{ assumed, tables: () => undefined, parameters: 4, rangeOfArray: () => undefined },
      ...{ definitionOf: () => undefined, isAssigned: () => false, rangeOfLocal: () => integers(-MOST - 1, MOST) },
    };
    return rangeOf({ ...context, anywhere: () => ({ ...context, anywhere: () => expect.unreachable() }) }, expr);
  };

  test.each<readonly [name: string, expr: Expr, plain: Range, limited: Range, assumed: Partial<Assumed>]>([
    [
      ...(["a length", build.length(spanLocal(0))] as const),
      ...([integers(0, MOST), integers(0, LIMIT), { parameters: new Set([0]) }] as const),
    ],
    [
      ...(["the last parameter's length", build.length(spanLocal(3))] as const),
      ...([integers(0, MOST), integers(0, LIMIT), { parameters: new Set([3]) }] as const),
    ],
    ["the length of what a local names", build.length(spanLocal(4)), integers(0, MOST), integers(0, MOST), {}],
    ["an index", build.query("globalId", 1), integers(0, MOST - 1), integers(0, LIMIT - 1), { sizes: new Set([1]) }],
    ["a size", build.query("globalSize", 0), integers(0, MOST), integers(0, LIMIT), { sizes: new Set([0]) }],
    ["an index in the group", build.query("localId", 0), integers(0, MOST), integers(0, MOST), {}],
    [
      ...(["a captured number", i(1)] as const),
      ...([integers(-MOST - 1, MOST), integers(-LIMIT, LIMIT), { parameters: new Set([1]) }] as const),
    ],
    [
      ...(["a captured step", i(2)] as const),
      ...([integers(-MOST - 1, MOST), integers(1, LIMIT)] as const),
      { parameters: new Set([2]), positive: new Set([2]) },
    ],
    ["a captured seed", i(3), integers(-MOST - 1, MOST), integers(-MOST - 1, MOST), {}],
    ["a local", i(4), integers(-MOST - 1, MOST), integers(-MOST - 1, MOST), {}],
  ])("%s", (_, expr, plain, limited, made) => {
    expect(range(expr)).toEqual(plain);
    const assumed = assumedOf(1, 2, 4);
    expect(range(expr, assumed)).toEqual(limited);
    const { sizes, parameters, positive } = assumed;
    const none: ReadonlySet<number> = new Set();
    expect({ sizes, parameters, positive }).toEqual({ sizes: none, parameters: none, positive: none, ...made });
  });
});

describe("the rounds of a loop", () => {
  const UNKNOWN = Number.POSITIVE_INFINITY;

  test.each<readonly [name: string, first: string, condition: string, step: string, rounds: number]>([
    ["up", "i32(0)", "lt(%3, i32(10))", "add(%3, i32(1))", 10],
    ["up to the bound and with it", "i32(0)", "le(%3, i32(10))", "add(%3, i32(1))", 11],
    ["by three", "i32(0)", "lt(%3, i32(10))", "add(%3, i32(3))", 4],
    ["by three to the bound", "i32(1)", "lt(%3, i32(10))", "add(%3, i32(3))", 3],
    ["by three and with the bound", "i32(1)", "le(%3, i32(10))", "add(%3, i32(3))", 4],
    ["down", "i32(10)", "gt(%3, i32(0))", "sub(%3, i32(1))", 10],
    ["down to the bound and with it", "i32(10)", "ge(%3, i32(0))", "sub(%3, i32(2))", 6],
    ["down by adding", "i32(10)", "gt(%3, i32(0))", "add(%3, i32(-2))", 5],
    ["the bound on the left", "i32(0)", "gt(i32(10), %3)", "add(%3, i32(1))", 10],
    ["with another condition", "i32(0)", "and(lt(%3, i32(10)), lt(%1, i32(3)))", "add(%3, i32(1))", 10],
    ["with the lower of two bounds", "i32(0)", "and(lt(%3, i32(10)), lt(%3, i32(7)))", "add(%3, i32(1))", 7],
    ["none", "i32(12)", "lt(%3, i32(10))", "add(%3, i32(1))", 0],
    ["away from the bound", "i32(0)", "lt(%3, i32(10))", "sub(%3, i32(1))", UNKNOWN],
    ["by nothing", "i32(0)", "lt(%3, i32(10))", "add(%3, i32(0))", UNKNOWN],
    ["by nothing, from the bound", "i32(10)", "gt(%3, i32(10))", "sub(%3, i32(0))", UNKNOWN],
    ["by what varies", "i32(0)", "lt(%3, i32(10))", "add(%3, and(%1, i32(3)))", UNKNOWN],
    ["by a factor", "i32(1)", "lt(%3, i32(10))", "mul(%3, i32(2))", UNKNOWN],
    ["up to what may be the last number", "i32(0)", "le(%3, i32(2147483647))", "add(%3, i32(1))", UNKNOWN],
    ["up to the last but one", "i32(0)", "lt(%3, i32(2147483647))", "add(%3, i32(1))", 2 ** 31 - 1],
    ["up to where the step wraps around", "i32(0)", "lt(%3, i32(2147483646))", "add(%3, i32(3))", UNKNOWN],
    ["as long as they are different", "i32(0)", "ne(%3, i32(10))", "add(%3, i32(1))", UNKNOWN],
  ])("%s", (_, first, condition, step, rounds) => {
    const loop = `loop L0 @1:1 while ${condition} {\n} update {\nset %3 = ${step}\n}`;
    const fn = fnOf(["i32"], `set %3 = ${first}\n${loop}`);
    const [, found] = fn.body;
    if (found?.kind !== "loop") throw new Error("the kernel has a loop");
    expect(findRanges(fn, undefined).roundsOf(found)).toBe(rounds);
  });
});

test("a loop whose comparison may fail because of NaN has any number of rounds", () => {
  const loop = (to: string) => `loop L0 @1:1 while not(ge(%3, ${to})) {\n} update {\nset %3 = add(%3, f64(1))\n}`;
  const roundsFrom = (first: string, to = "f64(9)") => {
    const fn = fnOf(["f64"], `set %3 = ${first}\n${loop(to)}`);
    const [, found] = fn.body;
    return found?.kind === "loop" ? findRanges(fn, undefined).roundsOf(found) : undefined;
  };
  const maybe = "min(max(%2, f64(0)), f64(4))";
  expect([roundsFrom("f64(0)"), roundsFrom(maybe), roundsFrom("f64(0)", maybe)]).toEqual([9, Infinity, Infinity]);
});

test.each([
  ["at most", "f64(5)", { high: 5, hasNaN: false }],
  ["at most what may be NaN", "min(max(%2, f64(0)), f64(5))", { high: 36, hasNaN: false }],
] as const)("where a comparison of doubles fails: %s", (_, other, expected) => {
  const fn = fnOf(
    ["f64", "f64"],
    `set %3 = convert<f64>(and(%1, i32(36)))\nif gt(%3, ${other}) {\n  return\n}\nset %4 = %3`,
  );
  expect(findRanges(fn, undefined).ofLocal(4)).toMatchObject(expected);
});

test("where a comparison of a double fails, it may still be NaN", () => {
  const fn = fnOf(["f64"], "if gt(%2, f64(5)) {\n  return\n}\nset %3 = %2");
  expect(findRanges(fn, undefined).ofLocal(3)).toMatchObject({ high: 5, hasNaN: true });
});

describe("demands", () => {
  test.each<readonly [name: string, body: string, demand: number]>([
    ["nothing", "", 0],
    ["a store", "store %0[globalId(0)]!0 = %3 @1:1", VALUE | ZERO_SIGN],
    ["its word", "set %4 = wrap<i32>(%3)", MODULAR],
    ["an index", "store %0[index<i32>(%3)]!0 = f64(1) @1:1", INDEX],
    ["a comparison", "if lt(%3, f64(4)) {\nset %4 = i32(1)\n}", VALUE],
    ["a divisor", "set %4 = wrap<i32>(div(%2, %3))", VALUE | ZERO_SIGN],
    ["a dividend", "set %4 = wrap<i32>(div(%3, f64(3)))", VALUE],
    ["a number divided that is stored", "store %0[globalId(0)]!0 = div(%3, f64(3)) @1:1", VALUE | ZERO_SIGN],
    ["what another local needs", "set %5 = add(%3, f64(1))\nset %4 = wrap<i32>(%5)", MODULAR],
    ["what two others need", "set %5 = %3\nset %4 = wrap<i32>(%5)\nif lt(%3, f64(2)) {\nset %4 = i32(0)\n}", 3],
    ["what is the sum of words, beyond 2^53", "set %4 = wrap<i32>(mul(%3, f64(4294967296)))", VALUE],
    ["the square root", "set %4 = wrap<i32>(sqrt(%3))", VALUE],
    ["the sign", "store %0[globalId(0)]!0 = copysign(%2, %3) @1:1", VALUE | ZERO_SIGN],
    ["the magnitude", "set %4 = wrap<i32>(copysign(%3, f64(1)))", VALUE],
    ["one of two", "set %4 = wrap<i32>(select(lt(%2, f64(0)), %3, f64(1)))", MODULAR],
    ["one of two, of which the other is large", "set %4 = wrap<i32>(select(lt(%2, f64(0)), %3, f64(1e300)))", MODULAR],
  ])("%s", (_, body, demand) => {
    const fn = fnOf(["f64", "i32", "f64"], `set %3 = convert<f64>(%1)\n${body}`);
    const ranges = findRanges(fn, undefined);
    expect(findDemands(fn, ranges).ofLocal(3)).toBe(demand);
  });

  test("are different things", () => {
    expect([MODULAR, VALUE, ZERO_SIGN, INDEX]).toEqual([1, 2, 4, 8]);
  });

  test.each<readonly [name: string, expr: Expr, index: number, demand: number, passed: number]>([
    ["a sum of doubles", op("add", d(2), d(3)), 0, MODULAR | ZERO_SIGN, MODULAR | ZERO_SIGN],
    ["a sum of floats", op("add", local(2, "f32"), local(3, "f32")), 0, MODULAR | ZERO_SIGN, VALUE | ZERO_SIGN],
    ["a remainder", op("rem", d(2), d(3)), 0, ZERO_SIGN, VALUE | ZERO_SIGN],
    ["a remainder's divisor", op("rem", d(2), d(3)), 1, ZERO_SIGN, VALUE],
    ["a magnitude", op("abs", d(2)), 0, ZERO_SIGN, VALUE],
    ["a condition", op("select", op("lt", d(2), d(3)), d(2), d(3)), 0, MODULAR, VALUE],
    ["bits", convert("reinterpret", "i64", d(2)), 0, MODULAR, VALUE | ZERO_SIGN],
    ["Math", build.builtin("sin", d(2)), 0, MODULAR, VALUE | ZERO_SIGN],
    ["a load", load(element(local(0, { kind: "span", element: "f64" }), i(1), 0)), 0, MODULAR, VALUE],
  ])("%s", (_, expr, index, demand, passed) => {
    expect(demandOn(expr, index, demand)).toBe(passed);
  });
});

describe("indices that may wrap around", () => {
  const SMALL = 2 ** 47;
  const ranges: readonly Range[] = [
    ...[anything, integers(0, SMALL), integers(0, SMALL + 1), integers(-SMALL, 0), integers(-SMALL - 1, 0)],
    { ...integers(0, 9), isInteger: false },
    { ...integers(0, 9), hasNaN: true },
  ];
  const [SIZED, LARGE, NEGATIVE, LOW, PART, NAN] = [1, 2, 3, 4, 5, 6].map(d) as [Expr, Expr, Expr, Expr, Expr, Expr];
  /** Products are large, and integers, whatever they are made of. */
  const given = (of: (expr: Expr) => Range | undefined = () => undefined): Ranges => ({
    of: (expr) =>
      of(expr) ?? (expr.kind === "local" ? (ranges[expr.local] ?? anything) : integers(-(2 ** 60), 2 ** 60)),
    ofLocal: (index) => ranges[index] ?? anything,
    roundsOf: () => Number.POSITIVE_INFINITY,
  });
  const fn = fnOf(Array(6).fill("f64"), "set %7 = mul(%2, %2)\nset %8 = %2\nset %8 = f64(1)");
  const isHarmless = (expr: Expr) => wrapsHarmlessly(fn, collectFacts(fn), given(), expr);
  const product = op("mul", SIZED, SIZED);
  const nested = (depth: number): Expr => (depth === 0 ? SIZED : op("neg", nested(depth - 1)));

  test.each<readonly [name: string, expr: Expr, isHarmless: boolean]>([
    ["what is small", SIZED, true],
    ["what is small and negative", NEGATIVE, true],
    ["what is not small", LARGE, false],
    ["what is not small and negative", LOW, false],
    ["a part of an integer", PART, false],
    ["NaN", NAN, false],
    ["a product", product, true],
    ["a product with what is not small", op("mul", SIZED, LARGE), false],
    ["a product with it on the left", op("mul", LARGE, SIZED), false],
    ["a small sum", op("add", SIZED, SIZED), true],
    ["a sum with a product", op("add", product, SIZED), true],
    ["a sum with a product on the right", op("sub", SIZED, product), true],
    ["a sum of two products", op("add", product, product), false],
    ["a difference of two products", op("sub", product, product), false],
    ["a sum of sums with products", op("add", op("add", product, SIZED), op("sub", SIZED, product)), false],
    ["a sum with what is not small", op("add", LARGE, SIZED), false],
    ["with it on the right", op("add", SIZED, LARGE), false],
    ["a negated product", op("neg", product), true],
    ["what is not small, negated", op("neg", LARGE), false],
    ["one of two", op("select", op("lt", SIZED, LARGE), product, SIZED), true],
    ["the second not small", op("select", op("lt", SIZED, LARGE), product, LARGE), false],
    ["the first not small", op("select", op("lt", SIZED, LARGE), LARGE, product), false],
    ["another operation", op("max", product, SIZED), false],
    ["a sum with another operation", op("add", op("max", product, product), SIZED), false],
    ["24 operations deep", nested(24), true],
    ["25 operations deep", nested(25), false],
  ])("%s", (_, expr, expected) => {
    expect(isHarmless(expr)).toBe(expected);
  });

  test.each<readonly [name: string, index: number, isHarmless: boolean]>([
    ["a local that has a product", 7, true],
    ["a local that has one of two values", 8, false],
    ["a parameter", 2, false],
  ])("%s", (_, index, expected) => {
    const integer = integers(-(2 ** 60), 2 ** 60);
    const own = given((expr) => {
      if (expr.kind !== "local") return undefined;
      return expr.local === index ? integer : integers(0, 9);
    });
    expect(wrapsHarmlessly(fn, collectFacts(fn), own, d(index))).toBe(expected);
  });
});

test("words of a private array leave other memory what it is, also where no parameter is the first local", () => {
  const text = `module "m"
file "m.ts"
global $0 "g": array<f64, 8> device none @1:1
site !0.a bounds @1:1
fn #0."k" kernel "k" range 1 () @1:1 {
  local %0: array<f64, 4>
  local %1: i32
  set %1 = i32(0)
  loop L0 @1:1 while lt(%1, i32(4)) {
    store &%0[%1]!0 = convert<f64>(add(%1, globalId(0))) @1:1
  } update {
    set %1 = add(%1, i32(1))
  }
  store $0[globalId(0)]!0 = f64(0.5) @1:1
  store $0[globalId(0)]!0 = add(load($0[globalId(0)]!0), load(&%0[rem(globalId(0), i32(4))]!0)) @1:1
}
`;
  const [fn] = parseModule(text).functions;
  if (!fn) throw new Error("the text has a kernel");
  const changed = withPrivateWords(fn, () => findRanges(fn, undefined));
  expect(changed.locals[0]?.type).toEqual({ kind: "array", element: "i32", length: 4 });
  const values = changed.body.flatMap((stmt) => (stmt.kind === "store" ? [stmt.value] : []));
  expect(values.map(({ type }) => type)).toEqual(["f64", "f64"]);
  const [, sum] = values;
  // An element of the table is loaded as it is, one of the private array is converted.
  expect(sum?.kind === "op" && sum.args.map((arg) => arg.kind)).toEqual(["load", "op"]);
});
