// The errors that the runtime throws: one class with a code, and its subclass for failures inside kernels. The table has each code's number and
// help line; messages name the object, what was found and what was expected.

import { type ErrorRow, row } from "./error-row.js";
import type { OverflowErrorCode } from "./overflow-errors.js";
import type { RaceErrorCode } from "./race-errors.js";
import type { RareErrorCode } from "./rare-errors.js";
import { startAtUser } from "./user-stack.js";

/** The codes, with SYCL 2020's names where it has them. Numbers are never reused. */
export const errorTable = {
  invalid: row("LW4001", "Change the argument that the message names. Nothing was done."),
  memory_allocation: row("LW4002", "Free arrays with q.free(array) or `using`; q.memoryUsage() shows what is in use."),
  not_usm: row(
    "LW4003",
    "Use arrays that a queue of the same device and context has made, or copy them there with q.copy.",
  ),
  freed: row("LW4004", "Do not use an array after q.free(array) or after its `using` block."),
  kernel_not_found: row("LW4006", "Check that the module with the kernel was built by Lanewise and is loaded."),
  kernel_not_compiled: row(
    "LW4007",
    "Build with `lanewise build`, a bundler plugin, or run `node --import @lanewise/transformer/register`.",
  ),
  kernel_not_supported: row("LW4008", "Use another device, or change what the message names."),
  version_mismatch: row("LW4009", "Build the program again with the version of Lanewise that runs it."),
  compile_program_error: row(
    "LW4010",
    "Build the program again. If that does not help, report it: the kernel's image does not compile.",
  ),
  device_not_found: row("LW4011", 'Use "cpu" or "host", in `new Queue({ device })` or in LANEWISE_DEVICE.'),
  out_of_bounds: row("LW4012", "Guard the access, or make the range or the array fit."),
  assertion_failed: row("LW4013", "Find out why the condition of the assert or console.assert is false."),
  invalid_reference: row(
    "LW4014",
    "Test a pointer for null before use, and free what it points to only after the last kernel that uses it.",
  ),
  barrier_divergence: row("LW4015", "Let every work-item of a group reach the same barrier."),
  kernel_failed: row("LW4016", "See `cause`."),
  feature_not_supported: row("LW4017", "Write it differently: this version does not support it."),
  thread_lost: row("LW4018", "Submit it again: a new thread has replaced the lost one. Earlier stores stay."),
  timeout: row("LW4019", "Give the launch more time, or look for an endless loop. Earlier stores stay."),
  link_program_error: row("LW4020", "Build the modules together again, and load all of them."),
  dependency_failed: row("LW4021", "See `cause` for the first error; without it the command would have run."),
  no_suitable_image: row("LW4032", 'Build with the target "ir", or with targets that fit the engine and the launch.'),
  unloaded: row("LW4024", "Load the library or the module again, or stop using it once it is unloaded."),
  library_not_trusted: row(
    "LW4027",
    "Pass { trusted: true } only for a binary that you built yourself, or that you trust like your own code.",
  ),
  function_not_found: row(
    "LW4037",
    "Make it with deviceFn at the top level of a module, and build and load that module.",
  ),
  invalid_function_ref: row(
    "LW4038",
    "Compare a reference with nullFunctionRef() before you call it, and load the modules of all functions before the launch.",
  ),
  image_too_large: row(
    "LW4058",
    "Make it smaller. docs/image.md lists the limits: of a device image, and of a kernel with everything that it calls.",
  ),
  module_conflict: row(
    "LW4064",
    'Give their packages different names or versions: write `"name": "…"` into package.json and build again. If one package is installed twice, keep one copy: `npm ls <package>` shows them.',
  ),
  unknown_option: row("LW4055", "Remove it, or spell it as in the function's documentation."),
} as const satisfies Record<string, ErrorRow>;

/** The codes of `LanewiseError`: `error.code === "out_of_memory"`. docs/errors.md has them all. */
export type ErrorCode = keyof typeof errorTable | OverflowErrorCode | RaceErrorCode | RareErrorCode;

interface ErrorDetails {
  readonly cause?: unknown;
  readonly help?: string;
  /** For a code that is not in this file's table. */
  readonly row?: ErrorRow;
}

/**
 * Every error of the runtime. `code` is its kind, `number` its entry in docs/diagnostics.md, `cause` what led to it.
 *
 *     try { await q.copy(histogram, counts); }
 *     catch (error) { if (error instanceof LanewiseError && error.code === "invalid") … }
 */
export class LanewiseError extends Error {
  override readonly name: string = "LanewiseError";
  readonly code: ErrorCode;
  readonly number: string;
  /** Advice on what to do about it. */
  readonly help: string;
  readonly #text: string;

  constructor(code: ErrorCode, message: string, options?: ErrorDetails) {
    const rows: Partial<Record<ErrorCode, ErrorRow>> = errorTable;
    const { number, help } = options?.row ?? rows[code] ?? errorTable.invalid;
    const advice = options?.help ?? help;
    // Bundles may omit the texts (docs/bundlers.md, `errorTexts`).
    super(
      `${number}: ${message || code}${advice ? `\n  help: ${advice}` : ""}`,
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.number = number;
    this.help = advice;
    this.#text = message;
    // Reading a stack fixes the name that it begins with.
    if (new.target === LanewiseError) startAtUser(this);
  }

  /** @internal Returns its message without number and help. */
  static textOf(error: LanewiseError): string {
    return error.#text;
  }
}

/** A source position in a kernel. */
export interface KernelPlace {
  /** Relative to the root of the kernel's package. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Where and why a kernel failed; unknown fields are undefined. */
export interface KernelFailure {
  /** The kernel's name: its `name` option, or file, line and enclosing function. */
  readonly kernel: string;
  /** The indexed array or asserted condition, as written in the source, or the assertion's message. */
  readonly array: string | undefined;
  readonly index: number | undefined;
  /** The array's length in elements. */
  readonly length: number | undefined;
  /** Relative to the root of the kernel's package. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  /** From 1. */
  readonly column: number | undefined;
  /** The failing work-item's index in each dimension of the range; empty for a single task. */
  readonly workItem: readonly number[];
  /** The calls from the kernel to the failure, innermost first; empty if the kernel itself failed. */
  readonly calledFrom: readonly KernelPlace[];
}

/**
 * A kernel failed while it ran: an index out of bounds, a failed assertion, or (in programs that are not compiled) an exception. Or it could not be
 * launched: a captured array was freed or has lost its buffer, or there is no room for its private memory. Such an error has the kernel's source
 * position and no work-item. A kernel that fails may have changed elements before, but nothing outside the arrays that it uses. If the source is
 * available, the message shows the line; the topmost frame of `stack` leads there.
 */
export class KernelError extends LanewiseError implements KernelFailure {
  override readonly name: string = "KernelError";
  readonly kernel: string;
  readonly array: string | undefined;
  readonly index: number | undefined;
  readonly length: number | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly workItem: readonly number[];
  readonly calledFrom: readonly KernelPlace[];

  constructor(code: ErrorCode, message: string, failure: KernelFailure, options?: ErrorDetails) {
    super(code, message, options);
    this.kernel = failure.kernel;
    this.array = failure.array;
    this.index = failure.index;
    this.length = failure.length;
    this.file = failure.file;
    this.line = failure.line;
    this.column = failure.column;
    this.workItem = failure.workItem;
    this.calledFrom = failure.calledFrom;
    if (new.target === KernelError) startAtUser(this);
  }
}
