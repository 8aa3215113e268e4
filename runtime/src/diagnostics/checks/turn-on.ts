// A check that is on: launches go to it instead of to their devices, one check at a time.

import type { DeviceContext } from "../../context/index.js";
import { LanewiseError } from "../../errors/index.js";
import { type CheckPart, parts } from "../../images/registry/index.js";
import type { Retained } from "../../launch/index.js";
import type { LaunchIdentity } from "../index.js";
import { reasonUnchecked } from "./checked-launch.js";

/** A launch that ran on its device, unchecked. */
export interface UncheckedLaunch {
  readonly kernel: string;
  readonly reason: string;
}

export interface RunningCheck {
  /** Launches that were checked. */
  readonly launches: () => number;
  readonly unchecked: readonly UncheckedLaunch[];
  readonly stop: () => void;
}

/** From now on `run` gets each launch that can be checked, and `look` each one before. Throws where a check is on, on behalf of `name`. */
export function turnOn(
  name: string,
  run: (context: DeviceContext, identity: LaunchIdentity, args: number, retained: Retained) => void,
  look?: (identity: LaunchIdentity) => void,
): RunningCheck {
  if (parts.check) {
    throw new LanewiseError("invalid", `${name}: a check is on already.`, { help: "Stop it first: check.stop()." });
  }
  const unchecked: UncheckedLaunch[] = [];
  let launches = 0;
  const own: CheckPart = {
    run: (context, identity, args, retained) => {
      look?.(identity);
      const reason = reasonUnchecked(identity);
      if (reason !== undefined) {
        own.skip(identity.kernel, reason);
        return false;
      }
      launches++;
      run(context, identity, args, retained);
      return true;
    },
    skip: (kernel, reason) => {
      unchecked.push({ kernel, reason });
    },
  };
  parts.check = own;
  const stop = () => {
    if (parts.check === own) parts.check = undefined;
  };
  return { launches: () => launches, unchecked, stop };
}
