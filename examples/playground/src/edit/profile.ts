// Collects, in the worker that runs a program, what `lanewise run --profile` collects, and gives the same trace.

import { type CompileRecord, type OnProfile, PROFILE_KEY, type ProfileRecord } from "@lanewise/ir";
import { type Trace, traceOf } from "../../../../transformer/dist/cli/run/profile/trace.js";

/** More commands than this are not sent to the page, which could not show them. */
const most = 2000;

/** From now on. The result tells of the first commands, in order. */
export function collectProfile(): () => Trace {
  const records: ProfileRecord[] = [];
  const compilations: CompileRecord[] = [];
  const tell = (record: ProfileRecord): void => {
    if (records.length < most) records.push(record);
  };
  const listener: OnProfile = Object.assign(tell, {
    compiled: (record: CompileRecord): void => void compilations.push(record),
  });
  Object.assign(globalThis, { [PROFILE_KEY]: listener });
  return () => traceOf(records, compilations);
}
