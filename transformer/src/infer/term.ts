// What is not yet known about a number: one term for each numeric expression, variable, parameter and result of a kernel
// and the functions it calls. Terms are linked as the source links them; solve.ts then decides each one's type, kind first
// (integer or float), width second. See docs/spec.md, "Numbers".

import type { ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";

export type NumberType = Exclude<ValueScalar, "bool">;

/** Integers; floats that hold an integer, as Math.floor gives; floats. */
export type Kind = "integer" | "integral" | "float";

/** How a term's value comes about, which decides how its kind and width follow from its inputs. */
export type Origin =
  /** A flavour, an array element, a parameter with a flavour: its type is given. */
  | { readonly kind: "known"; readonly type: NumberType }
  /** A literal or constant: adopts what it meets. */
  | { readonly kind: "literal"; readonly value: number | bigint }
  /** One use of a captured plain `number`; all uses share the capture's kind. */
  | { readonly kind: "capture"; readonly capture: CapturedNumber }
  /** Small non-negative integers (8- and 16-bit loads, `x >>> 1`): i32, but at home with u32 too. */
  | { readonly kind: "smallInteger" }
  /** A variable, a result, `c ? a : b`: the join of all that is assigned to it. */
  | { readonly kind: "join" }
  /** + - * % min max abs and negation. */
  | { readonly kind: "arithmetic" }
  /** & | ^ ~ << >> : integers of the operands' type. */
  | { readonly kind: "bitwise" }
  /** `/`: a float, but an integer inside Math.floor, Math.trunc and `| 0`. */
  | { readonly kind: "quotient" }
  /** Math.floor, ceil, round and trunc. */
  | { readonly kind: "rounding" }
  /** Other Math functions and `**`. */
  | { readonly kind: "float" };

export interface CapturedNumber {
  readonly name: string;
  isInteger: boolean;
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
  /** The use that needs it, for what is said where it is none. */
  neededBy: Use | undefined;
  /** Where a weak float goes. */
  readonly wants: Set<Want>;
  /** Of an integer: its type is given by what it comes from, not adopted from what it meets. */
  isPinned: boolean;
  /** Decided by solve.ts. */
  kind: Kind;
  type: NumberType;
}

/** Where, and as what: "used as an index here". */
export interface Use {
  readonly node: ts.Node;
  readonly message: string;
}

/** Says that a number must be an integer, and why. */
export function needInteger(term: Term, node: ts.Node, message: string): void {
  term.needsInteger = true;
  term.neededBy ??= { node, message };
}

/** Meets an operand of that type; is stored to f32; is stored to something else. */
export type Want = "meetsF32" | "meetsF64" | "storesF32" | "storesOther";

export function createTerm(origin: Origin, node: ts.Node, inputs: readonly Term[] = []): Term {
  const term: Term = {
    origin,
    inputs: [...inputs],
    steps: [],
    node,
    isBig: isBigOrigin(origin) || inputs.some((input) => input.isBig),
    needsInteger: false,
    neededBy: undefined,
    wants: new Set(),
    isPinned: false,
    kind: "integer",
    type: origin.kind === "known" ? origin.type : "i32",
  };
  if (origin.kind === "capture") origin.capture.uses.push(term);
  return term;
}

function isBigOrigin(origin: Origin): boolean {
  if (origin.kind === "literal") return typeof origin.value === "bigint";
  return origin.kind === "known" && isBigType(origin.type);
}

export const isBigType = (type: NumberType): type is "i64" | "u64" => type === "i64" || type === "u64";
export const isFloatType = (type: NumberType): type is "f32" | "f64" => type === "f32" || type === "f64";
