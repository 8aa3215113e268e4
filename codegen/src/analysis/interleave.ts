// Finds adjacent stores that together write every scalar of a stretch: `a[3 * i] = …; a[3 * i + 1] = …; a[3 * i + 2] = …;`, or all fields of
// `points[i]` if they have one type. A gang combines them in registers and writes whole vectors instead of scalars.

import {
  type Block,
  blocksOf,
  type Expr,
  forEachExpr,
  isSameType,
  isScalar,
  layoutOf,
  type Module,
  type Stmt,
  scalars,
  structLayout,
} from "@lanewise/ir";
import type { Facts, Loop } from "./facts.js";
import { type Form, type FormContext, formOf } from "./index-form.js";
import { isSameExpr } from "./same-expr.js";
import type { Shapes } from "./shapes.js";

type Store = Extract<Stmt, { kind: "store" }>;

/** In the order of their elements. */
export type Interleaved = readonly Store[];

interface Placed {
  readonly stmt: Store;
  readonly scalar: ScalarInArray;
  readonly form: Form;
  /** The constant in scalars; the form's is in elements. */
  readonly constant: number;
}

/** Scalar number `at` of the `count` scalars in an array's element. */
interface ScalarInArray {
  readonly element: ElementExpr;
  readonly count: number;
  readonly at: number;
}
type ElementExpr = Extract<Expr, { kind: "element" }>;

/** By the last store of each group in program order, which writes them all; the other stores of a group are in `earlier`. */
export interface Interleaving {
  readonly groups: ReadonlyMap<Stmt, Interleaved>;
  readonly earlier: ReadonlySet<Stmt>;
}

const MAX_STRIDE = 4;

export function findInterleaved(
  module: Module,
  facts: Facts,
  context: FormContext,
  shapes: Shapes,
  inside: ReadonlySet<Expr>,
): Interleaving {
  const groups = new Map<Stmt, Interleaved>();
  const earlier = new Set<Stmt>();
  const visit = (block: Block, loops: readonly Loop[]): void => {
    for (let index = 0; index < block.length; index++) {
      const group = groupAt(block, index, loops);
      if (group) {
        const last = block[index + group.length - 1];
        for (const stmt of group) if (stmt !== last) earlier.add(stmt);
        if (last) groups.set(last, group);
        index += group.length - 1;
      }
      const stmt = block[index];
      if (stmt?.kind === "loop") {
        visit(stmt.body, [...loops, stmt]);
        for (const inner of [stmt.header, stmt.update]) visit(inner, loops);
      } else if (stmt) for (const inner of blocksOf(stmt)) visit(inner, loops);
    }
  };
  visit(facts.fn.body, []);
  return { groups, earlier };

  function groupAt(block: Block, start: number, loops: readonly Loop[]): Interleaved | undefined {
    const first = block[start];
    const stride = first?.kind === "store" ? strideOf(first) : undefined;
    if (stride === undefined) return undefined;
    const placed: Placed[] = [];
    for (const stmt of block.slice(start, start + stride)) {
      if (stmt.kind !== "store" || strideOf(stmt) !== stride) return undefined;
      // Values must not load what an earlier store wrote.
      if (placed.length > 0 && hasLoads(stmt.value)) return undefined;
      const scalar = scalarOf(stmt.place);
      const form = scalar && formOf(context, scalar.element.index, loops);
      if (!form) return undefined;
      placed.push({ stmt, scalar, form, constant: form.constant * scalar.count + scalar.at });
    }
    return placed.length === stride ? inOrder(placed) : undefined;
  }

  /** The stride in scalars. */
  function strideOf({ place }: Store): number | undefined {
    const scalar = scalarOf(place);
    if (!scalar || !inside.has(scalar.element) || scalar.element.base.kind !== "local") return undefined;
    const { type } = place;
    if (isScalar(type) || type.kind !== "ref" || !isScalar(type.to) || type.to === "bool") return undefined;
    const shape = shapes.of(scalar.element.index);
    const stride = shape.kind === "linear" && typeof shape.stride === "number" ? shape.stride * scalar.count : 0;
    return stride < 2 || stride > MAX_STRIDE || scalars[type.to].size > 4 ? undefined : stride;
  }

  /** The scalar of an array's element at this address. */
  function scalarOf(place: Expr): ScalarInArray | undefined {
    const size = sizeAt(place);
    let [inner, offset] = [place, 0];
    while (inner.kind === "field") {
      offset += fieldOffset(inner);
      inner = inner.base;
    }
    if (inner.kind !== "element") return undefined;
    return { element: inner, count: sizeAt(inner) / size, at: offset / size };
  }

  function sizeAt({ type }: Expr): number {
    return typeof type === "object" && type.kind === "ref" ? layoutOf(type.to, module.structs).size : 1;
  }

  function fieldOffset({ base, field }: Extract<Expr, { kind: "field" }>): number {
    const struct = typeof base.type === "object" && base.type.kind === "ref" ? base.type.to : undefined;
    const name = typeof struct === "object" && struct.kind === "struct" ? struct.name : undefined;
    const definition = module.structs.find((one) => one.name === name);
    return definition ? (structLayout(definition, module.structs).offsets[field] ?? 0) : 0;
  }
}

function hasLoads(expr: Expr): boolean {
  let found = false;
  forEachExpr(expr, ({ kind }) => {
    found ||= kind === "load";
  });
  return found;
}

/** The stores sorted by their scalars, if those are adjacent, of one type and in one array. */
function inOrder(placed: readonly Placed[]): Interleaved | undefined {
  const sorted = placed.toSorted((a, b) => a.constant - b.constant);
  const [first] = sorted;
  if (!first) return undefined;
  const isNext = ({ stmt, scalar, form: { terms }, constant }: Placed, index: number): boolean => {
    const isSameArray = isSameExpr(scalar.element.base, first.scalar.element.base);
    const isAlike = [...terms].every(
      ([key, { coefficient }]) => first.form.terms.get(key)?.coefficient === coefficient,
    );
    return (
      isSameArray &&
      isSameType(stmt.place.type, first.stmt.place.type) &&
      isAlike &&
      terms.size === first.form.terms.size &&
      constant === first.constant + index
    );
  };
  return sorted.every(isNext) ? sorted.map(({ stmt }) => stmt) : undefined;
}
