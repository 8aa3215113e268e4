// Turns a kernel's failure record (ir/src/abi.ts) into the KernelError that the event rejects with: what failed, where in
// the user's source, in which work-item.

import { FAILURE, type Site } from "@lanewise/ir";
import { type ErrorCode, KernelError, type KernelFailure } from "./errors.js";
import type { Program } from "./program-manager.js";
import { indicesOf, type LaunchRange } from "./range.js";

const codes = {
  bounds: "out_of_bounds",
  assert: "assertion_failed",
  reference: "invalid_reference",
  barrier: "barrier_divergence",
} as const satisfies Record<Site["kind"], ErrorCode>;

/** What a launch tells about itself. */
export interface LaunchIdentity {
  readonly kernel: string;
  readonly program: Program;
  readonly range: LaunchRange;
}

/** The error for what `run` threw; reads the record at `thread` and clears it. */
export function toKernelError(
  memory: ArrayBufferLike,
  thread: number,
  launch: LaunchIdentity,
  cause: unknown,
): KernelError {
  const data = new DataView(memory, thread);
  const site = launch.program.module.sites[data.getInt32(FAILURE.site, true) - 1];
  if (!site) return unexplained(launch, cause);
  const item = data.getInt32(FAILURE.item, true);
  const index = Number(data.getBigInt64(FAILURE.index, true));
  const length = Number(data.getBigInt64(FAILURE.length, true));
  data.setInt32(FAILURE.site, 0, true);
  const hasIndex = site.kind === "bounds";
  const failure: KernelFailure = {
    kernel: launch.kernel,
    array: site.name,
    index: hasIndex ? index : undefined,
    length: hasIndex ? length : undefined,
    file: launch.program.module.files[site.at.file],
    line: site.at.line,
    column: site.at.column,
    workItem: indicesOf(item, launch.range),
  };
  return new KernelError(codes[site.kind], describe(site, failure), failure, { cause });
}

function describe(
  { kind, name }: Site,
  { kernel, index, length, file, line, column, workItem }: KernelFailure,
): string {
  const what = {
    bounds: `${name}[${index}] is out of bounds, the length is ${length}`,
    assert: `the assertion ${name} failed`,
    reference: `${name} does not point to a live object`,
    barrier: `not every work-item of the group reached the barrier ${name}`,
  } as const satisfies Record<Site["kind"], string>;
  const who =
    workItem.length === 0 ? "" : `, work-item ${workItem.length === 1 ? workItem[0] : `[${workItem.join(", ")}]`}`;
  return `Kernel ${kernel}: ${what[kind]} (${file}:${line}:${column}${who}).`;
}

/** A trap that no site explains, such as an exhausted stack. */
function unexplained({ kernel, program, range }: LaunchIdentity, cause: unknown): KernelError {
  const { at } = program.symbol;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KernelError(
    "kernel_failed",
    `Kernel ${kernel} failed in a range of [${range.sizes.slice(0, range.dimensions).join(", ")}]: ${reason}`,
    {
      kernel,
      array: undefined,
      index: undefined,
      length: undefined,
      file: program.module.files[at.file],
      line: at.line,
      column: at.column,
      workItem: [],
    },
    { cause },
  );
}
