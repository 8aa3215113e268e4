// `lanewise run --profile`: collects the runtime's records of commands, and at the end of the process prints the table of kernels and
// writes the trace.

import { writeFileSync } from "node:fs";
import { type CompileRecord, type OnProfile, PROFILE_KEY, type ProfileRecord } from "@lanewise/ir";
import { profileTable } from "./profile-table.js";
import { traceOf } from "./trace.js";

/** The most commands in the trace; the table has all. */
const MOST_TRACED = 500_000;

/** Starts collecting, before the program is loaded. Writes the trace to `file`. */
export function collectProfile(file: string): void {
  const records: ProfileRecord[] = [];
  const start = performance.now();
  const compilations: CompileRecord[] = [];
  const tell = (record: ProfileRecord) => void records.push(record);
  const listener: OnProfile = Object.assign(tell, {
    compiled: (record: CompileRecord) => void compilations.push(record),
  });
  Object.assign(globalThis, { [PROFILE_KEY]: listener });
  process.once("exit", () => {
    const ms = performance.now() - start;
    process.stderr.write(profileTable(records, ms));
    if (records.length === 0) return;
    process.stderr.write(writeTrace(file, records, compilations));
  });
}

/** Returns the message to print. */
function writeTrace(file: string, records: readonly ProfileRecord[], compilations: readonly CompileRecord[]): string {
  try {
    writeFileSync(file, JSON.stringify(traceOf(records.slice(0, MOST_TRACED), compilations)));
  } catch (error) {
    process.exitCode ||= 1;
    return `lanewise: the trace cannot be written: ${error instanceof Error ? error.message : String(error)}\n`;
  }
  const left = records.length - MOST_TRACED;
  const cut = left > 0 ? `; the last ${left} commands are not in it` : "";
  return `Trace: ${file}${cut} (open it in https://ui.perfetto.dev or chrome://tracing).\n`;
}
