// The launch of several kernels as one: the program manager makes its program, as for any kernel; its arguments are those of the launches that it
// replaces.

import type { FusedKernel } from "@lanewise/codegen";
import { encodeModule, type KernelSymbol, LinkError } from "@lanewise/ir";
import type { DeviceContext } from "../../context/index.js";
import type { FoundKernel, LoadedImage } from "../../images/index.js";
import { type LinkedKernel, noReferences } from "../../images/linking/index.js";
import type { Program } from "../../images/programs/index.js";
import type { Argument, CheckedLaunch } from "../../launch/index.js";
import { type LaunchRange, plainRange } from "../../values/index.js";
import type { GraphNode } from "../index.js";
import { argumentsOf, type Candidate, fuseGroup, type LaunchGroup } from "./fuse-launches.js";

/** A group of launches as one, or why they cannot be fused. */
export type FusedLaunch =
  | { readonly node: GraphNode; readonly unwritten: ReadonlySet<number> }
  | { readonly reason: string };

export function fuseLaunch(
  context: DeviceContext,
  group: LaunchGroup,
  internal: ReadonlySet<number>,
): FusedLaunch | undefined {
  const [first] = group.members;
  const fused = fuse(group, internal);
  if (!first || !fused) return undefined;
  if ("reason" in fused) return fused;
  const { settings } = first.command.launch ?? {};
  const { identity } = first.checked;
  if (!settings) return undefined;
  const range = withoutOffset(identity.range);
  const found = foundKernel(group, fused);
  if (!found) return undefined;
  const program = context.programs.program(found, identity.program.variant, range, [], []);
  const slower = losesVectors(group, program);
  if (slower !== undefined) return { reason: slower };
  const names = group.members.map(({ checked }) => checked.identity.kernel);
  const kernel = names.join(" + ");
  const kernelAt = (site: number) => nameAt(fused, names, site) ?? kernel;
  const whole = { kernel, program, range: identity.range, kernelAt };
  const checked = (): CheckedLaunch => ({ identity: whole, values: valuesOf(group, fused) });
  return {
    node: { kind: "launch", checked, settings: { ...settings, name: kernel }, range },
    unwritten: fused.unwritten,
  };
}

/** Returns the reason if modules that were built separately disagree about their structs and globals. */
function fuse(
  group: LaunchGroup,
  internal: ReadonlySet<number>,
): FusedKernel | { readonly reason: string } | undefined {
  try {
    return fuseGroup(group, internal);
  } catch (error) {
    if (error instanceof LinkError) return { reason: error.message };
    throw error;
  }
}

/** The offset is already among the arguments. */
function withoutOffset({ dimensions, sizes, total }: LaunchRange): LaunchRange {
  return { dimensions, sizes, total, ...plainRange };
}

function nameAt({ membersAt }: FusedKernel, names: readonly string[], site: number): string | undefined {
  const [only, ...others] = new Set(membersAt(site).map((member) => names[member]));
  return others.length === 0 ? only : undefined;
}

function valuesOf({ members }: LaunchGroup, { parameters }: FusedKernel): readonly Argument[] {
  // The commands have the values that `update` changed.
  const values = members.map(({ command, checked }) => argumentsOf(command.checked ?? checked));
  return parameters.flatMap(({ member, parameter }) => values[member]?.[parameter] ?? []);
}

function losesVectors({ members }: LaunchGroup, program: Program): string | undefined {
  if (program.executable().gang > 1) return undefined;
  const gangOf = ({ command, checked }: Candidate) => (command.checked ?? checked).identity.program.executable().gang;
  const faster = members.find((member) => gangOf(member) > 1);
  return faster && `${faster.checked.identity.kernel} would no longer run several work-items at a time`;
}

/** Makes the kernel to find programs by: the same code from the same images has the same programs. */
function foundKernel({ members }: LaunchGroup, { module, globals }: FusedKernel): FoundKernel | undefined {
  const linked = members.flatMap(({ checked }) => checked.identity.program.ir?.linked ?? []);
  const images = [...new Set(linked.flatMap((one) => one.images))];
  const [fn] = module.functions;
  const [first] = linked;
  const [loaded] = images;
  if (!fn || !first || !loaded) return undefined;
  // The code determines the program completely, so it is also the name in caches.
  const symbol: KernelSymbol = {
    symbol: new TextDecoder("latin1").decode(encodeModule(module)),
    name: fn.name,
    dimensions: fn.dimensions,
    parameters: [],
    at: fn.at,
  };
  const origin: LinkedKernel["origin"] = (global) => {
    const part = globals[global];
    return (linked[part?.module ?? 0] ?? first).origin(part?.index ?? 0);
  };
  // Kernels that call foreign functions are not fused.
  const foreign = new Map<string, LoadedImage>();
  return {
    loaded,
    symbol,
    linked: { module, kernel: 0, images, foreign, origin, references: noReferences, given: [] },
  };
}
