// Functions of lanewise/random whose source is in the package: hashes, which are exact everywhere.
import { murmur3Mix, pcgHash, splitmix32, wangHash } from "lanewise/random";
import { integers, same } from "./harness.js";

const unsigned = (n: number) => Uint32Array.from(integers(n), (x) => Math.imul(x, 2654435761) >>> 0);

export const ofOneNumber = same((n) => [unsigned(n), new Uint32Array(n), new Uint32Array(n), new Uint32Array(n), new Uint32Array(n)], (x, a, b, c, d) => (i) => {
  a[i] = pcgHash(x[i]!);
  b[i] = murmur3Mix(x[i]!);
  c[i] = splitmix32(x[i]!);
  d[i] = wangHash(x[i]!);
});
export const ofTheIndex = same((n) => [new Uint32Array(n)], (out) => (i) => { out[i] = pcgHash(i >>> 0) ^ wangHash(7); });
