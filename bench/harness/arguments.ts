// The command line of `npm run bench`.

import { parseArgs } from "node:util";
import { type Effort, quick, thorough } from "./measure.js";

export interface Asked {
  /** Kernels and sections by name; all if none. */
  readonly names: readonly string[];
  readonly isQuick: boolean;
  readonly effort: Effort;
  readonly isGate: boolean;
  /** Of the measurements with several threads. */
  readonly threads: number;
}

/** Throws for a name that is not `known`, and for what is no flag. */
export function parseArguments(values: readonly string[], known: readonly string[]): Asked {
  const { values: flags, positionals } = parseArgs({
    args: [...values],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      gate: { type: "boolean", default: false },
      threads: { type: "string", default: "2" },
    },
  });
  const threads = Number(flags.threads);
  if (!Number.isInteger(threads) || threads < 2) {
    throw new Error(`--threads is ${flags.threads}; expected an integer from 2`);
  }
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no kernel or section ${unknown}; there are ${known.join(", ")}`);
  return {
    names: positionals,
    isQuick: flags.quick,
    effort: flags.quick ? quick : thorough,
    isGate: flags.gate,
    threads,
  };
}
