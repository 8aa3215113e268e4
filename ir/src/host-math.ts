// Which Math the host has. ECMAScript leaves open how its functions round, and engines differ, as versions of one do: so a digest of their
// results tells code that computes the same from code that does not.

import { type Builtin, builtins } from "./builtins.js";

/** With fewer, functions that are exact in most cases might have one digest. */
const POINTS = 128;

const bytes = new DataView(new ArrayBuffer(8));

/** 32 bits, of the host's function of f64 at some points between 0 and 7 (FNV-1a). */
export function mathDigest(builtin: Builtin, points = POINTS): number {
  const { math } = builtins[builtin];
  // The table's functions take one or two numbers.
  const host = Math[math] as (x: number, y: number) => number;
  let digest = 0;
  for (let point = 1; point <= points; point++) {
    const result = host(point / 61, (points + 1 - point) / 37);
    // Every NaN is one.
    if (Number.isNaN(result)) continue;
    bytes.setFloat64(0, result);
    digest = Math.imul(digest ^ bytes.getInt32(0), 0x01000193);
    digest = Math.imul(digest ^ bytes.getInt32(4), 0x01000193);
  }
  return digest;
}

let everything: string | undefined;

/** Of all functions together; the same wherever generated code may be exchanged. */
export function hostMath(): string {
  // The keys are builtins.
  everything ??= (Object.keys(builtins) as Builtin[]).map((name) => mathDigest(name, 24).toString(36)).join(" ");
  return everything;
}
