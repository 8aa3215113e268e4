// What is not yet known about a number: one term for each numeric expression, variable, parameter and result of a kernel
// and the functions it calls. Terms are linked as the source links them; solve.ts then decides each one's type, kind first
// (integer or float), width second. See docs/spec.md, "Numbers".

import type { ScalarType, ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";

export type NumberType = Exclude<ValueScalar, "bool">;

/** Integers; floats that hold an integer, as Math.floor gives; floats. */
export type Kind = "integer" | "integral" | "float";

/** How a term's value comes about, which decides how its kind and width follow from its inputs. */
export type Origin =
  /**
   * An array element, a flavour, an index: its type is given. `isPinned`: by a flavour that is written down; `isIndex`: an index or a size of
   * the launch; `bits`: how many an integer has at most, if fewer than its type.
   */
  | {
      readonly kind: "known";
      readonly type: NumberType;
      readonly isPinned?: true;
      readonly isIndex?: true;
      readonly bits?: number;
    }
  /** A literal or constant: adopts what it meets. */
  | { readonly kind: "literal"; readonly value: number | bigint }
  /** One use of a captured plain `number`; all uses share the capture's kind. */
  | { readonly kind: "capture"; readonly capture: CapturedNumber }
  /** Small non-negative integers (8- and 16-bit loads, `x >>> 1`): i32, but at home with u32 too. */
  | { readonly kind: "smallInteger"; readonly bits?: number }
  /**
   * A variable, a result, `c ? a : b`: the join of all that is assigned to it. `isOfGroup`: what a group makes of its work-items' values, which is
   * pinned where they are.
   */
  | { readonly kind: "join"; readonly isOfGroup?: true }
  /** + - * % min max abs and negation. */
  | { readonly kind: "arithmetic"; readonly op: ArithmeticOp }
  /** & | ^ ~ << >> : integers of the operands' type. */
  | { readonly kind: "bitwise"; readonly bits?: number }
  /** The type in which the sides of a comparison meet: exact for both, and nothing to them. */
  | { readonly kind: "comparison" }
  /** `/`: a float, but an integer inside Math.floor, Math.trunc and `| 0`. */
  | { readonly kind: "quotient" }
  /** Math.floor, ceil, round and trunc. */
  | { readonly kind: "rounding" }
  /** `**` and Math.pow: a float, which holds an integer where an integer is raised to a constant one from 0 on. */
  | { readonly kind: "power" }
  /** Other Math functions. */
  | { readonly kind: "float" };

export type ArithmeticOp = "add" | "sub" | "mul" | "rem" | "min" | "max" | "abs" | "sign" | "neg";

export interface CapturedNumber {
  readonly name: string;
  isInteger: boolean;
  /** It is an i32 to the kernel: an index, a loop's bound or a place of integers needs it. Bits are taken of any number. */
  isWord: boolean;
  /** Nothing else will do: a place of a written flavour needs it, and not indices and bounds alone. */
  isFixed: boolean;
  readonly uses: Term[];
}

export interface Term {
  readonly origin: Origin;
  /** What it is computed from, or joined of. */
  readonly inputs: Term[];
  /** Of a variable: the `e` of each `v += e`, `v -= e`, `v++`. */
  readonly steps: Term[];
  /** Where to report; the expression or declaration. */
  readonly node: ts.Node;
  /** A bigint: i64 or u64, never anything else. */
  isBig: boolean;
  /** An index, a loop bound, a bit operation or an integer annotation needs it as an integer. */
  needsInteger: boolean;
  /** More than bit operations needs it so. */
  needsWord: boolean;
  /** More than indices and loops' bounds does. */
  needsFixed: boolean;
  /** It is taken for an integer, as bits are taken of it, but comes of a captured number, which may have a fraction. */
  mayHaveFraction: boolean;
  /** The use that needs it, for what is said where it is none. */
  neededBy: Use | undefined;
  /** Where a weak float goes. */
  readonly wants: Set<Want>;
  /** The places of known types that it goes to, for what is said of them. */
  readonly stores: Store[];
  /** Of a place of a known type: what is assigned to it. */
  readonly given: Term[];
  /** Some use takes it modulo 2^32: `| 0`, a bit operation, an element of an integer array. */
  isWrapped: boolean;
  /** Its type is that of a flavour which is written down: arithmetic is WebAssembly's. */
  isPinned: boolean;
  /** Of what a constant table holds: whether all of it are integers of 32 bits, which it is kept as. */
  holdsWords?: boolean;
  /** Decided by solve.ts. */
  kind: Kind;
  type: NumberType;
}

/** Where, and as what: "used as an index here". */
export interface Use {
  readonly node: ts.Node;
  readonly message: string;
  /** Of an element; of rounds of a loop; of its bits, which JavaScript takes of any number; of an integer. */
  readonly as: "index" | "count" | "bits" | "integer";
}

/** Where a number goes, and as what. */
export interface Store {
  readonly node: ts.Node;
  readonly type: ScalarType;
}

/** Says that a number must be an integer, and why. */
export function needInteger(term: Term, node: ts.Node, message: string, as: Use["as"] = "integer"): void {
  term.needsInteger = true;
  if (as === "bits") term.isWrapped = true;
  else term.needsWord = true;
  if (as === "integer") term.needsFixed = true;
  term.neededBy ??= { node, message, as };
}

/** Says that a number is used as an index at `node`. */
export function needIndex(term: Term, node: ts.Node): void {
  needInteger(term, node, "used as an index here", "index");
}

/** Meets an operand of that type; is stored to f32, to f64, to something else. */
export type Want = "meetsF32" | "meetsF64" | "storesF32" | "storesF64" | "storesOther";

export function createTerm(origin: Origin, node: ts.Node, inputs: readonly Term[] = []): Term {
  const term: Term = {
    origin,
    inputs: [...inputs],
    steps: [],
    node,
    isBig: isBigOrigin(origin) || inputs.some((input) => input.isBig),
    needsInteger: false,
    needsWord: false,
    needsFixed: false,
    mayHaveFraction: false,
    neededBy: undefined,
    wants: new Set(),
    stores: [],
    given: [],
    isWrapped: false,
    isPinned: false,
    kind: "integer",
    type: origin.kind === "known" ? origin.type : "i32",
  };
  if (origin.kind === "capture") origin.capture.uses.push(term);
  return term;
}

/** The only number that a literal, or a variable that is given nothing but that number, ever has. */
export function constantOfTerm(term: Term): number | undefined {
  const values = new Set<number | undefined>();
  const seen = new Set<Term>();
  const visit = (one: Term): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const { origin } = one;
    if (origin.kind === "join") for (const input of one.inputs) visit(input);
    else values.add(origin.kind === "literal" && typeof origin.value === "number" ? origin.value : undefined);
  };
  visit(term);
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

function isBigOrigin(origin: Origin): boolean {
  if (origin.kind === "literal") return typeof origin.value === "bigint";
  return origin.kind === "known" && isBigType(origin.type);
}

export const isBigType = (type: NumberType): type is "i64" | "u64" => type === "i64" || type === "u64";
export const isFloatType = (type: NumberType): type is "f32" | "f64" => type === "f32" || type === "f64";

/** It is at home with every integer that it meets. */
export function isWeakInteger(term: Term): boolean {
  return term.origin.kind === "literal" || term.origin.kind === "smallInteger";
}
