// Chooses the lane width in which a gang of 16 computes its integers: the cheapest cover of each expression, and for each local the width that makes
// the whole cheapest. Kernels without 8- or 16-bit elements stay unchanged.

import {
  type Block,
  blocksOf,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  isScalar,
  operandsOf,
  type Stmt,
  scalars,
} from "@lanewise/ir";
import type { Range } from "../../narrow/range.js";
import type { Facts } from "../facts.js";
import type { Shapes } from "../shapes.js";
import {
  BUILTIN_COST,
  conversionCost,
  formCosts,
  loadCost,
  type Reach,
  registersOf,
  SPREAD_COST,
  wholeCost,
} from "./costs.js";
import { fitsSigned, fitsUnsigned, formsOf, isWord, type Use } from "./forms.js";
import { allWide, type Conversion, type LaneBits, type NarrowLanes, type Way } from "./lane-bits.js";
import { bitsOfSmall, smallBits } from "./small-elements.js";

export interface LaneSearch {
  readonly facts: Facts;
  readonly shapes: Shapes;
  readonly choiceOf: (expr: Expr) => Expr | boolean | undefined;
  /** Loads whose vectors come from elsewhere, in 32-bit lanes. */
  readonly isWhole: (load: Expr) => boolean;
  readonly rangeOf: (expr: Expr) => Range;
  readonly rangeOfLocal: (local: number) => Range;
}

type StoreStmt = Extract<Stmt, { kind: "store" }>;

/** Assumed iterations of a loop. */
const ROUNDS = 8;
/** Above this product of locals and expressions, local widths are not searched exhaustively. */
const MAX_TRIED = 20_000;
const SWEEPS = 3;
/** Narrow lanes must reduce the cost to this fraction. */
const WORTH = 0.9;

export function chooseLanes(search: LaneSearch): NarrowLanes {
  const { facts } = search;
  const roots = rootsOf(facts.fn);
  const none = new Map<number, LaneBits>();
  const wide = costOf(new Cover(search, none, "wide"), roots);
  const allowed = allowedBits(search);
  let bits = new Map([...allowed].map(([local, all]) => [local, narrowest(all)]));
  let least = costOf(new Cover(search, bits, "narrow"), roots);
  const isSmall = allowed.size * roots.nodes <= MAX_TRIED;
  for (let sweep = 0, isChanged = isSmall; isChanged && sweep < SWEEPS; sweep++) {
    isChanged = false;
    for (const [local, all] of allowed) {
      for (const other of all) {
        if (other === bits.get(local)) continue;
        const changed = new Map(bits).set(local, other);
        const cost = costOf(new Cover(search, changed, "narrow"), roots);
        if (cost >= least) continue;
        [bits, least, isChanged] = [changed, cost, true];
      }
    }
  }
  if (least > wide * WORTH) return allWide;
  const cover = new Cover(search, bits, "narrow");
  return {
    ofLocal: (local) => bits.get(local) ?? 32,
    ofStore: (stmt) => cover.bitsOfStore(stmt),
    wayOf: (expr, wanted) => cover.wayOf(expr, wanted),
  };
}

/** Prefers 16-bit to 8-bit lanes: kernels seldom compute only bytes. */
function narrowest(bits: readonly LaneBits[]): LaneBits {
  return bits.includes(16) ? 16 : 32;
}

/** The lane widths that fit each local's values. */
function allowedBits({ facts, shapes, rangeOfLocal }: LaneSearch): ReadonlyMap<number, readonly LaneBits[]> {
  const found = new Map<number, readonly LaneBits[]>();
  facts.fn.locals.forEach(({ type }, local) => {
    if ((type !== "i32" && type !== "u32") || shapes.locals[local]?.kind !== "varying") return;
    // Captures and results of atomics may have any value of the type.
    const range = rangeOfLocal(local);
    const fits = ([8, 16] as const).filter((bits) => signIn(range, bits) !== undefined);
    if (fits.length > 0) found.set(local, [...fits, 32]);
  });
  return found;
}

/** How lanes of that width hold the whole range. */
function signIn(range: Range, bits: LaneBits): Conversion["sign"] {
  if (fitsUnsigned(range, bits)) return "unsigned";
  return fitsSigned(range, bits) ? "signed" : undefined;
}

interface Root {
  readonly stmt: Stmt;
  readonly weight: number;
}
interface Roots {
  readonly all: readonly Root[];
  readonly nodes: number;
}

function rootsOf({ body }: Fn): Roots {
  const all: Root[] = [];
  let nodes = 0;
  const visit = (block: Block, weight: number): void => {
    for (const stmt of block) {
      const inside = stmt.kind === "loop" ? weight * ROUNDS : weight;
      all.push({ stmt, weight: inside });
      for (const expr of expressionsOf(stmt)) {
        forEachExpr(expr, () => {
          nodes++;
        });
      }
      for (const inner of blocksOf(stmt)) visit(inner, inside);
    }
  };
  visit(body, 1);
  return { all, nodes };
}

function costOf(cover: Cover, { all }: Roots): number {
  return all.reduce((sum, { stmt, weight }) => sum + weight * cover.costOfStmt(stmt), 0);
}

interface Found {
  readonly way: Way;
  readonly cost: number;
}
const impossible: Found = { way: { kind: "whole" }, cost: Number.POSITIVE_INFINITY };

/** The cheapest way to compute each expression in lanes of each width, for given widths of locals. */
class Cover {
  readonly #search: LaneSearch;
  readonly #bits: ReadonlyMap<number, LaneBits>;
  readonly #mode: "wide" | "narrow";
  readonly #direct = new Map<Expr, Partial<Record<LaneBits, Found>>>();

  constructor(search: LaneSearch, bits: ReadonlyMap<number, LaneBits>, mode: "wide" | "narrow") {
    this.#search = search;
    this.#bits = bits;
    this.#mode = mode;
  }

  costOfStmt(stmt: Stmt): number {
    const { shapes } = this.#search;
    if (stmt.kind === "set") {
      const isVector = shapes.locals[stmt.local]?.kind === "varying";
      return isVector ? this.#best(stmt.value, this.#bits.get(stmt.local) ?? 32).cost : this.#scalar(stmt.value);
    }
    if (stmt.kind === "store") {
      const small = smallBits(stmt.place);
      const packing = small && this.bitsOfStore(stmt) === 32 ? conversionCost(32, small, false) : 0;
      return this.#best(stmt.value, this.bitsOfStore(stmt)).cost + packing + this.#place(stmt.place);
    }
    return expressionsOf(stmt).reduce((sum, expr) => sum + this.#best(expr, 32).cost, 0);
  }

  bitsOfStore({ place, value }: StoreStmt): LaneBits {
    const { shapes } = this.#search;
    const isUniform = shapes.of(place).kind === "uniform" && shapes.of(value).kind === "uniform";
    return this.#mode === "wide" || isUniform ? 32 : (smallBits(place) ?? 32);
  }

  wayOf(expr: Expr, bits: LaneBits): Way {
    return this.#best(expr, bits).way;
  }

  #scalar(expr: Expr): number {
    return operandsOf(expr).length;
  }

  /** Computes in these lanes, or in others and converts. */
  #best(expr: Expr, bits: LaneBits): Found {
    let best = this.#inLanes(expr, bits);
    if (this.#mode === "wide" || best.way.kind === "spread") return best;
    const isMask = expr.type === "bool";
    if (!isMask && !isWord(expr)) return best;
    for (const from of [8, 16, 32] as const) {
      if (from === bits) continue;
      const found = this.#inLanes(expr, from);
      if (!Number.isFinite(found.cost)) continue;
      const sign = isMask ? "signed" : signIn(this.#search.rangeOf(expr), Math.min(from, bits) as LaneBits);
      if (sign === undefined && from < bits) continue;
      const cost = found.cost + conversionCost(from, bits, sign !== undefined);
      if (cost < best.cost) best = { way: { kind: "converted", from, sign }, cost };
    }
    return best;
  }

  #inLanes(expr: Expr, bits: LaneBits): Found {
    const known = this.#direct.get(expr) ?? {};
    const found = known[bits];
    if (found) return found;
    const made = this.#find(expr, bits);
    known[bits] = made;
    this.#direct.set(expr, known);
    return made;
  }

  #find(expr: Expr, bits: LaneBits): Found {
    const { shapes, choiceOf } = this.#search;
    const shape = shapes.of(expr);
    if (shape.kind !== "varying") {
      const isNarrow = isWord(expr) || expr.type === "bool";
      const canSpread = shape.kind === "uniform" || typeof shape.stride === "number";
      if (bits !== 32 && !(isNarrow && canSpread)) return impossible;
      const kind = expr.kind === "const" ? "constant" : shape.kind;
      return {
        way: { kind: bits === 32 ? "whole" : "spread" },
        cost: SPREAD_COST[kind] * (kind === "linear" ? registersOf(bits) : 1),
      };
    }
    const choice = choiceOf(expr);
    if (choice !== undefined && typeof choice !== "boolean") {
      const { cost } = this.#best(choice, bits);
      return { way: bits === 32 ? { kind: "whole" } : { kind: "choice", expr: choice }, cost };
    }
    if (expr.kind === "local" && (isWord(expr) || expr.type === "bool")) {
      const own = this.#bits.get(expr.local) ?? 32;
      return own === bits ? { way: { kind: bits === 32 ? "whole" : "held" }, cost: 0 } : impossible;
    }
    if (expr.kind === "load") return this.#load(expr, bits);
    const whole = bits === 32 ? { way: { kind: "whole" } as const, cost: this.#whole(expr) } : impossible;
    if (this.#mode === "wide" || expr.kind !== "op") return whole;
    return formsOf(this.#search.rangeOf, expr, bits)
      .map((use): Found => ({ way: { kind: "form", use }, cost: this.#form(use, bits) }))
      .reduce((best, one) => (one.cost < best.cost ? one : best), whole);
  }

  #form({ form, operands }: Use, bits: LaneBits): number {
    const own = formCosts[form][bits] * registersOf(bits);
    return operands.reduce((sum, operand) => sum + this.#best(operand.expr, operand.bits).cost, own);
  }

  #whole(expr: Expr): number {
    const registers = isScalar(expr.type) && scalars[expr.type].size === 8 ? 8 : 4;
    const each = expr.kind === "op" ? wholeCost(expr.op) : expr.kind === "builtin" ? BUILTIN_COST : 1;
    return operandsOf(expr).reduce((sum, operand) => sum + this.#best(operand, 32).cost, each * registers);
  }

  #load(expr: Extract<Expr, { kind: "load" }>, bits: LaneBits): Found {
    const { type } = expr.place;
    if (typeof type !== "object" || type.kind !== "ref" || !isScalar(type.to)) return impossible;
    const small = bitsOfSmall(type.to);
    const isNarrow = small !== undefined && small <= bits && !this.#search.isWhole(expr);
    if (bits !== 32 && !isNarrow) return impossible;
    const cost = loadCost(type.to, scalars[type.to].size, this.#reach(expr.place), bits) + this.#place(expr.place);
    return { way: { kind: bits === 32 ? "whole" : "held" }, cost };
  }

  #reach(place: Expr): Reach {
    const shape = place.kind === "element" ? this.#search.shapes.of(place.index) : undefined;
    if (shape?.kind !== "linear" || typeof shape.stride !== "number") return "scattered";
    if (Math.abs(shape.stride) === 1) return "neighbours";
    return Math.abs(shape.stride) <= 4 ? "near" : "scattered";
  }

  /** The cost of the vectors from which an address is computed. */
  #place(place: Expr): number {
    return operandsOf(place).reduce((sum, one) => {
      const isVector = isScalar(one.type) && this.#search.shapes.of(one).kind === "varying";
      return sum + (isVector ? this.#best(one, 32).cost : isScalar(one.type) ? 0 : this.#place(one));
    }, 0);
  }
}
