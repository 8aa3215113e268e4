// Decides how far the fast code may run: tests the plan's conditions over a stretch of work-items, in 64-bit arithmetic that cannot wrap around. The
// bound of a form is the sum of its terms' bounds, which follow from the bounds of their factors.

import { invariant } from "@lanewise/ir";
import { type Condition, distinct } from "../../analysis/assumptions.js";
import type { Counter, Facts } from "../../analysis/facts.js";
import { type Form, type FormContext, formOf, type IndexAtom, type Range } from "../../analysis/index-form.js";
import { type Atom, isConstant, type Term } from "../../analysis/polynomial.js";
import { lowerSingle } from "../expressions.js";
import { type Instruction, i32Const, i64Const, instruction, integerConstant } from "../instructions.js";
import type { KernelContext } from "../kernel-context.js";

type Side = "low" | "high";
interface Bounds {
  readonly low: Instruction;
  readonly high: Instruction;
}

export interface Stretch {
  readonly context: KernelContext;
  readonly forms: FormContext;
  /** The first and the last index of each dimension, and of the linear id: i32. */
  readonly indices: readonly Bounds[];
  readonly linearId: Bounds | undefined;
}

interface Test extends Stretch {
  /** i32s that are true unless a product was too large for its bound to be valid. */
  readonly guards: Instruction[];
  /** Bounds computed so far, by the keys of the product. */
  readonly products: Map<string, Bounds>;
  /** The last values of counters, of which the guards are there. */
  readonly lasts: Map<Counter, Instruction>;
}

/** Whether all conditions hold for the stretch. */
export function emitConditions(stretch: Stretch, conditions: readonly Condition[]): Instruction {
  const test: Test = { ...stretch, guards: [], products: new Map(), lasts: new Map() };
  const tests = distinct(conditions).map((condition) => emitCondition(test, condition));
  return [...tests, ...test.guards].reduce(both, i32Const(1));
}

/** Whether at least one condition of each list holds, for forms of known numbers. */
export function emitChoices(
  context: KernelContext,
  facts: Facts,
  choices: readonly (readonly Condition[])[],
): Instruction {
  const test: Test = { ...knownAlone(context, facts), guards: [], products: new Map(), lasts: new Map() };
  const tests = choices.map((some) => some.map((one) => emitCondition(test, one)).reduce(either));
  return [...tests, ...test.guards].reduce(both, i32Const(1));
}

export function both(a: Instruction, b: Instruction): Instruction {
  const [x, y] = [integerConstant(a), integerConstant(b)];
  if (x === 0 || y === 1) return a;
  return x === 1 || y === 0 ? b : instruction("i32.and", a, b);
}

export function either(a: Instruction, b: Instruction): Instruction {
  const [x, y] = [integerConstant(a), integerConstant(b)];
  if (x === 1 || y === 0) return a;
  return x === 0 || y === 1 ? b : instruction("i32.or", a, b);
}

function emitCondition(test: Test, { kind, form }: Condition): Instruction {
  if (kind === "zero") return compare("i64.eq", bound(test, form, "low"), i64Const(0n));
  const isNotBelow = compare("i64.ge_s", bound(test, form, "low"), i64Const(kind === "notZero" ? 1n : 0n));
  if (kind === "notNegative") return isNotBelow;
  return either(isNotBelow, compare("i64.le_s", bound(test, form, "high"), i64Const(-1n)));
}

function compare(op: "i64.eq" | "i64.ge_s" | "i64.le_s", a: Instruction, b: Instruction): Instruction {
  const [x, y] = [integerConstant(a), integerConstant(b)];
  if (typeof x !== "bigint" || typeof y !== "bigint") return instruction(op, a, b);
  const holds = { "i64.eq": x === y, "i64.ge_s": x >= y, "i64.le_s": x <= y };
  return i32Const(holds[op] ? 1 : 0);
}

/** The value of a form of known numbers, as an i64. */
export function emitForm(context: KernelContext, facts: Facts, form: Form): Instruction {
  return bound({ ...knownAlone(context, facts), guards: [], products: new Map(), lasts: new Map() }, form, "low");
}

/** A stretch for forms without indices. */
function knownAlone(context: KernelContext, facts: Facts): Stretch {
  const forms: FormContext = { facts, keys: new Map(), choice: () => undefined, known: [] };
  return { context, forms, indices: [], linearId: undefined };
}

function bound(test: Test, form: Form, side: Side): Instruction {
  let sum: Instruction = i64Const(BigInt(form.constant));
  for (const term of form.terms.values()) sum = add(sum, boundOfTerm(test, term, side));
  return sum;
}

const opposite = { low: "high", high: "low" } as const;
/**
 * Sums of a form's terms must not wrap around: factors are at most 2^31, products 2^40, and 2^56 with a small coefficient; a form has about a dozen
 * terms.
 */
const SMALL = 2 ** 16;
const MAX_PRODUCT = 2n ** 40n;
const WORD = 2n ** 31n;

function boundOfTerm(test: Test, { coefficient, atoms }: Term<IndexAtom>, side: Side): Instruction {
  const wanted = coefficient < 0 ? opposite[side] : side;
  const [first, ...others] = atoms;
  invariant(first, "a term has an atom");
  if (others.length === 0) return multiply(test, boundOfAtom(test, first.value, wanted), coefficient);
  return multiply(test, boundsOfProduct(test, atoms)[wanted], coefficient);
}

function boundsOfProduct(test: Test, atoms: readonly Atom<IndexAtom>[]): Bounds {
  const key = atoms.map((atom) => atom.key).join("*");
  const known = test.products.get(key);
  if (known) return known;
  const bounds = atoms.map(({ value }) => boundsOfAtom(test, value));
  const product = bounds.reduce((a, b, index) => productOf(test, a, b, index < bounds.length - 1));
  test.products.set(key, product);
  return product;
}

function boundsOfAtom(test: Test, atom: IndexAtom): Bounds {
  const indices = atom.kind === "index" ? test.indices[atom.dimension] : undefined;
  if (atom.kind === "known" || (indices && indices.low === indices.high)) {
    const value = bindValue(test, boundOfAtom(test, atom, "low"));
    return { low: value, high: value };
  }
  const bind = (side: Side) => bindValue(test, boundOfAtom(test, atom, side));
  return { low: bind("low"), high: bind("high") };
}

/** Binds a value that is used several times; constants need no local. */
function bindValue({ context }: Test, value: Instruction): Instruction {
  return integerConstant(value) === undefined ? context.bind("i64", value) : value;
}

/** The least and the greatest product of the intervals' ends. `isFactor`: the result is multiplied again, so it must be small. */
function productOf(test: Test, a: Bounds, b: Bounds, isFactor: boolean): Bounds {
  const ends = (one: Bounds) => (one.low === one.high ? [one.low] : [one.low, one.high]);
  const products = ends(a).flatMap((x) =>
    ends(b).map((y) => guarded(test, bindValue(test, product(x, y)), isFactor ? WORD : MAX_PRODUCT)),
  );
  const pick = (op: "i64.lt_s" | "i64.gt_s") => products.reduce((x, y) => choose(test, op, x, y));
  return { low: pick("i64.lt_s"), high: pick("i64.gt_s") };
}

function product(a: Instruction, b: Instruction): Instruction {
  const [x, y] = [integerConstant(a), integerConstant(b)];
  return typeof x === "bigint" && typeof y === "bigint" ? i64Const(x * y) : instruction("i64.mul", a, b);
}

/** Truncates, like i32 division. */
function quotient(value: Instruction, divisor: bigint): Instruction {
  const constant = integerConstant(value);
  return typeof constant === "bigint"
    ? i64Const(constant / divisor)
    : instruction("i64.div_s", value, i64Const(divisor));
}

function choose(test: Test, op: "i64.lt_s" | "i64.gt_s", a: Instruction, b: Instruction): Instruction {
  const [one, other] = [integerConstant(a), integerConstant(b)];
  if (typeof one === "bigint" && typeof other === "bigint") return one < other === (op === "i64.lt_s") ? a : b;
  const { context } = test;
  const [x, y] = [context.bind("i64", a), context.bind("i64", b)];
  return context.bind("i64", instruction("select", x, y, instruction(op, x, y)));
}

/** Guards that |value| is at most `limit`; factors are below 2^31, so the product itself cannot overflow. */
function guarded(test: Test, value: Instruction, limit: bigint): Instruction {
  const constant = integerConstant(value);
  if (typeof constant === "bigint") {
    if (constant < -limit || constant > limit) test.guards.push(i32Const(0));
    return value;
  }
  const shifted = instruction("i64.add", value, i64Const(limit));
  test.guards.push(instruction("i64.le_u", shifted, i64Const(2n * limit)));
  return value;
}

function multiply(test: Test, value: Instruction, coefficient: number): Instruction {
  if (coefficient === 1) return value;
  const constant = integerConstant(value);
  if (typeof constant === "bigint") return i64Const(constant * BigInt(coefficient));
  if (Math.abs(coefficient) > SMALL)
    return instruction(
      "i64.mul",
      guarded(test, test.context.bind("i64", value), 2n ** 24n),
      i64Const(BigInt(coefficient)),
    );
  return instruction("i64.mul", value, i64Const(BigInt(coefficient)));
}

function add(a: Instruction, b: Instruction): Instruction {
  const [x, y] = [integerConstant(a), integerConstant(b)];
  if (typeof x === "bigint" && typeof y === "bigint") return i64Const(x + y);
  if (x === 0n) return b;
  return y === 0n ? a : instruction("i64.add", a, b);
}

function boundOfAtom(test: Test, atom: IndexAtom, side: Side): Instruction {
  switch (atom.kind) {
    case "known": {
      const value = lowerSingle(test.context, atom.expr);
      // Signedness does not matter modulo 2^32.
      return extend(value);
    }
    case "index":
    case "linearId": {
      const bounds = atom.kind === "index" ? test.indices[atom.dimension] : test.linearId;
      invariant(bounds, "indices have bounds");
      return extend(bounds[side]);
    }
    case "counter":
      return boundOfCounter(test, atom.counter, side);
    case "ranged":
      return boundOfRange(test, atom.range, side);
  }
}

function extend(value: Instruction): Instruction {
  const constant = integerConstant(value);
  return typeof constant === "number" ? i64Const(BigInt(constant | 0)) : instruction("i64.extend_i32_s", value);
}

/** Guards that the bound is an i32: then it is what the work-items have, without a wrap, and it may be a factor. */
function word(test: Test, value: Instruction): Instruction {
  const bound = bindValue(test, value);
  test.guards.push(fits(bound));
  return bound;
}

/** In the body of its loop, a counter is between its first value and its bound, neither of which it has passed by a wrap. */
function boundOfCounter(test: Test, counter: Counter, side: Side): Instruction {
  const { first, step } = counter;
  const last = test.lasts.get(counter) ?? lastOf(test, counter);
  test.lasts.set(counter, last);
  if ((side === "low") !== isUp(counter)) return typeof step === "number" ? reached(test, first, step, last) : last;
  const form = first.value && formOf(test.forms, first.value, first.bodies);
  return form ? exact(test, form, side) : unknown(test);
}

const isUp = ({ step }: Counter): boolean => typeof step !== "number" || step > 0;

/** The last value that the bound allows. Guards that the counter does not wrap around after it. */
function lastOf(test: Test, counter: Counter): Instruction {
  const { first, bound: end, compare: comparison, step } = counter;
  const form = formOf(test.forms, end, first.bodies);
  if (!form) return unknown(test);
  const isStrict = comparison === "lt" || comparison === "gt";
  const toEnd = isUp(counter) ? -1n : 1n;
  const value = bindValue(
    test,
    add(exact(test, form, isUp(counter) ? "high" : "low"), i64Const(isStrict ? toEnd : 0n)),
  );
  if (typeof step === "number") {
    test.guards.push(fits(add(value, i64Const(BigInt(step)))));
    return value;
  }
  const by = lowerSingle(test.context, step);
  test.guards.push(instruction("i32.gt_s", by, i32Const(0)), fits(add(value, extend(by))));
  return value;
}

/** A counter that begins at a constant reaches, up to `last`, that constant plus a multiple of its step. */
function reached(test: Test, { value, bodies }: Counter["first"], step: number, last: Instruction): Instruction {
  const first = value && formOf(test.forms, value, bodies);
  if (!first || !isConstant(first) || Math.abs(step) === 1) return last;
  const known = integerConstant(last);
  if (typeof known === "bigint") return i64Const(known - ((known - BigInt(first.constant)) % BigInt(step)));
  const distance = instruction("i64.sub", last, i64Const(BigInt(first.constant)));
  return instruction("i64.sub", last, instruction("i64.rem_s", distance, i64Const(BigInt(step))));
}

/** An unknown bound: rules out the fast code for this stretch. */
function unknown(test: Test): Instruction {
  test.guards.push(i32Const(0));
  return i64Const(0n);
}

/** The bound of a form that must equal its i32: guards that no bound exceeds 32 bits. */
function exact(test: Test, form: Form, side: Side): Instruction {
  const value = bound(test, form, side);
  const [term, ...others] = form.terms.values();
  const isAtom = term?.coefficient === 1 && term.atoms.length === 1 && others.length === 0 && form.constant === 0;
  if (isAtom) return value;
  word(test, bound(test, form, opposite[side]));
  return word(test, value);
}

function fits(value: Instruction): Instruction {
  const constant = integerConstant(value);
  if (typeof constant === "bigint") return i32Const(constant === BigInt.asIntN(32, constant) ? 1 : 0);
  return instruction("i64.le_u", instruction("i64.add", value, i64Const(2n ** 31n)), i64Const(2n ** 32n - 1n));
}

/** An i32, as all that it is made of. */
function boundOfRange(test: Test, range: Range, side: Side): Instruction {
  switch (range.kind) {
    case "between":
      return word(test, i64Const(BigInt(range[side])));
    case "form":
      return exact(test, range.form, side);
    case "shift":
      return instruction("i64.shr_s", boundOfRange(test, range.a, side), i64Const(BigInt(range.count)));
    case "quotient":
      return quotient(boundOfRange(test, range.a, side), BigInt(range.divisor));
    case "min":
    case "max":
    case "union": {
      const kind = range.kind === "union" ? (side === "low" ? "min" : "max") : range.kind;
      const op = kind === "min" ? "i64.lt_s" : "i64.gt_s";
      return choose(test, op, boundOfRange(test, range.a, side), boundOfRange(test, range.b, side));
    }
  }
}
