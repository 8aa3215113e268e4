// Single functions of the analyses: what a choice states about an index, the ranges of what an index is made of, polynomials, and which arrays each
// thread may have a copy of.

import { build, type Expr, type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { collectFacts } from "../../codegen/dist/analysis/facts.js";
import { formOf } from "../../codegen/dist/analysis/index-form.js";
import { isOrdinary, isPlainConstant } from "../../codegen/dist/analysis/ordinary.js";
import { atomOf, constantOf, type Polynomial, plus, times } from "../../codegen/dist/analysis/polynomial.js";
import { findPrivatised } from "../../codegen/dist/analysis/privatised.js";
import { integers } from "../../codegen/dist/narrow/range.js";

/** `%0` are words, `%1` bytes, `%2` and `%3` numbers; `$0`, `$1` and `$4` tables of words, `$1` a constant one. Locals begin with `%4`. */
function moduleOf(body: string, locals: readonly string[] = []): Module {
  const module = parseModule(`module "m"
file "m.ts"
global $0 "table": array<i32, 4> device none @1:1
global $1 "constants": array<i32, 4> constant none @1:1 = "01000000020000000300000004000000"
global $2 "third": i32 device none @1:1
global $3 "fourth": i32 device none @1:1
global $4 "fifth": array<i32, 4> device none @1:1
site !0.a bounds @1:1
fn #0."k" kernel "k" range 1 (%0: span<i32>, %1: span<u8>, %2: i32, %3: i32) @1:1 {
${locals.map((type, at) => `local %${at + 4}: ${type}`).join("\n")}
${body}
}
`);
  expect(verify(module)).toEqual([]);
  return module;
}

const fnOf = (module: Module) => {
  const [fn] = module.functions;
  if (!fn) throw new Error("the text has a kernel");
  return fn;
};

describe("a choice states a bound of what it compares", () => {
  const { constant, element, load, local, op, query } = build;
  const word = (value: number) => constant("i32", value);
  const id = query("globalId", 0);
  const captured = local(2, "i32");
  const byte = load(element(local(1, { kind: "span", element: "u8" }), id, 0));

  /** The kinds of the ranges in the form of each side, outermost first. */
  function sidesOf(expr: Expr): readonly (readonly string[])[] {
    const facts = collectFacts(fnOf(moduleOf("")), undefined, () => integers(0, 255));
    const form = formOf({ facts, keys: new Map(), choice: () => undefined, known: [] }, expr, []);
    const ranges = [...(form?.terms.values() ?? [])].flatMap(({ atoms }) => atoms.map(({ value }) => value));
    const [only] = ranges;
    if (only?.kind !== "ranged" || only.range.kind !== "union") return [];
    return [only.range.a, only.range.b].map((side) => {
      if (side.kind !== "form") return [side.kind];
      return [...side.form.terms.values()].flatMap(({ atoms }) =>
        atoms.map(({ value }) => (value.kind === "ranged" ? value.range.kind : value.kind)),
      );
    });
  }

  test.each<readonly [name: string, condition: Expr, value: Expr, first: string, second: string]>([
    ["less", op("lt", id, captured), id, "min", "max"],
    ["at most", op("le", id, captured), id, "min", "max"],
    ["greater", op("gt", id, captured), id, "max", "min"],
    ["at least", op("ge", id, captured), id, "max", "min"],
    ["the same", op("eq", id, captured), id, "index", "index"],
    ["another value", op("lt", op("add", id, word(1)), captured), id, "index", "index"],
    ["a loaded number, which may have changed since", op("lt", byte, captured), byte, "between", "between"],
    ["a sum of such", op("lt", op("and", byte, word(7)), captured), op("and", byte, word(7)), "between", "between"],
    ["compared with such", op("lt", id, byte), id, "index", "index"],
    ["compared with a sum of such", op("lt", id, op("and", byte, word(7))), id, "index", "index"],
  ])("%s", (_, condition, value, first, second) => {
    expect(sidesOf(op("select", condition, value, value))).toEqual([[first], [second]]);
  });
});

describe("the range of an operation in an index", () => {
  const { constant, element, load, local, op, query } = build;
  const word = (value: number, type: "i32" | "u32" = "i32") => constant(type, value);
  const id = query("globalId", 0);
  const unsigned = build.convert("wrap", "u32", load(element(local(1, { kind: "span", element: "u8" }), id, 0)));
  const any = load(element(local(0, { kind: "span", element: "i32" }), id, 0));
  const between = (low: number, high: number) => ({ kind: "between", low, high });
  const ofId = { kind: "form" };

  const rangeIn = (expr: Expr): unknown => {
    const facts = collectFacts(fnOf(moduleOf("")));
    const form = formOf({ facts, keys: new Map(), choice: () => undefined, known: [] }, expr, []);
    const [only, ...others] = [...(form?.terms.values() ?? [])].flatMap(({ atoms }) => atoms.map(({ value }) => value));
    return only?.kind === "ranged" && others.length === 0 ? only.range : undefined;
  };
  const remainder = {
    kind: "union",
    a: { kind: "max", a: { kind: "min", a: ofId, b: between(6, 6) }, b: between(-6, -6) },
    b: between(0, 0),
  };

  test.each<readonly [name: string, expr: Expr, range: object | undefined]>([
    ["a remainder", op("rem", id, word(7)), remainder],
    ["a remainder of what nobody knows", op("rem", any, word(7)), between(-6, 6)],
    ["a remainder of u32", op("rem", unsigned, word(7, "u32")), between(0, 6)],
    ["a remainder of u32 by 2^31", op("rem", unsigned, word(2 ** 31, "u32")), between(0, 2 ** 31 - 1)],
    ["a remainder of u32 by more", op("rem", unsigned, word(2 ** 31 + 1, "u32")), undefined],
    ["a remainder by 0", op("rem", id, word(0)), undefined],
    ["a remainder by less than 0", op("rem", id, word(-7)), undefined],
    ["a mask", op("and", any, word(7)), between(0, 7)],
    ["a mask of 0", op("and", any, word(0)), between(0, 0)],
    ["a mask with a sign", op("and", any, word(-8)), undefined],
    ["the smaller one", op("min", id, word(7)), { kind: "min", a: ofId, b: ofId }],
    ["the larger one", op("max", id, word(7)), { kind: "max", a: ofId, b: ofId }],
    ["the larger of what nobody knows", op("max", any, word(7)), undefined],
    ["a shift", op("shr", id, word(3)), { kind: "shift", a: ofId, count: 3 }],
    ["a shift by 35", op("shr", id, word(35)), { kind: "shift", a: ofId, count: 3 }],
    ["a shift of u32", op("shr", unsigned, word(3, "u32")), between(0, 2 ** 29 - 1)],
    ["a shift of u32 by nothing", op("shr", unsigned, word(0, "u32")), undefined],
    ["a quotient", op("div", id, word(7)), { kind: "quotient", a: ofId, divisor: 7 }],
    ["a quotient by 0", op("div", id, word(0)), undefined],
    ["a quotient by less than 0", op("div", id, word(-7)), undefined],
    ["a quotient of u32", op("div", unsigned, word(7, "u32")), undefined],
    ["another operation", op("xor", id, word(7)), undefined],
  ])("%s", (_, expr, range) => {
    if (range === undefined) expect(rangeIn(expr)).toBe(undefined);
    else expect(rangeIn(expr)).toMatchObject(range);
  });
});

describe("polynomials", () => {
  const [MAX_TERMS, MAX_DEGREE, MAX_COEFFICIENT, MAX_CONSTANT] = [12, 3, 2 ** 31, 2 ** 32];
  const atom = (key: string): Polynomial<string> => atomOf({ key, value: key });
  const [a, b] = [atom("a"), atom("b")];
  const printed = (one: Polynomial<string> | undefined): string | undefined =>
    one && [...[...one.terms].map(([key, { coefficient }]) => `${coefficient}${key}`), one.constant].join(" ");
  const sumOf = (count: number) =>
    Array.from({ length: count }, (_, at) => atom(`x${at}`)).reduce<Polynomial<string> | undefined>(
      (sum, one) => sum && plus(sum, one),
      constantOf(0),
    );
  const power = (count: number): Polynomial<string> | undefined =>
    count === 0 ? constantOf(1) : [power(count - 1)].map((one) => one && times(one, a))[0];

  test.each<readonly [name: string, found: Polynomial<string> | undefined, text: string | undefined]>([
    ["a sum", plus(a, b), "1a 1b 0"],
    ["a difference", plus(a, b, -3), "1a -3b 0"],
    ["what cancels out", plus(a, a, -1), "0"],
    ["a sum of constants", plus(constantOf(2), constantOf(3), 4), "14"],
    ["a product", times(a, b), "1a*b 0"],
    ["a square", times(a, a), "1a*a 0"],
    ["a product by 0", times(a, constantOf(0)), "0"],
    ["a product by 3", times(constantOf(3), a), "3a 0"],
    ["the largest constant", plus(constantOf(0), constantOf(MAX_CONSTANT)), `${MAX_CONSTANT}`],
    ["a larger constant", plus(constantOf(1), constantOf(MAX_CONSTANT)), undefined],
    ["the least constant", plus(constantOf(0), constantOf(MAX_CONSTANT), -1), `${-MAX_CONSTANT}`],
    ["a smaller constant", plus(constantOf(-1), constantOf(MAX_CONSTANT), -1), undefined],
    ["the largest coefficient", plus(constantOf(0), a, MAX_COEFFICIENT), `${MAX_COEFFICIENT}a 0`],
    ["a larger coefficient", plus(a, a, MAX_COEFFICIENT), undefined],
    ["a smaller coefficient", plus(plus(constantOf(0), a, -1) ?? a, a, -MAX_COEFFICIENT), undefined],
    ["many terms", sumOf(MAX_TERMS + 1), undefined],
    ["the highest power", power(MAX_DEGREE), `1${Array(MAX_DEGREE).fill("a").join("*")} 0`],
    ["a higher power", power(MAX_DEGREE + 1), undefined],
  ])("%s", (_, found, text) => {
    expect(printed(found)).toBe(text);
  });

  test("have so many terms at most", () => {
    expect(sumOf(MAX_TERMS)?.terms.size).toBe(MAX_TERMS);
  });
});

describe("floats that are neither NaN nor -0", () => {
  const { constant, local, op } = build;
  const f32 = (value: number) => constant("f32", value);
  const facts = collectFacts(
    fnOf(
      moduleOf("set %4 = f32(1)\nset %5 = f32(1)\nset %5 = f32(2)\nset %6 = div(f32(1), f32(2))", [
        "f32",
        "f32",
        "f32",
      ]),
    ),
  );
  const whole = build.convert("convert", "f32", local(2, "i32"));
  const any = local(5, "f32");

  test.each<readonly [name: string, expr: Expr, expected: boolean]>([
    ["a constant", f32(1), true],
    ["0", f32(0), true],
    ["-0", f32(-0), false],
    ["NaN", f32(Number.NaN), false],
    ["an integer", whole, true],
    ["an integer as a double", build.convert("convert", "f64", whole), true],
    ["any float as a double", build.convert("convert", "f64", any), false],
    ["a local", local(4, "f32"), true],
    ["a local of two values", any, false],
    ["a local of a quotient", local(6, "f32"), false],
    ["the smaller of two", op("min", whole, f32(1)), true],
    ["the smaller of any", op("min", any, f32(1)), false],
    ["the larger of any", op("max", f32(1), any), false],
    ["a chosen one", op("select", op("lt", any, f32(1)), f32(1), whole), true],
    ["any chosen one", op("select", op("lt", whole, f32(1)), any, whole), false],
    ["another chosen one", op("select", op("lt", whole, f32(1)), whole, any), false],
    ["a sum", op("add", whole, whole), false],
  ])("%s", (_, expr, expected) => expect(isOrdinary(facts, expr)).toBe(expected));

  test.each([
    [f32(1), true],
    [f32(0), false],
    [f32(Number.NaN), false],
    [whole, false],
  ] as const)("as a plain constant: %o", (expr, expected) => expect(isPlainConstant(expr)).toBe(expected));
});

describe("arrays that each thread may copy", () => {
  const add = (array: string, rest = "value i32(1) relaxed device @1:1") => `atomic add ${array}[%2]!0 ${rest}`;

  test.each<readonly [name: string, body: string, found: readonly string[]]>([
    ["of a parameter", add("%0"), ["parameter 0 add"]],
    ["of a global", add("$0"), ["global 0 add"]],
    ["of one of many globals", add("$4"), ["global 4 add"]],
    ["twice", `${add("%0")}\n${add("%0")}`, ["parameter 0 add"]],
    ["of two", `${add("%0")}\n${add("$0")}`, ["parameter 0 add", "global 0 add"]],
    ["that is also loaded", `${add("%0")}\nset %5 = load(%0[%2]!0)`, []],
    ["that is also stored to", `store %0[%2]!0 = i32(1) @1:1\n${add("%0")}`, []],
    ["whose length is asked for", `${add("%0")}\nset %5 = length(%0)`, []],
    ["whose result is used", add("%0", "value i32(1) -> %5 relaxed device @1:1"), []],
    ["at an index in the array", `atomic add %0[load(%0[%2]!0)]!0 value i32(1) relaxed device @1:1`, []],
    ["minus", add("%0").replace("add", "sub"), ["parameter 0 add"]],
    ["plus and minus", `${add("%0")}\n${add("%0").replace("add", "sub")}`, ["parameter 0 add"]],
    ["plus and the larger one", `${add("%0")}\n${add("%0").replace("add", "max")}`, []],
    ["the larger one, and plus twice", `${add("%0").replace("add", "max")}\n${add("%0")}\n${add("%0")}`, []],
    ["an exchange", add("%0").replace("add", "exchange"), []],
    ["of what a local names", `set %4 = %0\n${add("%4")}`, []],
    ["of what one of two names", `set %4 = %0\n${add("%4")}\n${add("$0")}`, ["global 0 add"]],
  ])("%s", (_, body, found) => {
    const module = moduleOf(body, ["span<i32>", "i32"]);
    const targets = findPrivatised(module, fnOf(module));
    expect(targets.map(({ kind, index, op }) => `${kind} ${index} ${op}`)).toEqual(found);
  });
});
