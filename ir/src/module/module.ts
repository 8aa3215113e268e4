// The IR itself: a module of structs, globals, failure sites and functions, as immutable plain data. Control flow is structured and exists only in
// statements; expressions are trees without effects, evaluated left to right. An expression may fail (an index out of bounds) but never writes. Built
// through builder.ts, checked by verify/verify.ts.

import type { Builtin } from "./builtins.js";
import type { CompiledFunction } from "./foreign.js";
import type { AtomicOp, Combination, Op, Query, SubGroupOp } from "./ops.js";
import type { DataType, RefType, SpanType, StructDefinition, Type, ValueScalar } from "./types.js";

/** A source position: an index into the module's files; line and column count from 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/**
 * How a kernel can fail. "nullCall", "unknownCall" and "circularCall": the function called by reference is null, unknown here, or could reach the
 * call again.
 */
export type FailureKind = "bounds" | "assert" | "reference" | "barrier" | "nullCall" | "unknownCall" | "circularCall";

/**
 * A program point that can fail at run time; the failure record holds its index in `Module.sites`. A "log" site never fails: records in the console's
 * ring refer to it.
 */
export interface Site {
  readonly kind: FailureKind | "log";
  /** What failed, as written in the source: the indexed array, the asserted condition. For "log", the message (abi/console-ring.ts). */
  readonly name: string;
  readonly at: Position;
  /** For inlined code whose call positions are kept (codegen/src/inline.ts): the calls that led here, innermost first. Never in an image. */
  readonly calledFrom?: readonly Call[];
}

/** A call: its position and the callee's name. */
export interface Call extends Position {
  readonly callee: string;
}

export type Expr =
  | { readonly kind: "const"; readonly type: ValueScalar; readonly value: number | bigint | boolean }
  /** The value of a local. For an aggregate local use `address`. */
  | { readonly kind: "local"; readonly type: Type; readonly local: number }
  | { readonly kind: "op"; readonly type: ValueScalar; readonly op: Op; readonly args: readonly Expr[] }
  | {
      readonly kind: "builtin";
      readonly type: "f32" | "f64";
      readonly builtin: Builtin;
      readonly args: readonly Expr[];
    }
  | { readonly kind: "query"; readonly type: "i32"; readonly query: Query; readonly dimension: 0 | 1 | 2 }
  /** The address of a module global. */
  | { readonly kind: "global"; readonly type: RefType; readonly global: number }
  /** The address of an aggregate local, in private memory. */
  | { readonly kind: "address"; readonly type: RefType; readonly local: number }
  /** The address of one element; fails at `site` unless 0 <= index < length. `base` is a span or a reference to an array. */
  | {
      readonly kind: "element";
      readonly type: RefType;
      readonly base: Expr;
      readonly index: Expr;
      /**
       * Used during code generation when `index` is computed modulo 2^32: the exact index as an i32, which lies outside all arrays if it does not
       * fit. The bounds check uses it. Not an operand: it is computed from the index's own operands, and not at all where the check is proven.
       */
      readonly exact?: Expr;
      readonly site: number;
    }
  /** The address of one field. `base` is a reference to a struct. */
  | { readonly kind: "field"; readonly type: RefType; readonly base: Expr; readonly field: number }
  /** The address in a pointer; fails at `site` unless a whole object of the type lies there (abi/pointer-table.ts). */
  | { readonly kind: "dereference"; readonly type: RefType; readonly pointer: Expr; readonly site: number }
  /** The pointer to an address in device memory; 0, which is null, for private memory. */
  | { readonly kind: "pointer"; readonly type: "u64"; readonly place: Expr }
  /** The scalar at an address, widened to its register type. */
  | { readonly kind: "load"; readonly type: ValueScalar; readonly place: Expr }
  /** The number of elements of a span. */
  | { readonly kind: "length"; readonly type: "i32"; readonly span: Expr };

/** A label is unique in its function; only `break` and `continue` inside the labelled statement use it. */
export type Label = number;
export type MemoryScope = "workItem" | "subGroup" | "workGroup" | "device" | "system";
export type MemoryOrder = "relaxed" | "acquire" | "release" | "acquireRelease" | "sequential";

/** For statements that cannot fail: the position of the source statement they were made from, for debuggers. */
interface Placed {
  readonly at?: Position | undefined;
}

export type Stmt =
  | ({ readonly kind: "set"; readonly local: number; readonly value: Expr } & Placed)
  /** Writes a scalar (narrowed modulo 2^n to the memory's type) or copies an aggregate from a reference of the same type. */
  | { readonly kind: "store"; readonly place: Expr; readonly value: Expr; readonly at: Position }
  | {
      readonly kind: "atomic";
      readonly op: AtomicOp;
      readonly result: number | undefined;
      readonly place: Expr;
      /** The operand; undefined only for `load`. */
      readonly value: Expr | undefined;
      /** Only for `compareExchange`: the value memory must hold for `value` to be written. */
      readonly expected: Expr | undefined;
      readonly order: MemoryOrder;
      readonly scope: MemoryScope;
      readonly at: Position;
    }
  | {
      readonly kind: "call";
      readonly result: number | undefined;
      readonly function: number;
      readonly args: readonly Expr[];
      readonly at: Position;
    }
  | ({ readonly kind: "if"; readonly condition: Expr; readonly then: Block; readonly else: Block } & Placed)
  /** Repeats: `header`, leave unless `condition`, `body`, `update`. `continue` goes to `update`. */
  | {
      readonly kind: "loop";
      readonly label: Label;
      readonly header: Block;
      readonly condition: Expr;
      readonly body: Block;
      readonly update: Block;
      readonly at: Position;
    }
  /** A block that `break` can leave. */
  | { readonly kind: "block"; readonly label: Label; readonly body: Block }
  | ({ readonly kind: "break"; readonly label: Label } & Placed)
  | ({ readonly kind: "continue"; readonly label: Label } & Placed)
  | ({ readonly kind: "return"; readonly value: Expr | undefined } & Placed)
  /** `call` is the name of the group function that the barrier is part of, which work-items that have returned fail to join; otherwise "". */
  | {
      readonly kind: "barrier";
      readonly scope: "subGroup" | "workGroup";
      readonly call: string;
      readonly at: Position;
    }
  /**
   * Computes something together with the sub-group (ops.ts). Fails at `site`, of kind "barrier", unless all members arrive. Writes before it are
   * visible to all members after it.
   */
  | {
      readonly kind: "subGroup";
      readonly op: SubGroupOp;
      /** The operation that combines two values; undefined for shuffles. */
      readonly combination: Combination | undefined;
      readonly result: number;
      readonly value: Expr;
      /** For shuffles: the lane, the distance or the mask, an i32. */
      readonly lane: Expr | undefined;
      readonly site: number;
    }
  /** Fails at `site`, unconditionally. */
  | { readonly kind: "fail"; readonly site: number }
  /** A breakpoint for generated JavaScript; absent from WebAssembly, ignored by the interpreter. */
  | { readonly kind: "debugger"; readonly at: Position };

export type Block = readonly Stmt[];

/** Locals start without a value: registers are set before they are read on every path, private memory starts with arbitrary bytes. */
export interface Local {
  readonly name: string;
  readonly type: Type;
  /** For a kernel's span parameter: local memory, which each work-group has for itself while it runs; the launch gives its length. */
  readonly isLocal?: true;
  /**
   * A span for notes that the report of a failure reads: a work-item's note is read only if it fails before its next note. Never in an image of IR.
   */
  readonly isNote?: true;
  /** For a reference parameter of an exported or imported function: the function writes nothing through it, and callers rely on that. */
  readonly isReadonly?: true;
}

/**
 * "kernel" and "exported" are entry points. All others except "internal" have no body until images are linked: "imported" is resolved to the exported
 * function with its symbol, "reference" returns a reference to one, "dispatch" calls a reference's target (link/function-references.ts). "foreign" never
 * gets a body: it is a function of a WebAssembly module, called across instances (foreign.ts): of another compiler, or of a package that ships no IR
 * (`compiled`).
 */
export type Linkage = "kernel" | "internal" | "exported" | "imported" | "reference" | "dispatch" | "foreign";

export interface Fn {
  /** Unique across modules for kernels, exported and imported functions; unique in the module for all others. */
  readonly symbol: string;
  /** The display name; for a kernel, its enclosing function, file and line. */
  readonly name: string;
  readonly linkage: Linkage;
  /** The dimensions of a kernel's range; 0 for a single task and for other functions. */
  readonly dimensions: 0 | 1 | 2 | 3;
  /** The number of parameters, which are the first locals. */
  readonly parameters: number;
  /** For a kernel: the scalar parameters that programs are specialised for, ascending. */
  readonly specialized?: readonly number[] | undefined;
  /** For a foreign function that this compiler has compiled. Never in an image of IR. */
  readonly compiled?: CompiledFunction | undefined;
  readonly locals: readonly Local[];
  readonly result: ValueScalar | RefType | SpanType | "void";
  readonly body: Block;
  readonly at: Position;
}

export interface Global {
  /** `<package>@<version>/<path>:<qualified name>`. */
  readonly id: string;
  readonly name: string;
  readonly type: DataType;
  /** Initial bytes; undefined means all zero. For storage "device" and "image" they may end early: zeros follow. */
  readonly initial: Uint8Array | undefined;
  /**
   * "device": one per device and context; "image": with device_image_scope; "constant": never written; "imported": a device global that another
   * package defines, with the import name as `id`: `<package>/<subpath>:<exported name>`; "local": one per work-group while it runs, starting with
   * arbitrary bytes; "specialization": a value that programs are compiled for, `initial` unless another is set; never written.
   */
  readonly storage: "device" | "image" | "constant" | "imported" | "local" | "specialization";
  readonly hostAccess: "read" | "write" | "read_write" | "none";
  readonly at: Position;
}

export interface Module {
  /** `<package>@<version>/<path from the package's root>`. */
  readonly name: string;
  /** Paths indexed by `Position.file`, relative to the package's root. */
  readonly files: readonly string[];
  readonly structs: readonly StructDefinition[];
  readonly globals: readonly Global[];
  readonly sites: readonly Site[];
  readonly functions: readonly Fn[];
}
