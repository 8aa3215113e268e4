// The error for a captured array in the memory of another device or context, which programs of this one cannot read.

import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";

/** `what` names the array, `owner` owns it, `context` runs the kernel. */
export function foreignMemory(what: string, owner: DeviceContext, context: DeviceContext): LanewiseError {
  return owner.kind === context.kind
    ? new LanewiseError(
        "not_usm",
        `${what} belongs to the context "${owner.name}"; this queue's context is "${context.name}".`,
        { help: "Allocate it with a queue of the context that runs the kernel, or copy it there with q.copy." },
      )
    : new LanewiseError(
        "not_usm",
        `${what} belongs to the device "${owner.kind}"; this queue's device is "${context.kind}".`,
        { help: "Allocate it with a queue of the device that runs the kernel." },
      );
}
