// The error for a captured array that a launch cannot use (any more): it was freed, its buffer is gone, or it is another context's. It says as much
// as that of a kernel that fails (kernel-failure.ts), with the place of the kernel.

import { isAttached, isTypedArray } from "./element-types.js";
import { type ErrorCode, KernelError, type KernelFailure, LanewiseError } from "./errors.js";
import { showSource } from "./failure-source.js";
import { type LaunchIdentity, placeOf } from "./kernel-failure.js";
import { isStructs } from "./structs.js";

type Launch = Pick<LaunchIdentity, "kernel" | "program">;

/** Codes that say this of whatever array. */
const codes: ReadonlySet<ErrorCode> = new Set(["freed", "not_usm"]);

/** What a check of the capture `name` has thrown, or the KernelError for it. */
export function captureFailure(error: unknown, launch: Launch, name: string | undefined, value: unknown): unknown {
  if (!(error instanceof LanewiseError)) return error;
  const isGone = ArrayBuffer.isView(value) && !isAttached(value);
  return isGone || codes.has(error.code) ? toCaptureError(error, launch, name, value) : error;
}

/** The same of an error that is known to be of an array. */
export function toCaptureError(
  error: LanewiseError,
  { kernel, program }: Launch,
  name: string | undefined,
  value: unknown,
): KernelError {
  const place = placeOf(program, program.symbol.at);
  const length = isTypedArray(value) || isStructs(value) ? value.length : undefined;
  const text = LanewiseError.textOf(error).replace(/\.$/, "");
  const message = `${text} (${place.file}:${place.line}:${place.column}).`;
  const excerpt = showSource(program, place)?.excerpt;
  const shown = excerpt === undefined ? message : `${message}\n${excerpt}`;
  return new KernelError(error.code, shown, { ...notRun, kernel, array: name, length, ...place }, { help: error.help });
}

/** Of what has not run. */
export const notRun = {
  ...{ array: undefined, index: undefined, length: undefined, file: undefined, line: undefined, column: undefined },
  ...{ workItem: [], calledFrom: [] },
} as const satisfies Omit<KernelFailure, "kernel">;
