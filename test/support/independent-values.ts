// Random expressions of kernels whose work-items have nothing to do with each other (independent-arbitrary.ts): values, and
// the places that a work-item may read: what nobody writes, at any index in range, and what is its own.

import {
  type Builtin,
  build,
  builtins,
  type DataType,
  type Expr,
  type Fn,
  type Global,
  type Local,
  type Site,
  type StructDefinition,
  scalars,
  type Type,
  typeName,
  type ValueScalar,
} from "@lanewise/ir";
import { linearId, readIndex, steadyIndex } from "./independent-indices.js";
import {
  at,
  comparisons,
  constants,
  floatOps,
  floatUnary,
  integerOps,
  integers,
  integerUnary,
  sameWidth,
  valueTypes,
  widenings,
} from "./ir-body.js";
import type { Random } from "./random.js";

/** What a kernel may do with a parameter or a global; "none" is a number. */
export type Role =
  | { readonly kind: "read"; readonly length: number }
  /** Of each work-item, `per` elements; `isReversed`: the first one's are the last. */
  | { readonly kind: "own"; readonly length: number; readonly per: number; readonly isReversed: boolean }
  /** Only loops in which each work-item's counter is apart from all others' use it: at `per` times the counter, and behind it. */
  | { readonly kind: "apart"; readonly length: number; readonly per: number }
  | { readonly kind: "shared"; readonly length: number; readonly op: "add" | "min" | "max" | "and" | "or" | "xor" }
  | { readonly kind: "number"; readonly value: number | undefined };

export interface IndependentFacts {
  readonly random: Random;
  readonly canFail: boolean;
  readonly structs: readonly StructDefinition[];
  readonly globals: readonly Global[];
  readonly globalRoles: readonly Role[];
  readonly sites: Site[];
  readonly functions: { readonly fn: Fn; readonly cost: number; readonly roles: readonly Role[] }[];
  readonly range: readonly number[];
  /** Whether indices of private memory are constants and counters, as code is that can do without the memory. */
  readonly isSteady: boolean;
  /** Whether most loops are those of independent-rounds.ts. */
  readonly isOfRounds: boolean;
}

export interface BodyState {
  readonly facts: IndependentFacts;
  readonly fn: Omit<Fn, "body" | "at">;
  /** By parameter. */
  readonly roles: readonly Role[];
  readonly locals: Local[];
  /** What a local that holds a reference may be used for. */
  readonly references: Map<number, "read" | "own">;
  /** Loops' counters with the values they have in the body. */
  readonly counters: Map<number, { readonly low: number; readonly high: number }>;
}

/** Where a statement stands. */
export interface Place {
  /** Locals that are set here on every path. */
  readonly known: number[];
  /** How often this runs per call. */
  readonly weight: number;
  readonly labels: readonly { readonly label: number; readonly isLoop: boolean }[];
  readonly depth: number;
  /** Whether nothing leaves the loop around it early. */
  readonly isClosed?: boolean;
}

export interface Way {
  readonly to: DataType;
  readonly isOwn: boolean;
  /** In a local of the kernel. */
  readonly isPrivate?: boolean;
  readonly make: () => Expr;
}

/** Those whose results are the same on every target. */
const exactBuiltins = (Object.keys(builtins) as Builtin[]).filter((name) => builtins[name].ulp.f32 === 0);
const builtinNames = Object.keys(builtins) as Builtin[];

export const typeOfLocal = ({ locals }: BodyState, index: number): Type => locals[index]?.type ?? "i32";
export const heldOf = (state: BodyState, place: Place, type: Type): number[] =>
  place.known.filter((index) => typeName(typeOfLocal(state, index)) === typeName(type));

export function newSite({ facts }: BodyState, kind: Site["kind"]): number {
  return facts.sites.push({ kind, name: `site ${facts.sites.length}`, at }) - 1;
}

export function expr(state: BodyState, type: ValueScalar, place: Place, depth: number): Expr {
  const { random } = state.facts;
  if (depth <= 0) return leaf(state, type, place);
  const inner = (of: ValueScalar) => expr(state, of, place, depth - 1);
  switch (random.below(8)) {
    case 0:
      return leaf(state, type, place);
    case 1:
    case 2:
      return loadOf(state, type, place, depth);
    case 3:
      return type !== "bool" && random.oneIn(3)
        ? smallerOrLarger(random, inner(type), inner(type))
        : build.op("select", inner("bool"), inner(type), inner(type));
    case 4:
      return type === "bool" ? comparison(state, place, depth) : conversion(state, type, place, depth);
    default:
      return operation(state, type, place, depth);
  }
}

/** `a < b ? a : b` and its like. */
function smallerOrLarger(random: Random, a: Expr, b: Expr): Expr {
  const compare = build.op(random.pick(["lt", "gt", "le"] as const), a, b);
  return random.oneIn(2) ? build.op("select", compare, a, b) : build.op("select", compare, b, a);
}

function leaf(state: BodyState, type: ValueScalar, place: Place): Expr {
  const { random, range } = state.facts;
  const held = heldOf(state, place, type);
  if (held.length > 0 && random.oneIn(2)) return build.local(random.pick(held), type);
  if (type === "i32" && random.oneIn(2)) {
    if (state.fn.linkage === "kernel" && random.oneIn(3)) return linearId(state);
    return build.query(
      random.pick(["globalId", "globalId", "globalSize", "groupId"] as const),
      random.below(range.length) as 0 | 1 | 2,
    );
  }
  return build.constant(type, random.pick(constants[type]));
}

function comparison(state: BodyState, place: Place, depth: number): Expr {
  const { random } = state.facts;
  const of = random.pick(valueTypes);
  const op = of === "bool" || random.oneIn(3) ? random.pick(["eq", "ne"] as const) : random.pick(comparisons);
  return build.op(op, expr(state, of, place, depth - 1), expr(state, of, place, depth - 1));
}

function conversion(state: BodyState, type: Exclude<ValueScalar, "bool">, place: Place, depth: number): Expr {
  const { random } = state.facts;
  const choice = random.below(3);
  const from = random.pick<ValueScalar>((choice === 0 ? sameWidth[type] : widenings[type]) ?? ["bool"]);
  if (choice === 0) return build.convert("reinterpret", type, number(state, from, place, depth));
  if (choice === 1 || !integers.includes(type))
    return build.convert("convert", type, expr(state, from, place, depth - 1));
  const any = random.pick(valueTypes.filter((candidate) => candidate !== "bool"));
  return build.convert(random.pick(["wrap", "saturate"] as const), type, expr(state, any, place, depth - 1));
}

/** A value that is no NaN, whose bits and sign targets may choose. */
export function number(state: BodyState, type: ValueScalar, place: Place, depth: number): Expr {
  if (integers.includes(type) || type === "bool") return expr(state, type, place, depth - 1);
  const value = leaf(state, type, place);
  return build.op("select", build.op("eq", value, value), value, build.constant(type, 1));
}

function operation(state: BodyState, type: ValueScalar, place: Place, depth: number): Expr {
  const { random } = state.facts;
  const inner = () => expr(state, type, place, depth - 1);
  if (type === "bool") {
    if (random.oneIn(2)) return random.oneIn(3) ? build.op("not", inner()) : comparison(state, place, depth);
    return build.op(random.pick(["and", "or", "xor"] as const), inner(), inner());
  }
  if (integers.includes(type)) {
    if (random.oneIn(4)) return build.op(random.pick(integerUnary), inner());
    return build.op(random.pick(integerOps), inner(), inner());
  }
  if (random.oneIn(8)) {
    const name = random.pick(type === "f64" ? builtinNames : exactBuiltins);
    return builtins[name].arity === 1 ? build.builtin(name, inner()) : build.builtin(name, inner(), inner());
  }
  if (random.oneIn(8)) return build.op("copysign", inner(), number(state, type, place, depth));
  if (random.oneIn(3)) return build.op(random.pick(floatUnary), inner());
  return build.op(random.pick(floatOps), inner(), inner());
}

function loadOf(state: BodyState, type: ValueScalar, place: Place, depth: number): Expr {
  const found = waysFrom(state, place, depth).filter(
    ({ to }) => typeof to === "string" && scalars[to].register === type,
  );
  return found.length > 0 ? build.load(state.facts.random.pick(found).make()) : leaf(state, type, place);
}

/** All places that a work-item may touch here, and what is in them. */
export function waysFrom(state: BodyState, place: Place, depth: number): Way[] {
  const ways: Way[] = [];
  const { globals, globalRoles } = state.facts;
  globals.forEach(({ type }, index) => {
    const base = () => build.global(index, type);
    const role = globalRoles[index];
    if (role?.kind === "own" && typeof type === "object" && type.kind === "array")
      addElement(state, ways, role, type.element, base, place, depth);
    else addWays(state, ways, { to: type, isOwn: false, make: base }, place, depth);
  });
  for (const index of place.known) {
    const type = typeOfLocal(state, index);
    if (typeof type === "string") continue;
    const base = () => build.local(index, type);
    const role = state.roles[index];
    if (type.kind === "ref")
      addWays(state, ways, { to: type.to, isOwn: state.references.get(index) === "own", make: base }, place, depth);
    else if (type.kind !== "span")
      addWays(state, ways, { to: type, isOwn: true, isPrivate: true, make: base }, place, depth);
    else if (role) addElement(state, ways, role, type.element, base, place, depth);
  }
  return ways;
}

function addElement(
  state: BodyState,
  ways: Way[],
  role: Role,
  to: DataType,
  base: () => Expr,
  place: Place,
  depth: number,
): void {
  if (role.kind !== "read" && role.kind !== "own") return;
  const isOwn = role.kind === "own";
  if (!isOwn && role.length === 0) return;
  const make = () => {
    const index = isOwn ? ownIndex(state, role, place, depth) : readIndex(state, base, role.length, place, depth);
    return build.element(base(), index, newSite(state, "bounds"));
  };
  addWays(state, ways, { to, isOwn, make }, place, depth);
}

function addWays(state: BodyState, ways: Way[], way: Way, place: Place, depth: number): void {
  const { to, isOwn, isPrivate = false } = way;
  const { structs, isSteady } = state.facts;
  ways.push(way);
  if (typeof to === "string") return;
  if (to.kind === "array") {
    const index = () =>
      isPrivate && isSteady
        ? steadyIndex(state, to.length, place)
        : readIndex(state, undefined, to.length, place, depth);
    const make = () => build.element(way.make(), index(), newSite(state, "bounds"));
    addWays(state, ways, { to: to.element, isOwn, isPrivate, make }, place, depth);
    return;
  }
  const fields = structs.find(({ name }) => name === to.name)?.fields ?? [];
  fields.forEach(({ type }, field) => {
    const make = () => build.field(way.make(), field, structs);
    addWays(state, ways, { to: type, isOwn, isPrivate, make }, place, depth);
  });
}

/** The index of one of the work-item's own elements. */
function ownIndex(state: BodyState, role: Extract<Role, { kind: "own" }>, place: Place, depth: number): Expr {
  const { random, range, canFail } = state.facts;
  const i32 = (value: number) => build.constant("i32", value);
  const items = range.reduce((a, b) => a * b, 1);
  if (canFail && random.oneIn(30)) {
    const outside = i32(random.oneIn(3) ? -1 - random.below(3) : role.length + random.below(3));
    return build.op("select", expr(state, "bool", place, 1), ownIndex(state, role, place, depth), outside);
  }
  const item = role.isReversed ? build.op("sub", i32(items - 1), linearId(state)) : linearId(state);
  if (role.per === 1) return !canFail && random.oneIn(8) ? build.convert("convert", "i64", item) : item;
  const low = random.oneIn(2)
    ? i32(random.below(role.per))
    : build.op("and", expr(state, "i32", place, Math.min(depth - 1, 1)), i32(role.per - 1));
  const first = random.oneIn(2)
    ? build.op("mul", item, i32(role.per))
    : build.op("shl", item, i32(Math.log2(role.per)));
  return random.oneIn(2) ? build.op("add", first, low) : build.op("or", first, low);
}
