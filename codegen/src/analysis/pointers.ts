// Strength reduction: an element whose index grows by the same amount in every iteration of a loop is addressed by a moving pointer instead of a
// multiplication. Elements at constant distances share a pointer.

import { type Expr, layoutOf, type Module } from "@lanewise/ir";
import { forEachPlacedExpr } from "./assumptions.js";
import type { Counter, Loop } from "./facts.js";
import { type Form, type FormContext, formOf, type IndexAtom } from "./index-form.js";
import type { Term } from "./polynomial.js";
import { isSameExpr } from "./same-expr.js";

type ElementExpr = Extract<Expr, { kind: "element" }>;

export interface Pointer {
  /** The member with the lowest address; members have byte offsets from it. */
  readonly lead: ElementExpr;
  readonly array: Expr;
  /** The lead's index, whose parts are all known before the loop. */
  readonly form: Form;
  readonly members: readonly { readonly element: ElementExpr; readonly offset: number }[];
  /** Bytes per element, and elements per iteration: the sum of these terms. */
  readonly size: number;
  readonly step: readonly Term<IndexAtom>[];
}

interface Candidate {
  readonly element: ElementExpr;
  readonly array: Expr;
  readonly form: Form;
  readonly step: readonly Term<IndexAtom>[];
  readonly size: number;
}

/** Maximum number of pointers that a loop keeps in registers. */
const MAX_POINTERS = 8;

export function findPointers(
  module: Module,
  context: FormContext,
  inside: ReadonlySet<Expr>,
): ReadonlyMap<Loop, readonly Pointer[]> {
  const candidates = new Map<Loop, Candidate[]>();
  forEachPlacedExpr(context.facts, (expr, loops) => {
    const loop = loops.at(-1);
    if (expr.kind !== "element" || !loop || !inside.has(expr)) return;
    const found = candidateOf(module, context, expr, loops, loop);
    if (found) candidates.set(loop, [...(candidates.get(loop) ?? []), found]);
  });
  return new Map([...candidates].map(([loop, all]) => [loop, group(all).slice(0, MAX_POINTERS)]));
}

function candidateOf(
  module: Module,
  context: FormContext,
  element: ElementExpr,
  loops: readonly Loop[],
  loop: Loop,
): Candidate | undefined {
  const { base, type } = element;
  const array = capturedArray(context, base);
  if (typeof type === "string" || type.kind !== "ref" || !array) return undefined;
  const form = formOf(context, element.index, loops);
  const counter = context.facts.loops.get(loop)?.counters[0];
  const step = form && counter && stepOf(form, counter);
  return step && { element, array, form, step, size: layoutOf(type.to, module.structs).size };
}

/** The captured array that `base` is; simplify has substituted it for helpers' parameters. */
function capturedArray({ facts }: Pick<FormContext, "facts">, base: Expr): Expr | undefined {
  if (base.kind === "global") return base;
  const isCaptured = base.kind === "local" && base.local < facts.fn.parameters;
  return isCaptured && facts.assignments[base.local]?.length === 0 ? base : undefined;
}

/** The amount an iteration adds to the form, if it is a sum of products of known numbers. */
function stepOf(form: Form, counter: Counter): readonly Term<IndexAtom>[] | undefined {
  const key = `counter ${counter.local}`;
  const step: Term<IndexAtom>[] = [];
  for (const { coefficient, atoms } of form.terms.values()) {
    if (atoms.some(({ value }) => value.kind === "ranged")) return undefined;
    const others = atoms.filter((atom) => atom.key !== key);
    if (others.length === atoms.length) continue;
    if (atoms.length - others.length > 1 || others.some(({ value }) => value.kind !== "known")) return undefined;
    const by = counter.step;
    step.push(
      typeof by === "number"
        ? { coefficient: coefficient * by, atoms: others }
        : { coefficient, atoms: [...others, { key: "step", value: { kind: "known", expr: by } }] },
    );
  }
  return step.length > 0 ? step : undefined;
}

function group(candidates: readonly Candidate[]): Pointer[] {
  const groups: Candidate[][] = [];
  for (const one of candidates) {
    const own = groups.find(([first]) => first && isAtConstantDistance(first, one));
    if (own) own.push(one);
    else groups.push([one]);
  }
  return groups.map((members) => {
    const lead = members.reduce((a, b) => (b.form.constant < a.form.constant ? b : a));
    const { element, size, step, form } = lead;
    return {
      lead: element,
      array: lead.array,
      form,
      size,
      step,
      members: members.map((one) => ({ element: one.element, offset: (one.form.constant - form.constant) * size })),
    };
  });
}

/** Elements farther apart get their own pointers. */
const MAX_DISTANCE = 2 ** 16;

function isAtConstantDistance(a: Candidate, b: Candidate): boolean {
  const [left, right] = [a.form.terms, b.form.terms];
  if (!isSameExpr(a.array, b.array) || left.size !== right.size) return false;
  if (Math.abs(a.form.constant - b.form.constant) * a.size > MAX_DISTANCE) return false;
  return [...left].every(([key, { coefficient }]) => right.get(key)?.coefficient === coefficient);
}
