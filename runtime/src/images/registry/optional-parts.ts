// Parts of the runtime that only some programs need. The function that makes the objects supplies the part: `structOf` that for arrays of structs.
// For device images, the code that registers them supplies it. So bundlers drop unused parts. Device globals and reductions carry theirs.

import type { hostMathFunctions, mathFunctions, narrowLanes, splitColumns } from "@lanewise/codegen";
import type { DeviceContext } from "../../context/index.js";
import type { privateCopyPart } from "../../device/cpu/running/index.js";
import type { JavaScriptTarget } from "../../device/host/index.js";
import type { LaunchIdentity, printingPart } from "../../diagnostics/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { globalStoragePart } from "../../globals/index.js";
import type { structPart } from "../../language/index.js";
import type { constantPart, groupPart, Retained } from "../../launch/index.js";
import type { bufferPart } from "../../memory/buffers/index.js";
import type { pointerPart } from "../../memory/index.js";
import type { objectNamed } from "../bundles/index.js";
import type { functionPart } from "../functions/index.js";
import type { constantCodePart, inGroups, reductionPart, undividedGroups } from "../generation/index.js";
import { registry } from "./registry.js";

interface ObjectParts {
  /** Finds declarations of images from outside by name. */
  objectNamed?: typeof objectNamed;
  /** From `structOf`. */
  structs?: typeof structPart;
  /** From `deviceFn`, and the code generator. */
  functions?: typeof functionPart;
  /** From `DeviceBuffer`. */
  buffers?: typeof bufferPart;
  /** While `checkRaces` of `lanewise/races` or `checkOverflow` of `lanewise/overflow` is on. */
  check?: CheckPart | undefined;
}

/** The parts that device images need: the compiler names these in emitted code (`lanewise/internal`, `lanewise/internal/code`). */
export interface ImageParts {
  /** Storage of device globals and tables of constants. */
  readonly globals?: typeof globalStoragePart;
  /** For launches over work-groups. */
  readonly groups?: typeof groupPart;
  /** For launches whose kernels print. */
  readonly printing?: typeof printingPart;
  /** For launches with pointers. */
  readonly pointers?: typeof pointerPart;
  /** For launches with specialization constants, or captures in `specialized`. */
  readonly constants?: typeof constantPart;
  /** For launches whose atomics may update private copies of each thread. */
  readonly privateCopies?: typeof privateCopyPart;
  /** Specializes kernels. */
  readonly constantCode?: typeof constantCodePart;
  /** Divides kernels into work-groups. */
  readonly groupCode?: typeof inGroups;
  readonly undividedGroups?: typeof undividedGroups;
  /** Lowers kernels with reducers to ordinary ones. */
  readonly reductionCode?: typeof reductionPart;
  /** The functions of Math that gangs compute themselves, for f32 and for f64. */
  readonly mathCode?: typeof mathFunctions;
  readonly wideMathCode?: typeof hostMathFunctions;
  /** Lanes of 8 and 16 bits. */
  readonly narrowCode?: typeof narrowLanes;
  /** For launches with arrays of structs in columns. */
  readonly columnCode?: typeof splitColumns;
  /** From `lanewise/debug`, for bundles without a JavaScript target. */
  readonly javaScript?: JavaScriptTarget;
}

export interface CheckPart {
  /** Runs the launch, whose argument block is at `args`, to its end; false: it has to run on its device. */
  readonly run: (context: DeviceContext, identity: LaunchIdentity, args: number, retained: Retained) => boolean;
  /** Reports a launch that is not checked. */
  readonly skip: (kernel: string, reason: string) => void;
}

/** The parts that this copy of lanewise was given. */
export const parts: ObjectParts & ImageParts = {};

/** Adds the parts that a module of this copy supplies, also for other copies' images, for which the first ones win. */
export function handOver(given: readonly ImageParts[]): void {
  const shared = registry();
  for (const part of given) {
    Object.assign(parts, part);
    shared.parts = { ...part, ...shared.parts };
  }
}

/** Returns a part, for images of this or another copy's modules. */
export function imagePart<Name extends keyof ImageParts>(name: Name): NonNullable<ImageParts[Name]> {
  const part = parts[name] ?? registry().parts[name];
  if (part) return part;
  throw new LanewiseError(
    "version_mismatch",
    `A device image needs the part "${name}" of lanewise, which no module provides.`,
  );
}

/** Returns the part for calling functions of packages without IR: making such a function supplies it. */
export function functions(): typeof functionPart {
  if (parts.functions) return parts.functions;
  throw new LanewiseError(
    "link_program_error",
    "The kernel calls a device function, but no loaded module has called deviceFn(…).",
  );
}
