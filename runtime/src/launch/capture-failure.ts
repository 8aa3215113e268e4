// The error for a captured array that a launch cannot use, or no longer: it was freed, its buffer is gone, or it is another context's. It has the
// same details as the error of a failed kernel (kernel-failure.ts), and the kernel's source position.

import { errorOfLaunch, type LaunchIdentity } from "../diagnostics/index.js";
import { type ErrorCode, type KernelError, LanewiseError } from "../errors/index.js";
import { isStructs } from "../memory/index.js";
import { isAttached, isTypedArray, lengthOf } from "../values/index.js";

type Launch = Pick<LaunchIdentity, "kernel" | "program">;

/** Codes that mean this for any array. */
const codes: ReadonlySet<ErrorCode> = new Set(["freed", "not_usm"]);

/** Returns the KernelError for an error about the capture `name`, or the error itself if it is about something else. */
export function captureFailure(error: unknown, launch: Launch, name: string | undefined, value: unknown): unknown {
  if (!(error instanceof LanewiseError)) return error;
  const isGone = ArrayBuffer.isView(value) && !isAttached(value);
  return isGone || codes.has(error.code) ? toCaptureError(error, launch, name, value) : error;
}

/** As `captureFailure`, for an error that is known to be about an array. */
export function toCaptureError(
  error: LanewiseError,
  launch: Launch,
  name: string | undefined,
  value: unknown,
): KernelError {
  const length = isTypedArray(value) ? lengthOf(value) : isStructs(value) ? value.length : undefined;
  return errorOfLaunch(error.code, LanewiseError.textOf(error), launch, { array: name, length }, error.help);
}
