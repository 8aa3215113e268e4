// Stores that together write every element of a stretch: `a[3 * i] = …; a[3 * i + 1] = …; a[3 * i + 2] = …;`. A gang puts
// them together in registers and writes whole ones, instead of an element at a time.

import { type Block, blocksOf, type Expr, forEachExpr, isScalar, type Stmt, scalars } from "@lanewise/ir";
import type { Facts, Loop } from "./facts.js";
import { type Form, type FormContext, formOf } from "./index-form.js";
import { isSameExpr } from "./same-expr.js";
import type { Shapes } from "./shapes.js";

type Store = Extract<Stmt, { kind: "store" }>;

/** In the order of their elements. */
export type Interleaved = readonly Store[];

interface Placed {
  readonly stmt: Store;
  readonly form: Form;
}

/** By the last store of each group in the program, which writes them all; the others of a group are in `earlier`. */
export interface Interleaving {
  readonly groups: ReadonlyMap<Stmt, Interleaved>;
  readonly earlier: ReadonlySet<Stmt>;
}

const MAX_STRIDE = 4;

export function findInterleaved(
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
      // What is read must not have been written meanwhile.
      if (placed.length > 0 && hasLoads(stmt.value)) return undefined;
      const form = stmt.place.kind === "element" ? formOf(context, stmt.place.index, loops) : undefined;
      if (!form) return undefined;
      placed.push({ stmt, form });
    }
    return placed.length === stride ? inOrder(placed) : undefined;
  }

  function strideOf({ place }: Store): number | undefined {
    if (place.kind !== "element" || !inside.has(place) || place.base.kind !== "local") return undefined;
    const { type } = place;
    if (isScalar(type) || type.kind !== "ref" || !isScalar(type.to) || type.to === "bool") return undefined;
    const shape = shapes.of(place.index);
    const stride = shape.kind === "linear" ? shape.stride : undefined;
    if (typeof stride !== "number" || stride < 2 || stride > MAX_STRIDE || scalars[type.to].size > 4) return undefined;
    return stride;
  }
}

function hasLoads(expr: Expr): boolean {
  let found = false;
  forEachExpr(expr, ({ kind }) => {
    found ||= kind === "load";
  });
  return found;
}

/** The stores by their elements, if these are neighbours in one array. */
function inOrder(placed: readonly Placed[]): Interleaved | undefined {
  const sorted = placed.toSorted((a, b) => a.form.constant - b.form.constant);
  const [first] = sorted;
  if (!first) return undefined;
  const isNext = ({ stmt, form }: Placed, index: number): boolean => {
    const { terms } = form;
    const isSameArray =
      stmt.place.kind === "element" &&
      first.stmt.place.kind === "element" &&
      isSameExpr(stmt.place.base, first.stmt.place.base);
    const isAlike = [...terms].every(
      ([key, { coefficient }]) => first.form.terms.get(key)?.coefficient === coefficient,
    );
    return (
      isSameArray && isAlike && terms.size === first.form.terms.size && form.constant === first.form.constant + index
    );
  };
  return sorted.every(isNext) ? sorted.map(({ stmt }) => stmt) : undefined;
}
