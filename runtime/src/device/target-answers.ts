// What this process's devices say of themselves, by their kinds: to kernels that ask, and to `device.has`.

import { type Aspect, type TargetAnswers, targetAnswers, targetQuestions } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { wasmFeatures } from "../host/index.js";
import { describeValue } from "../values/index.js";
import type { DeviceKind } from "./device.js";

const found = new Map<DeviceKind, TargetAnswers>();

export function answersOf(kind: DeviceKind): TargetAnswers {
  const answers = found.get(kind) ?? targetAnswers(kind, wasmFeatures());
  found.set(kind, answers);
  return answers;
}

/** Throws `invalid` where there is no aspect of that name. */
export function deviceHas(kind: DeviceKind, aspect: Aspect): boolean {
  if (targetQuestions.hasAspect.includes(aspect)) return answersOf(kind).hasAspect?.has(aspect) === true;
  throw new LanewiseError("invalid", `device.has: there is no aspect ${describeValue(aspect)}.`, {
    help: `Aspects are ${targetQuestions.hasAspect.join(", ")}.`,
  });
}
