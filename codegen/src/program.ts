// What code generation hands to a target: the contract between codegen and the runtime. One program is one kernel.

import type { Builtin, Module, Position } from "@lanewise/ir";
import type { MathFunctions } from "./math/math-function.js";
import type { Explainer } from "./wasm/gang/explainer.js";
import type { PieceSizes } from "./wasm/split/split-functions.js";

export interface CompileOptions {
  readonly module: Module;
  /** Index of the kernel in `module.functions`. */
  readonly kernel: number;
  /** "unchecked" leaves out the bounds checks; "checked" is the default everywhere. */
  readonly bounds: "checked" | "unchecked";
  /** Whether other threads run at the same time: atomics are then real ones. */
  readonly threads: "one" | "many";
}

/** What the engine can run: no vectors, 128-bit vectors, or those and relaxed SIMD, whose fused multiply-add is used. */
export type WasmFeatures = "scalar" | "simd128" | "simd128+relaxed";

export interface WasmOptions extends CompileOptions {
  readonly features: WasmFeatures;
  /** "strict" leaves out contraction, so that a * b + c rounds twice on every engine. */
  readonly fp: "default" | "strict";
  /** Work-items per gang; the compiler chooses where it is undefined. A kernel that cannot be vectorised has 1 anyway. */
  readonly gang?: Gang | undefined;
  /**
   * How gangs lie in a range of two or three dimensions: in "rows", a gang's work-items are neighbours in the innermost
   * dimension, and what is left of a row is a gang of its own; "flat" gangs go over the linear ids across rows, which a
   * narrow innermost dimension wants.
   */
  readonly shape: "rows" | "flat";
  /** Of a kernel that only ever runs over its whole range: what is the same at every launch. */
  readonly known?: KnownLaunch | undefined;
  /**
   * How large the sub-groups are that the kernel computes with together (`subGroup` statements): its gangs are these. The innermost size
   * is a multiple of that, and the shape is "rows".
   */
  readonly subGroups?: SubGroupSize | undefined;
  /** Whether the kernel's commutative atomics may go to copies of each thread, where `WasmProgram.privatised` says so. */
  readonly privatise: boolean;
  /** Whether the imported memory is shared. */
  readonly sharedMemory: boolean;
  /** How long functions get before they are split; tests split short ones. */
  readonly pieces?: PieceSizes | undefined;
  /** Gives what gangs compute themselves, where a kernel has some of it; without, the host's are called for each work-item. */
  readonly mathFunctions?: (type: "f32" | "f64") => MathFunctions;
  /** Who finds out what the report says of accesses and loops, which is nothing without: `explainKernel` has one. */
  readonly explainer?: Explainer;
}
export type Gang = 4 | 8 | 16;
/** Members of a whole sub-group: a gang can be one. */
export type SubGroupSize = Gang;

export interface KnownLaunch {
  /** Of the range, outermost first; unused ones 1. */
  readonly sizes: readonly [number, number, number];
  /** Of spans, by parameter. */
  readonly lengths: ReadonlyMap<number, number>;
}

/** A host function that code may import: a builtin, which is its Math function, or "rem", which is (a, b) => a % b. */
export type MathImport = Builtin | "rem";

/**
 * A WebAssembly module that imports "lanewise" "memory"; "global" "<index>", the address (i32, immutable) of each of
 * `globals`; "math" "<name>" (f64s to f64) each of `math`; and exports "run": (args, thread, begin, end) of abi.ts.
 */
export interface WasmProgram {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Work-items that run in lockstep; 1 is scalar code. A chunk must begin at a gang: where the index in the innermost
   * dimension (in "flat" shape and in one dimension: the linear id) is a multiple of this. It may end anywhere.
   */
  readonly gang: Gang | 1;
  /**
   * What the threads have copies of, in the order of their addresses (u32 each) at PRIVATE_COPIES_OFFSET of the thread
   * block. Copies begin as `identity` in every element; afterwards `op` merges them into the original.
   */
  readonly privatised: readonly PrivatisedTarget[];
  readonly report: KernelReport;
  /** Indices into `module.globals` of those the code uses. */
  readonly globals: readonly number[];
  readonly math: readonly MathImport[];
  /** The symbols of the foreign functions that the code calls. */
  readonly foreign: readonly string[];
  /** How many bytes of private memory it needs behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
}

/** A span parameter or a global of which every thread updates a copy of its own. */
export interface PrivatisedTarget {
  readonly kind: "parameter" | "global";
  /** Of the kernel's parameters, or in `module.globals`. */
  readonly index: number;
  readonly element: "i32" | "u32" | "i64" | "u64";
  readonly op: "add" | "and" | "or" | "xor" | "min" | "max";
}

/** How a kernel was vectorised and what prevented better, for `lanewise inspect --why`. */
export interface KernelReport {
  readonly gang: Gang | 1;
  /** Why this gang; of scalar code, why it is. */
  readonly reason: string;
  /** Where the reason lies in the source, if at one place. */
  readonly at: Position | undefined;
  readonly accesses: readonly AccessReport[];
  readonly loops: readonly LoopReport[];
  readonly hostCalls: readonly HostCallReport[];
  readonly widened: readonly WidenedReport[];
}
export interface AccessReport {
  /** The array, as written. */
  readonly name: string;
  readonly at: Position;
  readonly kind: "load" | "store" | "atomic";
  /**
   * uniform: one scalar for the whole gang; vector: neighbouring elements; strided: elements at a constant distance;
   * transposed: such elements of four rounds of a loop, whose registers are transposed;
   * gathered: an address for each work-item (of a store: scattered); serial: one work-item after the other.
   */
  readonly form: "uniform" | "vector" | "strided" | "transposed" | "gathered" | "serial";
  /** none: unchecked or proven; hoisted: once for many gangs; each: at every access. */
  readonly check: "none" | "hoisted" | "each";
  /** Why it is not a vector, or why its check does not hoist; if that is known. */
  readonly reason: string | undefined;
  /** What the user can change about it, if anything. */
  readonly help: string | undefined;
}
/** A function that the host computes for each work-item. */
export interface HostCallReport {
  /** `Math.asinh of f64`. */
  readonly name: string;
  readonly at: Position;
  /** seldom: a gang computes it, but for some arguments. */
  readonly form: "always" | "seldom";
  readonly reason: string;
}
export interface LoopReport {
  readonly at: Position;
  /** uniform: the gang's work-items go round together; divergent: each until its own end, under a mask. */
  readonly control: "uniform" | "divergent";
  readonly reason: string | undefined;
}

/** An integer that a loop of gangs computes with 64 bits, at half the speed or less. */
export interface WidenedReport {
  /** A variable, or an expression as it may have been written. */
  readonly name: string;
  /** The loop; the kernel, where there is none. */
  readonly at: Position;
  /** Of docs/decisions/0047-exact-integers.md. */
  readonly rule: "B" | "C" | "D" | "E" | "F";
  /** What it may be, and why that takes 64 bits. */
  readonly reason: string;
  /** What to write in the place of what, for 32 bits: of a variable its declaration, up to the value it begins with. */
  readonly annotations: readonly Annotation[];
  readonly help: string;
}
export interface Annotation {
  readonly from: string;
  readonly to: string;
}

/** A line of generated source (from 1) and the place in the user's source that it came from. */
export interface LineMapping {
  readonly line: number;
  readonly at: Position;
}

/**
 * The body of a function of (memory, globals, foreign) that returns `run`. `memory()` gives the current buffer; `globals` are the
 * addresses of `JavaScriptProgram.globals`, in that order, `foreign` the functions of `JavaScriptProgram.foreign`. A failing kernel writes the failure record and throws.
 */
export interface JavaScriptProgram {
  readonly source: string;
  /** Indices into `module.globals` of those the code uses. */
  readonly globals: readonly number[];
  /** The symbols of the foreign functions that the code calls. */
  readonly foreign: readonly string[];
  /** How many bytes of private memory it needs behind THREAD_STACK_OFFSET. */
  readonly stackSize: number;
  /** Ascending by line. */
  readonly lines: readonly LineMapping[];
}
