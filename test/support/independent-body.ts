// Random bodies of independent kernels (independent-arbitrary.ts): every statement keeps to the work-item's own memory and
// sets private memory before it reads it. Control flow is as entangled as the IR allows.

import {
  type AtomicOp,
  atomicOps,
  type Block,
  build,
  type DataType,
  type Expr,
  type Local,
  type Stmt,
  scalars,
  type Type,
  typeName,
  type ValueScalar,
} from "@lanewise/ir";
import { affineIndices } from "./independent-indices.js";
import { roundStatements, roundsOf } from "./independent-rounds.js";
import { loadAroundAtomic, storeNeighbours } from "./independent-sequences.js";
import {
  type BodyState,
  expr,
  heldOf,
  newSite,
  number,
  type Place,
  type Role,
  typeOfLocal,
  type Way,
  waysFrom,
} from "./independent-values.js";
import { at, valueTypes } from "./ir-body.js";

/** Statements that one work-item may run. */
const BUDGET = 400;
const atomicNames = Object.keys(atomicOps) as AtomicOp[];

export interface IndependentBody {
  readonly locals: readonly Local[];
  readonly body: Block;
  readonly cost: number;
}

export function createIndependentBody(
  state: BodyState,
  size: number,
  aggregates: readonly DataType[],
): IndependentBody {
  const { facts, fn, locals } = state;
  const { random, canFail, functions } = facts;
  let labels = 0;
  let cost = 0;
  const newLocal = (type: Type): number => locals.push({ name: random.pick(["", "t", "sum"]), type }) - 1;
  const i32 = (value: number): Expr => build.constant("i32", value);
  /** Counters end their loops, and of some captured numbers the value is relied on. */
  const isAssignable = (index: number): boolean => {
    const role = state.roles[index];
    return !state.counters.has(index) && !(role?.kind === "number" && role.value !== undefined);
  };

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
    if (!isDeep && fn.linkage === "kernel" && random.oneIn(facts.isOfRounds ? 4 : 20)) return loopOfRounds(place);
    switch (random.below(19)) {
      case 0:
      case 1:
      case 2:
        return [setLocal(place)];
      case 3:
      case 4:
      case 5:
        return storeScalar(place);
      case 6:
        return random.oneIn(2) ? copyAggregate(place) : holdReference(place);
      case 13:
        return copyAggregate(place);
      case 14:
        return holdReference(place);
      case 15:
        return random.oneIn(2) ? chooseReference(place) : storeScalar(place);
      case 7:
        return random.oneIn(2) ? ownAtomic(place) : sharedAtomic(place);
      case 8:
        return call(place);
      case 9:
        return isDeep ? [setLocal(place)] : random.oneIn(5) ? guarded(place) : [conditional(place)];
      case 10:
      case 11:
        return isDeep ? storeScalar(place) : loop(place);
      case 12:
        return isDeep ? [setLocal(place)] : [labelled(place)];
      case 16:
        return storeNeighbours(state, place) ?? storeScalar(place);
      case 17:
        return loadAroundAtomic(state, place, newLocal) ?? ownAtomic(place);
      default:
        return [leave(place) ?? setLocal(place)];
    }
  }

  function setLocal(place: Place): Stmt {
    const type = random.pick(valueTypes);
    const held = heldOf(state, place, type).filter((index) => isAssignable(index));
    const value = expr(state, type, place, 1 + random.below(4));
    const index = held.length > 0 && !random.oneIn(3) ? random.pick(held) : newLocal(type);
    if (!place.known.includes(index)) place.known.push(index);
    return build.set(index, value);
  }

  function storeScalar(place: Place): Stmt[] {
    const ways = waysFrom(state, place, 2).filter(({ to, isOwn }) => typeof to === "string" && isOwn);
    if (ways.length === 0) return [setLocal(place)];
    const way = random.pick(ways);
    const register = typeof way.to === "string" ? scalars[way.to].register : "i32";
    return [build.store(way.make(), expr(state, register, place, 1 + random.below(3)), at)];
  }

  function copyAggregate(place: Place): Stmt[] {
    const ways = waysFrom(state, place, 1).filter(({ to }) => typeof to !== "string");
    const targets = ways.filter(({ isOwn }) => isOwn);
    if (targets.length === 0) return [setLocal(place)];
    const to = random.pick(targets);
    const from = random.pick(ways.filter((way) => typeName(way.to) === typeName(to.to)));
    return [build.store(to.make(), from.make(), at)];
  }

  function holdReference(place: Place): Stmt[] {
    const ways: readonly Way[] = waysFrom(state, place, 1);
    if (ways.length === 0) return [setLocal(place)];
    const way = random.pick(ways);
    const value = way.make();
    const index = newLocal(value.type);
    state.references.set(index, way.isOwn ? "own" : "read");
    place.known.push(index);
    return [build.set(index, value)];
  }

  /** A reference that is set at two places. */
  function chooseReference(place: Place): Stmt[] {
    const ways = waysFrom(state, place, 1);
    if (ways.length === 0) return [setLocal(place)];
    const one = random.pick(ways);
    const other = random.pick(ways.filter((way) => typeName(way.to) === typeName(one.to)));
    const [first, second] = [one.make(), other.make()];
    const index = newLocal(first.type);
    const condition = expr(state, "bool", place, 2);
    state.references.set(index, one.isOwn && other.isOwn ? "own" : "read");
    place.known.push(index);
    return random.oneIn(2)
      ? [build.ifElse(condition, [build.set(index, first)], [build.set(index, second)])]
      : [build.set(index, first), build.ifElse(condition, [build.set(index, second)])];
  }

  function ownAtomic(place: Place): Stmt[] {
    const name = random.pick(atomicNames);
    const operands: readonly DataType[] = atomicOps[name].operands;
    const ways = waysFrom(state, place, 1).filter(({ to, isOwn }) => operands.includes(to) && isOwn);
    if (ways.length === 0) return [setLocal(place)];
    const way = random.pick(ways);
    const type = typeof way.to === "string" ? scalars[way.to].register : "i32";
    const value = () => number(state, type, place, 2);
    const target = way.make();
    const options = {
      ...(name === "load" ? {} : { value: value() }),
      ...(name === "compareExchange" ? { expected: value() } : {}),
    };
    if (name === "store" || (name !== "load" && random.oneIn(3))) return [build.atomic(name, target, at, options)];
    const held = heldOf(state, place, type).filter((index) => isAssignable(index));
    const result = held.length > 0 && random.oneIn(2) ? random.pick(held) : newLocal(type);
    if (!place.known.includes(result)) place.known.push(result);
    return [build.atomic(name, target, at, { ...options, result })];
  }

  /** Whatever the order, the sum is the same. */
  function sharedAtomic(place: Place): Stmt[] {
    const index = state.roles.findIndex((role) => role.kind === "shared");
    const [type, role] = [typeOfLocal(state, index), state.roles[index]];
    if (role?.kind !== "shared" || typeof type !== "object" || type.kind !== "span") return [setLocal(place)];
    const element = typeof type.element === "string" ? scalars[type.element].register : "i32";
    const which = random.oneIn(2)
      ? i32(random.below(role.length))
      : build.op("rem", expr(state, "u32", place, 2), build.constant("u32", role.length));
    const target = build.element(build.local(index, type), which, newSite(state, "bounds"));
    const name = role.op === "add" && random.oneIn(3) ? "sub" : role.op;
    return [build.atomic(name, target, at, { value: expr(state, element, place, 2) })];
  }

  function call(place: Place): Stmt[] {
    const affordable = [...functions.entries()].filter(([, callee]) => cost + place.weight * callee.cost <= BUDGET);
    if (affordable.length === 0) return [setLocal(place)];
    const [index, { fn: callee, cost: calleeCost, roles }] = random.pick(affordable);
    const args = callee.locals.slice(0, callee.parameters).map(({ type }, one) => argumentOf(type, roles[one], place));
    const given = args.filter((one) => one !== undefined);
    if (given.length < args.length) return [setLocal(place)];
    cost += place.weight * calleeCost;
    if (callee.result === "void" || random.oneIn(5)) return [build.call(index, given, undefined, at)];
    const held = heldOf(state, place, callee.result).filter((one) => isAssignable(one));
    const result = held.length > 0 && random.oneIn(2) ? random.pick(held) : newLocal(callee.result);
    if (!place.known.includes(result)) place.known.push(result);
    return [build.call(index, given, result, at)];
  }

  function argumentOf(type: Type, wanted: Role | undefined, place: Place): Expr | undefined {
    if (typeof type === "string") return expr(state, valueTypes.find((value) => value === type) ?? "i32", place, 2);
    const held = heldOf(state, place, type).filter((index) => {
      const role = state.roles[index];
      return role?.kind === "read" && wanted?.kind === "read" && role.length >= wanted.length;
    });
    return held.length > 0 ? build.local(random.pick(held), type) : undefined;
  }

  function conditional(place: Place): Stmt {
    const inside = { ...place, depth: place.depth + 1 };
    const isUniform = random.oneIn(5);
    const condition = isUniform
      ? build.op("gt", build.query("globalSize", 0), i32(random.below(5)))
      : random.oneIn(4)
        ? edge(place)
        : expr(state, "bool", place, 2);
    return build.ifElse(
      condition,
      block(inside, 1 + random.below(4)),
      random.oneIn(2) ? [] : block(inside, 1 + random.below(3)),
    );
  }

  /** Whether the work-item is at some place: the first, the last, one in the middle. */
  function edge(place: Place): Expr {
    const [id] = affineIndices(state, place, 100, 5);
    return build.op(random.pick(["eq", "ne", "lt", "ge"] as const), id?.make() ?? i32(0), i32(random.below(9) - 1));
  }

  /** `if (i >= n) x = a[i - n]` and the like. */
  function guarded(place: Place): Stmt[] {
    const spans = place.known.flatMap((index) => {
      const [role, type] = [state.roles[index], typeOfLocal(state, index)];
      if (role?.kind !== "read" || typeof type !== "object" || type.kind !== "span") return [];
      return typeof type.element === "string" ? [{ index, type, length: role.length, element: type.element }] : [];
    });
    if (spans.length === 0) return [setLocal(place)];
    const { index, type, length, element } = random.pick(spans);
    const [id] = affineIndices(state, place, 1000, 5);
    if (!id) return [setLocal(place)];
    const shifted = build.op("sub", id.make(), i32(random.below(20)));
    const held = newLocal("i32");
    const result = newLocal(scalars[element].register);
    const read = build.local(held, "i32");
    const isInside = build.op("and", build.op("ge", read, i32(0)), build.op("lt", read, i32(length)));
    const value = build.load(build.element(build.local(index, type), read, newSite(state, "bounds")));
    place.known.push(held, result);
    return [
      build.set(held, shifted),
      build.set(result, zero(scalars[element].register)),
      build.ifElse(isInside, [build.set(result, value)]),
    ];
  }

  function loop(place: Place): Stmt[] {
    const label = labels++;
    const counter = newLocal("i32");
    const count = build.local(counter, "i32");
    const times = 1 + random.below(5);
    const isDown = random.oneIn(4);
    const captured = isDown || random.below(4) > 0 ? undefined : capturedStep();
    const step = captured?.value ?? random.pick([1, 1, 1, 2]);
    // One that can be unrolled, where that makes indices constant.
    const isPlain = facts.isSteady && !captured && random.below(4) > 0;
    const first = !isPlain && random.oneIn(3) ? build.op("and", expr(state, "i32", place, 1), i32(3)) : undefined;
    const last = times * step;
    const inside: Place = {
      known: [...place.known, counter],
      weight: place.weight * (times + (first ? 1 : 0)),
      labels: [...place.labels, { label, isLoop: true }],
      depth: place.depth + 1,
      ...(place.isClosed === true && { isClosed: true }),
    };
    const bound = isPlain ? i32(isDown ? 0 : last) : boundOf(place, last, isDown);
    if (isDown) state.counters.set(counter, { low: 0, high: first ? Math.max(last, 3) : last });
    else state.counters.set(counter, { low: 0, high: last - 1 });
    const compare = isDown ? build.op("ge", count, bound) : build.op("lt", count, bound);
    const outside = { ...place, known: [...place.known] };
    const header = !isPlain && random.oneIn(4) ? [setLocal(outside), ...storeScalar(outside), setLocal(outside)] : [];
    const condition = !isPlain && random.oneIn(4) ? build.op("and", compare, expr(state, "bool", place, 2)) : compare;
    // The counter goes on in the body, too, sometimes for some work-items alone.
    const isMoved = !isDown && !captured && step === 1 && !isPlain && random.oneIn(4);
    if (isMoved) state.counters.set(counter, { low: 0, high: last });
    const moves = isMoved ? [moveOf(counter, place)] : [];
    const body = [...moves, ...block(inside, 1 + random.below(4))];
    const start = isDown ? (first ? build.op("add", first, i32(0)) : i32(last)) : (first ?? i32(0));
    return [
      build.set(counter, start),
      build.loop(
        label,
        {
          header,
          condition,
          body,
          update: [build.set(counter, build.op(isDown ? "sub" : "add", count, captured?.step ?? i32(step)))],
        },
        at,
      ),
    ];
  }

  /** A loop that neighbouring work-items leave at different times, around what is the like of its body (independent-rounds.ts). */
  function loopOfRounds(place: Place): Stmt[] {
    const rounds = roundsOf(state);
    const label = labels++;
    const counter = newLocal("i32");
    const type = random.pick(valueTypes);
    const sum = { local: newLocal(type), type };
    state.counters.set(counter, { low: rounds.low, high: rounds.high });
    const isClosed = random.oneIn(2);
    const inside: Place = {
      known: [...place.known, counter, sum.local],
      weight: place.weight * rounds.times,
      labels: [...(isClosed ? [] : place.labels), { label, isLoop: true }],
      depth: place.depth + 1,
      isClosed,
    };
    const first = zero(type);
    const count = build.local(counter, "i32");
    const body = [
      ...roundStatements(state, inside, rounds, counter, sum),
      ...block(inside, random.below(3)),
      ...(random.oneIn(3) ? roundStatements(state, inside, rounds, counter, sum) : []),
    ];
    place.known.push(sum.local);
    return [
      build.set(sum.local, first),
      build.set(counter, rounds.start),
      build.loop(
        label,
        {
          condition: build.op(rounds.compare, count, rounds.bound),
          body,
          update: [build.set(counter, build.op("add", count, rounds.step))],
        },
        at,
      ),
      ...storeValue(place, sum),
    ];
  }

  /** Where the work-item has an element of its own for it. */
  function storeValue(place: Place, { local, type }: { readonly local: number; readonly type: ValueScalar }): Stmt[] {
    const ways = waysFrom(state, place, 1).filter(
      ({ to, isOwn, isPrivate }) => typeof to === "string" && scalars[to].register === type && isOwn && !isPrivate,
    );
    return ways.length > 0 ? [build.store(random.pick(ways).make(), build.local(local, type), at)] : [];
  }

  /** One more for the counter, of all work-items or of some. */
  function moveOf(counter: number, place: Place): Stmt {
    const move = build.set(counter, build.op("add", build.local(counter, "i32"), i32(1)));
    return random.oneIn(2) ? move : build.ifElse(expr(state, "bool", place, 2), [move]);
  }

  /** A captured number above zero. */
  function capturedStep(): { readonly value: number; readonly step: Expr } | undefined {
    const index = state.roles.findIndex((role, local) => {
      const value = role.kind === "number" ? (role.value ?? 0) : 0;
      return typeOfLocal(state, local) === "i32" && value > 0 && value < 5;
    });
    const role = state.roles[index];
    return role?.kind === "number" && role.value !== undefined
      ? { value: role.value, step: build.local(index, "i32") }
      : undefined;
  }

  /** Of a loop upwards, at most `last`; downwards, at least 0. It may differ between work-items. */
  function boundOf(place: Place, last: number, isDown: boolean): Expr {
    if (random.oneIn(2)) return i32(isDown ? 0 : last);
    const varying = build.op("and", expr(state, "i32", place, 2), i32(1 + random.below(7)));
    return isDown ? varying : build.op("min", varying, i32(last));
  }

  function labelled(place: Place): Stmt {
    const label = labels++;
    const inside = { ...place, labels: [...place.labels, { label, isLoop: false }], depth: place.depth + 1 };
    return build.block(label, block(inside, 1 + random.below(4)));
  }

  /** A way out, mostly under a condition so that what follows is alive. */
  function leave(place: Place): Stmt | undefined {
    const out = place.isClosed === true ? closedWayOut(place) : wayOut(place);
    if (!out) return undefined;
    return random.oneIn(4) && place.depth > 0 ? out : build.ifElse(expr(state, "bool", place, 2), [out]);
  }

  /** To where it does not leave the loop whose work-items end at different times. */
  function closedWayOut({ labels }: Place): Stmt | undefined {
    const { label, isLoop } = random.pick(labels);
    if (labels[0]?.label === label) return build.continueTo(label);
    return isLoop && random.oneIn(2) ? build.continueTo(label) : build.breakTo(label);
  }

  function wayOut(place: Place): Stmt | undefined {
    if (place.labels.length > 0 && !random.oneIn(5)) {
      const { label, isLoop } = random.pick(place.labels);
      return isLoop && random.oneIn(2) ? build.continueTo(label) : build.breakTo(label);
    }
    if (canFail && random.oneIn(4)) return build.fail(newSite(state, random.pick(["assert", "reference"] as const)));
    return random.oneIn(2) ? returnStmt(place) : undefined;
  }

  function returnStmt(place: Place): Stmt {
    if (fn.result === "void") return build.returnValue(undefined);
    return build.returnValue(argumentOf(fn.result, undefined, place));
  }

  const known = [...locals.keys()];
  const starts: Stmt[] = [];
  for (const type of [...aggregates, ...aggregates]) {
    if (random.oneIn(2)) continue;
    const source = facts.globals.findIndex((global) => typeName(global.type) === typeName(type));
    const index = newLocal(type);
    known.push(index);
    starts.push(build.store(build.local(index, type), build.global(source, type), at));
  }
  const place: Place = { known, weight: 1, labels: [], depth: 0 };
  const first = facts.isOfRounds && fn.linkage === "kernel" ? loopOfRounds(place) : [];
  const body = [...starts, ...first, ...block(place, size)];
  const isOpen = !["return", "fail"].includes(body.at(-1)?.kind ?? "");
  return { locals, body: fn.result !== "void" && isOpen ? [...body, returnStmt(place)] : body, cost: cost + 1 };
}

function zero(type: ValueScalar): Expr {
  const isWide = type === "i64" || type === "u64";
  return build.constant(type, type === "bool" ? false : isWide ? 0n : 0);
}
