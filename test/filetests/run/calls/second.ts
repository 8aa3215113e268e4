// The far end of calls.ts's chain.
export const scale = 1 << 3;
export const half = (x: number): number => x * 0.5;
export const isEven = (k: number): boolean => k % 2 === 0;
