// The IR itself: a module of structs, globals, failure sites and functions, as immutable plain data.
// Control flow is structured and stands in statements only; expressions are trees without effects, evaluated left to
// right. An expression may fail (an index out of bounds) but never writes. Built through builder.ts, checked by verify.ts.

import type { Builtin } from "./builtins.js";
import type { CompiledFunction } from "./foreign.js";
import type { AtomicOp, Combination, Op, Query, SubGroupOp } from "./ops.js";
import type { DataType, RefType, SpanType, StructDefinition, Type, ValueScalar } from "./types.js";

/** A place in the user's source: an index into the module's files, line and column from 1. */
export interface Position {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/** How a kernel can fail. "nullCall", "unknownCall" and "circularCall": what is called by reference is null, is not here, or could reach the call again. */
export type FailureKind = "bounds" | "assert" | "reference" | "barrier" | "nullCall" | "unknownCall" | "circularCall";

/**
 * Something that can fail at run time; the failure record names it by its index in `Module.sites`. One of kind "log" never
 * fails: a record of the console's ring names it.
 */
export interface Site {
  readonly kind: FailureKind | "log";
  /** What failed, as written in the source: the indexed array, the asserted condition. Of "log" the message (console-ring.ts). */
  readonly name: string;
  readonly at: Position;
  /**
   * Where calls were put in line with their places kept apart (codegen/src/inline.ts): those that led here, the innermost first. In no
   * image.
   */
  readonly calledFrom?: readonly Call[];
}

/** A call, by its place and the function that is called. */
export interface Call extends Position {
  readonly callee: string;
}

export type Expr =
  | { readonly kind: "const"; readonly type: ValueScalar; readonly value: number | bigint | boolean }
  /** The value of a local. Of an aggregate local use `address`. */
  | { readonly kind: "local"; readonly type: Type; readonly local: number }
  | { readonly kind: "op"; readonly type: ValueScalar; readonly op: Op; readonly args: readonly Expr[] }
  | {
      readonly kind: "builtin";
      readonly type: "f32" | "f64";
      readonly builtin: Builtin;
      readonly args: readonly Expr[];
    }
  | { readonly kind: "query"; readonly type: "i32"; readonly query: Query; readonly dimension: 0 | 1 | 2 }
  /** The place of a module global. */
  | { readonly kind: "global"; readonly type: RefType; readonly global: number }
  /** The place of an aggregate local, in private memory. */
  | { readonly kind: "address"; readonly type: RefType; readonly local: number }
  /** The place of one element; fails at `site` unless 0 <= index < length. `base` is a span or a reference to an array. */
  | {
      readonly kind: "element";
      readonly type: RefType;
      readonly base: Expr;
      readonly index: Expr;
      /**
       * Within code generation, where `index` is computed modulo 2^32: the same as an i32 that is outside of all arrays where it does not
       * fit. What is checked is this. It is no operand: it is computed of what the index is, and where the check is proven not at all.
       */
      readonly exact?: Expr;
      readonly site: number;
    }
  /** The place of one field. `base` is a reference to a struct. */
  | { readonly kind: "field"; readonly type: RefType; readonly base: Expr; readonly field: number }
  /** The place that a pointer names; fails at `site` unless a whole object of the type lies there (pointer-table.ts). */
  | { readonly kind: "dereference"; readonly type: RefType; readonly pointer: Expr; readonly site: number }
  /** The pointer of a place in device memory; 0, which is null, of one in private memory. */
  | { readonly kind: "pointer"; readonly type: "u64"; readonly place: Expr }
  /** The value at a place of scalar type, widened to its register type. */
  | { readonly kind: "load"; readonly type: ValueScalar; readonly place: Expr }
  /** The number of elements of a span. */
  | { readonly kind: "length"; readonly type: "i32"; readonly span: Expr };

/** A label is unique in its function; only `break` and `continue` inside the labelled statement use it. */
export type Label = number;
export type MemoryScope = "workItem" | "subGroup" | "workGroup" | "device" | "system";
export type MemoryOrder = "relaxed" | "acquire" | "release" | "acquireRelease" | "sequential";

/** What statements that cannot fail have for debuggers: where the statement stands that they were made of. */
interface Placed {
  readonly at?: Position | undefined;
}

export type Stmt =
  | ({ readonly kind: "set"; readonly local: number; readonly value: Expr } & Placed)
  /** Writes a scalar (narrowed modulo 2^n to the place's type) or copies an aggregate from a reference of the same type. */
  | { readonly kind: "store"; readonly place: Expr; readonly value: Expr; readonly at: Position }
  | {
      readonly kind: "atomic";
      readonly op: AtomicOp;
      readonly result: number | undefined;
      readonly place: Expr;
      /** The operand; undefined for `load` alone. */
      readonly value: Expr | undefined;
      /** For `compareExchange` alone: what must be there for `value` to be written. */
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
  /** `call` is the name of a function that the whole group calls, for which one that has returned is missing; else "". */
  | {
      readonly kind: "barrier";
      readonly scope: "subGroup" | "workGroup";
      readonly call: string;
      readonly at: Position;
    }
  /**
   * What a sub-group computes together (ops.ts). Fails at `site`, of kind "barrier", unless all its members are here. What was written
   * before, all of them read behind it.
   */
  | {
      readonly kind: "subGroup";
      readonly op: SubGroupOp;
      /** What combines two values; undefined of shuffles. */
      readonly combination: Combination | undefined;
      readonly result: number;
      readonly value: Expr;
      /** Of shuffles: the lane, the distance or the mask, an i32. */
      readonly lane: Expr | undefined;
      readonly site: number;
    }
  /** Fails at `site`, unconditionally. */
  | { readonly kind: "fail"; readonly site: number }
  /** A debugger stops here, where generated JavaScript runs; WebAssembly has none of it, the interpreter does nothing. */
  | { readonly kind: "debugger"; readonly at: Position };

export type Block = readonly Stmt[];

/** Begins with no value: one in a register is set before it is read, on every path; private memory holds anything. */
export interface Local {
  readonly name: string;
  readonly type: Type;
  /** Of a kernel's parameter, a span: local memory, of which each work-group has its own while it runs; the launch says how long it is. */
  readonly isLocal?: true;
  /** A span in which work-items note something for the report of a failure: what one notes is read only if it fails before it notes again. In no image of IR. */
  readonly isNote?: true;
}

/**
 * "kernel" and "exported" are entry points. The others but "internal" have no body until images are linked: "imported" stands for the
 * exported function of its symbol, "reference" gives a reference to one, "dispatch" calls what a reference leads to (function-references.ts).
 * "foreign" never has one: it is a function of a WebAssembly module, called across instances (foreign.ts): of another compiler, or of a
 * package that ships no IR (`compiled`).
 */
export type Linkage = "kernel" | "internal" | "exported" | "imported" | "reference" | "dispatch" | "foreign";

export interface Fn {
  /** Unique over all modules for kernels, exported and imported functions; unique in the module for the others. */
  readonly symbol: string;
  /** What people call it: for a kernel its enclosing function, file and line. */
  readonly name: string;
  readonly linkage: Linkage;
  /** Of a kernel's range: 0 is a single task. 0 for other functions. */
  readonly dimensions: 0 | 1 | 2 | 3;
  /** The first locals are the parameters. */
  readonly parameters: number;
  /** Of a kernel: the scalar parameters that programs are compiled for a value of, in ascending order. */
  readonly specialized?: readonly number[] | undefined;
  /** Of a foreign function that this compiler has made. In no image of IR. */
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
  /** The bytes it starts with; undefined is all zero. Of storage "device" and "image" they may end early: zeros follow. */
  readonly initial: Uint8Array | undefined;
  /**
   * "device": one per device and context; "image": with device_image_scope; "constant": never written; "imported": a device's, which
   * another package defines: `id` is the name that it is imported by, `<package>/<subpath>:<exported name>`; "local": one per
   * work-group while it runs, which begins with any bytes; "specialization": what a program is compiled for, unless it is told
   * another value `initial`; never written.
   */
  readonly storage: "device" | "image" | "constant" | "imported" | "local" | "specialization";
  readonly hostAccess: "read" | "write" | "read_write" | "none";
  readonly at: Position;
}

export interface Module {
  /** `<package>@<version>/<path from the package's root>`. */
  readonly name: string;
  /** Paths as `Position.file` numbers them, relative to the package's root. */
  readonly files: readonly string[];
  readonly structs: readonly StructDefinition[];
  readonly globals: readonly Global[];
  readonly sites: readonly Site[];
  readonly functions: readonly Fn[];
}
