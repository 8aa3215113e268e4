// What the programs beside this file export: cases that the driver (run-files.ts) runs on each device. A case is a function that
// makes a kernel over some arrays, so that the same kernel can be launched and be called as plain JavaScript.
import type { Kernel1, Kernel2, Kernel3, Queue, TypedArray } from "lanewise";

export type Kernel = Kernel1 | Kernel2 | Kernel3;
export type Size = readonly [number] | readonly [number, number] | readonly [number, number, number];

/** A kernel over arrays. It must leave in them what plain JavaScript leaves, or what `expected` says. */
export interface KernelCase {
  readonly kind: "kernel";
  readonly sizes: readonly Size[];
  readonly arrays: (size: Size) => readonly TypedArray[];
  readonly kernel: (arrays: readonly TypedArray[]) => Kernel;
  readonly expected: ((size: Size) => readonly (ArrayLike<number> | undefined)[]) | undefined;
  /** By how many units in the last place f32 results may differ: functions of Math are approximated. */
  readonly ulp?: number;
}

/** Host code with kernels; what it returns must equal `expected`. */
export interface ProgramCase {
  readonly kind: "program";
  readonly run: (q: Queue) => Promise<unknown>;
  readonly expected: unknown;
}

export type Case = KernelCase | ProgramCase;

const lengths = [[0], [1], [7], [33]] as const;
const areas = [[0, 3], [1, 1], [3, 5], [7, 9], [13, 1]] as const;
const volumes = [[1, 1, 1], [2, 3, 5], [3, 0, 2], [3, 1, 7]] as const;

/** Its own arrays come back to the function that makes the kernel. */
function over<A extends readonly TypedArray[]>(kernel: (...arrays: A) => Kernel): KernelCase["kernel"] {
  return (arrays) => kernel(...(arrays as A));
}

/** The same as plain JavaScript, over 0, 1, 7 and 33 items. */
export function same<A extends readonly TypedArray[]>(
  arrays: (n: number) => readonly [...A],
  kernel: (...arrays: A) => Kernel1,
): KernelCase {
  return { kind: "kernel", sizes: lengths, arrays: ([n]) => arrays(n), kernel: over(kernel), expected: undefined };
}

/** As `same`, but for so many units in the last place of f32 results. */
export function near<A extends readonly TypedArray[]>(
  ulp: number,
  arrays: (n: number) => readonly [...A],
  kernel: (...arrays: A) => Kernel1,
): KernelCase {
  return { ...same(arrays, kernel), ulp };
}

/** As `same`, over sizes of two dimensions. */
export function same2<A extends readonly TypedArray[]>(
  arrays: (height: number, width: number) => readonly [...A],
  kernel: (...arrays: A) => Kernel2,
): KernelCase {
  return { kind: "kernel", sizes: areas, arrays: ([h, w = 0]) => arrays(h, w), kernel: over(kernel), expected: undefined };
}

/** As `same`, over sizes of three dimensions. */
export function same3<A extends readonly TypedArray[]>(
  arrays: (count: number) => readonly [...A],
  kernel: (...arrays: A) => Kernel3,
): KernelCase {
  const count = ([x, y = 1, z = 1]: Size) => x * y * z;
  return { kind: "kernel", sizes: volumes, arrays: (size) => arrays(count(size)), kernel: over(kernel), expected: undefined };
}

/** Where a kernel means something else than plain JavaScript by design: what must be in the arrays; undefined for any. */
export function gives<A extends readonly TypedArray[]>(
  arrays: readonly [...A],
  kernel: (...arrays: A) => Kernel1,
  expected: readonly (readonly number[] | undefined)[],
): KernelCase {
  return { kind: "kernel", sizes: [[arrays[0]?.length ?? 0]], arrays: () => arrays, kernel: over(kernel), expected: () => expected };
}

export function program(run: (q: Queue) => Promise<unknown>, expected: unknown): ProgramCase {
  return { kind: "program", run, expected };
}

/** Numbers of both signs, zeros and extremes, repeated. */
export const integers = (n: number): number[] => Array.from({ length: n }, (_, i) => wholes[i % wholes.length] ?? 0);
const wholes = [0, 1, -1, 2, -7, 100, -128, 255, 31, -32, 32767, -40000, 65536, 5, 3, -2, 12, 1000];

/** Small numbers above zero. */
export const counts = (n: number): number[] => Array.from({ length: n }, (_, i) => (i * 7) % 13 + 1);

export const fractions = (n: number): number[] => Array.from({ length: n }, (_, i) => reals[i % reals.length] ?? 0);
const reals = [
  0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, -3.7, 1e10, -1e10, 1e-10, 3.999, 255.5, 300, NaN, Infinity, -Infinity, 1e300,
];
