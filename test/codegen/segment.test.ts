// The conditions of the fast code (segment.ts), each by itself, as WebAssembly: whether they hold for a stretch of work-items, and that they never
// hold where a work-item breaks one. What the forms are bounds of is computed here a second time, for each work-item, with the words that it has.

import { build, type Expr, type Fn, type Module, parseModule } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import type { Condition } from "../../codegen/dist/analysis/assumptions.js";
import { type Counter, collectFacts } from "../../codegen/dist/analysis/facts.js";
import type { Form, FormContext, IndexAtom, Range } from "../../codegen/dist/analysis/index-form.js";
import { atomOf, constantOf, plus, times } from "../../codegen/dist/analysis/polynomial.js";
import type { WasmOptions } from "../../codegen/dist/program.js";
import { encodeModule } from "../../codegen/dist/wasm/encoder.js";
import { lowerExpr } from "../../codegen/dist/wasm/expressions.js";
import {
  both,
  either,
  emitChoices,
  emitConditions,
  emitForm,
  type Stretch,
} from "../../codegen/dist/wasm/gang/segment.js";
import { type Instruction, i32Const, localGet, localSet } from "../../codegen/dist/wasm/instructions.js";
import { createContext, FunctionTable, type KernelContext } from "../../codegen/dist/wasm/kernel-context.js";
import { createRandom, type Random } from "../support/random.js";

const [LEAST, MOST] = [-(2 ** 31), 2 ** 31 - 1];

/** `%0` to `%2` are captured numbers. */
const module: Module = parseModule(`module "m"
file "m.ts"
fn #0."k" kernel "k" range 2 (%0: i32, %1: i32, %2: i32) @1:1 {
}
`);
const [fn] = module.functions as readonly [Fn];
const facts = collectFacts(fn);
const forms = (): FormContext => ({ facts, keys: new Map(), choice: () => undefined, known: [] });
const needs = { globals: [], math: [], called: [] };
/** The others are for code around kernels. */
const options = { module } as unknown as WasmOptions;

const CAPTURED = 3;
/** Of two dimensions and of the linear id: the first and the last. */
const BOUNDS = 6;

/** A stretch of which all numbers are parameters, or the constants of `known`. */
function compile(
  lower: (stretch: Stretch, context: KernelContext) => Instruction,
  result: "i32" | "i64",
  known?: readonly number[],
): (numbers: readonly number[]) => number | bigint {
  const type = { parameters: Array.from({ length: CAPTURED + BOUNDS }, () => "i32" as const), results: [result] };
  const functions = new FunctionTable(needs);
  const context = createContext(lowerExpr, options, fn, needs, { name: "test", type, functions, indices: [] });
  context.slots.forEach((slot, local) => {
    if (slot?.kind !== "registers") return;
    for (const own of slot.locals) context.code.emit(localSet(own, localGet(local)));
  });
  const numberAt = (at: number) => (known ? i32Const(known[at] ?? 0) : localGet(at));
  const between = (dimension: number) => {
    const at = CAPTURED + 2 * dimension;
    // Bounds of one index alone are one instruction.
    const low = numberAt(at);
    return { low, high: known && known[at] === known[at + 1] ? low : numberAt(at + 1) };
  };
  const stretch: Stretch = { context, forms: forms(), indices: [between(0), between(1)], linearId: between(2) };
  context.code.emit(lower(stretch, context));
  const bytes = encodeModule({
    sharedMemory: true,
    functionImports: [],
    globalImports: [],
    functions: [context.code.finish()],
    run: 0,
  });
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { lanewise: { memory } });
  const run = exports.run as (...numbers: readonly number[]) => number | bigint;
  return (numbers) => run(...numbers);
}

const constant = (value: number): Expr => build.constant("i32", value);
const captured = (local: number): Expr => build.local(local, "i32");
const known = (local: number): Form =>
  atomOf<IndexAtom>({ key: `local ${local}`, value: { kind: "known", expr: captured(local) } });
const index = (dimension: number): Form =>
  atomOf<IndexAtom>({ key: `index ${dimension}`, value: { kind: "index", dimension } });
const linearId: Form = atomOf<IndexAtom>({ key: "linear id", value: { kind: "linearId" } });
let names = 0;
const ranged = (range: Range): Form => atomOf<IndexAtom>({ key: `value ${names++}`, value: { kind: "ranged", range } });
const word = (form: Form): Range => ({ kind: "form", form });
const between = (low: number, high: number): Range => ({ kind: "between", low, high });

interface Counting extends Pick<Counter, "compare" | "bound" | "step"> {
  readonly first: Expr | undefined;
}
const counting = ({ first, ...rest }: Counting): Form =>
  atomOf<IndexAtom>({
    key: `counter ${names++}`,
    value: { kind: "counter", counter: { local: 9, first: { value: first, loops: [], bodies: [] }, ...rest } },
  });

/** The form must be known to be small enough for a polynomial. */
const kept = (form: Form | undefined): Form => {
  if (!form) throw new Error("the form is too large");
  return form;
};
const sum = (...all: readonly Form[]): Form => all.reduce((a, b) => kept(plus(a, b)), constantOf(0));
const minus = (a: Form, b: Form): Form => kept(plus(a, b, -1));
const product = (a: Form, b: Form): Form => kept(times(a, b));
const number = (value: number): Form => constantOf(value);

/** Captured numbers, and the first and last indices. */
interface Numbers {
  readonly a?: number;
  readonly b?: number;
  readonly c?: number;
  readonly rows?: readonly [number, number];
  readonly columns?: readonly [number, number];
  readonly ids?: readonly [number, number];
}
const listOf = ({ a = 0, b = 0, c = 0, rows = [0, 0], columns = [0, 7], ids = [0, 7] }: Numbers) => [
  ...[a, b, c],
  ...[...rows, ...columns, ...ids],
];

function holds(conditions: readonly Condition[], numbers: Numbers): boolean {
  const list = listOf(numbers);
  const lower = (stretch: Stretch) => emitConditions(stretch, conditions);
  const [asked, folded] = [compile(lower, "i32")(list), compile(lower, "i32", list)(list)];
  expect(folded !== 0, "with known sizes").toBe(asked !== 0);
  return asked !== 0;
}

const [A, B, C, ROW, COLUMN] = [known(0), known(1), known(2), index(0), index(1)];
const notNegative = (form: Form): Condition => ({ kind: "notNegative", form });
const up = (first: number, bound: Expr, step: number | Expr = 1): Form =>
  counting({ first: constant(first), compare: "lt", bound, step });

describe("a condition holds", () => {
  test.each<readonly [name: string, condition: Condition, numbers: Numbers, holds: boolean]>([
    ["for 0", notNegative(A), { a: 0 }, true],
    ["not below it", notNegative(A), { a: -1 }, false],
    ["for the least index", notNegative(sum(COLUMN, number(-3))), { columns: [3, 9] }, true],
    ["not below it, for the least index", notNegative(sum(COLUMN, number(-3))), { columns: [2, 9] }, false],
    ["for the last index", notNegative(minus(A, COLUMN)), { a: 9, columns: [2, 9] }, true],
    ["not below it, for the last index", notNegative(minus(A, COLUMN)), { a: 8, columns: [2, 9] }, false],
    ["for an id", notNegative(minus(A, linearId)), { a: 9, ids: [2, 9] }, true],
    ["not for an id", notNegative(minus(A, linearId)), { a: 8, ids: [2, 9] }, false],
    ["for what is never 0, above it", { kind: "notZero", form: minus(COLUMN, A) }, { a: 1, columns: [2, 9] }, true],
    ["at its least", { kind: "notZero", form: minus(COLUMN, A) }, { a: 2, columns: [2, 9] }, false],
    ["at its most", { kind: "notZero", form: minus(COLUMN, A) }, { a: 9, columns: [2, 9] }, false],
    ["below it", { kind: "notZero", form: minus(COLUMN, A) }, { a: 10, columns: [2, 9] }, true],
    ["for what is 0", { kind: "zero", form: minus(product(A, B), C) }, { a: 3, b: -5, c: -15 }, true],
    ["not for what is above it", { kind: "zero", form: minus(product(A, B), C) }, { a: 3, b: -5, c: -16 }, false],
    ["not for what is below it", { kind: "zero", form: minus(product(A, B), C) }, { a: 3, b: -5, c: -14 }, false],
  ])("%s", (_, condition, numbers, expected) => expect(holds([condition], numbers)).toBe(expected));

  test("with all others", () => {
    const all = [notNegative(A), notNegative(B), { kind: "notZero", form: C } as const];
    expect(holds(all, { a: 1, b: 1, c: 1 })).toBe(true);
    for (const one of [{ a: -1 }, { b: -1 }, { c: 0 }]) expect(holds(all, { a: 1, b: 1, c: 1, ...one })).toBe(false);
  });

  test("where there is none", () => expect(holds([], {})).toBe(true));
});

describe("a product holds", () => {
  const square = product(COLUMN, COLUMN);
  const cube = product(product(A, B), C);
  test.each<readonly [name: string, form: Form, numbers: Numbers, holds: boolean]>([
    ["of rows", minus(A, product(B, ROW)), { a: 20, b: 5, rows: [1, 4] }, true],
    ["of a row too much", minus(A, product(B, ROW)), { a: 20, b: 5, rows: [1, 5] }, false],
    ["of a negative width", sum(A, product(B, ROW)), { a: 20, b: -5, rows: [1, 4] }, true],
    ["of one that is too wide", sum(A, product(B, ROW)), { a: 20, b: -5, rows: [1, 5] }, false],
    ["of indices on both sides of 0", sum(A, product(COLUMN, ROW)), { a: 12, columns: [-3, 4], rows: [0, 4] }, true],
    ["of too many", sum(A, product(COLUMN, ROW)), { a: 12, columns: [-4, 4], rows: [0, 4] }, false],
    ["of an index with itself", minus(A, square), { a: 81, columns: [2, 9] }, true],
    ["of a larger one", minus(A, square), { a: 80, columns: [2, 9] }, false],
    ["up to 2^40", product(A, B), { a: 2 ** 20, b: 2 ** 20 }, true],
    ["not beyond", product(A, B), { a: 2 ** 20, b: 2 ** 20 + 1 }, false],
    ["down to -2^40", minus(number(0), product(A, B)), { a: 2 ** 20, b: -(2 ** 20) }, true],
    ["not below", minus(number(0), product(A, B)), { a: 2 ** 20, b: -(2 ** 20) - 1 }, false],
    ["of two that are 2^31", cube, { a: 2 ** 16, b: 2 ** 15, c: 2 ** 9 }, true],
    ["not of two that are more", cube, { a: 2 ** 16, b: 2 ** 15 + 1, c: 1 }, false],
    ["times 2^16", product(number(2 ** 16), A), { a: 2 ** 25 }, true],
    ["times more, of 2^24", product(number(2 ** 16 + 1), A), { a: 2 ** 24 }, true],
    ["times more, not of more", product(number(2 ** 16 + 1), A), { a: 2 ** 24 + 1 }, false],
    ["times less than -2^16, of -2^24", product(number(-(2 ** 16) - 1), A), { a: -(2 ** 24) }, true],
    ["times less than -2^16, not of less", product(number(-(2 ** 16) - 1), A), { a: -(2 ** 24) - 1 }, false],
  ])("%s", (_, form, numbers, expected) => {
    // Known numbers need no limit but that of the product.
    const lower = (stretch: Stretch) => emitConditions(stretch, [notNegative(form)]);
    expect(compile(lower, "i32")(listOf(numbers))).toBe(expected ? 1 : 0);
  });
});

describe("a sum that is a word", () => {
  const pair = sum(A, B);
  const squared = ranged({ kind: "max", a: word(product(A, B)), b: between(5, 5) });
  const behind = ranged({ kind: "max", a: word(sum(COLUMN, A)), b: between(5, 5) });
  const tooLarge = ranged({ kind: "max", a: word(number(2 ** 31)), b: between(5, 5) });
  const half = ranged({ kind: "quotient", a: word(pair), divisor: 2 });
  const shifted = ranged({ kind: "shift", a: word(pair), count: 1 });
  const chosen = ranged({ kind: "union", a: word(pair), b: word(C) });
  const least = ranged({ kind: "min", a: word(chosen), b: between(5, 5) });
  const most = ranged({ kind: "max", a: word(pair), b: between(5, 5) });
  const doubled = ranged({ kind: "max", a: word(product(number(2), A)), b: between(5, 5) });
  const below = ranged({ kind: "min", a: word(sum(A, number(1))), b: between(5, 5) });
  const far = ranged({ kind: "union", a: word(sum(COLUMN, A)), b: between(5, 5) });
  const any = (form: Form) => minus(number(2 ** 32), form);
  test.each<readonly [name: string, form: Form, numbers: Numbers, holds: boolean]>([
    ["fits", any(half), { a: MOST, b: 0 }, true],
    ["is too large", any(half), { a: MOST, b: 1 }, false],
    ["is too small", any(half), { a: LEAST, b: -1 }, false],
    ["is the least", any(half), { a: LEAST, b: 0 }, true],
    ["shifts", any(shifted), { a: MOST, b: 0 }, true],
    ["is too large to shift", any(shifted), { a: MOST, b: 1 }, false],
    ["is chosen", any(chosen), { a: MOST, b: 0 }, true],
    ["is too large to be chosen", any(chosen), { a: MOST, b: 1 }, false],
    ["is the limit's", any(least), { a: MOST, b: 0 }, true],
    ["wraps below the limit", any(least), { a: MOST, b: 1 }, false],
    ["is the larger", any(most), { a: MOST, b: 0 }, true],
    ["wraps below the larger", any(most), { a: MOST, b: 1 }, false],
    ["is twice a number", any(doubled), { a: 2 ** 30 - 1 }, true],
    ["wraps as twice a number", any(doubled), { a: 2 ** 30 }, false],
    ["is the number behind", any(below), { a: MOST - 1 }, true],
    ["wraps as the number behind", any(below), { a: MOST }, false],
    ["is a product", any(squared), { a: 2 ** 15, b: 2 ** 15 }, true],
    ["wraps as a product", any(squared), { a: 2 ** 16, b: 2 ** 15 }, false],
    ["wraps in the first work-item, and nobody asks", any(behind), { a: LEAST + 3, columns: [-4, 4] }, false],
    ["does not wrap there", any(behind), { a: LEAST + 3, columns: [-3, 4] }, true],
    ["is a constant beyond words", any(tooLarge), {}, false],
    ["fits up to the last work-item", any(far), { a: MOST - 7 }, true],
    ["wraps in the last work-item", any(far), { a: MOST - 6 }, false],
    ["fits from the first work-item", any(far), { a: LEAST + 3, columns: [-3, 4] }, true],
    ["wraps in the first work-item", any(far), { a: LEAST + 3, columns: [-4, 4] }, false],
  ])("%s", (_, form, numbers, expected) => expect(holds([notNegative(form)], numbers)).toBe(expected));
});

describe("a range", () => {
  const [low, high] = [ranged(between(-3, 8)), ranged(between(-3, 8))];
  const pair = (kind: "min" | "max" | "union") => ranged({ kind, a: word(A), b: word(B) });
  const quotient = ranged({ kind: "quotient", a: word(A), divisor: 3 });
  const shift = ranged({ kind: "shift", a: word(A), count: 3 });
  const from = (form: Form, value: number) => sum(form, number(-value));
  const to = (form: Form, value: number) => minus(number(value), form);
  test.each<readonly [name: string, form: Form, numbers: Numbers, holds: boolean]>([
    ["begins", from(low, -3), {}, true],
    ["does not begin later", from(low, -2), {}, false],
    ["ends", to(high, 8), {}, true],
    ["does not end earlier", to(high, 7), {}, false],
    ["the smaller one", from(pair("min"), 2), { a: 2, b: 5 }, true],
    ["the smaller one is no larger", from(pair("min"), 3), { a: 2, b: 5 }, false],
    ["the smaller one ends", to(pair("min"), 2), { a: 5, b: 2 }, true],
    ["the smaller one does not end earlier", to(pair("min"), 1), { a: 5, b: 2 }, false],
    ["the larger one", from(pair("max"), 5), { a: 2, b: 5 }, true],
    ["the larger one is no larger", from(pair("max"), 6), { a: 5, b: 2 }, false],
    ["one of two begins at the smaller", from(pair("union"), 2), { a: 2, b: 5 }, true],
    ["one of two does not begin later", from(pair("union"), 3), { a: 5, b: 2 }, false],
    ["one of two ends at the larger", to(pair("union"), 5), { a: 2, b: 5 }, true],
    ["one of two does not end earlier", to(pair("union"), 4), { a: 5, b: 2 }, false],
    ["a quotient", from(quotient, 2), { a: 8 }, true],
    ["a larger quotient", from(quotient, 3), { a: 8 }, false],
    ["a quotient goes towards 0", from(quotient, -2), { a: -8 }, true],
    ["a shift", from(shift, 2), { a: 23 }, true],
    ["a larger shift", from(shift, 3), { a: 23 }, false],
    ["a shift goes down", to(shift, -1), { a: -1 }, true],
    ["a wider one than words", to(ranged(between(0, 2 ** 31)), 2 ** 32), {}, false],
  ])("%s", (_, form, numbers, expected) => expect(holds([notNegative(form)], numbers)).toBe(expected));
});

describe("a counter", () => {
  const from = (form: Form, value: number) => sum(form, number(-value));
  const to = (form: Form, value: number) => minus(number(value), form);
  const down = (bound: number, step: number, compare: "gt" | "ge" = "gt") =>
    counting({ first: captured(0), compare, bound: constant(bound), step });
  const upTo = (bound: Expr, compare: "lt" | "le", step: number | Expr = 1) =>
    counting({ first: captured(1), compare, bound, step });
  const twice = build.op("mul", captured(0), constant(2));
  test.each<readonly [name: string, form: Form, numbers: Numbers, holds: boolean]>([
    ["begins", from(up(3, captured(0)), 3), { a: 9 }, true],
    ["does not begin later", from(up(3, captured(0)), 4), { a: 9 }, false],
    ["ends below its bound", to(up(3, captured(0)), 8), { a: 9 }, true],
    ["does not end earlier", to(up(3, captured(0)), 7), { a: 9 }, false],
    ["ends at its bound", to(upTo(captured(0), "le"), 9), { a: 9 }, true],
    ["does not end before it", to(upTo(captured(0), "le"), 8), { a: 9 }, false],
    ["by 4 ends at its last round", to(up(3, captured(0), 4), 11), { a: 15 }, true],
    ["by 4 does not end before it", to(up(3, captured(0), 4), 10), { a: 15 }, false],
    ["by 4 ends a round later", to(up(3, captured(0), 4), 11), { a: 16 }, false],
    ["by 2 ends at its last round", to(up(3, captured(0), 2), 7), { a: 8 }, true],
    ["by 2 does not end before it", to(up(3, captured(0), 2), 6), { a: 8 }, false],
    ["between constants ends at its last round", to(up(3, constant(15), 4), 11), {}, true],
    ["between constants does not end before it", to(up(3, constant(15), 4), 10), {}, false],
    ["goes down from where it begins", to(down(0, -1), 9), { a: 9 }, true],
    ["goes down from nowhere else", to(down(0, -1), 8), { a: 9 }, false],
    ["goes down above its bound", from(down(2, -1), 3), { a: 9 }, true],
    ["does not stop earlier", from(down(2, -1), 4), { a: 9 }, false],
    ["goes down to its bound", from(down(2, -1, "ge"), 2), { a: 9 }, true],
    ["does not stop before it", from(down(2, -1, "ge"), 3), { a: 9 }, false],
    ["ends at the bound of the last work-item", to(up(0, build.query("globalId", 1)), 6), {}, true],
    ["does not end at that of the first", to(up(0, build.query("globalId", 1)), 5), {}, false],
    ["wraps behind the largest bound", to(upTo(captured(0), "le"), 2 ** 32), { a: MOST }, false],
    ["does not wrap below it", to(upTo(captured(0), "lt"), 2 ** 32), { a: MOST }, true],
    ["by 2 wraps at an odd one", to(upTo(captured(0), "le", 2), 2 ** 32), { a: MOST - 1 }, false],
    ["by 2 does not wrap below", to(upTo(captured(0), "le", 2), 2 ** 32), { a: MOST - 2 }, true],
    ["wraps at the least bound", sum(number(MOST), number(1), down(LEAST, -1, "ge")), { a: 9 }, false],
    ["does not wrap above it", sum(number(MOST), down(LEAST, -1, "gt")), { a: 9 }, true],
    ["by a captured number", to(upTo(captured(0), "lt", captured(2)), 8), { a: 9, c: 4 }, true],
    ["by a captured 1", to(upTo(captured(0), "lt", captured(2)), 8), { a: 9, c: 1 }, true],
    ["wraps, and nobody asks for its end", from(upTo(captured(0), "le"), 0), { a: MOST }, false],
    ["does not wrap, and nobody asks for its end", from(upTo(captured(0), "lt"), 0), { a: MOST }, true],
    ["by 0", to(upTo(captured(0), "lt", captured(2)), 8), { a: 9, c: 0 }, false],
    ["by less than 0", to(upTo(captured(0), "lt", captured(2)), 8), { a: 9, c: -1 }, false],
    ["by a captured number that wraps", to(upTo(captured(0), "lt", captured(2)), MOST), { a: 9, c: MOST - 7 }, false],
    ["by the largest that does not", to(upTo(captured(0), "lt", captured(2)), MOST), { a: 9, c: MOST - 8 }, true],
    ["to a bound that wraps", from(upTo(twice, "lt"), 0), { a: 2 ** 30 }, false],
    ["to a bound that wraps, at its end", to(upTo(twice, "lt"), 2 ** 32), { a: 2 ** 30 }, false],
    [
      "from what nobody knows",
      from(counting({ first: undefined, compare: "lt", bound: constant(9), step: 1 }), -9),
      {},
      false,
    ],
  ])("%s", (_, form, numbers, expected) => expect(holds([notNegative(form)], numbers)).toBe(expected));
});

describe("choices", () => {
  const choose = (choices: readonly (readonly Condition[])[], numbers: Numbers) =>
    compile((_, context) => emitChoices(context, facts, choices), "i32")(listOf(numbers));
  const [a, b, c] = [A, B, C].map(notNegative) as [Condition, Condition, Condition];

  test.each<readonly [name: string, choices: readonly (readonly Condition[])[], numbers: Numbers, expected: number]>([
    ["none", [], {}, 1],
    ["one", [[a]], { a: 0 }, 1],
    ["one that does not hold", [[a]], { a: -1 }, 0],
    ["the first of two", [[a, b]], { a: 0, b: -1 }, 1],
    ["the second of two", [[a, b]], { a: -1, b: 0 }, 1],
    ["none of two", [[a, b]], { a: -1, b: -1 }, 0],
    ["one of each", [[a, b], [c]], { a: -1, b: 0, c: 0 }, 1],
    ["one of the first alone", [[a, b], [c]], { a: 0, b: 0, c: -1 }, 0],
    ["a constant", [[notNegative(number(-1)), a]], { a: 0 }, 1],
    ["a constant that holds", [[notNegative(number(0)), a]], { a: -1 }, 1],
    ["constants alone", [[notNegative(number(-1))], [a]], { a: 0 }, 0],
    ["a product that is too large", [[notNegative(product(A, B))]], { a: 2 ** 30, b: 2 ** 30 }, 0],
  ])("%s", (_, choices, numbers, expected) => expect(choose(choices, numbers)).toBe(expected));

  test("the value of a form", () => {
    const form = sum(product(number(3), A), product(B, C), number(-7));
    const value = compile((_, context) => emitForm(context, facts, form), "i64");
    expect(value(listOf({ a: -5, b: 6, c: 2 ** 20 }))).toBe(BigInt(6 * 2 ** 20 - 22));
  });
});

test.each<readonly [a: number | undefined, b: number | undefined, both: string, either: string]>([
  [undefined, undefined, "and", "or"],
  [0, undefined, "0", "b"],
  [1, undefined, "b", "1"],
  [undefined, 0, "0", "a"],
  [undefined, 1, "a", "1"],
  [0, 0, "0", "0"],
  [0, 1, "0", "1"],
  [1, 0, "0", "1"],
  [1, 1, "1", "1"],
])("%s and %s", (a, b, expectedBoth, expectedEither) => {
  const [first, second] = [a, b].map((value, at) => (value === undefined ? localGet(at) : i32Const(value)));
  if (!first || !second) throw new Error("there are two");
  const nameOf = (one: Instruction): string => {
    if (one.kind !== "plain") return one.kind;
    const [value] = one.immediates;
    if (one.op === "local.get") return value === 0 ? "a" : "b";
    return value === undefined ? one.op.slice(4) : `${value}`;
  };
  expect([both(first, second), either(first, second)].map(nameOf)).toEqual([expectedBoth, expectedEither]);
});

describe("the code of a condition", () => {
  const parameters = [
    "",
    "",
    "",
    "row",
    "lastRow",
    "column",
    "lastColumn",
    "id",
    "lastId",
    "a",
    "b",
    "c",
    "rows",
    "columns",
  ];
  const nameOf = (local: number): string => parameters[local] ?? `x${local - parameters.length + 1}`;
  const signs: Readonly<Record<string, string>> = { add: "+", sub: "-", mul: "*", and: "&", or: "|", eq: "==" };
  /** Such as 2^40. */
  const numberOf = (value: number): string =>
    value >= 2 ** 16 && Number.isInteger(Math.log2(value)) ? `2^${Math.log2(value)}` : `${value}`;
  /** Locals that bind a value are x1, x2; conversions of words are left out. */
  function textOf(one: Instruction): string {
    if (one.kind !== "plain") return one.kind;
    const [value] = one.immediates;
    const [a = "", b = "", c = ""] = one.operands.map(textOf);
    if (one.op === "local.get") return nameOf(Number(value));
    if (one.op === "local.set") return `${nameOf(Number(value))} = ${a}`;
    if (one.op.endsWith(".const")) return numberOf(Number(value));
    if (one.op === "select") return `(${c} ? ${a} : ${b})`;
    const operation = one.op.slice(one.op.indexOf(".") + 1);
    if (operation === "extend_i32_s") return a;
    return `(${a} ${signs[operation] ?? operation} ${b})`;
  }
  function codeOf(conditions: readonly Condition[], known?: Numbers): string {
    let text = "";
    compile(
      (stretch, context) => {
        let result = i32Const(0) as Instruction;
        const before = context.code.collect(() => {
          result = emitConditions({ ...stretch, context }, conditions);
        });
        context.code.emit(...before);
        text = [...before, result].map(textOf).join("; ");
        return result;
      },
      "i32",
      known && listOf(known),
    );
    return text;
  }
  const [near, far] = [ranged(between(-3, 8)), ranged(between(2, 2 ** 30))];
  const counter = up(0, captured(0));
  const larger = ranged(between(2, 9));
  const size = ranged(between(2 ** 10, 2 ** 10));
  const one = { columns: [4, 4], rows: [2, 2] } as const;
  const most = ranged({ kind: "max", a: word(near), b: word(larger) });

  test.each<readonly [name: string, condition: Condition | Condition[], code: string]>([
    ["of nothing", [], "1"],
    ["of a number", notNegative(A), "(a ge_s 0)"],
    ["twice", [notNegative(A), notNegative(A)], "(a ge_s 0)"],
    ["of two numbers", [notNegative(A), notNegative(B)], "((a ge_s 0) & (b ge_s 0))"],
    ["of an index", notNegative(sum(COLUMN, number(3))), "((3 + column) ge_s 0)"],
    ["of the last one", notNegative(minus(number(9), COLUMN)), "((9 + (lastColumn * -1)) ge_s 0)"],
    ["of a constant", notNegative(number(0)), "1"],
    ["of a negative one", notNegative(number(-1)), "0"],
    ["of a constant that is 0", { kind: "zero", form: number(0) }, "1"],
    ["of one that is not", { kind: "zero", form: number(1) }, "0"],
    ["of a constant that is not 0", { kind: "notZero", form: number(-1) }, "1"],
    ["of one that is", { kind: "notZero", form: number(0) }, "0"],
    ["of what is not 0", { kind: "notZero", form: A }, "((a ge_s 1) | (a le_s -1))"],
    ["of known numbers on both sides", notNegative(sum(near, number(3))), "1"],
    ["of a product of known numbers", notNegative(sum(product(near, far), number(3 * 2 ** 30))), "1"],
    ["that is too small", notNegative(sum(product(near, far), number(3 * 2 ** 30 - 1))), "0"],
    ["that is too large", notNegative(minus(number(8 * 2 ** 28 - 1), product(near, far))), "0"],
    ["up to 2^40", notNegative(product(far, size)), "1"],
    ["beyond 2^40", notNegative(product(far, ranged(between(2 ** 10, 2 ** 10 + 1)))), "0"],
    ["down to -2^40", notNegative(product(number(-1), product(ranged(between(-(2 ** 30), -2)), size))), "1"],
    ["below", notNegative(product(number(-1), product(ranged(between(-(2 ** 30) - 1, -2)), size))), "0"],
    [
      "of a number with itself",
      notNegative(minus(number(9), product(A, A))),
      "x1 = a; x2 = a; x3 = (x1 * x2); (((9 + (x3 * -1)) ge_s 0) & ((x3 + 2^40) le_u 2^41))",
    ],
    [
      "of rows",
      notNegative(product(A, ROW)),
      "x1 = row; x2 = lastRow; x3 = a; x4 = (x1 * x3); x5 = (x2 * x3); x6 = ((x4 lt_s x5) ? x4 : x5); x7 = ((x4 gt_s x5) ? x4 : x5); (((x6 ge_s 0) & ((x4 + 2^40) le_u 2^41)) & ((x5 + 2^40) le_u 2^41))",
    ],
    [
      "of rows, twice",
      [notNegative(product(A, ROW)), notNegative(minus(B, product(A, ROW)))],
      "x1 = row; x2 = lastRow; x3 = a; x4 = (x1 * x3); x5 = (x2 * x3); x6 = ((x4 lt_s x5) ? x4 : x5); x7 = ((x4 gt_s x5) ? x4 : x5); ((((x6 ge_s 0) & ((b + (x7 * -1)) ge_s 0)) & ((x4 + 2^40) le_u 2^41)) & ((x5 + 2^40) le_u 2^41))",
    ],
    ["of known ranges", notNegative(most), "1"],
    ["of a counter", notNegative(up(0, captured(0))), "x1 = (a + -1); (((x1 + 1) + 2^31) le_u 4294967295)"],
    [
      "of a counter's end",
      notNegative(minus(B, up(0, captured(0)))),
      "x1 = (a + -1); (((b + (x1 * -1)) ge_s 0) & (((x1 + 1) + 2^31) le_u 4294967295))",
    ],
    [
      "of both ends of a counter",
      [notNegative(counter), notNegative(minus(B, counter))],
      "x1 = (a + -1); (((b + (x1 * -1)) ge_s 0) & (((x1 + 1) + 2^31) le_u 4294967295))",
    ],
    [
      "of a counter by 4",
      notNegative(minus(B, up(0, captured(0), 4))),
      "x1 = (a + -1); (((b + ((x1 - ((x1 - 0) rem_s 4)) * -1)) ge_s 0) & (((x1 + 4) + 2^31) le_u 4294967295))",
    ],
    ["of a counter by 4 between constants", notNegative(minus(number(8), up(0, constant(9), 4))), "1"],
    ["of a counter between constants, too far", notNegative(minus(number(7), up(0, constant(9), 4))), "0"],
    [
      "of a wide range",
      notNegative(ranged({ kind: "max", a: word(A), b: word(number(5)) })),
      "x1 = a; x2 = ((x1 gt_s 5) ? x1 : 5); (x2 ge_s 0)",
    ],
    [
      "of a sum in a range",
      notNegative(ranged({ kind: "max", a: word(sum(A, B)), b: word(number(5)) })),
      "x1 = (a + b); x2 = (a + b); x3 = ((x2 gt_s 5) ? x2 : 5); (((x3 ge_s 0) & ((x1 + 2^31) le_u 4294967295)) & ((x2 + 2^31) le_u 4294967295))",
    ],
    ["of a known one", notNegative(ranged({ kind: "shift", a: between(8, 9), count: 1 })), "((8 shr_s 1) ge_s 0)"],
    ["of a known quotient", notNegative(ranged({ kind: "quotient", a: between(8, 9), divisor: 3 })), "1"],
    [
      "of a large factor",
      notNegative(product(number(2 ** 17), A)),
      "x1 = a; (((x1 * 2^17) ge_s 0) & ((x1 + 2^24) le_u 2^25))",
    ],
  ])("%s", (_, condition, code) => {
    expect(codeOf(Array.isArray(condition) ? condition : [condition])).toBe(code);
  });

  test.each<readonly [name: string, condition: Condition, code: string, known: Numbers]>([
    ["of a known index", notNegative(minus(number(9), COLUMN)), "1", { columns: [0, 9] }],
    ["of one that is too large", notNegative(minus(number(9), COLUMN)), "0", { columns: [0, 10] }],
    ["of twice an index", notNegative(minus(number(9), product(number(2), COLUMN))), "1", { columns: [0, 4] }],
    ["of one index alone", notNegative(product(ROW, COLUMN)), "1", one],
  ])("%s", (_, condition, code, known) => expect(codeOf([condition], known)).toBe(code));

  test("of one row alone, which is bound once", () => {
    const row = { low: localGet(3), high: localGet(4) };
    const lengthOf = (high: Instruction): number => {
      let length = 0;
      compile((stretch, context) => {
        const indices = [{ low: row.low, high }, ...stretch.indices.slice(1)];
        const all = { ...stretch, indices };
        const code = context.code.collect(() => context.code.emit(emitConditions(all, [notNegative(product(A, ROW))])));
        length = code.length;
        return i32Const(0);
      }, "i32");
      return length;
    };
    expect([lengthOf(row.low), lengthOf(row.high)]).toEqual([4, 8]);
  });
});

/** What a work-item may have: the words of forms, with what is below the form computed once for each. */
type Values = ReadonlySet<number>;
interface Item {
  readonly captured: readonly number[];
  readonly indices: readonly number[];
}

const evaluate = (item: Item, expr: Expr): number => {
  if (expr.kind === "const") return Number(expr.value);
  if (expr.kind === "local") return item.captured[expr.local] ?? 0;
  if (expr.kind !== "op") throw new Error(`no value for ${expr.kind}`);
  const [a = 0, b = 0] = expr.args.map((one) => evaluate(item, one));
  return expr.op === "mul" ? Math.imul(a, b) : (a + b) | 0;
};

/** The counter's value in each round, as the loop has it. */
function roundsOf(item: Item, { first, compare, bound, step }: Counter): Values {
  const found = new Set<number>();
  const [end, by] = [evaluate(item, bound), typeof step === "number" ? step : evaluate(item, step)];
  let value = first.value ? evaluate(item, first.value) : 0;
  const isInside = () => ({ lt: value < end, le: value <= end, gt: value > end, ge: value >= end })[compare];
  // A loop that is long or endless has its first rounds alone, and those behind a wrap.
  for (let round = 0; round < 100 && isInside(); round++) {
    found.add(value);
    value = (value + by) | 0;
  }
  return found;
}

const each = (a: Values, b: Values, combine: (x: number, y: number) => number): Values =>
  new Set([...a].flatMap((x) => [...b].map((y) => combine(x, y))));

function valuesOfRange(item: Item, range: Range): Values {
  switch (range.kind) {
    case "between":
      return new Set([range.low, range.high, Math.round((range.low + range.high) / 2)]);
    case "form":
      return valuesOf(item, range.form);
    case "shift":
      return new Set([...valuesOfRange(item, range.a)].map((value) => value >> range.count));
    case "quotient":
      return new Set([...valuesOfRange(item, range.a)].map((value) => Math.trunc(value / range.divisor) | 0));
    case "min":
    case "max":
      return each(valuesOfRange(item, range.a), valuesOfRange(item, range.b), Math[range.kind]);
    case "union":
      return new Set([...valuesOfRange(item, range.a), ...valuesOfRange(item, range.b)]);
  }
}

function valuesOfAtom(item: Item, atom: IndexAtom): Values {
  switch (atom.kind) {
    case "known":
      return new Set([evaluate(item, atom.expr)]);
    case "index":
      return new Set([item.indices[atom.dimension] ?? 0]);
    case "linearId":
      return new Set([item.indices[2] ?? 0]);
    case "counter":
      return roundsOf(item, atom.counter);
    case "ranged":
      return valuesOfRange(item, atom.range);
  }
}

/** As words, which wrap. Atoms of one key have one value, which these forms have once. */
function valuesOf(item: Item, { constant, terms }: Form): Values {
  let found: Values = new Set([constant | 0]);
  for (const { coefficient, atoms } of terms.values()) {
    const products = atoms.map(({ value }) => valuesOfAtom(item, value)).reduce((a, b) => each(a, b, Math.imul));
    found = each(found, products, (x, y) => (x + Math.imul(coefficient | 0, y)) | 0);
  }
  return found;
}

/** Forms as indices have them, of which atoms stand once in a term. */
function randomForm(random: Random, depth: number): Form {
  const { below, pick, oneIn } = random;
  const large = () => (oneIn(3) ? pick([MOST, LEAST, 2 ** 30, -(2 ** 30), 2 ** 16 + 1]) : below(40) - 20);
  const atom = (): Form => {
    const kinds = [() => A, () => B, () => ROW, () => COLUMN, () => linearId];
    const bounds = () => pick([captured(0), captured(1), constant(large()), build.op("mul", captured(0), constant(2))]);
    const counters = () => {
      const isUp = !oneIn(3);
      const step = isUp ? pick([1, 2, 3, captured(2)]) : pick([-1, -2, -3]);
      return counting({ first: bounds(), compare: pick(isUp ? ["lt", "le"] : ["gt", "ge"]), bound: bounds(), step });
    };
    return pick(depth > 2 ? kinds : [...kinds, counters, () => ranged(randomRange(random, depth + 1))])();
  };
  let form: Form = number(oneIn(2) ? large() : 0);
  for (let terms = 1 + below(2); terms > 0; terms--) {
    const factor = oneIn(5) ? times(atom(), atom()) : atom();
    const scaled = factor && times(factor, number(oneIn(3) ? pick([-1, 2, -3, 65537]) : 1));
    form = (scaled && plus(form, scaled)) ?? form;
  }
  return form;
}

function randomRange(random: Random, depth: number): Range {
  const { below, pick } = random;
  const exact = () => word(randomForm(random, depth));
  const pair = () => {
    const kind = pick(["min", "max", "union"] as const);
    const side = () => (kind === "union" ? word(randomForm(random, depth)) : exact());
    return { kind, a: side(), b: side() };
  };
  return pick<() => Range>([
    () => between(-below(9), below(9)),
    pair,
    pair,
    () => ({ kind: "shift", a: exact(), count: below(4) }),
    () => ({ kind: "quotient", a: exact(), divisor: 1 + below(5) }),
  ])();
}

test("what holds for a stretch holds for each of its work-items: random forms", () => {
  let held = 0;
  for (let seed = 0; seed < 600; seed++) {
    const random = createRandom(seed);
    const { below, pick, oneIn } = random;
    // An index and what is left behind it, as of an element.
    const form = randomForm(random, 0);
    const length = 2 ** below(20);
    const rest = plus(number(length - 1), form, -1);
    if (!rest) continue;
    const run = compile((stretch) => emitConditions(stretch, [notNegative(form), notNegative(rest)]), "i32");
    for (let launch = 0; launch < 24; launch++) {
      const some = () => (oneIn(4) ? pick([MOST, LEAST, 2 ** 30, -(2 ** 30)]) + below(16) - 8 : below(24) - 4) | 0;
      const [row, column] = [below(3), 8 * below(3)];
      const lasts = { rows: row + below(2), columns: column + 7 };
      const [a, b, c] = [some(), some(), oneIn(5) ? some() : 1 + below(4)];
      const numbers: Numbers = {
        ...{ a, b, c },
        rows: [row, lasts.rows],
        columns: [column, lasts.columns],
        ids: [row * 24 + column, lasts.rows * 24 + lasts.columns],
      };
      if (run(listOf(numbers)) !== 1) continue;
      held++;
      for (let y = row; y <= lasts.rows; y++)
        for (let x = column; x <= lasts.columns; x++) {
          const item = { captured: [a, b, c], indices: [y, x, y * 24 + x] };
          for (const value of valuesOf(item, form)) {
            if (value >= 0 && value < length) continue;
            expect.fail(`seed ${seed}: ${JSON.stringify({ numbers, value, length, indices: item.indices })}`);
          }
        }
    }
  }
  expect(held).toBeGreaterThan(400);
});
