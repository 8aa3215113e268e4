// Whether a variant computed the same as plain JavaScript: within the kernel's tolerance, element by element.

import type { Tolerance } from "./kernel.js";

/** What differs, in words; undefined if nothing does. */
export function findDifference(
  found: readonly ArrayLike<number>[],
  expected: readonly ArrayLike<number>[],
  tolerance: Tolerance,
): string | undefined {
  if (found.length !== expected.length) return `${found.length} outputs, expected ${expected.length}`;
  const differences = expected.map((array, output) => differenceOf(found[output] ?? [], array, tolerance));
  return differences.find((difference) => difference !== undefined);
}

function differenceOf(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: Tolerance): string | undefined {
  if (found.length !== expected.length) return `${found.length} elements, expected ${expected.length}`;
  const allowed = Math.floor(tolerance.outliers * expected.length);
  let outliers = 0;
  let first = -1;
  for (let i = 0; i < expected.length; i++) {
    if (isClose(found[i] ?? Number.NaN, expected[i] ?? Number.NaN, tolerance)) continue;
    outliers++;
    if (first < 0) first = i;
  }
  if (outliers <= allowed) return undefined;
  return `${outliers} of ${expected.length} elements differ; element ${first} is ${found[first]}, expected ${expected[first]}`;
}

function isClose(found: number, expected: number, { absolute, relative }: Tolerance): boolean {
  return found === expected || Math.abs(found - expected) <= absolute + relative * Math.abs(expected);
}
