// The error for a value that should be a buffer.

import { LanewiseError } from "../../errors/index.js";
import { describeValue } from "../../values/index.js";

/** `what` names the call. */
export function noBuffer(value: unknown, what: string): LanewiseError {
  return new LanewiseError("invalid", `${what}: the buffer is ${describeValue(value)}; expected a DeviceBuffer.`);
}
