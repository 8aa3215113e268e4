// Arranges recorded commands as the nodes that a graph runs. Without `fuse`, or without a code generator, each command is its own node.

import type { DeviceContext } from "../context/index.js";
import { codeGenerator } from "../images/index.js";
import { methodPart } from "../images/registry/index.js";
import type { FusionReport, InternalReport } from "./fusion/index.js";
import type { GraphNode } from "./graph-plan.js";
import { reasonAlone } from "./reason-alone.js";
import type { RecordedCommand } from "./recording.js";

/** An array of `internal`, as bytes of the device's memory. */
export interface InternalArray {
  /** Its name in reports if no kernel uses it. */
  readonly described: string;
  readonly start: number;
  readonly end: number;
}

export interface Arrangement {
  readonly nodes: readonly GraphNode[];
  readonly fusion: readonly FusionReport[];
  readonly internal: readonly InternalReport[];
  /** For each command, the captured names whose values decided what may be fused. */
  readonly decisive: ReadonlyMap<RecordedCommand, ReadonlySet<string>>;
}

/** Why an array of `internal` stays in memory. */
export const NOT_FUSED = "no fused kernel uses it";

export function arrange(
  context: DeviceContext,
  commands: readonly RecordedCommand[],
  isFusing: boolean,
  internal: readonly InternalArray[],
): Arrangement {
  if (isFusing && codeGenerator()) return methodPart("fusion", "q.record with fuse")(context, commands, internal);
  const reason = isFusing ? NOT_FUSED : "the graph was recorded without { fuse: true }";
  return {
    nodes: commands.map(nodeOf),
    fusion: isFusing
      ? commands.slice(1).map((command, index) => refusal(commands, index + 1, reasonAlone(command)))
      : [],
    internal: internal.map((array) => inMemory(array.described, reason)),
    decisive: new Map(),
  };
}

/** Adds the column to the name of a kernel, since several kernels may be in one line. */
function inLine({ name, checked }: RecordedCommand): string {
  const column = checked?.identity.program.symbol.at.column;
  // Only names without a `name` option end with a line.
  return column === undefined ? name : name.replace(/(?<=:\d+)(?=\)?$)/, `:${column}`);
}

/** Reports that the command at `at` and the one before it are not fused. */
export function refusal(commands: readonly RecordedCommand[], at: number, reason: string | undefined): FusionReport {
  const pair = commands.slice(at - 1, at + 1);
  const areAlike = new Set(pair.map(({ name }) => name)).size < pair.length;
  return { kernels: pair.map((command) => (areAlike ? inLine(command) : command.name)), isFused: false, reason };
}

export function nodeOf(command: RecordedCommand): GraphNode {
  const { checked, launch, create, uses } = command;
  if (!checked || !launch) return { kind: "command", create, uses };
  const { settings, range } = launch;
  return { kind: "launch", checked: () => command.checked ?? checked, settings, range };
}

export function inMemory(array: string, reason: string): InternalReport {
  return { array, isInRegisters: false, reason };
}
