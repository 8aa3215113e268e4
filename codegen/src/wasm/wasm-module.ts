// A WebAssembly module as data, with the sections that our programs use. It has no data segments, tables, start function or mutable globals, because
// the runtime owns all storage. Function indices count imports first, as in the format.

import type { Instruction } from "./instructions.js";
import type { ValueType } from "./opcodes.js";

export interface FunctionType {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

export interface FunctionImport {
  readonly module: string;
  readonly name: string;
  readonly type: FunctionType;
}

export interface GlobalImport {
  readonly module: string;
  readonly name: string;
}

export interface WasmFunction {
  /** For the name section. */
  readonly name: string;
  readonly type: FunctionType;
  /** Types of the locals behind the parameters. */
  readonly locals: readonly ValueType[];
  readonly body: readonly Instruction[];
}

export interface WasmModule {
  /** Imported as "lanewise" "memory". */
  readonly sharedMemory: boolean;
  readonly functionImports: readonly FunctionImport[];
  /** Immutable i32 globals. */
  readonly globalImports: readonly GlobalImport[];
  readonly functions: readonly WasmFunction[];
  /** The index in `functions` of the function exported as "run". */
  readonly run: number;
}

/** Each distinct function type once, in order of first use, and a function that finds a type's index. */
export function functionTypes(module: WasmModule): { types: FunctionType[]; indexOf: (type: FunctionType) => number } {
  const types: FunctionType[] = [];
  const indices = new Map<string, number>();
  const key = (type: FunctionType) => `${type.parameters.join()}>${type.results.join()}`;
  for (const { type } of [...module.functionImports, ...module.functions]) {
    if (indices.has(key(type))) continue;
    indices.set(key(type), types.length);
    types.push(type);
  }
  return { types, indexOf: (type) => indices.get(key(type)) ?? 0 };
}

/** The most pages that a 32-bit memory can have; a shared memory must declare a maximum. */
export const MAX_PAGES = 65536;
