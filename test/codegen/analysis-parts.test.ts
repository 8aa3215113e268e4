// Single functions of the analyses: what a choice states about an index, and which arrays each thread may have a copy of.

import { build, type Expr, type Module, parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { collectFacts } from "../../codegen/dist/analysis/facts.js";
import { formOf } from "../../codegen/dist/analysis/index-form.js";
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
