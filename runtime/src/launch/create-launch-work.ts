// Creates the work of a launch; the class depends on whether the calling thread takes part.

import { invariant } from "@lanewise/ir";
import type { DeviceContext } from "../context/index.js";
import type { Cut } from "../device/cpu/threads/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import { parts } from "../images/registry/index.js";
import { HereWork } from "./here-work.js";
import type { LaunchSettings, LaunchWork, Retained } from "./launch-work.js";

export function createLaunchWork(
  context: DeviceContext,
  identity: LaunchIdentity,
  settings: LaunchSettings,
  cut: (identity: LaunchIdentity) => Cut,
  retained: Retained,
): LaunchWork {
  const Made = context.canWait ? HereWork : parts.issuedWork;
  invariant(Made, "who registers a device that completes launches later supplies their work");
  return new Made(context, identity, settings, cut, retained);
}
