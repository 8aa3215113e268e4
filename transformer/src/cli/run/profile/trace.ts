// Writes a profile for Perfetto and chrome://tracing: the Trace Event Format, with a complete event ("X") for each command. There is a row for each
// queue, one for copies, and one for generating code; overlapping commands, as in queues with explicit order, get extra rows.
// Format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

import type { CompileRecord, ProfileRecord } from "@lanewise/ir";

interface CompleteEvent {
  readonly ph: "X";
  readonly name: string;
  readonly cat: "kernel" | "copy" | "host" | "compile";
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts: number;
  readonly dur: number;
  readonly args: Readonly<Record<string, number | string>>;
}

interface MetadataEvent {
  readonly ph: "M";
  readonly name: "process_name" | "thread_name" | "thread_sort_index";
  readonly pid: number;
  readonly tid: number;
  readonly args: Readonly<Record<string, number | string>>;
}

export interface Trace {
  readonly displayTimeUnit: "ms";
  readonly traceEvents: readonly (CompleteEvent | MetadataEvent)[];
}

const pid = 1;

export function traceOf(records: readonly ProfileRecord[], compilations: readonly CompileRecord[] = []): Trace {
  const rows = createRows();
  const commands = records.toSorted((a, b) => a.start - b.start).map((record) => eventOf(record, rows.place(record)));
  const process: MetadataEvent = { ph: "M", name: "process_name", pid, tid: 0, args: { name: "lanewise" } };
  const rowNames = [...rows.names(), ...(compilations.length > 0 ? ["compiler"] : [])];
  const compiled = compilations.map((one) => compilationEvent(one, rowNames.length - 1));
  const names = rowNames.flatMap((name, tid): MetadataEvent[] => [
    { ph: "M", name: "thread_name", pid, tid, args: { name } },
    { ph: "M", name: "thread_sort_index", pid, tid, args: { sort_index: tid } },
  ]);
  return { displayTimeUnit: "ms", traceEvents: [process, ...names, ...commands, ...compiled] };
}

export function isCopy({ launch, method }: ProfileRecord): boolean {
  return launch === undefined && method.startsWith("q.");
}

function eventOf(record: ProfileRecord, tid: number): CompleteEvent {
  const { launch, method, submit, start, end, queue } = record;
  const cat = launch ? "kernel" : isCopy(record) ? "copy" : "host";
  const { items, estimate } = launch ?? {};
  const args = {
    queue: queue.name,
    waited_us: (start - submit) / 1000,
    ...(items !== undefined && { work_items: items }),
    ...(estimate && { estimated_bytes: estimate.bytes, estimated_operations: estimate.operations }),
  };
  const name = launch?.kernel ?? method;
  return { ph: "X", name, cat, pid, tid, ts: start / 1000, dur: (end - start) / 1000, args };
}

function compilationEvent({ kernel, start, end }: CompileRecord, tid: number): CompleteEvent {
  const name = `compile ${kernel}`;
  return { ph: "X", name, cat: "compile", pid, tid, ts: start / 1000, dur: (end - start) / 1000, args: {} };
}

/** The owner of a row: a queue, or all copies. */
type Owner = object | "copies";

/** Assigns each command, in start order, a row of its owner that is free at that time. */
function createRows() {
  /** The owner of each row, and the end of its last command. */
  const rows: { readonly owner: Owner; readonly name: string; end: number }[] = [];
  const count = (isThis: (owner: Owner) => boolean) => new Set(rows.map(({ owner }) => owner).filter(isThis)).size;
  const nameOf = (owner: Owner, { queue }: ProfileRecord): string => {
    const others = rows.filter((row) => row.owner === owner).length;
    if (others > 0) return `${rows.find((row) => row.owner === owner)?.name} (${others + 1})`;
    return owner === "copies" ? owner : `${queue.name} ${count((one) => one !== "copies") + 1}`;
  };
  return {
    place(record: ProfileRecord): number {
      const owner = isCopy(record) ? "copies" : record.queue;
      const free = rows.findIndex((row) => row.owner === owner && row.end <= record.start);
      const tid = free >= 0 ? free : rows.push({ owner, name: nameOf(owner, record), end: 0 }) - 1;
      const row = rows[tid];
      if (row) row.end = record.end;
      return tid;
    },
    names: (): readonly string[] => rows.map(({ name }) => name),
  };
}
