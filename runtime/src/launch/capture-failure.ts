// The error for a captured array that a launch cannot use (any more): it was freed, its buffer is gone, or it is another context's. It says as much
// as that of a kernel that fails (kernel-failure.ts), with the place of the kernel.

import { errorOfLaunch, type LaunchIdentity } from "../diagnostics/index.js";
import { type ErrorCode, type KernelError, LanewiseError } from "../errors/index.js";
import { isStructs } from "../memory/index.js";
import { isAttached, isTypedArray, lengthOf } from "../values/index.js";

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
  launch: Launch,
  name: string | undefined,
  value: unknown,
): KernelError {
  const length = isTypedArray(value) ? lengthOf(value) : isStructs(value) ? value.length : undefined;
  return errorOfLaunch(error.code, LanewiseError.textOf(error), launch, { array: name, length }, error.help);
}
