// What is said of a value that stands where a buffer should.

import { describeValue } from "../describe-value.js";
import { LanewiseError } from "../errors.js";

/** `what` names the call. */
export function noBuffer(value: unknown, what: string): LanewiseError {
  return new LanewiseError("invalid", `${what}: the buffer is ${describeValue(value)}; expected a DeviceBuffer.`);
}
