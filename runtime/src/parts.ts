// Parts of the runtime that a program has only where it imports what needs them: `structOf` hands over what is done with arrays of structs,
// `ndRange` what runs work-groups. So bundlers leave out the others. Device globals and reductions have theirs with them.

import type { bufferPart } from "./buffers/buffer.js";
import type { DeviceContext } from "./device-context.js";
import { LanewiseError } from "./errors.js";
import type { functionPart } from "./function-part.js";
import type { groupPart } from "./group-part.js";
import type { LaunchIdentity } from "./kernel-failure.js";
import type { Retained } from "./launch-work.js";
import type { structPart } from "./struct-part.js";

interface Parts {
  /** From `structOf`. */
  structs?: typeof structPart;
  /** From `ndRange`, and the code generator. */
  groups?: typeof groupPart;
  /** From `deviceFn`, and the code generator. */
  functions?: typeof functionPart;
  /** From `DeviceBuffer`. */
  buffers?: typeof bufferPart;
  /** While `checkRaces` of `lanewise/races` is on. */
  races?: RacesPart | undefined;
}

export interface RacesPart {
  /** Runs the launch, whose argument block is at `args`, to its end; false: it has to run on its device. */
  readonly run: (context: DeviceContext, identity: LaunchIdentity, args: number, retained: Retained) => boolean;
  /** A launch that is not checked. */
  readonly skip: (kernel: string, reason: string) => void;
}

/** Those that were handed over. */
export const parts: Parts = {};

/** For launches over work-groups: without, there was no `ndRange`. */
export function groups(): typeof groupPart {
  if (parts.groups) return parts.groups;
  throw new LanewiseError(
    "invalid",
    "The launch is over work-groups, and its range was not made by ndRange(global, local).",
  );
}

/** For calls of functions of packages without IR: whoever has such a function has made it. */
export function functions(): typeof functionPart {
  if (parts.functions) return parts.functions;
  throw new LanewiseError(
    "link_program_error",
    "The kernel calls a device function, and none was made by deviceFn(…).",
  );
}
