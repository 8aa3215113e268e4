// Parts of the runtime that only some programs need. What makes the objects that need one hands it over: `structOf` what is done with arrays
// of structs. What device images need, the code that registers them hands over. So bundlers leave out the others. Device globals and
// reductions have theirs with them.

import type { hostMathFunctions, mathFunctions } from "@lanewise/codegen";
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
  /** What images from outside declare, by name. */
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

/** What device images need: the compiler names these in emitted code (`lanewise/internal`, `lanewise/internal/code`). */
export interface ImageParts {
  /** Where device globals and tables of constants lie. */
  readonly globals?: typeof globalStoragePart;
  /** Of launches over work-groups. */
  readonly groups?: typeof groupPart;
  /** Of launches whose kernels print. */
  readonly printing?: typeof printingPart;
  /** Of those that have pointers. */
  readonly pointers?: typeof pointerPart;
  /** Of those that have specialization constants, or captures in `specialized`. */
  readonly constants?: typeof constantPart;
  /** Of those whose atomics may go to copies of each thread. */
  readonly privateCopies?: typeof privateCopyPart;
  /** Specializes kernels. */
  readonly constantCode?: typeof constantCodePart;
  /** Divides kernels into work-groups. */
  readonly groupCode?: typeof inGroups;
  readonly undividedGroups?: typeof undividedGroups;
  /** Makes kernels with reducers ordinary ones. */
  readonly reductionCode?: typeof reductionPart;
  /** The functions of Math that gangs compute themselves, of f32 and of f64. */
  readonly mathCode?: typeof mathFunctions;
  readonly wideMathCode?: typeof hostMathFunctions;
  /** From `lanewise/debug`, where bundles have no JavaScript target of their own. */
  readonly javaScript?: JavaScriptTarget;
}

export interface CheckPart {
  /** Runs the launch, whose argument block is at `args`, to its end; false: it has to run on its device. */
  readonly run: (context: DeviceContext, identity: LaunchIdentity, args: number, retained: Retained) => boolean;
  /** A launch that is not checked. */
  readonly skip: (kernel: string, reason: string) => void;
}

/** Those that this copy of lanewise was given. */
export const parts: ObjectParts & ImageParts = {};

/** A module of this copy hands them over, also for other copies' images. The first ones stay. */
export function handOver(given: readonly ImageParts[]): void {
  const shared = registry();
  for (const part of given) {
    Object.assign(parts, part);
    shared.parts = { ...part, ...shared.parts };
  }
}

/** For images of this or of another copy's modules. */
export function imagePart<Name extends keyof ImageParts>(name: Name): NonNullable<ImageParts[Name]> {
  const part = parts[name] ?? registry().parts[name];
  if (part) return part;
  throw new LanewiseError(
    "version_mismatch",
    `A device image needs the part "${name}" of lanewise, which no module provides.`,
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
