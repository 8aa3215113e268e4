// What a kernel computes on: named typed arrays with their first contents, and named numbers. Every variant of a kernel gets
// the same workload, in the same order, so that results can be compared and C can take it as two tables.

export type TypedArray = Float32Array | Float64Array | Int8Array | Int32Array | Uint32Array | Uint8Array;
export type Arrays = Readonly<Record<string, TypedArray>>;
export type Scalars = Readonly<Record<string, number>>;

export interface Workload<A extends Arrays = Arrays, S extends Scalars = Scalars> {
  readonly arrays: A;
  readonly scalars: S;
  /** The arrays that the kernel writes: what is compared. */
  readonly outputs: readonly string[];
}

/** The arrays of a workload whose `workload` function is W, in memory of any kind. */
export type ArraysOf<W extends (size: number) => Workload> = {
  [Name in keyof ReturnType<W>["arrays"]]: InAnyMemory<ReturnType<W>["arrays"][Name]>;
};
type InAnyMemory<T, Any = TypedArray> = Any extends unknown ? (T extends Any ? Any : never) : never;
/** The scalars of a workload whose `workload` function is W. */
export type ScalarsOf<W extends (size: number) => Workload> = ReturnType<W>["scalars"];

const constructors = { Float32Array, Float64Array, Int8Array, Int32Array, Uint32Array, Uint8Array };

/** What made the array. */
export function constructorOf(array: TypedArray): (typeof constructors)[keyof typeof constructors] {
  return constructors[array[Symbol.toStringTag]];
}

/** A copy of each array in ordinary memory: no variant sees what another one wrote. */
export function copyArrays(arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
}

/** The written arrays, in the order of `outputs`. */
export function outputsOf({ outputs }: Workload, arrays: Arrays): readonly TypedArray[] {
  return outputs.map((name) => {
    const array = arrays[name];
    if (!array) throw new Error(`the workload has no array ${name}`);
    return array;
  });
}
