// Arranges recorded commands for a graph with `fuse`: groups of launches become one kernel, other commands are unchanged. Reports both.

import type { DeviceContext } from "../../context/index.js";
import { deviceRange, isInConflict, type Uses } from "../../memory/index.js";
import {
  type Arrangement,
  type InternalArray,
  inMemory,
  NOT_FUSED,
  nodeOf,
  type RecordedCommand,
  refusal,
} from "../index.js";
import { type Candidate, groupLaunches, type LaunchGroup } from "./fuse-launches.js";
import { fuseLaunch } from "./fused-launch.js";
import type { FusionReport, InternalReport } from "./fusion-report.js";

export function arrangeFused(
  context: DeviceContext,
  commands: readonly RecordedCommand[],
  internal: readonly InternalArray[],
): Arrangement {
  const { groups, refusals, candidates } = groupLaunches(commands);
  const fusing = groups.map((group) => fusionOf(context, commands, group, internal));
  const nodes = commands.flatMap((command, index) => {
    const part = fusing.find(({ group }) => isIn(group, index));
    const fused = part?.fused;
    if (!part || !fused || "reason" in fused) return [nodeOf(command)];
    return index === part.group.first ? [fused.node] : [];
  });
  const reports = [
    ...fusing.map(({ group, fused }) => ({ at: group.first, ...reportOf(group, fused) })),
    ...refusals.map(({ at, reason }) => ({ at, ...refusal(commands, at, reason) })),
  ];
  return {
    nodes,
    fusion: reports.sort((a, b) => a.at - b.at).map(({ kernels, isFused, reason }) => ({ kernels, isFused, reason })),
    internal: internal.map((array) => internalReport(context, commands, array, fusing)),
    decisive: new Map(candidates.map((candidate) => [candidate.command, decisiveNames(candidate)])),
  };
}

interface Fusing {
  readonly group: LaunchGroup;
  readonly fused: ReturnType<typeof fuseLaunch>;
}

function fusionOf(
  context: DeviceContext,
  commands: readonly RecordedCommand[],
  group: LaunchGroup,
  internal: readonly InternalArray[],
): Fusing {
  const own = internal.filter((array) => outsider(context, commands, array, group) === undefined);
  const arrays = own.flatMap((array) => spansIn(group, array)).map(({ array }) => array);
  return { group, fused: fuseLaunch(context, group, new Set(arrays)) };
}

/** Returns the spans of a group's kernels in an array. */
function spansIn({ members }: LaunchGroup, { start, end }: InternalArray) {
  const spans = members.flatMap((member) => member.spans);
  return spans.filter((span) => span.start < end && start < span.end);
}

const isIn = ({ first, members }: LaunchGroup, index: number) => index >= first && index < first + members.length;

/** Returns a command outside the group that uses the array. */
function outsider(
  context: DeviceContext,
  commands: readonly RecordedCommand[],
  { start, end }: InternalArray,
  group: LaunchGroup,
): RecordedCommand | undefined {
  const range = deviceRange(context, start, end - start, true);
  const isUsing = (uses: Uses) => uses === "anything" || isInConflict(range, uses);
  return commands.find(({ uses }, index) => !isIn(group, index) && isUsing(uses));
}

function reportOf({ members }: LaunchGroup, fused: Fusing["fused"]): FusionReport {
  const kernels = members.map(({ command }) => command.name);
  const reason = fused && "reason" in fused ? fused.reason : undefined;
  return { kernels, isFused: reason === undefined, reason };
}

function internalReport(
  context: DeviceContext,
  commands: readonly RecordedCommand[],
  array: InternalArray,
  fusing: readonly Fusing[],
): InternalReport {
  const using = fusing.find(({ group }) => spansIn(group, array).length > 0);
  const fused = using?.fused;
  if (!using || !fused || "reason" in fused) return inMemory(array.described, NOT_FUSED);
  const { group } = using;
  const spans = spansIn(group, array);
  const name = spans[0]?.name ?? array.described;
  const other = outsider(context, commands, array, group);
  if (other) return inMemory(name, `${other.name} uses it, too, and is not in the same kernel`);
  if (spans.every((span) => fused.unwritten.has(span.array)))
    return { array: name, isInRegisters: true, reason: undefined };
  return inMemory(name, "a work-item may read elements that it has not written before, or they are not plain numbers");
}

function decisiveNames({ uses }: Candidate): ReadonlySet<string> {
  return new Set([...uses.asked].flatMap((parameter) => uses.fn.locals[parameter]?.name ?? []));
}
