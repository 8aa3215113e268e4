// What code generation hands to a target: the contract between codegen and the runtime. One program is one kernel.

import type { Builtin, Module, Position } from "@lanewise/ir";

export interface CompileOptions {
  readonly module: Module;
  /** Index of the kernel in `module.functions`. */
  readonly kernel: number;
  /** "unchecked" leaves out the bounds checks; "checked" is the default everywhere. */
  readonly bounds: "checked" | "unchecked";
  /** Whether other threads run at the same time: atomics are then real ones. */
  readonly threads: "one" | "many";
}

export interface WasmOptions extends CompileOptions {
  /** Work-items per gang; 1 is scalar code. */
  readonly gang: 1;
  /** Whether the imported memory is shared. */
  readonly sharedMemory: boolean;
}

/** A host function that code may import: a builtin, which is its Math function, or "rem", which is (a, b) => a % b. */
export type MathImport = Builtin | "rem";

/**
 * A WebAssembly module that imports "lanewise" "memory"; "global" "<index>", the address (i32, immutable) of each of
 * `globals`; "math" "<name>" (f64s to f64) each of `math`; and exports "run": (args, thread, begin, end) of abi.ts.
 */
export interface WasmProgram {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Indices into `module.globals` of those the code uses. */
  readonly globals: readonly number[];
  readonly math: readonly MathImport[];
  /** How many bytes of private memory it needs behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
}

/** A line of generated source (from 1) and the place in the user's source that it came from. */
export interface LineMapping {
  readonly line: number;
  readonly at: Position;
}

/**
 * The body of a function of (memory, globals) that returns `run`. `memory()` gives the current buffer; `globals` are the
 * addresses of `JavaScriptProgram.globals`, in that order. A failing kernel writes the failure record and throws.
 */
export interface JavaScriptProgram {
  readonly source: string;
  /** Indices into `module.globals` of those the code uses. */
  readonly globals: readonly number[];
  /** How many bytes of private memory it needs behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
  /** Ascending by line. */
  readonly lines: readonly LineMapping[];
}
