// A function for the host and for kernels alike: the compiler takes it into every kernel that calls it, over modules.

/** `x`, or the nearer end of `low`..`high`. Integers give an integer, floats a float. */
export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}
