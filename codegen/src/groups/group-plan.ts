// How a kernel of work-groups runs: its regions, each a kernel over the local range, and what is done between them. Plain data,
// because other threads get it; runtime/src/device/cpu/instances/run-groups.ts goes by it.

import type { KnownLaunch } from "../program.js";
import type { LocalSizes } from "./bind-local-size.js";

/** What a work-item's state says: it takes part, it has returned, or it waits behind the block of which this is the label. */
export const ACTIVE = 0;
export const RETURNED = -1;

export type GroupNode =
  /** Runs a region over the whole group. */
  | {
      readonly kind: "run";
      readonly region: number;
      /** Whether work-items may jump out of it: their states change. */
      readonly hasExits: boolean;
      /** Indices into `GroupPlan.carried` of what it may change. */
      readonly carries: readonly number[];
    }
  /**
   * Fails at `site` where a work-item waits elsewhere; `isWhole`: also where one has returned. `size`: of so many work-items, which
   * are here together or none of them is; undefined: of the group.
   */
  | { readonly kind: "barrier"; readonly site: number; readonly isWhole: boolean; readonly size: number | undefined }
  /** At its end those that jumped there take part again. */
  | { readonly kind: "block"; readonly label: number; readonly body: readonly GroupNode[] }
  /** Until no work-item takes part. */
  | { readonly kind: "repeat"; readonly body: readonly GroupNode[] };

/** A number that regions ask for, as a parameter. `first` is the global index of the group's first work-item. */
export type GroupNumber = "first" | "groupId" | "groupCount" | "globalSize";

export interface GroupPlan {
  readonly dimensions: 0 | 1 | 2 | 3;
  readonly localSizes: LocalSizes;
  readonly nodes: readonly GroupNode[];
  readonly regions: number;
  /** Of the regions' argument block, in bytes; all have the same. What the kernel captured stands in front, as in its own. */
  readonly argumentSize: number;
  readonly captureSize: number;
  /** `at`: of the parameter, in the argument block. */
  readonly numbers: readonly { readonly kind: GroupNumber; readonly dimension: 0 | 1 | 2; readonly at: number }[];
  /** Spans in the group's memory: local memory, and values of each work-item that are wanted behind a barrier. */
  readonly spans: readonly {
    /** Of the regions. */
    readonly parameter: number;
    readonly at: number;
    readonly offset: number;
    readonly length: number;
  }[];
  /**
   * Captured spans in the group's memory whose lengths the launch says: where they stand in both argument blocks. The kernel's own has, instead
   * of an address, how far behind `memorySize` each begins.
   */
  readonly sizedSpans: readonly number[];
  /** Values that are the same for the whole group: a region reads the parameter, and leaves the new one in the group's memory. */
  readonly carried: readonly { readonly at: number; readonly offset: number; readonly size: number }[];
  /** Of i32: one for each work-item, or only one where all do the same. */
  readonly states: { readonly offset: number; readonly count: number };
  /** Bytes of the group's memory, without `sizedSpans`: those follow. */
  readonly memorySize: number;
  /** Bytes of it that are local memory. */
  readonly localMemory: number;
}

/** What is the same whenever a region runs. */
export function knownLaunch({ localSizes, spans }: GroupPlan): KnownLaunch {
  return { sizes: localSizes, lengths: new Map(spans.map(({ parameter, length }) => [parameter, length])) };
}
