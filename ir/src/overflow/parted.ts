// A number that is not what JavaScript has at that place: it travels through locals, arguments and memory in the place of the value, until it
// shows, or is the same again. Numbers that have not parted are plain values.

import type { TrackedValue } from "../interpret-expr.js";
import type { Value } from "../interpret-ops.js";
import type { CodePlace } from "./code-places.js";

/** What the two were computed by when they parted, for messages. */
export type Operation = "arithmetic" | "division" | "bits" | "saturation" | "narrowing" | "rounding" | "reduction";

/** An operation in the code. */
export interface OperationSite {
  readonly operation: Operation;
  /** Of its result: "i32". */
  readonly type: string;
  readonly place: CodePlace;
  /** As the source has it, about; or with such operands. */
  readonly text: (operands?: readonly string[]) => string;
  /** Gets the operands where JavaScript throws, and what the kernel has. */
  readonly onThrow?: (operands: readonly Value[], found: Value) => void;
}

/** Where value and shadow first parted. */
export interface Cause {
  readonly site: OperationSite;
  readonly operands: readonly Value[];
  readonly found: Value;
  /** Undefined: JavaScript throws. */
  readonly expected: Value | undefined;
}

export class Parted implements TrackedValue {
  readonly value: Value;
  /** What JavaScript has. */
  readonly shadow: Value;
  readonly cause: Cause;
  /** Of what are bits of a number, to be printed: the number. */
  readonly shown: { readonly value: Value; readonly shadow: Value } | undefined;

  constructor(value: Value, shadow: Value, cause: Cause, shown?: Parted["shown"]) {
    this.value = value;
    this.shadow = shadow;
    this.cause = cause;
    this.shown = shown;
  }

  /** Whether all that makes the difference is that f32 has fewer digits. */
  get isRounding(): boolean {
    return this.cause.site.operation === "rounding";
  }
}

/** Values of JavaScript, NaN being the same as NaN, and -0 another than 0. */
export const isSame: (a: Value, b: Value) => boolean = Object.is;
