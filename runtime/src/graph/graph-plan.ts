// The parts that a graph's runs share: written argument blocks and retained arrays. A run uses the plan with which it began; `update` writes into a
// plan that no run uses, or makes another.

import type { DeviceContext } from "../context/index.js";
import type { Cut } from "../device/cpu/threads/index.js";
import type { LaunchIdentity } from "../diagnostics/index.js";
import { LanewiseError } from "../errors/index.js";
import {
  type CheckedLaunch,
  createLaunchWork,
  cutOf,
  type LaunchSettings,
  type LaunchWork,
  placeLocals,
  type Retained,
  retain,
  toCaptureError,
  writeArguments,
} from "../launch/index.js";
import type { ByteRange, Uses } from "../memory/index.js";
import type { Work } from "../queue/commands/index.js";
import type { LaunchRange } from "../values/index.js";

/** A step of a graph: a launch with fixed arguments, or a command that is created for each run. */
export type GraphNode =
  | {
      readonly kind: "launch";
      /** Called again when captured values were updated. */
      readonly checked: () => CheckedLaunch;
      readonly settings: LaunchSettings;
      /** As written in the argument block. */
      readonly range: LaunchRange;
    }
  | { readonly kind: "command"; readonly create: (context: DeviceContext) => Work; readonly uses: Uses };

export type PlannedNode = PreparedLaunch | Extract<GraphNode, { kind: "command" }>;

export interface PreparedLaunch {
  readonly kind: "launch";
  readonly node: Extract<GraphNode, { kind: "launch" }>;
  readonly identity: LaunchIdentity;
  readonly settings: LaunchSettings;
  readonly cut: Cut;
  readonly retained: Retained;
  /** Whether a run has measured how long its program takes. */
  hasRun: boolean;
}

export class GraphPlan {
  readonly nodes: readonly PlannedNode[];
  /** Whether any node is created for each run. */
  readonly hasCommands: boolean;
  readonly isPrinting: boolean;
  readonly #context: DeviceContext;
  #uses: Uses | undefined;
  #users = 1;

  constructor(context: DeviceContext, nodes: readonly GraphNode[]) {
    const made: PlannedNode[] = [];
    this.#context = context;
    this.nodes = made;
    try {
      for (const node of nodes) made.push(node.kind === "launch" ? prepare(context, node) : node);
    } catch (error) {
      this.release();
      throw error;
    }
    const launches = made.filter((node) => node.kind === "launch");
    this.hasCommands = launches.length < made.length;
    this.isPrinting = launches.some(({ identity }) => identity.program.console !== undefined);
  }

  /** The bytes that all nodes read and write. */
  get uses(): Uses {
    this.#uses ??= union(
      this.nodes.map((node) => (node.kind === "launch" ? workOf(this.#context, node).uses() : node.uses)),
    );
    return this.#uses;
  }

  get isInUse(): boolean {
    return this.#users > 1;
  }

  retain(): void {
    this.#users += 1;
  }

  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    for (const node of this.nodes) if (node.kind === "launch") workOf(this.#context, node).release(false);
  }

  /** Throws if an array was freed meanwhile. */
  checkArrays(): void {
    for (const node of this.nodes) {
      if (node.kind !== "launch") continue;
      for (const value of node.retained.held)
        if (value.kind === "span" && value.allocation.isFreed) throw freedIn(node);
    }
  }

  /** Writes the current arguments; no run may be using the plan. */
  rewrite(): void {
    for (const node of this.nodes) if (node.kind === "launch") write(this.#context, node, node.node.checked());
  }
}

/** The error of a launch whose array was freed. */
function freedIn({ node, identity }: PreparedLaunch): LanewiseError {
  const at = node.checked().values.findIndex((value) => value.kind === "span" && value.allocation.isFreed);
  const name = identity.program.parameters[at]?.name;
  const error = new LanewiseError(
    "freed",
    `graph.run: ${name ?? "an array"}, which kernel ${identity.kernel} captured, was freed.`,
    {
      help: "Keep the arrays of a graph until it is disposed of.",
    },
  );
  return toCaptureError(error, identity, name, undefined);
}

function prepare(context: DeviceContext, node: Extract<GraphNode, { kind: "launch" }>): PreparedLaunch {
  const checked = node.checked();
  const { identity, values } = checked;
  const { kernel, program } = identity;
  const localBytes = program.isOfGroups ? placeLocals(program, values, kernel) : 0;
  const retained = retain(context, program, values, undefined, localBytes);
  const cut = cutOf(identity);
  const prepared: PreparedLaunch = {
    ...{ kind: "launch", node, identity, settings: node.settings, cut, retained },
    hasRun: false,
  };
  write(context, prepared, checked);
  return prepared;
}

function write(context: DeviceContext, { node, identity, retained }: PreparedLaunch, { values }: CheckedLaunch): void {
  retained.values = values;
  writeArguments(context.memory, retained.block, node.range, 0, identity.program, values);
}

/** Returns the launch as separate work, which its user must not release. */
export function workOf(context: DeviceContext, { identity, settings, cut, retained }: PreparedLaunch): LaunchWork {
  return createLaunchWork(context, identity, settings, () => cut, retained);
}

function union(all: readonly Uses[]): Uses {
  const ranges: ByteRange[] = [];
  for (const uses of all) {
    if (uses === "anything") return uses;
    ranges.push(...uses);
  }
  return ranges;
}
