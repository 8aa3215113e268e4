// Turns a check on: launches are run by it instead of by their devices, one check at a time.

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
  /** How many launches were checked. */
  readonly launches: () => number;
  readonly unchecked: readonly UncheckedLaunch[];
  readonly stop: () => void;
}

/** From now on `look` sees each launch first, and `run` runs each that can be checked. Throws, naming `name`, if a check is already on. */
export function turnOn(
  name: string,
  run: (context: DeviceContext, identity: LaunchIdentity, args: number, retained: Retained) => void,
  look?: (identity: LaunchIdentity) => void,
): RunningCheck {
  if (parts.check) {
    throw new LanewiseError("invalid", `${name}: another check is already on.`, {
      help: "Stop it first: check.stop().",
    });
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
