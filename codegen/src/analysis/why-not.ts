// Explains what prevents better code, for `lanewise inspect --why`: why an index does not give neighbouring elements, or has no known range before a
// loop, and why a condition makes work-items diverge. It decides nothing.

import type { Expr } from "@lanewise/ir";
import { type Described, describe } from "./describe.js";
import type { Counter, Loop } from "./facts.js";
import { type FormContext, formOf } from "./index-form.js";
import type { Shapes } from "./shapes.js";

/** Something an index depends on, and its kind, which has a remedy. */
export interface Cause {
  /** Completes "its index depends on …". */
  readonly text: string;
  readonly kind: CauseKind;
}
export type CauseKind = keyof typeof remedies;

const withoutBits = "Compute the index with + - * alone; a constant mask, as in `index & 255`, gives it a range.";

/** What makes the access a vector, and what lets its check be hoisted. */
export const remedies = {
  loaded: {
    vector: "If data choose the element, no vector is possible. Sort the data so that neighbours are close in memory.",
    check: "Limit it by a constant, as in `index & 255`: then its range is known beforehand.",
  },
  bound: {
    vector: undefined,
    check: "Capture the bound as a number, if the host knows it at the launch.",
  },
  atomic: { vector: undefined, check: undefined },
  assigned: {
    vector: "Compute the index from the work-item's index in one `const`.",
    check: "Assign it once, or let the loop count it: `for (let k = first; k < end; k++)`.",
  },
  conditional: {
    vector: "Compute the index for all work-items, and test only around the access.",
    check: undefined,
  },
  product: {
    vector: "Multiply the work-item's index by a constant or a captured number alone.",
    check: "Multiply fewer numbers: a form of at most 12 terms of at most 3 factors is followed.",
  },
  division: {
    vector: "Give the range one more dimension instead of dividing the index.",
    check: "Divide by constants: the range of their quotients is known beforehand.",
  },
  bits: { vector: withoutBits, check: withoutBits },
  choice: {
    vector: "Let work-items differ in the values they load, not in the places.",
    check: "Choose between values whose ranges are known.",
  },
  float: { vector: "Compute the index with integers.", check: "Compute the index with integers." },
  wide: { vector: "Use an i32 index.", check: "Use an i32 index." },
  flat: { vector: "Index row after row, as in `y * width + x` with the range [height, width].", check: undefined },
  other: { vector: undefined, check: undefined },
} as const satisfies Record<string, { readonly vector: string | undefined; readonly check: string | undefined }>;

const MAX_DEPTH = 24;
const linearOps: readonly string[] = ["add", "sub", "neg", "mul", "shl", "reinterpret", "wrap"];

const kindsOfOps: Readonly<Record<string, CauseKind>> = {
  mul: "product",
  div: "division",
  floordiv: "division",
  rem: "division",
  and: "bits",
  or: "bits",
  xor: "bits",
  not: "bits",
  shl: "bits",
  shr: "bits",
  rotl: "bits",
  select: "choice",
  min: "choice",
  max: "choice",
};

export interface WhyContext extends Described {
  readonly shapes: Shapes;
  readonly forms: FormContext;
}

/** Why the expression is neither uniform nor linear in the work-item. */
export function whyVarying(context: WhyContext, expr: Expr, depth = 0): Cause {
  if (depth > MAX_DEPTH) return { kind: "other", text: "a long computation" };
  switch (expr.kind) {
    case "local":
      return whyLocalVaries(context, expr, depth);
    case "load":
      return loaded(context, expr);
    case "builtin":
      return { kind: "float", text: `\`${describe(context, expr)}\`, computed in floating point` };
    case "query":
      return { kind: "flat", text: "the work-item's place in its row: flat gangs go over the ends of rows" };
    case "op": {
      const chosen = context.forms.choice(expr);
      if (chosen) return whyVarying(context, chosen, depth + 1);
      const varying = expr.args.find((one) => context.shapes.of(one).kind === "varying");
      if (!varying) return causeOfOp(context, expr);
      const cause = whyVarying(context, varying, depth + 1);
      const isVague = cause.kind === "other" || cause.kind === "float";
      return isVague && expr.type !== "bool" && isInFloats(expr) ? causeOfOp(context, expr) : cause;
    }
    default:
      return { kind: "other", text: `\`${describe(context, expr)}\`` };
  }
}

function loaded(context: WhyContext, { place }: Extract<Expr, { kind: "load" }>): Cause {
  const from = place.kind === "element" ? context.module.sites[place.site]?.name : describe(context, place);
  // Values that a group's work-items keep from one phase to the next have no name.
  return {
    kind: "loaded",
    text: from === "" ? "a value of before a barrier" : `a value loaded from \`${from ?? "an array"}\``,
  };
}

function causeOfOp(context: WhyContext, expr: Extract<Expr, { kind: "op" }>): Cause {
  if (isInFloats(expr)) return { kind: "float", text: `\`${describe(context, expr)}\`, computed in floating point` };
  return { kind: kindsOfOps[expr.op] ?? "other", text: `\`${describe(context, expr)}\`` };
}

function isInFloats({ args }: Extract<Expr, { kind: "op" }>): boolean {
  return args.some(({ type }) => type === "f32" || type === "f64");
}

const givenByAtomic: Cause = { kind: "atomic", text: "what an atomic operation gave" };

function whyLocalVaries(context: WhyContext, expr: Extract<Expr, { kind: "local" }>, depth: number): Cause {
  const { facts, shapes } = context;
  const name = `\`${describe(context, expr)}\``;
  const assignments = facts.assignments[expr.local] ?? [];
  const [only, ...others] = assignments;
  if (others.length > 0) {
    const first = counterOf(context, expr.local, [...facts.loops.keys()])?.first.value;
    if (!first || shapes.of(first).kind !== "varying") return severalTimes(name, assignments.length);
    const cause = whyVarying(context, first, depth + 1);
    return { ...cause, text: `${name}, whose loop begins at ${cause.text}` };
  }
  if (!only) return { kind: "other", text: name };
  if (!only.value) return givenByAtomic;
  if (shapes.of(only.value).kind === "varying") return whyVarying(context, only.value, depth + 1);
  return { kind: "conditional", text: `${name}, which only some of the work-items assign` };
}

function counterOf({ facts }: WhyContext, local: number, loops: readonly Loop[]): Counter | undefined {
  return loops.flatMap((loop) => facts.loops.get(loop)?.counters ?? []).find((counter) => counter.local === local);
}

function severalTimes(name: string, count: number): Cause {
  return { kind: "assigned", text: `${name}, which is assigned in ${count} places` };
}

/** Why the range of an expression inside `loops` is unknown before them; undefined if it is known. */
export function whyUnknown(context: WhyContext, expr: Expr, loops: readonly Loop[], depth = 0): Cause | undefined {
  if (formOf(context.forms, expr, loops)) return undefined;
  if (depth > MAX_DEPTH) return { kind: "other", text: "a long computation" };
  switch (expr.kind) {
    case "local":
      return whyLocalUnknown(context, expr, loops, depth);
    case "load":
      return loaded(context, expr);
    case "builtin":
      return whyVarying(context, expr);
    case "op": {
      const chosen = context.forms.choice(expr);
      if (chosen) return whyUnknown(context, chosen, loops, depth + 1);
      const isFollowed = linearOps.includes(expr.op) || expr.op === "min" || expr.op === "max" || expr.op === "select";
      const operands = expr.op === "select" ? expr.args.slice(1) : expr.args;
      for (const operand of isFollowed ? operands : []) {
        const cause = whyUnknown(context, operand, loops, depth + 1);
        if (cause) return cause;
      }
      return isWide(expr) ? { kind: "wide", text: "64-bit integers" } : causeOfOp(context, expr);
    }
    default:
      return { kind: "other", text: `\`${describe(context, expr)}\`` };
  }
}

function isWide({ type }: Expr): boolean {
  return type === "i64" || type === "u64";
}

function whyLocalUnknown(
  context: WhyContext,
  expr: Extract<Expr, { kind: "local" }>,
  loops: readonly Loop[],
  depth: number,
): Cause {
  const { facts } = context;
  const name = `\`${describe(context, expr)}\``;
  if (isWide(expr)) return { kind: "wide", text: "64-bit integers" };
  if (expr.type === "f32" || expr.type === "f64") return { kind: "float", text: `${name}, a floating-point number` };
  const assignments = facts.assignments[expr.local] ?? [];
  const [only, ...others] = assignments;
  const other: Cause = { kind: "other", text: name };
  if (only && others.length === 0) {
    if (!only.value) return givenByAtomic;
    return whyUnknown(context, only.value, only.bodies, depth + 1) ?? other;
  }
  const counter = counterOf(context, expr.local, loops);
  const start = counter?.first.value && whyUnknown(context, counter.first.value, counter.first.bodies, depth + 1);
  const cause = start ?? (counter && whyUnknown(context, counter.bound, counter.first.bodies, depth + 1));
  if (cause) return { kind: "bound", text: `${name}, whose loop ${start ? "begins" : "ends"} at ${cause.text}` };
  return assignments.length > 1 ? severalTimes(name, assignments.length) : other;
}
