import type { f32 } from "lanewise";

export function addTo(sums: Float32Array, index: number, value: f32): void {
  if (index > -1) keep(sums, index, value); // note: called from `addTo`
}
function keep(sums: Float32Array, index: number, value: f32): void {
  sums[index]! += value; // warning LW1505: write `sums[index]` without
}
export const half = (k: number) => k >> 1;
