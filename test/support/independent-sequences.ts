// Statements of random independent kernels that belong together, since analyses look for them: stores to all neighbours of a stretch, of
// which a later one loads what an earlier one wrote; and a load, an atomic operation and a load of one element.

import { build, type Expr, type ScalarType, type Stmt, scalars, type ValueScalar } from "@lanewise/ir";
import { linearId } from "./independent-indices.js";
import { type BodyState, expr, newSite, number, type Place, typeOfLocal } from "./independent-values.js";
import { at } from "./ir-body.js";

/** Elements of the work-item's own, each place made anew: analyses know nodes by identity. */
interface OwnScalars {
  readonly per: number;
  readonly element: ScalarType;
  readonly register: ValueScalar;
  readonly at: (which: number) => Expr;
}

function ownScalars(state: BodyState): readonly OwnScalars[] {
  if (state.fn.linkage !== "kernel") return [];
  return state.roles.flatMap((role, local) => {
    const type = typeOfLocal(state, local);
    if (role.kind !== "own" || role.isReversed || typeof type !== "object" || type.kind !== "span") return [];
    const { element } = type;
    if (typeof element !== "string") return [];
    const { per } = role;
    const place = (which: number): Expr => {
      const first = build.op("mul", linearId(state), build.constant("i32", per));
      const index = build.op("add", first, build.constant("i32", which));
      return build.element(build.local(local, type), index, newSite(state, "bounds"));
    };
    return [{ per, element, register: scalars[element].register, at: place }];
  });
}

/** Undefined where the work-item has no stretch of its own. */
export function storeNeighbours(state: BodyState, place: Place): Stmt[] | undefined {
  const { random } = state.facts;
  const own = ownScalars(state).filter(({ per }) => per > 1);
  if (own.length === 0) return undefined;
  const { per, register, at: element } = random.pick(own);
  return Array.from({ length: per }, (_, which) => {
    const isLoaded = which > 0 && random.oneIn(2);
    const value = isLoaded ? build.load(element(random.below(which))) : expr(state, register, place, 2);
    return build.store(element(which), value, at);
  });
}

/** Undefined where the work-item has no integers of its own. `newLocal` makes the locals that hold what was loaded. */
export function loadAroundAtomic(
  state: BodyState,
  place: Place,
  newLocal: (type: ValueScalar) => number,
): Stmt[] | undefined {
  const { random } = state.facts;
  const own = ownScalars(state).filter(({ element }) => element === "i32" || element === "u32");
  if (own.length === 0) return undefined;
  const { per, register, at: element } = random.pick(own);
  const which = random.below(per);
  const name = random.pick(["add", "exchange", "store", "max", "xor"] as const);
  const changed = random.oneIn(4) ? random.below(per) : which;
  const [before, after] = [newLocal(register), newLocal(register)];
  const stmts = [
    build.set(before, build.load(element(which))),
    build.atomic(name, element(changed), at, { value: number(state, register, place, 1) }),
    build.set(after, build.op("sub", build.load(element(which)), build.local(before, register))),
    build.store(element(random.below(per)), build.local(after, register), at), // else nobody would see it
  ];
  // None of their values reads what they set alone.
  place.known.push(before, after);
  return stmts;
}
