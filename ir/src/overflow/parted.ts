// A number that differs from JavaScript's: it replaces the value in locals, arguments and memory until the difference shows or disappears. All other
// numbers are plain values.

import type { TrackedValue, Value } from "../interpret/index.js";
import type { CodePlace } from "./code-places.js";

/** The kind of operation at which the two parted, for messages. */
export type Operation = "arithmetic" | "division" | "bits" | "saturation" | "narrowing" | "rounding" | "reduction";

/** An operation in the code. */
export interface OperationSite {
  readonly operation: Operation;
  /** The result's type: "i32". */
  readonly type: string;
  readonly place: CodePlace;
  /** Roughly as in the source; with `operands`, if given. */
  readonly text: (operands?: readonly string[]) => string;
  /** Called with the operands and the kernel's result where JavaScript throws. */
  readonly onThrow?: (operands: readonly Value[], found: Value) => void;
}

/** Where value and shadow first parted. */
export interface Cause {
  readonly site: OperationSite;
  readonly operands: readonly Value[];
  readonly found: Value;
  /** Undefined if JavaScript throws. */
  readonly expected: Value | undefined;
}

export class Parted implements TrackedValue {
  readonly value: Value;
  /** JavaScript's value. */
  readonly shadow: Value;
  readonly cause: Cause;
  /** For the bits of a number to be printed: the number. */
  readonly shown: { readonly value: Value; readonly shadow: Value } | undefined;

  constructor(value: Value, shadow: Value, cause: Cause, shown?: Parted["shown"]) {
    this.value = value;
    this.shadow = shadow;
    this.cause = cause;
    this.shown = shown;
  }

  /** Whether f32's precision alone is to blame. */
  get isRounding(): boolean {
    return this.cause.site.operation === "rounding";
  }
}

/** Compares like JavaScript's Object.is: NaN equals NaN, -0 differs from 0. */
export const isSame: (a: Value, b: Value) => boolean = Object.is;
