// Numbers in the text of a JSON array: each is read from its first byte on. Those of at most 15 digits and small exponents are exact.

import type { Queue } from "lanewise";

const COUNT = 61;
const values = Array.from(
  { length: COUNT },
  (_, k) => (((k * 7919) % 2003) - 1001) / 10 ** (k % 5) + (k % 7 === 0 ? 1e9 : 0),
);
const text = `[${values.join(", ")}]`;
const bytes = new TextEncoder().encode(text);
const begins = Int32Array.from(text.matchAll(/-?\d[\d.e+-]*/g), ({ index }) => index);
const powers = Float64Array.from({ length: 23 }, (_, k) => 10 ** k);

const isDigit = (byte: number) => byte >= 48 && byte <= 57;

export async function run(q: Queue): Promise<Float64Array> {
  const parsed = new Float64Array(COUNT);
  await q.parallelFor(COUNT, (i) => {
    let at = begins[i]!;
    const isNegative = bytes[at]! === 45;
    if (isNegative) at++;
    let [digits, scale] = [0, 0];
    for (; isDigit(bytes[at]!); at++) digits = digits * 10 + bytes[at]! - 48;
    if (bytes[at]! === 46) {
      for (at++; isDigit(bytes[at]!); at++) {
        digits = digits * 10 + bytes[at]! - 48;
        scale++;
      }
    }
    const value = digits / powers[scale]!;
    parsed[i] = isNegative ? -value : value;
  });
  return parsed;
}
