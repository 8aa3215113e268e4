// Creates the work of a launch; the class depends on whether the calling thread takes part.

import type { DeviceContext } from "../context/index.js";
import type { Cut } from "../device/cpu/threads/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import { HereWork } from "./here-work.js";
import { IssuedWork } from "./issued-work.js";
import type { LaunchSettings, LaunchWork, Retained } from "./launch-work.js";

export function createLaunchWork(
  context: DeviceContext,
  identity: LaunchIdentity,
  settings: LaunchSettings,
  cut: (identity: LaunchIdentity) => Cut,
  retained: Retained,
): LaunchWork {
  const Made = context.canWait ? HereWork : IssuedWork;
  return new Made(context, identity, settings, cut, retained);
}
