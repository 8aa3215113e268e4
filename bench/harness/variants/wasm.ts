// What the WebAssembly baselines share: the workload's arrays in a memory of the module's own, and the two tables that C and
// AssemblyScript sources take (addresses of the arrays; scalars as doubles).

import { type Prepared, preparedFunction } from "../variant.js";
import { type Arrays, constructorOf, outputsOf, type TypedArray, type Workload } from "../workload.js";

const page = 65_536;

export interface Arena {
  readonly memory: WebAssembly.Memory;
  readonly arrays: Arrays;
  readonly addresses: Readonly<Record<string, number>>;
  /** Where the tables stand. */
  readonly arrayTable: number;
  readonly scalarTable: number;
}

/** Lays a workload out in a new memory, from `base` on. */
export function createArena({ arrays, scalars }: Workload, base: number): Arena {
  let end = alignUp(base, 64);
  const reserve = (bytes: number): number => {
    const address = end;
    end = alignUp(end + bytes, 64);
    return address;
  };
  const arrayTable = reserve(4 * Object.keys(arrays).length);
  const scalarTable = reserve(8 * Object.keys(scalars).length);
  const addresses = Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => [name, reserve(array.byteLength + 64)]),
  );
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / page) + 1 });
  new Uint32Array(memory.buffer, arrayTable).set(Object.values(addresses));
  new Float64Array(memory.buffer, scalarTable).set(Object.values(scalars));
  const placed = Object.entries(arrays).map(([name, array]) => {
    return [name, place(array, memory.buffer, addresses[name] ?? 0)] as const;
  });
  return { memory, arrays: Object.fromEntries(placed), addresses, arrayTable, scalarTable };
}

/** A variant whose module exports `run(arrays, scalars)`. */
export function prepareTableModule(workload: Workload, module: WebAssembly.Module, base: number): Prepared {
  const arena = createArena(workload, base);
  const run = instantiate(module, arena.memory);
  return preparedFunction(
    () => run(arena.arrayTable, arena.scalarTable),
    () => outputsOf(workload, arena.arrays),
  );
}

/** The function `run` of a new instance over the memory. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): (...values: number[]) => void {
  const abort = (): never => {
    throw new Error("the module aborted");
  };
  const { run } = new WebAssembly.Instance(module, { env: { memory, abort } }).exports;
  if (typeof run !== "function") throw new Error("the module does not export `run`");
  // An exported function takes and gives numbers here.
  return run as (...values: number[]) => void;
}

function place(array: TypedArray, buffer: ArrayBuffer, address: number): TypedArray {
  const placed = new (constructorOf(array))(buffer, address, array.length);
  placed.set(array);
  return placed;
}

function alignUp(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}
