// Identifies the host's Math. ECMAScript does not fix how its functions round, and engines and their versions differ: a digest of their results tells
// whether generated code computes the same.

import { type Builtin, builtins } from "../module/index.js";

/** With fewer, functions that agree in most cases might share a digest. */
const POINTS = 128;

const bytes = new DataView(new ArrayBuffer(8));

/** 32 bits: FNV-1a over the host's f64 results at some points between 0 and 7. */
export function mathDigest(builtin: Builtin, points = POINTS): number {
  const { math } = builtins[builtin];
  // The table's functions take one or two numbers.
  const host = Math[math] as (x: number, y: number) => number;
  let digest = 0;
  for (let point = 1; point <= points; point++) {
    const result = host(point / 61, (points + 1 - point) / 37);
    // All NaNs count as one.
    if (Number.isNaN(result)) continue;
    bytes.setFloat64(0, result);
    digest = Math.imul(digest ^ bytes.getInt32(0), 0x01000193);
    digest = Math.imul(digest ^ bytes.getInt32(4), 0x01000193);
  }
  return digest;
}

let everything: string | undefined;

/** The digest of all functions; equal wherever generated code may be exchanged. */
export function hostMath(): string {
  // The keys are builtins.
  everything ??= (Object.keys(builtins) as Builtin[]).map((name) => mathDigest(name, 24).toString(36)).join(" ");
  return everything;
}
