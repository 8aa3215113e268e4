// The error for a request that a device cannot fulfil; names the missing capability (runtime/src/device/contract.ts).

import type { Capability } from "../device/index.js";
import { LanewiseError } from "./errors.js";

/** `what` needs the capability; `help` says how to do without. */
export function lackedCapability(capability: Capability, what: string, help: string): LanewiseError {
  const text = `${what} needs a device with the capability "${capability}"; ${why[capability]}.`;
  return new LanewiseError("feature_not_supported", text, { help });
}

const why = {
  hostMapped: "the host cannot map the memory of this one",
  waitSync: "this one makes progress only while the event loop runs",
  images: "this one runs kernels that it compiles itself",
  codeCache: "the programs of this one cannot be cached",
  plainKernels: "this one runs only compiled kernels",
} as const satisfies Record<Capability, string>;
