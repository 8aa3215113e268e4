// Reports, for `lanewise inspect --why`, the integers that gangs compute with 64 bits (narrow/widened.ts), in the user's words: their possible
// values, what to write for 32 bits, and how that would change results.

import type { Expr } from "@lanewise/ir";
import type { Analysed } from "../../analysis/analyse.js";
import { type Described, describe } from "../../analysis/describe.js";
import type { Assumed } from "../../narrow/assumed.js";
import type { Range } from "../../narrow/range.js";
import { findWidened, type Rule, type Widened } from "../../narrow/widened.js";
import type { Annotation, WasmOptions, WidenedReport } from "../../program.js";

/** By rule; `may` describes the term's possible values. */
const reasons: Readonly<Record<Rule, (may: string, range: Range) => string>> = {
  B: (may) => `its low bits alone are used, but it may be ${may}, and doubles beyond 2^53 have lost some`,
  C: (may) => `it, or what it is computed of, may be ${may}`,
  D: (may) => `it is an index, which must not wrap, and may be ${may}`,
  E: (may) => `it is a sum, and may be ${may}`,
  F: (may, { hasNaN }) =>
    hasNaN
      ? `it is divided by what may be 0, and may be ${may}, or NaN`
      : `its zero has a sign: it may be ${may}, or -0`,
};

/** By the rule that made a local a double: the effect of annotating it. */
const pinned: Readonly<Record<Rule, string>> = {
  B: "which wrap",
  C: "which wrap",
  D: "which wrap: an index beyond them is another element's",
  E: "which wrap",
  F: "which wrap, have no -0, and divided by 0 give 0",
};

/** The effects of other annotations, for one and for several. */
const effects = {
  wrapped: ["keeps its low 32 bits: it wraps", "keep their low 32 bits: they wrap"],
  product: ["multiplies 32 bits, which wrap", "multiply 32 bits, which wrap"],
  remainder: ["is 0 where the divisor is", "are 0 where the divisor is"],
  quotient: [
    "divides 32 bits: by 0 it is 0, and what is beyond 32 bits is clamped",
    "divide 32 bits: by 0 they are 0, and what is beyond 32 bits is clamped",
  ],
} as const;

interface Advice extends Annotation {
  readonly effect: keyof typeof effects | "pinned";
  /** The annotation as shown. */
  readonly text: string;
}

/** The text of `describe` for a local without a name that is assigned more than once. */
const UNKNOWN = "…";
/** An element of an accessor with rows, whose products are not in the source. */
const rows = /\.(slicePitch|rowPitch)\b/;

/** Uniform values are scalar code, and no slower with 64 bits. */
export function widened(
  { module }: WasmOptions,
  { fn, facts, shapes }: Analysed,
  limits: Assumed | undefined,
): WidenedReport[] {
  const described = { module, facts };
  const found = findWidened(fn, limits, (expr) => shapes.of(expr).kind === "varying");
  return found
    .map((one) => reportOf(described, one))
    .filter(({ name, annotations }) => !rows.test(name) && annotations.length > 0);
}

function reportOf(described: Described, one: Widened): WidenedReport {
  const { at, term, rule, range } = one;
  const advice = adviceOf(described, one);
  const name = describe(described, term);
  return {
    // A local without a name is shown as the expression it is computed from.
    name: name === UNKNOWN ? (advice[0]?.from ?? name) : name,
    at,
    rule,
    reason: reasons[rule](printRange(range), range),
    annotations: advice.map(({ from, to }) => ({ from, to })),
    help: printAdvice(advice, rule),
  };
}

function printAdvice(advice: readonly Advice[], rule: Rule): string {
  const sentences = [...new Set(advice.map(({ effect }) => effect))].map((effect) => {
    const texts = [...new Set(advice.filter((one) => one.effect === effect).map(({ text }) => `\`${text}\``))];
    const does =
      effect === "pinned" ? `computes it with 32 bits, ${pinned[rule]}` : effects[effect][texts.length === 1 ? 0 : 1];
    return `${texts.join(" and ")} ${does}`;
  });
  return `${sentences.join("; ")}.`;
}

function adviceOf(described: Described, { term, first, isConstant, isPinned, products, divisions }: Widened): Advice[] {
  const name = describe(described, term);
  const found: Advice[] = [];
  const replaced = (expr: Expr, to: string, effect: Advice["effect"]): void => {
    found.push({ from: describe(described, expr), to, text: to, effect });
  };
  const hasName = term.kind === "local" && described.facts.fn.locals[term.local]?.name !== "";
  if (isPinned && hasName) {
    const from = `${isConstant ? "const" : "let"} ${name}`;
    const value = first?.kind === "const" ? describe(described, first) : "…";
    found.push({ from, to: `${from}: i32`, text: `${from}: i32 = ${value}`, effect: "pinned" });
  } else if (isPinned && name !== UNKNOWN) replaced(term, `((${name}) | 0)`, "wrapped");
  for (const product of outermost(products)) replaced(product, printProduct(described, product, products), "product");
  for (const division of outermost(divisions)) {
    const isRemainder = division.kind === "op" && division.op === "rem";
    if (isRemainder) replaced(division, `((${describe(described, division)}) | 0)`, "remainder");
    else replaced(division, printQuotient(described, division), "quotient");
  }
  return found;
}

/** The expressions that are in no other. */
function outermost(exprs: ReadonlySet<Expr>): readonly Expr[] {
  const isWithin = (expr: Expr, outer: Expr): boolean =>
    outer.kind === "op" && outer.args.some((arg) => arg === expr || isWithin(expr, arg));
  return [...exprs].filter((expr) => ![...exprs].some((outer) => isWithin(expr, outer)));
}

function printProduct(described: Described, expr: Expr, products: ReadonlySet<Expr>): string {
  if (expr.kind !== "op" || !products.has(expr)) return describe(described, expr);
  return `Math.imul(${expr.args.map((arg) => printProduct(described, arg, products)).join(", ")})`;
}

function printQuotient(described: Described, expr: Expr): string {
  const [divided] = expr.kind === "op" ? expr.args : [];
  const [a, b] = divided?.kind === "op" ? divided.args : [];
  if (expr.kind !== "op" || !a || !b) return describe(described, expr);
  return `Math.${expr.op}(${[a, b].map((one) => `i32(${describe(described, one)})`).join(" / ")})`;
}

function printRange({ low, high }: Range): string {
  if (Number.isFinite(low))
    return Number.isFinite(high) ? `${printBound(low)} to ${printBound(high)}` : `${printBound(low)} or more`;
  return Number.isFinite(high) ? `${printBound(high)} or less` : "any integer";
}

const MOST_DIGITS = 1e5;

/** Rounds a long bound up to a power of two. */
function printBound(bound: number): string {
  const size = Math.abs(bound);
  if (size < MOST_DIGITS) return String(bound);
  const isOneLess = bound > 0 && Number.isInteger(Math.log2(size + 1)) && Number.isSafeInteger(size);
  return `${bound < 0 ? "-" : ""}2^${Math.ceil(Math.log2(size))}${isOneLess ? " - 1" : ""}`;
}
