// Indices that lie in their arrays for all work-items of a launch, as the CPU's gangs foresee them for a stretch (analysis/plan.ts), and bytes that
// one work-item alone writes: the host asks the arguments of a launch, in exact numbers, and the code that runs then relies on it.

import {
  argumentLayout,
  type Expr,
  type Fn,
  invariant,
  isScalar,
  layoutOf,
  type Module,
  RANGE_OFFSET,
} from "@lanewise/ir";
import { type Condition, distinct, formContext, noAssumptions } from "../analysis/assumptions.js";
import { type Counter, collectFacts, type Facts } from "../analysis/facts.js";
import { type Form, type FormContext, formOf, type IndexAtom, type Range } from "../analysis/index-form.js";
import { findOwnStores } from "../analysis/own-stores.js";
import { proveElements } from "../analysis/plan.js";
import { rangesAnywhere } from "../narrow/find-ranges.js";
import { tablesOf } from "../narrow/tables.js";
import { capturedSpans, doOverlap } from "./captured-spans.js";
import { hasPointers } from "./pointers.js";

export interface Foreseen {
  /** Elements that need no check. */
  readonly proven: ReadonlySet<Expr>;
  /** Elements that one work-item alone writes. */
  readonly own: ReadonlySet<Expr>;
}

export interface Foresight {
  /** Of the best launch. */
  readonly best: Foreseen;
  /** Of a launch with this argument block; the same object where it is the same. Undefined: nothing is foreseen. */
  readonly in: (args: DataView) => Foreseen | undefined;
}

/** What is asked of a launch. */
interface Question {
  readonly element: Expr;
  readonly kind: "proven" | "own";
  readonly holds: (launch: Launch, args: DataView) => boolean;
}

/** Launches that differ in what is foreseen have code of their own; further ones have that in which nothing is. */
const MOST_KINDS = 8;

/** Of a kernel over a range. Undefined where nothing is foreseen. */
export function foresee(module: Module, fn: Fn): Foresight | undefined {
  if (fn.dimensions === 0) return undefined;
  const facts = collectFacts(fn, undefined, rangesAnywhere(fn, tablesOf(module)));
  const forms = formContext(facts, noAssumptions, new Map());
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  const questions = [...questionsOfIndices(module, forms), ...questionsOfStores(module, facts)];
  if (questions.length === 0) return undefined;
  const kinds = new Map<string, Foreseen>();
  const endsOf = endsOfCounters(forms);
  const foreseenBy = (answers: readonly boolean[]): Foreseen | undefined => {
    if (!answers.includes(true)) return undefined;
    const key = answers.map(Number).join("");
    const known = kinds.get(key);
    if (known || kinds.size === MOST_KINDS) return known;
    const elements = (kind: Question["kind"]) =>
      new Set(questions.flatMap((one, index) => (one.kind === kind && answers[index] ? [one.element] : [])));
    const made = { proven: elements("proven"), own: elements("own") };
    kinds.set(key, made);
    return made;
  };
  const best = foreseenBy(questions.map(() => true));
  invariant(best, "there are questions");
  return {
    best,
    in: (args) => {
      const launch: Launch = {
        endsOf,
        size: (dimension) => args.getInt32(RANGE_OFFSET + 4 * dimension, true),
        valueOf: (expr) => {
          if (expr.kind === "local") return args.getInt32(offsets[expr.local] ?? 0, true);
          if (expr.kind === "query" && expr.query === "globalSize") return launch.size(expr.dimension);
          const span = expr.kind === "length" && expr.span.kind === "local" ? expr.span.local : undefined;
          return span === undefined ? unknown : args.getInt32((offsets[span] ?? 0) + 4, true);
        },
      };
      return foreseenBy(questions.map(({ holds }) => holds(launch, args)));
    },
  };
}

/** Whether indices lie in their arrays. */
function questionsOfIndices(module: Module, forms: FormContext): readonly Question[] {
  const { proven, conditions } = proveElements(module, forms, "rows");
  return [...proven].map((element) => {
    const own = distinct(conditions.get(element) ?? []);
    return { element, kind: "proven", holds: (launch) => own.every((condition) => isTrue(launch, condition)) };
  });
}

/** Whether a part of a word is written by one work-item alone: not where pointers may lead to it. */
function questionsOfStores(module: Module, facts: Facts): readonly Question[] {
  if (hasPointers(facts.fn)) return [];
  const spansOf = capturedSpans(module, facts.fn);
  const isApart = (args: DataView, array: number, others: readonly number[]): boolean => {
    const spans = spansOf(args);
    const own = spans.find(({ index }) => index === array);
    invariant(own, "it is an array");
    return !spans.some((one) => others.includes(one.index) && doOverlap(one, own));
  };
  return [...findOwnStores(facts)]
    .filter(([element]) => isPart(module, element))
    .map(([element, { conditions, array, others }]) => ({
      element,
      kind: "own",
      holds: (launch, args) =>
        conditions.every((some) => some.some((one) => isTrue(launch, one))) && isApart(args, array, others),
    }));
}

/** Found once: launches differ in numbers alone. */
function endsOfCounters(forms: FormContext): Launch["endsOf"] {
  const known = new Map<Counter, Ends>();
  return (counter) => {
    const { first, bound } = counter;
    const own = known.get(counter) ?? {
      from: first.value && formOf(forms, first.value, first.bodies),
      to: formOf(forms, bound, first.bodies),
    };
    known.set(counter, own);
    return own;
  };
}

/** Less than a word: only there does it matter who else writes. */
function isPart(module: Module, { type }: Expr): boolean {
  return !isScalar(type) && type.kind === "ref" && layoutOf(type.to, module.structs).size % 4 !== 0;
}

/** A counter's first value, and what it is compared with. */
interface Ends {
  readonly from: Form | undefined;
  readonly to: Form | undefined;
}

interface Launch {
  readonly endsOf: (counter: Counter) => Ends;
  readonly size: (dimension: number) => number;
  /** Of a captured number, a length or a size. */
  readonly valueOf: (expr: Expr) => number;
}

/** The least and the greatest that something may be. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** No comparison with it is true. */
const unknown = Number.NaN;
const nothing: Bounds = { low: unknown, high: unknown };
/** Up to here, sums and products of integers are exact. */
const EXACT = 2 ** 52;

const known = (low: number, high = low): Bounds =>
  low <= high && low >= -EXACT && high <= EXACT ? { low, high } : nothing;
const plus = (a: Bounds, b: Bounds): Bounds => known(a.low + b.low, a.high + b.high);
const times = (a: Bounds, b: Bounds): Bounds => {
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return known(Math.min(...products), Math.max(...products));
};
/** Of a value that is that of i32 arithmetic: nothing, where it may have wrapped. */
const asWord = (bounds: Bounds): Bounds => (bounds.low >= -(2 ** 31) && bounds.high < 2 ** 31 ? bounds : nothing);

function isTrue(launch: Launch, { kind, form }: Condition): boolean {
  const { low, high } = boundsOf(launch, form);
  if (kind === "zero") return low === 0 && high === 0;
  return low >= (kind === "notZero" ? 1 : 0) || (kind === "notZero" && high <= -1);
}

function boundsOf(launch: Launch, { constant, terms }: Form): Bounds {
  let sum = known(constant);
  for (const { coefficient, atoms } of terms.values()) {
    const product = atoms.reduce((all, { value }) => times(all, boundsOfAtom(launch, value)), known(coefficient));
    sum = plus(sum, product);
  }
  return sum;
}

function boundsOfAtom(launch: Launch, atom: IndexAtom): Bounds {
  switch (atom.kind) {
    case "known":
      return known(launch.valueOf(atom.expr));
    case "index":
      return known(0, launch.size(atom.dimension) - 1);
    case "counter":
      return boundsOfCounter(launch, atom.counter);
    case "ranged":
      return asWord(boundsOfRange(launch, atom.range));
    case "linearId":
      return nothing;
  }
}

/** In the body of its loop, a counter is between its first value and its bound. */
function boundsOfCounter(launch: Launch, counter: Counter): Bounds {
  const { compare, step } = counter;
  const ends = launch.endsOf(counter);
  const [from, to] = [ends.from, ends.to].map((form) => (form ? asWord(boundsOf(launch, form)) : nothing));
  const by = typeof step === "number" ? step : launch.valueOf(step);
  if (!from || !to || !(typeof step === "number" || by > 0)) return nothing;
  const distance = compare === "lt" || compare === "gt" ? Math.sign(by) : 0;
  const last = by > 0 ? to.high - distance : to.low - distance;
  // Behind its last round, the counter must not wrap.
  const end = asWord(known(last + by));
  if (Number.isNaN(end.low)) return nothing;
  return by > 0 ? known(from.low, Math.max(from.low, last)) : known(Math.min(from.high, last), from.high);
}

function boundsOfRange(launch: Launch, range: Range): Bounds {
  switch (range.kind) {
    case "between":
      return known(range.low, range.high);
    case "form":
      return asWord(boundsOf(launch, range.form));
    case "shift": {
      const { low, high } = boundsOfRange(launch, range.a);
      return known(Math.floor(low / 2 ** range.count), Math.floor(high / 2 ** range.count));
    }
    case "quotient": {
      const { low, high } = boundsOfRange(launch, range.a);
      return known(Math.trunc(low / range.divisor), Math.trunc(high / range.divisor));
    }
    case "min":
    case "max":
    case "union": {
      const [a, b] = [boundsOfRange(launch, range.a), boundsOfRange(launch, range.b)];
      const low = range.kind === "max" ? Math.max(a.low, b.low) : Math.min(a.low, b.low);
      return known(low, range.kind === "min" ? Math.min(a.high, b.high) : Math.max(a.high, b.high));
    }
  }
}
