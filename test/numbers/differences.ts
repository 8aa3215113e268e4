// Compares what launches left with what plain JavaScript leaves: Object.is, but for what a case allows.

import { launchesOf, mayBeRejected, type NumberCase } from "./number-case.js";
import type { Outcome } from "./run-cases.js";

/** At most one line for each array of each launch. */
export function differences(
  number: NumberCase,
  expected: readonly Outcome[],
  found: readonly (Outcome | undefined)[],
): readonly string[] {
  const launches = launchesOf(number);
  return expected.flatMap((right, launch) => {
    const own = found[launch];
    if (own === undefined) return [];
    const isRejected = "code" in own && own.code === "invalid";
    if (isRejected && mayBeRejected(number, launches[launch] ?? {})) return [];
    const title = expected.length > 1 ? `launch ${launch}: ` : "";
    if ("code" in right || "code" in own) {
      const [wanted, is] = [endOf(right), endOf(own)];
      return wanted === is ? [] : [`${title}expected ${wanted}, found ${is}`];
    }
    return Object.entries(right).flatMap(([name, values]) => {
      const others = own[name] ?? [];
      const at = values.findIndex((value, index) => !isSame(number, value, others[index]));
      return at < 0 ? [] : [`${title}${name}[${at}]: expected ${show(values[at])}, found ${show(others[at])}`];
    });
  });
}

const endOf = (outcome: Outcome): string => ("code" in outcome ? String(outcome.code) : "contents");

function isSame({ ulps = 0 }: NumberCase, a: number, b: number | undefined): boolean {
  if (Object.is(a, b)) return true;
  return ulps > 0 && b !== undefined && Math.abs(a - b) <= ulps * Number.EPSILON * Math.abs(a);
}

const show = (value: number | undefined): string => (Object.is(value, -0) ? "-0" : String(value));
