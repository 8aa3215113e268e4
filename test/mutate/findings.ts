// What tests of the sandbox say of mutants: a line of JSON each, in one file. Read by the process that asks, and by the tests' own.

import { existsSync, readFileSync } from "node:fs";

export interface Finding {
  /**
   * - tried: a test starts with the mutant; `passed` or `failed` comes next, or `ended`: the process did, or it hung.
   * - outside: code outside the tests of a file executes it.
   * - executed: so does a test that cannot run twice.
   */
  readonly outcome: "tried" | "passed" | "failed" | "ended" | "outside" | "executed";
  readonly mutant: number;
  /** With its file in front; of `outside` the file alone. */
  readonly test: string;
  /** Of the processor; of `tried` those by the clock that the test takes without a mutant. */
  readonly milliseconds?: number;
  readonly failure?: string;
}

export function findingsIn(path: string): readonly Finding[] {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Finding => JSON.parse(line));
}
