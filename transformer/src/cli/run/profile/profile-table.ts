// Prints a profile as a table: one row for each kernel, for copies and for host tasks, longest first.

import type { ProfileRecord } from "@lanewise/ir";
import { formatTable } from "../../table.js";
import { isCopy } from "./trace.js";

interface Row {
  readonly name: string;
  calls: number;
  /** In nanoseconds. */
  time: number;
  bytes: number;
  operations: number;
  /** Whether every call had an estimate. */
  isEstimated: boolean;
}

const headers = ["kernel", "calls", "total ms", "mean ms", "share", "GB/s", "GFLOP/s"] as const;

/** `ms` is the run time of the program. */
export function profileTable(records: readonly ProfileRecord[], ms: number): string {
  if (records.length === 0) return "Profile: the program ran no kernels and no copies.\n";
  const rows = [...rowsOf(records).values()].sort((a, b) => b.time - a.time);
  const total = rows.reduce((sum, { time }) => sum + time, 0);
  const lines = [headers, ...rows.map((row) => cellsOf(row, total))];
  const hasUnknown = rows.some(({ name, isEstimated }) => !isEstimated && name !== copies && name !== hostTasks);
  return `
${formatTable(lines, { hasNumbers: true })}
Commands took ${inMs(total)} ms of the program's ${ms.toFixed(0)} ms; where queues work at the same time, their times add up.
GB/s and GFLOP/s are estimates: bytes and operations on floats counted in the code (of an if the longer side), divided by the measured time.${
    hasUnknown ? "\nA - means that the code does not tell how often a loop runs." : ""
  }
`;
}

const copies = "(copies)";
const hostTasks = "(host tasks)";

function rowsOf(records: readonly ProfileRecord[]): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const record of records) {
    const name = record.launch?.kernel ?? (isCopy(record) ? copies : hostTasks);
    const row = rows.get(name) ?? { name, calls: 0, time: 0, bytes: 0, operations: 0, isEstimated: true };
    rows.set(name, row);
    const { estimate } = record.launch ?? {};
    row.calls++;
    row.time += record.end - record.start;
    row.bytes += estimate?.bytes ?? 0;
    row.operations += estimate?.operations ?? 0;
    row.isEstimated &&= estimate !== undefined;
  }
  return rows;
}

function cellsOf({ name, calls, time, bytes, operations, isEstimated }: Row, total: number): readonly string[] {
  // Bytes per nanosecond are gigabytes per second.
  const rate = (amount: number) => (isEstimated && time > 0 ? inDigits(amount / time) : "-");
  const share = total > 0 ? (100 * time) / total : 0;
  return [name, String(calls), inMs(time), inMs(time / calls), `${share.toFixed(1)}%`, rate(bytes), rate(operations)];
}

function inMs(nanoseconds: number): string {
  return (nanoseconds / 1e6).toFixed(3);
}

/** Three significant digits, or all digits before the point if there are more. */
function inDigits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
