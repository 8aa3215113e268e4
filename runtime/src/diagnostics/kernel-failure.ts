// Turns a kernel's failure record (ir/src/abi/abi.ts) into the KernelError with which the event rejects: what failed, where in the user's source, in
// which work-item.

import {
  type Call,
  decodeMessage,
  FAILURE,
  type FailureKind,
  NO_INTEGER_INDEX,
  NULL_INDEX,
  type Position,
  type Site,
  UNKNOWN_INDEX,
} from "@lanewise/ir";
import { type ErrorCode, KernelError, type KernelFailure, type KernelPlace } from "../errors/index.js";
import type { Program } from "../images/programs/index.js";
import { indicesOf, type LaunchRange } from "../values/index.js";
import { showSource } from "./failure-source.js";
import { leadTo } from "./lead-to.js";

const codes = {
  bounds: "out_of_bounds",
  assert: "assertion_failed",
  reference: "invalid_reference",
  barrier: "barrier_divergence",
  nullCall: "invalid_function_ref",
  unknownCall: "invalid_function_ref",
  circularCall: "invalid_function_ref",
} as const satisfies Record<FailureKind, ErrorCode>;

/** The facts of a launch for its errors. */
export interface LaunchIdentity {
  readonly kernel: string;
  readonly program: Program;
  readonly range: LaunchRange;
  /** If not the range itself runs: maps the record's id to the linear id in the range. */
  readonly itemAt?: (item: number) => number;
  /** If several kernels are fused into one: the name of the kernel that fails at a site. */
  readonly kernelAt?: (site: number) => string;
}

/** Makes the error for what `run` threw; reads the record at `thread` and clears it. */
export function toKernelError(
  memory: ArrayBufferLike,
  thread: number,
  launch: LaunchIdentity,
  cause: unknown,
): KernelError {
  const data = new DataView(memory, thread);
  const number = data.getInt32(FAILURE.site, true) - 1;
  const site = launch.program.module.sites[number];
  // Messages do not fail: the verifier has checked that.
  if (!site || site.kind === "log") return unexplained(launch, cause);
  const item = data.getInt32(FAILURE.item, true);
  const index = Number(data.getBigInt64(FAILURE.index, true));
  const length = Number(data.getBigInt64(FAILURE.length, true));
  data.setInt32(FAILURE.site, 0, true);
  const hasIndex = site.kind === "bounds";
  const { program } = launch;
  const calls = withoutRepetitions(site.at, [...(site.calledFrom ?? []), ...callsOf(cause)]);
  const failure: KernelFailure = {
    kernel: launch.kernelAt?.(number) ?? launch.kernel,
    array: arrayOf(site),
    index: hasIndex ? index : undefined,
    length: hasIndex ? length : undefined,
    ...placeOf(program, site.at),
    workItem: indicesOf(launch.itemAt?.(item) ?? item, launch.range),
    calledFrom: calls.map((call) => placeOf(program, call)),
  };
  const message = describe(site.kind, site.name, { index, length }, failure);
  return located(codes[site.kind], message, failure, { program, at: site.at, name: site.name, calls, cause });
}

/** The error of a launch that fails at no position in its kernel: it gets the kernel's own position. */
export function errorOfLaunch(
  code: ErrorCode,
  text: string,
  { kernel, program }: Pick<LaunchIdentity, "kernel" | "program">,
  captured: Partial<Pick<KernelFailure, "array" | "length">> = {},
  help?: string,
): KernelError {
  const place = placeOf(program, program.symbol.at);
  const message = `${text.replace(/\.$/, "")} (${place.file}:${place.line}:${place.column}).`;
  const excerpt = showSource(program, place)?.excerpt;
  const shown = excerpt === undefined ? message : `${message}\n${excerpt}`;
  return new KernelError(code, shown, { ...notRun, ...captured, kernel, ...place }, help === undefined ? {} : { help });
}

/** The fields for a kernel that has not run. */
export const notRun = {
  ...{ array: undefined, index: undefined, length: undefined, file: undefined, line: undefined, column: undefined },
  ...{ workItem: [], calledFrom: [] },
} as const satisfies Omit<KernelFailure, "kernel">;

/** A call by reference is two calls in the IR, at one position: of the function that dispatches, and of the target. */
function withoutRepetitions(at: Position, calls: readonly Call[]): readonly Call[] {
  return calls.filter((call, index) => {
    const { file, line, column } = calls[index - 1] ?? at;
    return call.file !== file || call.line !== line || call.column !== column;
  });
}

/** Generated JavaScript adds the calls to what it throws (codegen/src/js/prelude.ts). */
function callsOf(cause: unknown): readonly Call[] {
  // Only that code sets it.
  return cause instanceof Error ? ((cause as { readonly calledFrom?: readonly Call[] }).calledFrom ?? []) : [];
}

export const placeOf = (
  { module }: { readonly module: { readonly files: readonly string[] } },
  { file, line, column }: Position,
): KernelPlace => ({
  file: module.files[file] ?? "?",
  line,
  column,
});

/** The origin of a failure. */
interface Located {
  readonly program: Program;
  readonly at: Position;
  /** The source text there. */
  readonly name?: string;
  readonly calls?: readonly Call[];
  readonly cause: unknown;
}

/** The error with the line of the source, and a stack trace that points there. */
function located(
  code: ErrorCode,
  message: string,
  failure: KernelFailure,
  { program, at, name, calls = [], cause }: Located,
): KernelError {
  const source = showSource(program, placeOf(program, at), name);
  const callers = failure.calledFrom.map(({ file, line, column }) => `  called from ${file}:${line}:${column}`);
  const shown = source?.excerpt === undefined ? callers : [source.excerpt, ...callers];
  const error = new KernelError(code, [message, ...shown].join("\n"), failure, { cause });
  const places = [at, ...calls];
  const names = [...calls.map(({ callee }) => callee), frameName(failure.kernel)];
  leadTo(
    error,
    places.map((position, index) => {
      const place = placeOf(program, position);
      const path = index === 0 ? source?.path : showSource(program, place)?.path;
      return { ...place, file: path ?? place.file, name: names[index] ?? "" };
    }),
  );
  return error;
}

/** Drops the position in parentheses, which readers of stack traces would take for the frame's. */
const frameName = (kernel: string): string => `kernel ${kernel.replace(/ ?\(.*\)/, "")}`;

/** The error's `array`: for an assertion its message or condition; undefined for a barrier. */
function arrayOf({ kind, name }: Site): string | undefined {
  if (kind === "barrier") return undefined;
  return kind === "assert" ? (assertionMessage(name) ?? name) : name;
}

/** The message of an assertion, if it has one; else its site's name is the condition. */
function assertionMessage(name: string): string | undefined {
  return decodeMessage(name)?.join("");
}

/** The values in the record. */
interface Found {
  readonly index: number;
  readonly length: number;
}

function describe(
  kind: FailureKind,
  name: string,
  found: Found,
  { kernel, file, line, column, workItem }: KernelFailure,
): string {
  const message = assertionMessage(name);
  const what = {
    bounds: `${name}[${describeIndex(found.index)}] is out of bounds, the length is ${found.length}`,
    assert: message === undefined ? `the assertion \`${name}\` failed` : `an assertion failed: ${message}`,
    reference: `${name} ${describePointer(found)}`,
    barrier: describeBarrier(name),
    nullCall: `${name} is null: it refers to no function`,
    unknownCall: `${name} refers to no loaded function of the type that the call expects`,
    circularCall: `${name} refers to a function that itself calls references to functions of this type, and kernels cannot recurse`,
  } as const satisfies Record<FailureKind, string>;
  const who =
    workItem.length === 0 ? "" : `, work-item ${workItem.length === 1 ? workItem[0] : `[${workItem.join(", ")}]`}`;
  return `Kernel ${kernel}: ${what[kind]} (${file}:${line}:${column}${who}).`;
}

/** `name` is that of a function of groups or, as "subGroup.reduce", of sub-groups. */
function describeBarrier(name: string): string {
  if (!name) return "not every work-item of the group reached the barrier";
  const [method, whole] = name.startsWith(OF_SUB_GROUPS)
    ? [name.slice(OF_SUB_GROUPS.length), "sub-group"]
    : [name, "group"];
  return `not every work-item of the ${whole} reached this call of ${method}; one that has returned counts as missing`;
}

const OF_SUB_GROUPS = "subGroup.";

/** An index that was a double is clamped to 32 bits: `index` of the operations table (ir/src/module/ops.ts). */
function describeIndex(index: number): string {
  if (index === NO_INTEGER_INDEX) return "no integer";
  if (index === 2 ** 31 - 1) return `${index} or more`;
  return index === -(2 ** 31) ? `${index} or less` : String(index);
}

/** Says what is wrong with a pointer; `index` and `length` are as in ir/src/abi/pointer-table.ts. */
function describePointer({ index, length }: Found): string {
  if (index === NULL_INDEX) return "is null: it points to nothing";
  if (index === UNKNOWN_INDEX) return "points to an array that was freed, or is not in this device's memory";
  if (length === 0) return "does not point to a live object";
  const place = `byte ${index} of an array of ${length} bytes`;
  return index < length
    ? `points to ${place}, which holds no whole object of its type`
    : `points past the end: to ${place}`;
}

/** A trap that no site explains, such as an exhausted stack, or one in another compiler's function. */
function unexplained({ kernel, program, range }: LaunchIdentity, cause: unknown): KernelError {
  const { at } = program.symbol;
  const trap = cause instanceof Error ? cause.message : String(cause);
  const foreign = (program.ir?.module.functions ?? []).flatMap(({ linkage, name, compiled }) =>
    linkage === "foreign" && !compiled ? [name] : [],
  );
  const reason = foreign.length === 0 ? trap : `${trap} (it calls ${foreign.join(", ")} of another compiler)`;
  return located(
    "kernel_failed",
    `Kernel ${kernel} failed in a range of [${range.sizes.slice(0, range.dimensions).join(", ")}]: ${reason}`,
    {
      kernel,
      array: undefined,
      index: undefined,
      length: undefined,
      ...placeOf(program, at),
      workItem: [],
      calledFrom: [],
    },
    { program, at, cause },
  );
}
