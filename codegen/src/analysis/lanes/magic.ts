// 16-bit division by a constant, as the upper half of a product.

/** floor(x / divisor) = x * factor >> 16 + shift. */
export interface Magic {
  readonly divisor: number;
  readonly factor: number;
  readonly shift: number;
}

/**
 * For dividends between 0 and `most`. With factor = ceil(2^k / divisor) and e = factor * divisor - 2^k, the product's quotient is x / divisor + x * e
 * / (divisor * 2^k), which has the same floor if x * e < 2^k (Granlund and Montgomery, 1994).
 */
export function magicOf(divisor: number, most: number): Magic | undefined {
  if (!Number.isInteger(divisor) || divisor < 2 || divisor >= 2 ** 16) return undefined;
  for (let shift = 0; shift < 16; shift++) {
    const power = 2 ** (16 + shift);
    const factor = Math.ceil(power / divisor);
    if (factor >= 2 ** 16) return undefined;
    if (most * (factor * divisor - power) < power) return { divisor, factor, shift };
  }
  return undefined;
}
