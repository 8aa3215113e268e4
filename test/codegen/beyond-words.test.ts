// Numbers that may leave 32 bits by a little: comparisons, extremes and distances of them are computed with words, and are what doubles give, at all
// pairs of numbers where something changes.

import { type Expr, type Fn, forEachExpr, parseModule, semanticsOf, type Value, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { narrow } from "../../codegen/dist/narrow/narrow.js";
import { noTables } from "../../codegen/dist/narrow/tables.js";

type Word = "i32" | "u32";

const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];
const near = (value: number): readonly number[] => [-3, -2, -1, 0, 1, 2, 3].map((by) => value + by);
const edges: Readonly<Record<Word, readonly number[]>> = {
  i32: [LEAST, 0, MOST].flatMap(near).filter((value) => value === (value | 0)),
  u32: [0, 2 ** 31, 2 ** 32 - 1].flatMap(near).filter((value) => value === value >>> 0),
};

const words = ["i32", "u32"] as const;
/** The types of x and y. */
const types = words.flatMap((x) => words.map((y) => [x, y] as const));

const x = "convert<f64>(%0)";
const y = "convert<f64>(%1)";
const plus = (value: string, by: number) =>
  by === 0 ? value : `${by > 0 ? "add" : "sub"}(${value}, f64(${Math.abs(by)}))`;
const flag = (condition: string) => `select(${condition}, f64(1), f64(0))`;

/** What a kernel of two captured numbers stores, before and after narrowing. */
function storedIn(text: string, [first, second]: readonly [Word, Word]): readonly [before: Expr, after: Expr] {
  const module = parseModule(`module "m"
file "m.ts"
site !0.out bounds @1:1
fn #0.k kernel "k" range 1 (%0: ${first}, %1: ${second}, %2: span<f64>, %3: span<i32>) @1:1 {
  store ${text.startsWith("wrap") ? "%3" : "%2"}[globalId(0)]!0 = ${text} @1:1
}
`);
  expect(verify(module)).toEqual([]);
  const [fn] = module.functions;
  if (!fn) throw new Error("the text has a kernel");
  const narrowed = narrow(fn, noTables);
  expect(verify({ ...module, functions: [narrowed] })).toEqual([]);
  return [valueIn(fn), valueIn(narrowed)];
}

function valueIn({ body }: Fn): Expr {
  const [store] = body;
  if (store?.kind !== "store") throw new Error("the kernel stores");
  return store.value;
}

function evaluate(expr: Expr, locals: readonly number[]): Value {
  if (expr.kind === "const") return expr.value;
  if (expr.kind === "local") return locals[expr.local] ?? 0;
  if (expr.kind !== "op") throw new Error(`there is no ${expr.kind}`);
  const [first, second, third] = expr.args;
  if (expr.op === "select" && first && second && third)
    return evaluate(evaluate(first, locals) === true ? second : third, locals);
  const apply = semanticsOf(expr.op, first?.type as Word, expr.type as Word); // all operands are numbers and conditions
  if (!apply || !first) throw new Error(`${expr.op} is an operation of numbers`);
  const [a, b = a, c = a] = [first, ...expr.args.slice(1)].map((one) => evaluate(one, locals));
  return apply(a ?? 0, b ?? 0, c ?? 0);
}

/** Whether doubles are computed; the result may become one. */
function hasDoubles(expr: Expr): boolean {
  let isFound = false;
  forEachExpr(expr, (one) => {
    const isConverted = one.kind === "op" && one.op === "convert" && one.type === "f64";
    const isChoice = one.kind === "op" && one.op === "select" && one.args[1]?.kind === "const";
    isFound ||= one.kind === "op" && (one.type === "f64" ? !isConverted && !isChoice : one.args[0]?.type === "f64");
  });
  return isFound;
}

function expectSame(text: string, own: readonly [Word, Word]): Expr {
  const [before, after] = storedIn(text, own);
  for (const a of edges[own[0]]) {
    for (const b of edges[own[1]]) {
      const [expected, found] = [before, after].map((expr) => evaluate(expr, [a, b]));
      // -0 is what integers never are.
      if (expected !== found) expect.fail(`${text} of ${a} and ${b} gives ${found}, not ${expected}`);
    }
  }
  return after;
}

const offsets = [LEAST, -3, -2, -1, 0, 1, 2, 3];

describe("comparisons", () => {
  const compares = ["lt", "le", "gt", "ge", "eq", "ne"] as const;

  test.each(compares)("%s", (compare) => {
    for (const own of types) {
      for (const c of offsets) {
        for (const d of offsets) {
          const after = expectSame(flag(`${compare}(${plus(x, c)}, ${plus(y, d)})`), own);
          const isMoved = Math.abs(c) < 2 ** 30 && Math.abs(d) < 2 ** 30;
          if (isMoved && own[0] === own[1]) expect(hasDoubles(after)).toBe(false);
        }
        for (const constant of [LEAST - 1, LEAST, -1, 0, 1, MOST, MOST + 1, 2 ** 32 - 1, 2 ** 32]) {
          expectSame(flag(`${compare}(${plus(x, c)}, f64(${constant}))`), own);
          expectSame(flag(`${compare}(f64(${constant}), ${plus(x, c)})`), own);
        }
      }
    }
  });
});

describe("sums", () => {
  const positive = "convert<f64>(and(%1, i32(2147483647)))";
  const negative = `sub(f64(-1), ${positive})`;

  test.each(["lt", "le", "gt", "ge", "eq", "ne"])("%s", (compare) => {
    for (const by of [positive, negative]) {
      for (const sum of [`add(${x}, ${by})`, `add(${by}, ${x})`, `sub(${x}, ${by})`]) {
        for (const other of [x, y, "f64(-2147483648)", "f64(2147483647)", "f64(0)", positive, negative]) {
          const after = expectSame(flag(`${compare}(${sum}, ${other})`), ["i32", "i32"]);
          const again = expectSame(flag(`${compare}(${other}, ${sum})`), ["i32", "i32"]);
          expect([after, again].map(hasDoubles)).toEqual([false, false]);
        }
        // No word takes part in these.
        expectSame(flag(`${compare}(${sum}, f64(4294967296))`), ["i32", "i32"]);
        expectSame(flag(`${compare}(${sum.replaceAll("i32(", "u32(")}, ${y})`), ["i32", "u32"]);
        expectSame(flag(`${compare}(sub(${by}, ${x}), ${y})`), ["i32", "i32"]);
      }
      expectSame(`wrap<i32>(max(add(${x}, ${by}), ${y}))`, ["i32", "i32"]);
    }
    expectSame(flag(`${compare}(add(${x}, ${y}), ${x})`), ["i32", "i32"]);
  });
});

describe("extremes", () => {
  const limits = [LEAST, LEAST + 1, -7, -1, 0, 1, 2, 9, MOST - 1, MOST, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];
  const other = { max: "min", min: "max" } as const;
  const small = `select(gt(${y}, f64(2)), f64(2), f64(-1))`;

  /** What a limit is taken of. */
  const terms = [
    ...offsets.map((by) => plus(x, by)),
    `sub(${x}, ${y})`,
    `sub(f64(5), ${x})`,
    `add(${x}, ${y})`,
    `add(${x}, ${small})`,
    `sub(${x}, ${small})`,
    `add(${small}, ${x})`,
    `sub(${small}, ${x})`,
    `select(lt(${x}, ${y}), ${plus(x, 1)}, ${plus(y, -1)})`,
    `add(${x}, convert<f64>(and(%1, WORD(3))))`,
  ];

  describe.each(["max", "min"] as const)("%s", (op) => {
    test.each(types)("of %s and %s", (...own) => {
      for (const term of terms.map((one) => one.replace("WORD", own[1]))) {
        for (const limit of limits) {
          expectSame(`${op}(f64(${limit}), ${term})`, own);
          expectSame(`wrap<i32>(${op}(${term}, f64(${limit})))`, own);
          expectSame(`${other[op]}(f64(3), ${op}(${op}(f64(${limit}), ${term}), ${plus(y, 1)}))`, own);
          expectSame(`${op}(${op}(${term}, ${plus(y, -1)}), f64(${limit}))`, own);
        }
        expectSame(`wrap<i32>(${op}(${term}, ${y}))`, own);
      }
    });
  });

  test.each([
    `max(f64(0), ${plus(x, -1)})`,
    `max(f64(0), ${plus(x, 2)})`,
    `max(${plus(y, -1)}, f64(0))`,
    `max(f64(0), sub(${x}, ${y}))`,
    `max(f64(0), add(${x}, ${small}))`,
    `max(max(f64(0), ${plus(x, 2)}), ${plus(y, -1)})`,
    `max(f64(0), max(${plus(x, 2)}, ${plus(y, -1)}))`,
    `max(max(f64(0), ${plus(x, 2)}), ${y})`,
    `min(f64(255), ${plus(x, 1)})`,
    `min(f64(255), max(f64(0), sub(${x}, ${y})))`,
    `wrap<i32>(max(${plus(x, 1)}, ${y}))`,
    `wrap<i32>(min(${plus(x, 1)}, ${plus(y, 1)}))`,
  ])("%s has words alone", (text) => {
    expect(hasDoubles(expectSame(text, ["i32", "i32"]))).toBe(false);
  });
});

describe("distances", () => {
  test.each(types)("of %s and %s", (...own) => {
    for (const by of offsets) {
      expectSame(`abs(sub(${x}, ${plus(y, by)}))`, own);
      expectSame(`wrap<i32>(abs(sub(${plus(x, by)}, ${y})))`, own);
    }
    const after = expectSame(`abs(sub(${x}, ${y}))`, own);
    if (own[0] === own[1]) expect(hasDoubles(after)).toBe(false);
  });
});
