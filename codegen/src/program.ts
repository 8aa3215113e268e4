// The contract between codegen and the runtime: the programs that code generation makes for a target. One program is one kernel.

import type { Builtin, Module, Position, SubGroupSize } from "@lanewise/ir";
import type { MathFunctions } from "./math/math-function.js";
import type { replacePrivate } from "./simplify/replace-private.js";
import type { atomicLowering } from "./wasm/gang/atomic-lowering.js";
import type { Explainer } from "./wasm/gang/explainer.js";
import type { narrowLanes } from "./wasm/gang/narrow-lanes.js";
import type { lowerSubGroup } from "./wasm/gang/sub-group-gangs.js";
import type { PieceSizes } from "./wasm/split/split-functions.js";

export interface CompileOptions {
  readonly module: Module;
  /** Index of the kernel in `module.functions`. */
  readonly kernel: number;
  /** "unchecked" omits bounds checks; "checked" is the default everywhere. */
  readonly bounds: "checked" | "unchecked";
  /** Whether other threads run at the same time, so that atomics must be real ones. */
  readonly threads: "one" | "many";
}

/** The engine's vector support: none, 128-bit vectors, or also relaxed SIMD, for its fused multiply-add. */
export type WasmFeatures = "scalar" | "simd128" | "simd128+relaxed";

export interface WasmOptions extends CompileOptions {
  readonly features: WasmFeatures;
  /** "strict" disables contraction, so that a * b + c rounds twice on every engine. */
  readonly fp: "default" | "strict";
  /** Work-items per gang, 1 for scalar code; if undefined, the compiler chooses. A kernel that cannot be vectorised has 1 anyway. */
  readonly gang?: Gang | 1 | undefined;
  /**
   * How gangs cover a range of two or three dimensions: in "rows", a gang's work-items are adjacent in the innermost dimension, and the rest of a row
   * is a gang of its own; "flat" gangs follow linear ids across rows, which suits a narrow innermost dimension.
   */
  readonly shape: "rows" | "flat";
  /** For a kernel that always runs over its whole range: the values that every launch shares. */
  readonly known?: KnownLaunch | undefined;
  /**
   * The size of the kernel's sub-groups (`subGroup` statements), which its gangs then are. The innermost size must be a multiple of it, and the shape
   * "rows".
   */
  readonly subGroups?: SubGroupSize | undefined;
  /** Whether the kernel's commutative atomics may go to per-thread copies, as `WasmProgram.privatised` lists. */
  readonly privatise: boolean;
  /** Whether the imported memory is shared. */
  readonly sharedMemory: boolean;
  /** The length at which functions are split; tests split short ones. */
  readonly pieces?: PieceSizes | undefined;
  /**
   * Returns the functions that gangs compute themselves, called only for kernels that use some; without it, the host's are called for each work-item.
   */
  readonly mathFunctions?: (type: "f32" | "f64") => MathFunctions;
  /** Returns what chooses and lowers lanes of 8 and 16 bits, called only for kernels with such elements; without it, all lanes have 32 bits. */
  readonly narrowLanes?: () => typeof narrowLanes;
  /** Returns what lowers atomic operations; kernels that have some need it. */
  readonly atomicLowering?: () => typeof atomicLowering;
  /** Returns what lowers operations of sub-groups; kernels that have some need it. */
  readonly lowerSubGroup?: () => typeof lowerSubGroup;
  /** Returns the passes for private memory; kernels that have some need it. */
  readonly replacePrivate?: () => typeof replacePrivate;
  /** Explains accesses and loops for the report, which is empty without it; `explainKernel` passes one. */
  readonly explainer?: Explainer;
}
export type Gang = 4 | 8 | 16;

export interface KnownLaunch {
  /** Sizes of the range, outermost first; unused ones 1. */
  readonly sizes: readonly [number, number, number];
  /** Lengths of spans, by parameter. */
  readonly lengths: ReadonlyMap<number, number>;
}

/** A host function that code may import: a builtin's Math function, or "rem", which is (a, b) => a % b. */
export type MathImport = Builtin | "rem";

/**
 * A WebAssembly module that imports "lanewise" "memory"; "global" "<index>", the address (i32, immutable) of each of
 * `globals`; "math" "<name>" (f64s to f64) each of `math`; and exports "run": (args, thread, begin, end) of abi.ts.
 */
export interface WasmProgram {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Work-items that run in lockstep; 1 is scalar code. A chunk must begin at a gang: where the index in the innermost dimension (for "flat" shape and
   * one dimension, the linear id) is a multiple of this. It may end anywhere.
   */
  readonly gang: Gang | 1;
  /**
   * Targets that the threads have copies of, in the order of their addresses (u32 each) at PRIVATE_COPIES_OFFSET of the thread block. Copies begin as
   * `identity` in every element; afterwards `op` merges them into the original.
   */
  readonly privatised: readonly PrivatisedTarget[];
  readonly report: KernelReport;
  /** Indices into `module.globals` of the globals used. */
  readonly globals: readonly number[];
  readonly math: readonly MathImport[];
  /** Symbols of the foreign functions called. */
  readonly foreign: readonly string[];
  /** Bytes of private memory it needs from THREAD_STACK_OFFSET on. */
  readonly stackSize: number;
}

/** A span parameter or a global of which every thread updates its own copy. */
export interface PrivatisedTarget {
  readonly kind: "parameter" | "global";
  /** Index in the kernel's parameters or in `module.globals`. */
  readonly index: number;
  readonly element: "i32" | "u32" | "i64" | "u64";
  readonly op: "add" | "and" | "or" | "xor" | "min" | "max";
}

/** How a kernel was vectorised and what prevented better code, for `lanewise inspect --why`. */
export interface KernelReport {
  readonly gang: Gang | 1;
  /** Why this gang size; for scalar code, why it is scalar. */
  readonly reason: string;
  /** Source position of the reason, if it has one. */
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
   * uniform: one scalar for the whole gang; vector: adjacent elements; reversed: the same, descending; strided: elements at a constant distance; transposed: strided elements of four
   * loop iterations, transposed in registers; gathered: an address for each work-item (for a store: scattered); serial: one work-item after another.
   */
  readonly form: "uniform" | "vector" | "reversed" | "strided" | "transposed" | "gathered" | "serial";
  /** none: unchecked or proven; hoisted: once for many gangs; each: at every access. */
  readonly check: "none" | "hoisted" | "each";
  /** Why it is not a vector, or why its check is not hoisted, if known. */
  readonly reason: string | undefined;
  /** What the user can change about it, if anything. */
  readonly help: string | undefined;
}
/** A function that the host computes for each work-item. */
export interface HostCallReport {
  /** `Math.asinh of f64`. */
  readonly name: string;
  readonly at: Position;
  /** seldom: a gang computes it, except for some arguments. */
  readonly form: "always" | "seldom";
  readonly reason: string;
}
export interface LoopReport {
  readonly at: Position;
  /** uniform: the gang's work-items iterate together; divergent: each until its own end, under a mask. */
  readonly control: "uniform" | "divergent";
  readonly reason: string | undefined;
}

/** An integer in a gang loop that is computed with 64 bits, at half the speed or less. */
export interface WidenedReport {
  /** A variable, or an expression roughly as written. */
  readonly name: string;
  /** The loop; or the kernel, if there is none. */
  readonly at: Position;
  /** The rule in docs/decisions/0047-exact-integers.md. */
  readonly rule: "B" | "C" | "D" | "E" | "F";
  /** Its possible values, and why they need 64 bits. */
  readonly reason: string;
  /** Replacements that give 32 bits: for a variable, its declaration up to the initial value. */
  readonly annotations: readonly Annotation[];
  readonly help: string;
}
export interface Annotation {
  readonly from: string;
  readonly to: string;
}

/** A line of generated source (from 1) and its position in the user's source. */
export interface LineMapping {
  readonly line: number;
  readonly at: Position;
}

/**
 * The body of a function of (memory, globals, foreign) that returns `run`. `memory()` returns the current buffer; `globals` are the addresses of
 * `JavaScriptProgram.globals`, in that order, `foreign` the functions of `JavaScriptProgram.foreign`. A failing kernel writes the failure record and
 * throws.
 */
export interface JavaScriptProgram {
  readonly source: string;
  /** Indices into `module.globals` of the globals used. */
  readonly globals: readonly number[];
  /** Symbols of the foreign functions called. */
  readonly foreign: readonly string[];
  /** Bytes of private memory it needs from THREAD_STACK_OFFSET on. */
  readonly stackSize: number;
  /** In ascending order of lines. */
  readonly lines: readonly LineMapping[];
}
