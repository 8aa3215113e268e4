// The plan by which a group kernel runs: its regions, each a kernel over the local range, and the steps between them. Plain data, because it is sent
// to other threads; runtime/src/device/cpu/instances/run-groups.ts executes it.

import type { KnownLaunch } from "../program.js";
import type { LocalSizes } from "./bind-local-size.js";

/** A work-item's state: active, returned, or waiting at the end of the block with this label. */
export const ACTIVE = 0;
export const RETURNED = -1;

export type GroupNode =
  /** Runs a region over the whole group. */
  | {
      readonly kind: "run";
      readonly region: number;
      /** Whether work-items may jump out of it, which changes their states. */
      readonly hasExits: boolean;
      /** Indices into `GroupPlan.carried` of values it may change. */
      readonly carries: readonly number[];
    }
  /**
   * Fails at `site` if a work-item waits elsewhere; `isWhole`: also if one has returned. `size`: each run of that many work-items must be either all
   * here or all elsewhere; undefined: the whole group.
   */
  | { readonly kind: "barrier"; readonly site: number; readonly isWhole: boolean; readonly size: number | undefined }
  /** At its end, work-items that jumped there become active again. */
  | { readonly kind: "block"; readonly label: number; readonly body: readonly GroupNode[] }
  /** Repeats until no work-item is active. */
  | { readonly kind: "repeat"; readonly body: readonly GroupNode[] };

/** A number that regions take as a parameter. `first` is the global index of the group's first work-item. */
export type GroupNumber = "first" | "groupId" | "groupCount" | "globalSize";

export interface GroupPlan {
  readonly dimensions: 0 | 1 | 2 | 3;
  readonly localSizes: LocalSizes;
  readonly nodes: readonly GroupNode[];
  readonly regions: number;
  /** Size in bytes of the regions' argument block, the same for all. It begins with the kernel's captures, as in the kernel's own. */
  readonly argumentSize: number;
  readonly captureSize: number;
  /** `at`: the parameter's offset in the argument block. */
  readonly numbers: readonly { readonly kind: GroupNumber; readonly dimension: 0 | 1 | 2; readonly at: number }[];
  /** Spans in the group's memory: local memory, and values of each work-item that are live across a barrier. */
  readonly spans: readonly {
    /** Index in the regions' parameters. */
    readonly parameter: number;
    readonly at: number;
    readonly offset: number;
    readonly length: number;
  }[];
  /**
   * Captured spans in the group's memory whose length the launch gives: their offsets in both argument blocks. The kernel's own block holds, instead
   * of an address, each span's offset after `memorySize`.
   */
  readonly sizedSpans: readonly number[];
  /** Values that are the same for the whole group: a region reads the parameter, and stores the new value in the group's memory. */
  readonly carried: readonly { readonly at: number; readonly offset: number; readonly size: number }[];
  /** States, as i32: one for each work-item, or a single one if all do the same. */
  readonly states: { readonly offset: number; readonly count: number };
  /** Bytes of the group's memory, without `sizedSpans`, which follow. */
  readonly memorySize: number;
  /** The part of it that is local memory, in bytes. */
  readonly localMemory: number;
}

/** The values that are the same at every run of a region. */
export function knownLaunch({ localSizes, spans }: GroupPlan): KnownLaunch {
  return { sizes: localSizes, lengths: new Map(spans.map(({ parameter, length }) => [parameter, length])) };
}
