// The error for a number that differs from JavaScript's: a KernelError with the place where it shows, and the operation that caused it.

import type { NumberDifference, Showing } from "@lanewise/ir";
import { KernelError, type KernelPlace, overflowErrorTable, startAtUser } from "../../errors/index.js";
import { indicesOf } from "../../values/index.js";
import { type CheckedKernel, describeItem, lineOf, placeOf } from "../checks/index.js";
import { remedyOf } from "./remedies.js";

/** A number of the kernel, or JavaScript's instead. */
export type CheckedValue = number | bigint | boolean;

/** The operation at which the kernel's number first differed from JavaScript's. */
export interface OverflowOperation extends KernelPlace {
  /** Roughly the source text: "x * x". */
  readonly text: string;
  readonly value: CheckedValue;
  /** Undefined: JavaScript throws. */
  readonly expected: CheckedValue | undefined;
}

/**
 * A number differs from JavaScript's, with a visible effect.
 *
 *     await q.parallelFor(n, kernel).wait().catch((error) => {
 *       if (error instanceof OverflowError) console.log(error.message);
 *     });
 */
export class OverflowError extends KernelError {
  override readonly name = "OverflowError";
  /**
   * How it shows: in memory, through an atomic operation or a reduction, printed, through a branch that differs, in an index, through an operation
   * that throws.
   */
  readonly shows: Showing;
  /** The text of the lvalue, condition or array: "out[3]", "n > 0". */
  readonly place: string;
  readonly value: CheckedValue;
  /** JavaScript's number; undefined if it throws. */
  readonly expected: CheckedValue | undefined;
  readonly operation: OverflowOperation;

  /** @internal Checks report them. */
  constructor(difference: NumberDifference, launch: CheckedKernel) {
    const { showing, text, found, expected, cause, at, isNear } = difference;
    const { kernel, range, files, program } = launch;
    const workItem = indicesOf(difference.item, range);
    const place = placeOf(at, files);
    const operation = { ...placeOf(cause.at, files), text: cause.text, value: cause.found, expected: cause.expected };
    const lines = [
      `Kernel ${kernel}: ${sentences[showing](text, show(found), show(expected))}`,
      lineOf(place, `${describeItem(workItem)} ${verbs[showing]}${isNear ? ", shortly before this" : ""}`, program),
      operationLine(difference, operation, place, launch),
    ];
    const array = noArray.has(showing) ? undefined : /^[^[.]+/.exec(text)?.[0];
    const failure = { kernel, array, index: undefined, length: undefined, ...place, workItem, calledFrom: [] };
    super("overflow", lines.join("\n"), failure, { row: overflowErrorTable.overflow, help: remedyOf(difference) });
    this.shows = showing;
    this.place = text;
    this.value = found;
    this.expected = expected;
    this.operation = operation;
    startAtUser(this);
  }
}

const noArray: ReadonlySet<Showing> = new Set(["branch", "print", "throw"]);

type Sentence = (text: string, found: string, expected: string) => string;

const sentences = {
  store: (text, found, expected) => `${text} gets ${found}, where JavaScript has ${expected}.`,
  atomic: (text, found, expected) => `${text} is updated atomically by ${found}, where JavaScript has ${expected}.`,
  reduction: (text, found, expected) => `a reduction gives ${text} ${found}, where JavaScript has ${expected}.`,
  print: (_, found, expected) => `console.log prints ${found}, where JavaScript has ${expected}.`,
  branch: (text, found, expected) => `the condition \`${text}\` is ${found}, where JavaScript has ${expected}.`,
  index: (text, found, expected) => `${text} is indexed by ${found}, where JavaScript has ${expected}.`,
  throw: (text, found, expected) => `\`${text}\` is ${found}, where JavaScript throws ${expected}.`,
} as const satisfies Record<Showing, Sentence>;

const verbs = {
  store: "stores it",
  atomic: "updates it",
  reduction: "combines it",
  print: "prints it",
  branch: "tests it",
  index: "uses the index",
  throw: "divides by it",
} as const satisfies Record<Showing, string>;

function show(value: CheckedValue | undefined): string {
  if (value === undefined) return "a RangeError";
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}

/** "  main.ts:3:5: `x * x` of i32: 65536 * 65536 is 0, in JavaScript 4294967296", with the source line if it is another one. */
function operationLine(
  { cause }: NumberDifference,
  operation: OverflowOperation,
  place: KernelPlace,
  { program }: CheckedKernel,
): string {
  const computed = cause.computed === "" ? "" : `${cause.computed} `;
  const text = `\`${cause.text}\` of ${cause.type}: ${computed}is ${show(cause.found)}, in JavaScript ${show(cause.expected)}`;
  if (cause.isNear) return `  before ${operation.file}:${operation.line}:${operation.column}: ${text}`;
  if (operation.file !== place.file || operation.line !== place.line) return lineOf(operation, text, program);
  return `  ${operation.file}:${operation.line}:${operation.column}: ${text}`;
}
