// Warns of numbers that types allow but users seldom mean: integers that an f32 cannot hold, digits that do not reach f64, bits that a product loses.
// Runs once every number's type is decided (requirements G and B of "Numbers" in docs/spec.md).

import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import { type Collection, calledFrom } from "./collect.js";
import { estimateBits, F32_BITS } from "./magnitudes.js";
import type { Store, Term } from "./term.js";

/** The bits of an integer that a double holds exactly. */
const F64_BITS = 53;

/** Facts about all terms, computed when a warning first needs them. */
interface Numbers {
  bitsOf(term: Term): number;
  /** Returns the terms that are computed from a term, or joined with it. */
  usersOf(term: Term): readonly Term[];
}

export function warnOfNumbers(collection: Collection, narrowed: readonly Term[]): void {
  const numbers = numbersOf(collection.terms);
  warnOfLargeIntegers(collection, numbers);
  warnOfLostDigits(collection, numbers, narrowed);
  warnOfLostBits(collection, numbers);
}

function numbersOf(terms: readonly Term[]): Numbers {
  let bits: ReadonlyMap<Term, number> | undefined;
  let users: Map<Term, Term[]> | undefined;
  return {
    bitsOf(term) {
      bits ??= estimateBits(terms);
      return bits.get(term) ?? 0;
    },
    usersOf(term) {
      users ??= findUsers(terms);
      return users.get(term) ?? [];
    },
  };
}

function findUsers(terms: readonly Term[]): Map<Term, Term[]> {
  const users = new Map<Term, Term[]>();
  for (const term of terms) {
    for (const input of term.inputs) {
      const known = users.get(input);
      if (known) known.push(term);
      else users.set(input, [term]);
    }
  }
  return users;
}

/** `let a: f32 = ints[i]`. A literal is exempt, as 0.1 is. */
function warnOfLargeIntegers({ context, intoF32 }: Collection, { bitsOf }: Numbers): void {
  for (const { instance, value, node } of intoF32) {
    if (value.kind !== "integer" || value.isBig || value.origin.kind === "literal" || bitsOf(value) <= F32_BITS)
      continue;
    context.reporter.report("LW1315", node, [node.getText()], calledFrom(instance));
  }
}

/** Warns only of the last step of those that lead to one f64 store. */
function warnOfLostDigits({ context }: Collection, numbers: Numbers, narrowed: readonly Term[]): void {
  const lastOf = new Map<ts.Node, { readonly term: Term; readonly stores: readonly Store[] }>();
  for (const term of narrowed) {
    if (!isRounded(term)) continue;
    const stores = storesOf(term, numbers);
    for (const { node, type } of stores) if (type === "f64") lastOf.set(node, { term, stores });
  }
  for (const { term, stores } of lastOf.values()) {
    const notes = stores.map(({ node, type }) => ({ ...spanOf(node), message: `it goes to ${type} here` }));
    context.reporter.report("LW1316", term.node, [term.node.getText()], notes);
  }
}

/** Whether it may have more digits than an f32. */
function isRounded({ origin }: Term): boolean {
  if (origin.kind === "arithmetic") return /^(add|sub|mul)$/.test(origin.op);
  return origin.kind === "quotient" || origin.kind === "float" || origin.kind === "power";
}

/** Returns the stores that a number reaches, directly or through computations. */
function storesOf(term: Term, { usersOf }: Numbers): readonly Store[] {
  const found = new Map<ts.Node, Store>();
  for (const one of reached(term, (at) => usersOf(at).filter(({ origin }) => origin.kind !== "comparison"))) {
    for (const store of one.stores) found.set(store.node, store);
  }
  return [...found.values()];
}

/** Returns a term and everything reachable from it through `next`. */
function reached(term: Term, next: (term: Term) => readonly Term[]): ReadonlySet<Term> {
  const found = new Set([term]);
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}

/** `(h * 16777619) >>> 0` */
function warnOfLostBits({ context, terms }: Collection, numbers: Numbers): void {
  for (const term of terms) {
    const { origin, kind, inputs, isBig, isPinned, node } = term;
    if (origin.kind !== "arithmetic" || origin.op !== "mul" || kind !== "integer" || isBig || isPinned) continue;
    const bits = inputs.reduce((sum, input) => sum + (isPowerOfTwo(input) ? 0 : numbers.bitsOf(input)), 0);
    if (bits <= F64_BITS || !isLarge(term, numbers) || !isWantedForBits(term, numbers)) continue;
    const product = productOf(context.ts, node);
    if (product) context.reporter.report("LW1317", node, product);
  }
}

function isPowerOfTwo({ origin }: Term): boolean {
  return origin.kind === "literal" && Number.isInteger(Math.log2(Math.abs(Number(origin.value))));
}

/**
 * Whether it is computed from itself, from a large literal or from two large numbers. The sizes, indices and captured numbers of a launch count as
 * small.
 */
function isLarge(term: Term, { bitsOf }: Numbers): boolean {
  const isSource = (one: Term) => one.inputs.length === 0 || /^(bitwise|smallInteger)$/.test(one.origin.kind);
  const sourcesOf = (factor: Term) => [...reached(factor, (one) => (isSource(one) ? one.given : one.inputs))];
  const isLargeSource = (one: Term) => isSource(one) && bitsOf(one) > F32_BITS;
  const factors = term.inputs.map(sourcesOf);
  if (factors.some((sources) => sources.includes(term))) return true;
  if (term.inputs.some((factor) => factor.origin.kind === "literal" && isLargeSource(factor))) return true;
  return factors.every((sources) => sources.some(isLargeSource));
}

/** Whether its value only reaches bitwise operators, elements of integer arrays and the like, through sums and variables. */
function isWantedForBits(term: Term, { usersOf }: Numbers): boolean {
  const takesBits = ({ origin }: Term) => /^(bitwise|smallInteger|known)$/.test(origin.kind);
  const passesBits = ({ origin }: Term) =>
    origin.kind === "join" || (origin.kind === "arithmetic" && /^(add|sub|neg)$/.test(origin.op));
  const all = [...reached(term, (one) => (one === term || passesBits(one) ? usersOf(one) : []))];
  const others = all.filter((one) => one !== term && !takesBits(one) && !passesBits(one));
  const isForValue = all.some((one) => one.wants.has("storesF32") || one.wants.has("storesF64"));
  return others.length === 0 && !isForValue && all.some((one) => one.isWrapped || (one !== term && takesBits(one)));
}

/** Returns the text of a product, and the 32-bit multiplication to write instead. */
function productOf(typescript: Collection["context"]["ts"], node: ts.Node): readonly [string, string] | undefined {
  if (!typescript.isBinaryExpression(node)) return undefined;
  const [left, right] = [node.left.getText(), node.right.getText()];
  const isAssigned = node.operatorToken.kind === typescript.SyntaxKind.AsteriskEqualsToken;
  const call = `Math.imul(${left}, ${right})`;
  return [isAssigned ? `${left} * ${right}` : node.getText(), isAssigned ? `${left} = ${call}` : call];
}
