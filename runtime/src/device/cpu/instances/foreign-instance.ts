// Instances of other WebAssembly modules on one thread, over the device's memory. For another compiler's module (foreign/foreign-binary.ts says
// which), the data are where the first instance put them, and the stack is in the thread's block. Imports little, for workers.

import type { ForeignFunction } from "@lanewise/ir";
import type { WasmGlobal, WasmInstance, WasmMemory, WasmModule } from "../../../values/index.js";
import type { Run } from "../index.js";
import { type MathNames, mathImports } from "./math-imports.js";

/** The text from which every thread makes its own instance. */
export interface ForeignText {
  readonly module: WasmModule;
  /** The address of its data. */
  readonly memoryBase: number;
  readonly tableSize: number;
  /** As in `ForeignBinary`. */
  readonly objects: Readonly<Record<string, number>>;
  readonly functions: readonly string[];
}

/** A device function of an image without IR. */
export interface FunctionText {
  readonly module: WasmModule;
  readonly math: MathNames;
  /** Bytes of private memory; that of its callees follows. */
  readonly stackSize: number;
  /** Its callees, by symbol. */
  readonly functions: Readonly<Record<string, FunctionText>>;
}

/** The foreign functions of a program. */
export interface ForeignCalls {
  readonly libraries: readonly (ForeignText | FunctionText)[];
  /** The index of the library that exports each function, by symbol, which is also the name of the export. */
  readonly functions: Readonly<Record<string, number>>;
  /** Offsets from a thread's block to the memory for such functions, and to its end, from which other compilers' stacks grow down. */
  readonly stackBottom: number;
  readonly stackTop: number;
}

export interface ForeignInstances {
  readonly functions: Readonly<Record<string, ForeignFunction>>;
  /** The program's `run`, with the calling thread's stack. */
  readonly withStack: (run: Run) => Run;
}

export function instantiateCalls(
  { libraries, functions, stackBottom, stackTop }: ForeignCalls,
  memory: WasmMemory,
): ForeignInstances {
  const stack = stackPointer(0);
  const exported = libraries.map((library): ((symbol: string) => WebAssembly.ExportValue | undefined) => {
    if ("math" in library) {
      const run = instantiateFunction(library, memory, stackBottom);
      return () => run;
    }
    const { exports } = instantiateForeign(library, memory, stack);
    return (symbol) => exports[symbol];
  });
  return {
    functions: Object.fromEntries(
      // The types of the exports were compared with those of the imports when the kernel was linked.
      Object.entries(functions).map(([symbol, library]) => [symbol, exported[library]?.(symbol) as ForeignFunction]),
    ),
    withStack: (run) => (args, thread, begin, end) => {
      stack.value = thread + stackTop;
      run(args, thread, begin, end);
    },
  };
}

/** `stack`: the offset from a thread's block to the function's memory. */
function instantiateFunction(
  { module, math, stackSize, functions }: FunctionText,
  memory: WasmMemory,
  stack: number,
): WebAssembly.ExportValue | undefined {
  const foreign = Object.fromEntries(
    Object.entries(functions).map(([symbol, called]) => [
      symbol,
      // These are functions that others import.
      instantiateFunction(called, memory, stack + stackSize) as ForeignFunction,
    ]),
  );
  const imports = { lanewise: { memory, stack }, math: mathImports(math), foreign };
  return new WebAssembly.Instance(module, imports).exports.run;
}

export function stackPointer(address: number): WasmGlobal {
  return new WebAssembly.Global({ value: "i32", mutable: true }, address);
}

export function instantiateForeign(
  { module, memoryBase, tableSize, objects, functions }: ForeignText,
  memory: WasmMemory,
  stack: WasmGlobal,
): WasmInstance {
  const table = new WebAssembly.Table({ initial: tableSize + functions.length, element: "anyfunc" });
  const address = (value: number) => new WebAssembly.Global({ value: "i32", mutable: true }, value);
  const instance = new WebAssembly.Instance(module, {
    env: {
      memory,
      __stack_pointer: stack,
      __memory_base: memoryBase,
      __table_base: 0,
      __indirect_function_table: table,
    },
    "GOT.mem": Object.fromEntries(Object.entries(objects).map(([name, at]) => [name, address(memoryBase + at)])),
    "GOT.func": Object.fromEntries(functions.map((name, index) => [name, address(tableSize + index)])),
  });
  for (const [index, name] of functions.entries()) table.set(tableSize + index, instance.exports[name]);
  return instance;
}
