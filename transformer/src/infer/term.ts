// A term represents a number whose type is undecided: one for each numeric expression, variable, parameter and result of a kernel and its callees.
// Terms are linked as in the source; solve.ts then decides each one's type, kind first (integer or float), width second. See docs/spec.md, "Numbers".

import type { ScalarType, ValueScalar } from "@lanewise/ir";
import type ts from "typescript-6";

export type NumberType = Exclude<ValueScalar, "bool">;

/** Integers; floats that hold an integer, as Math.floor returns; floats. */
export type Kind = "integer" | "integral" | "float";

/** A term's origin, which decides how its kind and width follow from its inputs. */
export type Origin =
  /**
   * An array element, a flavour, an index: its type is given. `isPinned`: by an explicit flavour; `isIndex`: an index or a size of the launch;
   * `bits`: the most that an integer has, if fewer than its type.
   */
  | {
      readonly kind: "known";
      readonly type: NumberType;
      readonly isPinned?: true;
      readonly isIndex?: true;
      readonly bits?: number;
    }
  /** A literal or constant: adopts the type of its use. */
  | { readonly kind: "literal"; readonly value: number | bigint }
  /** One use of a captured plain `number`; all uses share the capture's kind. */
  | { readonly kind: "capture"; readonly capture: CapturedNumber }
  /** Small non-negative integers (8- and 16-bit loads, `x >>> 1`): i32, but fit u32 too. */
  | { readonly kind: "smallInteger"; readonly bits?: number }
  /**
   * A variable, a result, `c ? a : b`: the join of all values assigned to it. `isOfGroup`: the result of a group function, which is pinned if the
   * work-items' values are.
   */
  | { readonly kind: "join"; readonly isOfGroup?: true }
  /** + - * % min max abs and negation. */
  | { readonly kind: "arithmetic"; readonly op: ArithmeticOp }
  /** & | ^ ~ << >> : integers of the operands' type. */
  | { readonly kind: "bitwise"; readonly bits?: number }
  /** The common type of a comparison's operands: exact for both, without effect on them. */
  | { readonly kind: "comparison" }
  /** `/`: a float, but an integer inside Math.floor, Math.trunc and `| 0`. */
  | { readonly kind: "quotient" }
  /** Math.floor, ceil, round and trunc. */
  | { readonly kind: "rounding" }
  /** `**` and Math.pow: a float, which holds an integer if an integer is raised to a constant nonnegative integer. */
  | { readonly kind: "power" }
  /** Other Math functions. */
  | { readonly kind: "float" };

export type ArithmeticOp = "add" | "sub" | "mul" | "rem" | "min" | "max" | "abs" | "sign" | "neg";

export interface CapturedNumber {
  readonly name: string;
  isInteger: boolean;
  /** The kernel uses it as an i32: as an index, a loop bound or an integer. Bitwise operators accept any number. */
  isWord: boolean;
  /** It must be an i32: an integer flavour needs it, not only indices and bounds. */
  isFixed: boolean;
  readonly uses: Term[];
}

export interface Term {
  readonly origin: Origin;
  /** The terms that it is computed from, or joined of. */
  readonly inputs: Term[];
  /** For a variable: the `e` of each `v += e`, `v -= e`, `v++`. */
  readonly steps: Term[];
  /** The expression or declaration to report. */
  readonly node: ts.Node;
  /** A bigint: i64 or u64, never anything else. */
  isBig: boolean;
  /** An index, a loop bound, a bitwise operator or an integer annotation needs it as an integer. */
  needsInteger: boolean;
  /** Not only bitwise operators need it as an integer. */
  needsWord: boolean;
  /** Not only indices and loop bounds do. */
  needsFixed: boolean;
  /** It counts as an integer, since its bits are used, but may have a fraction: it is a captured number, or computed from such numbers. */
  mayHaveFraction: boolean;
  /** The use that needs an integer, for the message if it is not one. */
  neededBy: Use | undefined;
  /** The uses of a weak float. */
  readonly wants: Set<Want>;
  /** The stores to known types that it reaches, for messages. */
  readonly stores: Store[];
  /** For a target of a known type: the values assigned to it. */
  readonly given: Term[];
  /** Some use takes it modulo 2^32: `| 0`, a bitwise operator, an element of an integer array. */
  isWrapped: boolean;
  /** Its type is that of an explicit flavour: arithmetic is WebAssembly's. */
  isPinned: boolean;
  /** For elements of a constant table: whether all are 32-bit integers, as which they are stored. */
  holdsWords?: boolean;
  /** Decided by solve.ts. */
  kind: Kind;
  type: NumberType;
}

/** A use and its message: "used as an index here". */
export interface Use {
  readonly node: ts.Node;
  readonly message: string;
  /** An element's index; a loop's iteration count; an integer. */
  readonly as: "index" | "count" | "integer";
}

/** A store of a number, and its type. */
export interface Store {
  readonly node: ts.Node;
  readonly type: ScalarType;
}

/** Records that a number should be an integer, because its bits are used; JavaScript takes those of any number. */
export function needBits(term: Term): void {
  term.needsInteger = true;
  term.isWrapped = true;
}

/** Records that a number must be an integer, and why. */
export function needInteger(term: Term, node: ts.Node, message: string, as: Use["as"] = "integer"): void {
  term.needsInteger = true;
  term.needsWord = true;
  if (as === "integer") term.needsFixed = true;
  term.neededBy ??= { node, message, as };
}

/** Records that a number is used as an index at `node`. */
export function needIndex(term: Term, node: ts.Node): void {
  needInteger(term, node, "used as an index here", "index");
}

/** A use: with an operand of that type; a store to f32, to f64, to another type. */
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

/** Returns the only value of a literal, or of a variable that only ever holds that number. */
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

/** Whether it fits every integer type. */
export function isWeakInteger(term: Term): boolean {
  return term.origin.kind === "literal" || term.origin.kind === "smallInteger";
}
