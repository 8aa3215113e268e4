// Parts of the runtime that only some programs need. The function that makes the objects supplies the part: `structOf` that for arrays of structs.
// For device images, the code that registers them supplies it. So bundlers drop unused parts. Device globals and reductions carry theirs.

import type {
  atomicLowering,
  hostMathFunctions,
  lowerSubGroup,
  mathFunctions,
  narrowLanes,
  replacePrivate,
  splitColumns,
} from "@lanewise/codegen";
import type { DeviceContext } from "../../context/index.js";
import type { privateCopyPart } from "../../device/cpu/running/index.js";
import type { compileForHost, JavaScriptTarget } from "../../device/host/index.js";
import type { LaunchIdentity, printingPart } from "../../diagnostics/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { globalStoragePart } from "../../globals/index.js";
import type { arrangeFused } from "../../graph/fusion/index.js";
import type { recordCommands } from "../../graph/index.js";
import type { structPart } from "../../language/index.js";
import type { constantPart, createPlainLaunch, groupPart, IssuedWork, Retained } from "../../launch/index.js";
import type { bufferPart } from "../../memory/buffers/index.js";
import type { pointerPart } from "../../memory/index.js";
import type { copyPart, createDrawing, groupsPart } from "../../queue/index.js";
import type { takenReductions } from "../../reductions/index.js";
import type { GroupKernels, getModules, objectNamed } from "../bundles/index.js";
import type { functionPart } from "../functions/index.js";
import type { constantCodePart, inGroups, reductionPart, undividedGroups } from "../generation/index.js";
import type { linkPart } from "../parts/index.js";
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
  /** From reductions. */
  takenReductions?: typeof takenReductions;
  /** From devices that complete launches later. */
  issuedWork?: typeof IssuedWork;
  /** While `checkRaces` of `lanewise/races` or `checkOverflow` of `lanewise/overflow` is on. */
  check?: CheckPart | undefined;
}

/**
 * The code behind methods that few programs call. `lanewise` has all of it; the plugins of bundlers take what a bundle's modules name (methods/).
 * Those of the code generator are missing in `lanewise/aot`, too.
 */
export interface MethodParts {
  /** `q.copy`, `q.memcpy`, `q.fill` and `q.toHost` */
  copies?: typeof copyPart;
  /** `q.record` */
  graphs?: typeof recordCommands;
  /** `q.record(…, { fuse: true })`, of the code generator. */
  fusion?: typeof arrangeFused;
  /** `q.submit` */
  commandGroups?: typeof groupsPart;
  /** What command groups take from kernel bundles, of the code generator. */
  groupKernels?: typeof GroupKernels;
  /** `q.toCanvas` */
  drawings?: typeof createDrawing;
  /** Launches of kernels that are not compiled. */
  plainKernels?: typeof createPlainLaunch;
  /** The device "host", of the code generator. */
  hostKernels?: typeof compileForHost;
  /** `context.getModules`, of the code generator. */
  modules?: typeof getModules;
}

/** The parts that device images need: the compiler names these in emitted code (`lanewise/internal`, `lanewise/internal/code`). */
export interface ImageParts {
  /** Storage of device globals and tables of constants. */
  readonly globals?: typeof globalStoragePart;
  /** For images that were linked with those of other modules. */
  readonly links?: typeof linkPart;
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
  /** Lowers operations of sub-groups. */
  readonly subGroupCode?: typeof lowerSubGroup;
  /** Lowers kernels with reducers to ordinary ones. */
  readonly reductionCode?: typeof reductionPart;
  /** The functions of Math that gangs compute themselves, for f32 and for f64. */
  readonly mathCode?: typeof mathFunctions;
  readonly wideMathCode?: typeof hostMathFunctions;
  /** Lanes of 8 and 16 bits. */
  readonly narrowCode?: typeof narrowLanes;
  /** Lowers atomic operations. */
  readonly atomicCode?: typeof atomicLowering;
  /** Replaces private memory by locals, for kernels that have some. */
  readonly privateCode?: typeof replacePrivate;
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
export const parts: ObjectParts & MethodParts & ImageParts = {};

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

/** Returns the code behind a method, which throws if the bundle has left it out. */
export function methodPart<Name extends keyof MethodParts>(name: Name, method: string): NonNullable<MethodParts[Name]> {
  const part = parts[name];
  if (part) return part;
  throw new LanewiseError("feature_not_supported", `${method}: the bundle has no code for it.`, {
    help: 'No module of the bundle names it where Lanewise\'s plugin can see it. Pass { methods: "all" } to the plugin.',
  });
}

/** Returns the part for calling functions of packages without IR: making such a function supplies it. */
export function functions(): typeof functionPart {
  if (parts.functions) return parts.functions;
  throw new LanewiseError(
    "link_program_error",
    "The kernel calls a device function, but no loaded module has called deviceFn(…).",
  );
}
