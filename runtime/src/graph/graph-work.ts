// One run of a graph, which is one command of the queue. Short launches run one after the other in one step, without anything in between; other
// launches run as usual, on all threads if that pays (launch-work.ts).

import type { DeviceContext } from "../context/index.js";
import { LaunchWork } from "../launch/index.js";
import type { Uses } from "../memory/index.js";
import type { OrderedUse, Progress, Turn, Work } from "../queue/commands/index.js";
import { type GraphPlan, type PreparedLaunch, workOf } from "./graph-plan.js";

/** A launch that takes less than this, in ms on one thread, runs in the same step as those before it; a step takes about STEP_MS. */
const SHORT_MS = 0.1;
const STEP_MS = 0.3;
/** Launches that take this much longer than expected are measured again. */
const SURPRISE_MS = 1;

export class GraphWork implements Work {
  readonly isPrinting: boolean;
  readonly hostUse: OrderedUse | undefined;
  readonly #context: DeviceContext;
  readonly #plan: GraphPlan;
  /** For each node, the work that was created for this run. */
  readonly #works: readonly (Work | undefined)[];
  /** Work that its device has but has not finished. */
  readonly #issued: { readonly work: Work; readonly end: () => void }[] = [];
  #at = 0;
  #launch: ReturnType<typeof workOf> | undefined;
  #hasBegunNode = false;

  constructor(context: DeviceContext, plan: GraphPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#works = plan.hasCommands ? makeWorks(context, plan) : [];
    this.isPrinting = plan.isPrinting || this.#works.some((work) => work?.isPrinting);
    const hostUses = this.#works.flatMap((work) => work?.hostUse ?? []);
    this.hostUse = hostUses.length === 0 ? undefined : together(hostUses);
    plan.retain();
  }

  uses(): Uses {
    return this.#plan.uses;
  }

  get stream(): object | undefined {
    return this.#context.canWait ? undefined : this.#context.device;
  }

  step(turn: Turn): Progress {
    const { nodes } = this.#plan;
    let left = STEP_MS;
    for (let node = nodes[this.#at]; node; node = nodes[this.#at]) {
      if (node.kind === "launch" && !this.#launch && this.#context.device.runNow && isShort(node)) {
        left -= this.#runShort(left);
        if (left <= 0) return this.#at < nodes.length ? "more" : this.#await(turn);
        continue;
      }
      const progress = this.#proceed(node.kind === "launch" ? node : undefined, turn);
      if (progress !== "done" && progress !== "issued") return progress;
      this.#at += 1;
      this.#hasBegunNode = false;
      if (progress === "done" && this.#at < nodes.length) return "more";
    }
    return this.#await(turn);
  }

  /** Waits until all issued work is done. If some has failed, the device skipped the work behind it. */
  #await(turn: Turn): Progress {
    for (let first = this.#issued[0]; first; first = this.#issued[0]) {
      if (first.work.step(turn) !== "done") return "issued";
      this.#issued.shift();
      first.end();
    }
    return "done";
  }

  /** Runs the next short launches that fit into `most` ms. Returns how long they should have taken. */
  #runShort(most: number): number {
    const { nodes } = this.#plan;
    const start = performance.now();
    const first = this.#at;
    let expected = 0;
    for (let node = nodes[first]; node?.kind === "launch" && isShort(node) && expected < most; node = nodes[this.#at]) {
      const { identity, retained, cut } = node;
      const { localBytes, block } = retained;
      const [executable, { total }] = [identity.program.executable(), cut];
      this.#context.device.runNow?.({ identity, executable, args: block.offset, localBytes, total });
      expected += identity.program.pace.estimate(cut.total);
      this.#at += 1;
    }
    if (performance.now() - start > expected + SURPRISE_MS) this.#measureAgain(first);
    return expected;
  }

  /** With other values or other data, a kernel may have become slower. */
  #measureAgain(first: number): void {
    for (const node of this.#plan.nodes.slice(first, this.#at)) if (node.kind === "launch") node.hasRun = false;
  }

  #proceed(node: PreparedLaunch | undefined, turn: Turn): Progress {
    const after = this.#issued.flatMap(({ work }) => (work instanceof LaunchWork ? work.issued : []));
    if (!node) {
      const work = this.#works[this.#at];
      // Devices skip only launches, so other work waits for what was issued.
      if (work && this.#issued.length > 0 && this.#await(turn) !== "done") return "away";
      this.#hasBegunNode = true;
      const progress = work?.step(turn) ?? "done";
      if (work && progress === "issued") this.#issued.push({ work, end: () => work.release(true) });
      if (progress === "done") work?.release(true);
      return progress;
    }
    this.#launch ??= workOf(this.#context, node);
    const launch = this.#launch;
    const progress = launch.step({ isBlocking: turn.isBlocking, resume: turn.resume, after });
    if (progress !== "done" && progress !== "issued") return progress;
    this.#launch = undefined;
    if (progress === "issued") this.#issued.push({ work: launch, end: () => launch.stop() });
    else {
      launch.stop();
      node.hasRun = true;
    }
    return progress;
  }

  release(): void {
    this.#launch?.stop();
    for (const { end } of this.#issued) end();
    for (let index = this.#at; index < this.#works.length; index++) {
      this.#works[index]?.release(index === this.#at && this.#hasBegunNode);
    }
    this.#plan.release();
    this.#context.device.trim();
  }
}

function isShort({ hasRun, settings, identity, cut }: PreparedLaunch): boolean {
  const { pace, console: ring, isBounded } = identity.program;
  return (
    hasRun && isBounded && settings.timeout === undefined && ring === undefined && pace.estimate(cut.total) < SHORT_MS
  );
}

function makeWorks(context: DeviceContext, plan: GraphPlan): readonly (Work | undefined)[] {
  const made: (Work | undefined)[] = [];
  try {
    for (const node of plan.nodes) made.push(node.kind === "command" ? node.create(context) : undefined);
    return made;
  } catch (error) {
    for (const work of made) work?.release(false);
    throw error;
  }
}

function together(uses: readonly OrderedUse[]): OrderedUse {
  return {
    conflicting: (lane) => [...new Set(uses.flatMap((use) => use.conflicting(lane)))],
    submitted: (command, lane) => {
      for (const use of uses) use.submitted(command, lane);
    },
  };
}
