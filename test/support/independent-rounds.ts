// Loops of random independent kernels that work-items leave one by one: `for (let c = id * 2 + 1; c < n; c += 16)`, `for (let k = 0; k <= id; k++)`.
// Gangs run their whole rounds without masks, and the others with them. In their bodies an element is loaded twice, the strided array is stored to
// and its neighbour loaded, values are shifted by the counter, and small tables are looked up. independent-body.ts adds what else a body may have.

import { build, type Expr, type Stmt, scalars, type ValueScalar } from "@lanewise/ir";
import { affineIndices, linearId } from "./independent-indices.js";
import { type BodyState, expr, newSite, type Place, type Role, typeOfLocal } from "./independent-values.js";
import { at } from "./ir-body.js";

const i32 = (value: number): Expr => build.constant("i32", value);
/** Of one loop, and work-item. */
const MOST_ROUNDS = 14;

export interface Rounds {
  readonly start: Expr;
  readonly bound: Expr;
  readonly step: Expr;
  readonly compare: "lt" | "le";
  /** What the counter is in the body. */
  readonly low: number;
  readonly high: number;
  readonly times: number;
  /** Whether no other work-item's counter is ever the same: each is its linear index and a multiple of their number. */
  readonly isApart: boolean;
}

/** A number that grows or falls from one work-item to the next, or that is the same for all. */
interface Growing {
  readonly value: Expr;
  readonly low: number;
  readonly high: number;
}

/** How a loop goes. Some of its numbers are captured. */
export function roundsOf(state: BodyState): Rounds {
  const { random, range } = state.facts;
  const items = range.reduce((a, b) => a * b, 1);
  if (random.oneIn(3)) {
    // Over all elements, as many work-items apart.
    const last = random.pick([items - 1, items, 2 * items + 3, 3 * items]);
    const high = Math.min(last, stridedLength(items) - 1);
    const compare = random.pick(["lt", "le"] as const);
    const bound = numberOf(state, compare === "lt" ? high + 1 : high);
    return {
      ...{ start: linearId(state), bound, step: numberOf(state, Math.max(items, 1)), compare },
      ...{ low: 0, high: Math.max(high, 0), times: 5, isApart: true },
    };
  }
  if (random.oneIn(8)) return roundsAtEnd(state);
  const isUp = random.oneIn(2);
  const [start, bound] = isUp
    ? [growing(state), sameOf(state, 8 + random.below(60))]
    : [sameOf(state, random.below(6)), growing(state)];
  const compare = random.pick(["lt", "lt", "le"] as const);
  const high = compare === "lt" ? bound.high - 1 : bound.high;
  const least = Math.ceil(Math.max(high - start.low, 1) / MOST_ROUNDS);
  const steps = [1, 1, 2, 3, 4, 8, 16, 32, ...capturedNumbers(state).map(({ value }) => value)];
  const fitting = steps.filter((step) => step >= least);
  const step = fitting.length > 0 ? random.pick(fitting) : least;
  return {
    ...{ start: start.value, bound: bound.value, step: numberOf(state, step), compare },
    ...{ low: start.low, high: Math.max(high, start.low), times: MOST_ROUNDS, isApart: false },
  };
}

const LIMIT = 2 ** 31;

/** Counters or bounds that wrap around, for some work-items or for all. */
function roundsAtEnd(state: BodyState): Rounds {
  const { random } = state.facts;
  const { value } = growing(state);
  const shifted = build.op("add", value, i32(LIMIT - 1 - random.below(60)));
  const all = { low: -LIMIT, high: LIMIT - 1, times: 8, isApart: false };
  // Both end: the first at its bound from below, the second behind its first round.
  return random.oneIn(2)
    ? {
        ...{ ...all, start: shifted, bound: i32(random.pick([0, 5, -LIMIT + 30])), step: i32(2 ** 28) },
        compare: random.pick(["lt", "le"] as const),
      }
    : { ...all, start: i32(0), bound: shifted, step: i32(LIMIT - 1), compare: "lt" };
}

/** Elements that `for (let c = id; c < n; c += items)` may go over. */
export const stridedLength = (items: number): number => 3 * items + 4;

/** The innermost index, or the work-item's number, some times, and something else. */
function growing(state: BodyState): Growing {
  const { random, range } = state.facts;
  const items = range.reduce((a, b) => a * b, 1);
  const inner = range.length - 1;
  const isInner = random.below(4) > 0;
  const last = Math.max((isInner ? (range[inner] ?? 1) : items) - 1, 0);
  const index = isInner ? build.query("globalId", inner as 0 | 1 | 2) : linearId(state); // one of at most three dimensions
  const slope = random.pick([1, 1, 1, 2, 3, 4, -1, -2]);
  const factor = Math.abs(slope);
  const product =
    factor === 1
      ? index
      : factor !== 3 && random.oneIn(3)
        ? build.op("shl", index, i32(Math.log2(factor)))
        : build.op("mul", index, i32(factor));
  const more = sameOf(state, random.below(7));
  const high = last * factor + more.low;
  if (slope < 0) return { value: build.op("sub", i32(high), product), low: more.low, high };
  const value =
    more.low === 0 && random.oneIn(2)
      ? product
      : random.oneIn(2)
        ? build.op("add", product, more.value)
        : build.op("add", more.value, product);
  return { value, low: more.low, high };
}

const sameOf = (state: BodyState, number: number): Growing => ({
  value: numberOf(state, number),
  low: number,
  high: number,
});

interface Captured {
  readonly value: number;
  readonly local: number;
}

const capturedNumbers = (state: BodyState): readonly Captured[] =>
  state.roles.flatMap((role, local) =>
    role.kind === "number" && role.value !== undefined && role.value > 0 && typeOfLocal(state, local) === "i32"
      ? [{ value: role.value, local }]
      : [],
  );

/** A constant, captured, or made of what is captured. */
function numberOf(state: BodyState, number: number): Expr {
  const { random } = state.facts;
  const captured = capturedNumbers(state);
  const same = captured.filter(({ value }) => value === number);
  if (same.length > 0 && random.below(4) > 0) return build.local(random.pick(same).local, "i32");
  if (captured.length === 0 || random.oneIn(2)) return i32(number);
  const { value, local } = random.pick(captured);
  return build.op("add", build.local(local, "i32"), i32(number - value));
}

/** Statements that a body of rounds begins with. `sum` is one of the kernel's own locals, which no loop counts with. */
export function roundStatements(
  state: BodyState,
  place: Place,
  rounds: Rounds,
  counter: number,
  sum: { readonly local: number; readonly type: ValueScalar },
): Stmt[] {
  const { random } = state.facts;
  const count = build.local(counter, "i32");
  const stmts: Stmt[] = [];
  for (let left = 1 + random.below(3); left > 0; left--) {
    const value = random.pick([loadedTwice, loadedTwice, lookedUp, shifted, () => expr(state, sum.type, place, 2)])(
      state,
      place,
      count,
      sum.type,
    );
    stmts.push(build.set(sum.local, added(state, sum, value)));
  }
  if (rounds.isApart) stmts.splice(random.below(stmts.length + 1), 0, ...storesApart(state, place, count, sum));
  return stmts;
}

function added({ facts: { random } }: BodyState, { local, type }: { local: number; type: ValueScalar }, value: Expr) {
  const own = build.local(local, type);
  if (type === "bool") return build.op("xor", own, value);
  return build.op(random.pick(["add", "add", "sub", "mul", "min", "max"] as const), own, value);
}

/** An element, or one beside it, twice, each place made anew: analyses know nodes by identity. */
function loadedTwice(state: BodyState, place: Place, count: Expr, type: ValueScalar): Expr {
  const { random } = state.facts;
  const spans = readSpans(state, place, type);
  if (spans.length === 0) return expr(state, type, place, 2);
  const { local, length } = random.pick(spans);
  const isCounter = random.below(4) > 0;
  const made = isCounter ? () => count : random.pick(affineIndices(state, place, length)).make;
  const bounds = count.kind === "local" ? state.counters.get(count.local) : undefined;
  const isInside = !isCounter || (bounds !== undefined && bounds.low >= 0 && bounds.high < length);
  const index = (): Expr => (isInside ? made() : build.op("and", count, i32(2 ** Math.floor(Math.log2(length)) - 1)));
  const element = (): Expr =>
    build.load(build.element(build.local(local, typeOfLocal(state, local)), index(), newSite(state, "bounds")));
  if (type === "bool") return build.op("and", element(), build.op("not", element()));
  return build.op(random.pick(["mul", "add", "sub", "max"] as const), element(), element());
}

function readSpans(state: BodyState, place: Place, type: ValueScalar) {
  return place.known.flatMap((local) => {
    const [role, held] = [state.roles[local], typeOfLocal(state, local)];
    if (role?.kind !== "read" || typeof held !== "object" || held.kind !== "span") return [];
    const { element } = held;
    return typeof element === "string" && scalars[element].register === type ? [{ local, length: role.length }] : [];
  });
}

/** From a small constant table, at the counter or at what data say. */
function lookedUp(state: BodyState, place: Place, count: Expr, type: ValueScalar): Expr {
  const { random, globals, canFail } = state.facts;
  const tables = globals.flatMap(({ storage, type: whole }, global) =>
    storage === "constant" && typeof whole === "object" && whole.kind === "array" ? [{ global, type: whole }] : [],
  );
  const { global, type: whole } = random.pick(tables);
  const element = typeof whole.element === "string" ? whole.element : "i32";
  const any = random.oneIn(3) ? count : build.op("add", expr(state, "i32", place, 2), count);
  const isOutside = canFail && random.oneIn(6);
  const index = isOutside
    ? build.op("and", any, i32(31))
    : random.oneIn(3)
      ? build.op("rem", build.convert("wrap", "u32", any), build.constant("u32", whole.length))
      : build.op("and", any, i32(2 ** Math.floor(Math.log2(whole.length)) - 1));
  const found = build.load(build.element(build.global(global, whole), index, newSite(state, "bounds")));
  return valueAs(type, found, scalars[element].register);
}

/** An integer as a value of that type. */
function valueAs(type: ValueScalar, value: Expr, of: ValueScalar): Expr {
  if (type === of) return value;
  if (type === "bool") return build.op("ne", value, build.constant(of, 0));
  const isInteger = type !== "f32" && type !== "f64";
  return build.convert(isInteger ? "wrap" : "convert", type, value);
}

function shifted(state: BodyState, place: Place, count: Expr, type: ValueScalar): Expr {
  const { random } = state.facts;
  const value = expr(state, "i32", place, 1);
  const made = build.op(
    random.pick(["shl", "shr"] as const),
    value,
    random.oneIn(2) ? count : build.op("and", count, i32(7)),
  );
  return valueAs(type, made, "i32");
}

/** Stores at the counter, and loads what lies there and beside it: one of these loads comes behind the store. */
function storesApart(
  state: BodyState,
  place: Place,
  count: Expr,
  sum: { readonly local: number; readonly type: ValueScalar },
): Stmt[] {
  const { random } = state.facts;
  const apart = state.roles.flatMap((role: Role, local) => {
    const type = typeOfLocal(state, local);
    if (role.kind !== "apart" || typeof type !== "object" || type.kind !== "span") return [];
    return typeof type.element === "string" ? [{ local, type, element: type.element, per: role.per }] : [];
  });
  if (apart.length === 0) return [];
  const { local, type, element, per } = random.pick(apart);
  const which = (one: number): Expr => {
    const first = per === 1 ? count : build.op("mul", count, i32(per));
    const index = one === 0 && random.oneIn(2) ? first : build.op("add", first, i32(one));
    return build.element(build.local(local, type), index, newSite(state, "bounds"));
  };
  const { register } = scalars[element];
  const [one, other] = [random.below(per), random.below(per)];
  const value =
    register === sum.type && random.oneIn(2) ? build.local(sum.local, sum.type) : expr(state, register, place, 2);
  const stmts: Stmt[] = [build.store(which(one), value, at)];
  if (random.below(3) > 0) stmts.push(build.store(which(other), build.load(which(one)), at));
  if (register === sum.type) {
    stmts.unshift(build.set(sum.local, added(state, sum, build.load(which(other)))));
    stmts.push(build.set(sum.local, added(state, sum, build.load(which(other)))));
  }
  return stmts;
}
