// A row of the tables under cases/: a kernel's body as ordinary TypeScript, what it captures, and what its results may differ in.

export type TypedArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** By name. Arrays are copied for each run, and all of them compared afterwards. */
export type Captures = Readonly<Record<string, TypedArray | number>>;

export interface NumberCase {
  readonly name: string;
  /** All of a module that exports `make`, in place of `body` and `declarations`. */
  readonly text?: string;
  /** Of the work-item `i`, or `[y, x]` or `[z, y, x]` where the range has as many sizes. It stores to its own elements alone. */
  readonly body: string;
  /** What stands at the module's top level. */
  readonly declarations?: string;
  /** `out` is a Float64Array with an element for each work-item unless it is here. */
  readonly captures?: Captures;
  /** More launches of the same kernel, with these captures in place of those of the same names. */
  readonly relaunches?: readonly Captures[];
  /** Default: as many work-items as `out` has elements; 37 if it is not captured, which no gang divides. */
  readonly range?: readonly number[];
  readonly offset?: readonly number[];
  /** By how many units in the last place a result of Math's functions may be off. */
  readonly ulps?: number;
  /**
   * Captured numbers that may be given to a place of a written flavour: a launch in which one of them is no integer of 32 bits may be rejected
   * instead, by its name.
   */
  readonly needsIntegers?: readonly string[];
  /** Each launch fails. */
  readonly failure?: "out_of_bounds";
}

/** Work-items of a launch unless a case says otherwise. */
const ITEMS = 37;

/** The launches of a case: the captures of each, `out` among them. */
export function launchesOf({ captures = {}, relaunches = [], range, text }: NumberCase): readonly Captures[] {
  const items = range?.reduce((product, size) => product * size, 1) ?? ITEMS;
  const all = text === undefined ? { out: new Float64Array(items), ...captures } : captures;
  return [all, ...relaunches.map((replaced) => ({ ...all, ...replaced }))];
}

/** Whether a launch may be rejected. */
export const mayBeRejected = ({ needsIntegers = [] }: NumberCase, captures: Captures): boolean =>
  needsIntegers.some((name) => captures[name] !== (Number(captures[name]) | 0));

export function rangeOf({ range }: NumberCase, { out }: Captures): readonly number[] {
  return range ?? [typeof out === "object" ? out.length : ITEMS];
}

const indexNames: Readonly<Record<number, readonly string[]>> = { 1: ["i"], 2: ["y", "x"], 3: ["z", "y", "x"] };

export const HEAD = `import { type FixedArray, fixedArray, type Kernel1, type Kernel2, type Kernel3 } from "lanewise";
export const used = fixedArray;
export type Used = [FixedArray<number, 1>, Kernel1, Kernel2, Kernel3];
`;

/** A function of that name, which makes the kernel over the captures, in their order. */
export function sourceOf(number: NumberCase, name: string): string {
  const [captures = {}] = launchesOf(number);
  const dimensions = rangeOf(number, captures).length;
  const parameters = Object.entries(captures).map(([own, value]) =>
    typeof value === "number" ? `${own}: number` : `${own}: ${value.constructor.name}`,
  );
  return `${number.declarations ?? ""}
export function ${name}(${parameters.join(", ")}): Kernel${dimensions} {
  return (${indexNames[dimensions]?.join(", ")}) => {
    ${number.body.trim()}
  };
}
`;
}
