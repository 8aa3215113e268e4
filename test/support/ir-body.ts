// Random function bodies for ir-arbitrary.ts. Every statement keeps three promises: what it reads has been set, an index
// is in range unless the program may fail, and the work that loops and calls multiply to stays within a budget.

import {
  type AtomicOp,
  atomicOps,
  type Block,
  type Builtin,
  build,
  builtins,
  type DataType,
  type Expr,
  type Fn,
  type Global,
  type Local,
  type Op,
  type Position,
  type Query,
  queries,
  refTo,
  type ScalarType,
  type Site,
  type Stmt,
  type StructDefinition,
  scalars,
  type Type,
  typeName,
  type ValueScalar,
} from "@lanewise/ir";
import type { Random } from "./random.js";

export const at: Position = { file: 0, line: 1, column: 1 };
export const valueTypes: readonly ValueScalar[] = ["bool", "i32", "u32", "i64", "u64", "f32", "f64"];
// The table is a literal, which has the keys of its type and no others.
export const scalarTypes = Object.keys(scalars) as ScalarType[];
const atomicNames = Object.keys(atomicOps) as AtomicOp[];
const builtinNames = Object.keys(builtins) as Builtin[];
const queryNames = Object.keys(queries) as Query[];

export type FunctionFacts = Omit<Fn, "body" | "at">;
export interface ModuleFacts {
  readonly random: Random;
  readonly structs: readonly StructDefinition[];
  readonly globals: readonly Global[];
  readonly aggregates: readonly DataType[];
  readonly sites: Site[];
  /** Those made so far, which later ones may call, with the statements that a call may run. */
  readonly functions: { readonly fn: Fn; readonly cost: number }[];
  readonly canFail: boolean;
}
export interface Body {
  readonly locals: readonly Local[];
  readonly body: Block;
  readonly cost: number;
}

/** Statements that one work-item may run. */
const BUDGET = 3000;
const MASK = 7;

export const constants: { readonly [T in ValueScalar]: readonly (number | bigint | boolean)[] } = {
  bool: [true, false],
  i32: [0, 1, -1, 2, 3, 7, 31, 32, 255, -128, 65536, 2 ** 31 - 1, -(2 ** 31)],
  u32: [0, 1, 2, 3, 31, 33, 200, 65535, 2 ** 31, 2 ** 32 - 1],
  i64: [0n, 1n, -1n, 2n, 5n, 63n, 64n, 2n ** 31n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)],
  u64: [0n, 1n, 3n, 65n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n],
  f32: [0, -0, 1, -1, 0.5, 2.5, -1.5, 16777216, 3e9, -1e30, 1e-40, Infinity, -Infinity, NaN].map(Math.fround),
  f64: [0, -0, 1, -1, 0.5, 0.1, -2.5, 2 ** 53, 1e19, -1e300, 5e-324, Infinity, -Infinity, NaN],
};

export const integerOps = [
  "add",
  "sub",
  "mul",
  "div",
  "floordiv",
  "rem",
  "min",
  "max",
  "and",
  "or",
  "xor",
  "shl",
  "shr",
  "rotl",
] as const;
export const integerUnary = ["neg", "abs", "not", "clz", "ctz", "popcnt"] as const;
export const floatOps = ["add", "sub", "mul", "div", "rem", "min", "max"] as const;
export const floatUnary = ["neg", "abs", "sqrt", "floor", "ceil", "trunc", "nearest"] as const;
export const comparisons = ["lt", "le", "gt", "ge"] as const satisfies readonly Op[];
export const integers: readonly ValueScalar[] = ["i32", "u32", "i64", "u64"];
export const widenings: { readonly [T in ValueScalar]?: readonly ValueScalar[] } = {
  i32: ["bool"],
  u32: ["bool"],
  i64: ["bool", "i32", "u32"],
  u64: ["bool", "u32"],
  f32: ["bool", ...integers, "f64"],
  f64: ["bool", ...integers, "f32"],
};
export const sameWidth: { readonly [T in ValueScalar]?: readonly ValueScalar[] } = {
  i32: ["u32", "f32"],
  u32: ["i32", "f32"],
  f32: ["i32", "u32"],
  i64: ["u64", "f64"],
  u64: ["i64", "f64"],
  f64: ["i64", "u64"],
};

/** Where a statement stands. */
interface Place {
  /** Locals that are set here on every path. */
  readonly known: number[];
  /** How often this runs per call. */
  readonly weight: number;
  /** Labels that a break may name, and of loops, whether a continue may. */
  readonly labels: readonly { readonly label: number; readonly isLoop: boolean }[];
  readonly depth: number;
}

export function createBody(facts: ModuleFacts, fn: FunctionFacts, size: number): Body {
  const { random, structs, globals, sites, functions, canFail, aggregates } = facts;
  const locals: Local[] = [...fn.locals];
  const counters = new Set<number>();
  let labels = 0;
  let cost = 0;

  const typeOfLocal = (index: number): Type => locals[index]?.type ?? "i32";
  const newLocal = (type: Type): number => locals.push({ name: random.pick(["", "t", "sum", "two words"]), type }) - 1;
  const newSite = (kind: Site["kind"]): number => sites.push({ kind, name: `site ${sites.length}`, at }) - 1;
  const constant = (type: ValueScalar): Expr => build.constant(type, random.pick(constants[type]));
  const refs = (place: Place, type: Type): number[] =>
    place.known.filter((index) => typeName(typeOfLocal(index)) === typeName(type));

  function expr(type: ValueScalar, place: Place, depth: number): Expr {
    if (depth <= 0) return leaf(type, place);
    const inner = (of: ValueScalar) => expr(of, place, depth - 1);
    switch (random.below(8)) {
      case 0:
        return leaf(type, place);
      case 1:
        return loadOf(type, place, depth);
      case 2:
        return build.op("select", inner("bool"), inner(type), inner(type));
      case 3:
        return type === "bool" ? comparison(place, depth) : conversion(type, place, depth);
      default:
        return operation(type, place, depth);
    }
  }

  function leaf(type: ValueScalar, place: Place): Expr {
    const held = refs(place, type);
    if (held.length > 0 && !random.oneIn(3)) return build.local(random.pick(held), type);
    const spans = place.known.filter((index) => isSpan(typeOfLocal(index)));
    if (type === "i32" && random.oneIn(2)) {
      if (spans.length === 0 || random.oneIn(2))
        return build.query(random.pick(queryNames), random.pick([0, 1, 2] as const));
      const span = random.pick(spans);
      return build.length(build.local(span, typeOfLocal(span)));
    }
    return constant(type);
  }

  function comparison(place: Place, depth: number): Expr {
    const type = random.pick(valueTypes);
    const op =
      type === "bool" ? random.pick(["eq", "ne"] as const) : random.pick([...comparisons, "eq", "ne"] as const);
    return build.op(op, expr(type, place, depth - 1), expr(type, place, depth - 1));
  }

  function conversion(type: Exclude<ValueScalar, "bool">, place: Place, depth: number): Expr {
    const choice = random.below(3);
    const from = random.pick<ValueScalar>((choice === 0 ? sameWidth[type] : widenings[type]) ?? ["bool"]);
    if (choice === 0) return build.convert("reinterpret", type, number(from, place, depth));
    if (choice === 1 || !integers.includes(type)) return build.convert("convert", type, expr(from, place, depth - 1));
    const any = random.pick(valueTypes.filter((candidate) => candidate !== "bool"));
    return build.convert(random.pick(["wrap", "saturate"] as const), type, expr(any, place, depth - 1));
  }

  /** A value that is no NaN, whose bits and sign targets may choose. */
  function number(type: ValueScalar, place: Place, depth: number): Expr {
    if (integers.includes(type) || type === "bool") return expr(type, place, depth - 1);
    const value = leaf(type, place);
    return build.op("select", build.op("eq", value, value), value, build.constant(type, 1));
  }

  function operation(type: ValueScalar, place: Place, depth: number): Expr {
    const inner = () => expr(type, place, depth - 1);
    if (type === "bool") {
      if (random.oneIn(3)) return random.oneIn(2) ? build.op("not", inner()) : comparison(place, depth);
      return build.op(random.pick(["and", "or", "xor"] as const), inner(), inner());
    }
    if (integers.includes(type)) {
      if (random.oneIn(4)) return build.op(random.pick(integerUnary), inner());
      return build.op(random.pick(integerOps), inner(), inner());
    }
    if (random.oneIn(5)) {
      const name = random.pick(builtinNames);
      return builtins[name].arity === 1 ? build.builtin(name, inner()) : build.builtin(name, inner(), inner());
    }
    if (random.oneIn(8)) return build.op("copysign", inner(), number(type, place, depth));
    if (random.oneIn(3)) return build.op(random.pick(floatUnary), inner());
    return build.op(random.pick(floatOps), inner(), inner());
  }

  function loadOf(type: ValueScalar, place: Place, depth: number): Expr {
    const found = places(place, depth).filter(({ to }) => typeof to === "string" && scalars[to].register === type);
    return found.length > 0 ? build.load(random.pick(found).make()) : leaf(type, place);
  }

  interface Way {
    readonly to: DataType;
    readonly isConstant: boolean;
    readonly make: () => Expr;
  }

  /** All places that can be reached from here: globals, aggregate locals, references, spans, and what is in them. */
  function places(place: Place, depth: number): Way[] {
    const ways: Way[] = [];
    globals.forEach(({ type, storage }, index) => {
      addWays(
        ways,
        { to: type, isConstant: storage === "constant", make: () => build.global(index, type) },
        place,
        depth,
      );
    });
    for (const index of place.known) {
      const type = typeOfLocal(index);
      if (typeof type === "string") continue;
      const make = () => build.local(index, type);
      if (type.kind === "ref") addWays(ways, { to: type.to, isConstant: false, make }, place, depth);
      else if (type.kind !== "span") addWays(ways, { to: type, isConstant: false, make }, place, depth);
      else {
        const element = () => build.element(make(), indexBelow(MASK + 1, place, depth), newSite("bounds"));
        addWays(ways, { to: type.element, isConstant: false, make: element }, place, depth);
      }
    }
    return ways;
  }

  function addWays(ways: Way[], way: Way, place: Place, depth: number): void {
    const { to, isConstant } = way;
    ways.push(way);
    if (typeof to === "string") return;
    if (to.kind === "array") {
      const make = () => build.element(way.make(), indexBelow(to.length, place, depth), newSite("bounds"));
      addWays(ways, { to: to.element, isConstant, make }, place, depth);
    } else {
      const fields = structs.find(({ name }) => name === to.name)?.fields ?? [];
      fields.forEach(({ type }, field) => {
        addWays(ways, { to: type, isConstant, make: () => build.field(way.make(), field, structs) }, place, depth);
      });
    }
  }

  /** An index in range of so many elements; sometimes not, where the program may fail. */
  function indexBelow(length: number, place: Place, depth: number): Expr {
    if (canFail && random.oneIn(12)) return leaf(random.pick(["i32", "u32", "i64", "u64"] as const), place);
    const inner = (type: ValueScalar) => expr(type, place, Math.min(depth - 1, 1));
    if (random.oneIn(3)) return build.op("rem", inner("u32"), build.constant("u32", length));
    if (random.oneIn(4)) return build.op("rem", inner("u64"), build.constant("u64", BigInt(length)));
    const mask = 2 ** Math.floor(Math.log2(length)) - 1;
    if (random.oneIn(4)) return build.op("and", inner("i64"), build.constant("i64", BigInt(mask)));
    return build.op("and", inner("i32"), build.constant("i32", mask));
  }

  function block(place: Place, count: number): Stmt[] {
    const inside: Place = { ...place, known: [...place.known] };
    const stmts: Stmt[] = [];
    for (let left = count; left > 0; left--) {
      stmts.push(...statement(inside));
      cost += place.weight;
      const last = stmts.at(-1)?.kind;
      if (last === "break" || last === "continue" || last === "return" || last === "fail") break;
    }
    return stmts;
  }

  function statement(place: Place): Stmt[] {
    const isDeep = place.depth > 3 || cost > BUDGET;
    switch (random.below(12)) {
      case 0:
      case 1:
      case 2:
        return [setLocal(place)];
      case 3:
      case 4:
        return storeScalar(place);
      case 5:
        return random.oneIn(2) ? copyAggregate(place) : holdReference(place);
      case 6:
        return atomic(place);
      case 7:
        return call(place);
      case 8:
        return isDeep ? [setLocal(place)] : [conditional(place)];
      case 9:
        return isDeep ? [setLocal(place)] : loop(place);
      case 10:
        return isDeep ? [setLocal(place)] : [labelled(place)];
      default:
        return [leave(place) ?? setLocal(place)];
    }
  }

  function setLocal(place: Place): Stmt {
    const type = random.pick(valueTypes);
    const held = refs(place, type).filter((index) => !counters.has(index));
    const value = expr(type, place, 1 + random.below(4));
    const index = held.length > 0 && !random.oneIn(2) ? random.pick(held) : newLocal(type);
    if (!place.known.includes(index)) place.known.push(index);
    return build.set(index, value);
  }

  function storeScalar(place: Place): Stmt[] {
    const ways = places(place, 2).filter(({ to, isConstant }) => typeof to === "string" && !isConstant);
    if (ways.length === 0) return [];
    const way = random.pick(ways);
    const register = typeof way.to === "string" ? scalars[way.to].register : "i32";
    return [build.store(way.make(), expr(register, place, 3), at)];
  }

  function copyAggregate(place: Place): Stmt[] {
    const ways = places(place, 1).filter(({ to }) => typeof to !== "string");
    const to = random.pick(ways);
    const from = random.pick(ways.filter((way) => typeName(way.to) === typeName(to.to)));
    return [build.store(to.make(), from.make(), at)];
  }

  function holdReference(place: Place): Stmt[] {
    const way = random.pick(places(place, 1).filter(({ isConstant }) => !isConstant));
    const value = way.make();
    const index = newLocal(value.type);
    place.known.push(index);
    return [build.set(index, value)];
  }

  function atomic(place: Place): Stmt[] {
    const name = random.pick(atomicNames);
    const operands: readonly DataType[] = atomicOps[name].operands;
    const ways = places(place, 1).filter(({ to, isConstant }) => operands.includes(to) && !isConstant);
    if (ways.length === 0) return [];
    const way = random.pick(ways);
    const type = typeof way.to === "string" ? scalars[way.to].register : "i32";
    const value = () => number(type, place, 2);
    const target = way.make();
    const options = {
      ...(name === "load" ? {} : { value: value() }),
      ...(name === "compareExchange" ? { expected: value() } : {}),
    };
    if (name === "store" || (name !== "load" && random.oneIn(2))) return [build.atomic(name, target, at, options)];
    const result = newLocal(type);
    place.known.push(result);
    return [build.atomic(name, target, at, { ...options, result })];
  }

  function call(place: Place): Stmt[] {
    const affordable = [...functions.entries()].filter(([, callee]) => cost + place.weight * callee.cost <= BUDGET);
    if (affordable.length === 0) return [];
    const [index, { fn: callee, cost: calleeCost }] = random.pick(affordable);
    const args: Expr[] = [];
    for (const { type } of callee.locals.slice(0, callee.parameters)) {
      const argument = argumentOf(type, place);
      if (!argument) return [];
      args.push(argument);
    }
    cost += place.weight * calleeCost;
    if (callee.result === "void" || random.oneIn(3)) return [build.call(index, args, undefined, at)];
    const result = newLocal(callee.result);
    place.known.push(result);
    return [build.call(index, args, result, at)];
  }

  function argumentOf(type: Type, place: Place): Expr | undefined {
    if (typeof type === "string") return expr(valueTypes.find((value) => value === type) ?? "i32", place, 2);
    if (type.kind === "ref") {
      const ways = places(place, 1).filter(({ to }) => typeName(to) === typeName(type.to));
      return ways.length > 0 ? random.pick(ways).make() : undefined;
    }
    const held = refs(place, type);
    return held.length > 0 ? build.local(random.pick(held), type) : undefined;
  }

  function conditional(place: Place): Stmt {
    const inside = { ...place, depth: place.depth + 1 };
    const condition = expr("bool", place, 2);
    return build.ifElse(
      condition,
      block(inside, 1 + random.below(4)),
      random.oneIn(2) ? [] : block(inside, 1 + random.below(3)),
    );
  }

  function loop(place: Place): Stmt[] {
    const label = labels++;
    const counter = newLocal("i32");
    counters.add(counter);
    const times = random.below(5);
    const inside: Place = {
      known: [...place.known, counter],
      weight: place.weight * Math.max(times, 1),
      labels: [...place.labels, { label, isLoop: true }],
      depth: place.depth + 1,
    };
    const count = build.local(counter, "i32");
    // The header runs once more than the body, and only it may set what the condition and the body rely on.
    const header = random.oneIn(3) ? block({ ...inside, labels: place.labels }, 1).filter(isStraight) : [];
    return [
      build.set(counter, build.constant("i32", 0)),
      build.loop(
        label,
        {
          header,
          condition: build.op("lt", count, build.constant("i32", times)),
          body: block(inside, 1 + random.below(4)),
          update: [build.set(counter, build.op("add", count, build.constant("i32", 1)))],
        },
        at,
      ),
    ];
  }

  function labelled(place: Place): Stmt {
    const label = labels++;
    const inside = { ...place, labels: [...place.labels, { label, isLoop: false }], depth: place.depth + 1 };
    return build.block(label, block(inside, 1 + random.below(4)));
  }

  /** A way out, mostly under a condition so that what follows is alive. */
  function leave(place: Place): Stmt | undefined {
    const out = wayOut(place);
    if (!out)
      return fn.linkage === "kernel"
        ? build.barrier(random.pick(["subGroup", "workGroup"] as const), at, random.pick(["", "reduce"] as const))
        : undefined;
    return random.oneIn(4) && place.depth > 0 ? out : build.ifElse(expr("bool", place, 2), [out]);
  }

  function wayOut(place: Place): Stmt | undefined {
    if (place.labels.length > 0 && !random.oneIn(4)) {
      const { label, isLoop } = random.pick(place.labels);
      return isLoop && random.oneIn(2) ? build.continueTo(label) : build.breakTo(label);
    }
    if (canFail && random.oneIn(4))
      return build.fail(newSite(random.pick(["assert", "reference", "barrier"] as const)));
    return random.oneIn(2) ? returnStmt(place) : undefined;
  }

  function returnStmt(place: Place): Stmt {
    if (fn.result === "void") return build.returnValue(undefined);
    if (typeof fn.result === "string") return build.returnValue(argumentOf(fn.result, place));
    // Not an aggregate local, which is gone after the return.
    const name = typeName(fn.result);
    const index = globals.findIndex(({ type }) => typeName(refTo(type)) === name);
    return build.returnValue(build.global(index, globals[index]?.type ?? "i32"));
  }

  const known = [...locals.keys()];
  const starts: Stmt[] = [];
  for (const type of aggregates) {
    if (random.oneIn(2)) continue;
    const index = newLocal(type);
    known.push(index);
    const source = globals.findIndex((global) => typeName(global.type) === typeName(type));
    starts.push(build.store(build.local(index, type), build.global(source, type), at));
  }
  const place: Place = { known, weight: 1, labels: [], depth: 0 };
  const body = [...starts, ...block(place, size)];
  const isOpen = !["return", "fail"].includes(body.at(-1)?.kind ?? "");
  return { locals, body: fn.result !== "void" && isOpen ? [...body, returnStmt(place)] : body, cost: cost + 1 };
}

const isSpan = (type: Type): boolean => typeof type === "object" && type.kind === "span";
const isStraight = (stmt: Stmt): boolean => stmt.kind === "set" || stmt.kind === "store" || stmt.kind === "atomic";
