// Indices that lie in their arrays for all work-items of a launch, as the CPU's gangs foresee them for a stretch (analysis/plan.ts): the host
// asks the arguments of a launch, in exact numbers, and the variant that runs then looks at none of them.

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
import { type Condition, formContext, noAssumptions } from "../analysis/assumptions.js";
import { type Counter, collectFacts } from "../analysis/facts.js";
import { type Form, formOf, type IndexAtom, type Range } from "../analysis/index-form.js";
import { findOwnStores, type OwnStore } from "../analysis/own-stores.js";
import { proveElements } from "../analysis/plan.js";

export interface Foreseen {
  /** Elements that need no check where `holds`. */
  readonly proven: ReadonlySet<Expr>;
  /** Elements that one work-item alone writes where `holds`. */
  readonly own: ReadonlySet<Expr>;
  /** Of an argument block. */
  readonly holds: (args: DataView) => boolean;
}

/** Of a kernel over a range. Undefined where nothing is foreseen. */
export function foresee(module: Module, fn: Fn): Foreseen | undefined {
  if (fn.dimensions === 0) return undefined;
  const facts = collectFacts(fn);
  const forms = formContext(facts, noAssumptions, new Map());
  const { proven, conditions } = proveElements(module, forms, "rows");
  const own = [...findOwnStores(facts)].filter(([element]) => isPart(module, element));
  if (proven.size === 0 && own.length === 0) return undefined;
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  const parameterAt = (args: DataView, local: number): number => {
    const type = fn.locals[local]?.type;
    // Of a span, its length.
    return args.getInt32((offsets[local] ?? 0) + (type !== undefined && !isScalar(type) ? 4 : 0), true);
  };
  const spanAt = (args: DataView, local: number): Bounds => {
    const type = fn.locals[local]?.type;
    invariant(type !== undefined && !isScalar(type) && type.kind === "span", "it is an array");
    const [low, length] = [0, 4].map((byte) => args.getUint32((offsets[local] ?? 0) + byte, true));
    invariant(low !== undefined && length !== undefined, "a span has both");
    return { low, high: low + length * layoutOf(type.element, module.structs).size };
  };
  const holds = (args: DataView): boolean => {
    const launch: Launch = {
      forms: (expr, counter) => formOf(forms, expr, counter.first.bodies),
      size: (dimension) => args.getInt32(RANGE_OFFSET + 4 * dimension, true),
      valueOf: (expr) => {
        if (expr.kind === "local") return parameterAt(args, expr.local);
        if (expr.kind === "length" && expr.span.kind === "local") return parameterAt(args, expr.span.local);
        if (expr.kind === "query" && expr.query === "globalSize") return launch.size(expr.dimension);
        return unknown;
      },
    };
    const isOwn = ({ conditions, array, others }: OwnStore): boolean =>
      conditions.every((some) => some.some((one) => isTrue(launch, one))) &&
      others.every((other) => !doOverlap(spanAt(args, array), spanAt(args, other)));
    return conditions.every((condition) => isTrue(launch, condition)) && own.every(([, store]) => isOwn(store));
  };
  return { proven, own: new Set(own.map(([element]) => element)), holds };
}

/** Less than a word: only there does it matter who else writes. */
function isPart(module: Module, { type }: Expr): boolean {
  return !isScalar(type) && type.kind === "ref" && layoutOf(type.to, module.structs).size % 4 !== 0;
}

/** In bytes. */
const doOverlap = (a: Bounds, b: Bounds): boolean => a.low < b.high && b.low < a.high;

interface Launch {
  readonly forms: (expr: Expr, counter: Counter) => Form | undefined;
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
  const { first, bound, compare, step } = counter;
  const [from, to] = [first.value, bound].map((expr) => {
    const form = expr && launch.forms(expr, counter);
    return form ? asWord(boundsOf(launch, form)) : nothing;
  });
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
