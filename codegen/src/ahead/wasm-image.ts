// The header in the code of a device image of format "wasm": plain JSON data. Its programs are those the runtime would otherwise generate at the
// first launches of its kernels (prebuild-image.ts writes it, the program manager reads it).

import type {
  Access,
  CompiledFunction,
  Coverage,
  DataType,
  Local,
  Position,
  Query,
  Site,
  StructDefinition,
  SubGroupSize,
  ValueScalar,
} from "@lanewise/ir";
import type { GroupPlan } from "../groups/group-plan.js";
import type { Gang, PrivatisedTarget } from "../program.js";
import type { LinkedImport } from "./link-own.js";

export interface WasmImageHeader {
  /** The module that was compiled. */
  readonly module: string;
  /** Fingerprints of the images whose functions were linked in, by module. */
  readonly linked: Readonly<Record<string, string>>;
  /** Like `linked`, for images without IR, whose WebAssembly the code calls. */
  readonly called: Readonly<Record<string, string>>;
  /** The symbols that imports were resolved to. */
  readonly imports: readonly LinkedImport[];
  /** The targets of references: the id of each is in a global (`functionOfGlobal`). */
  readonly references: readonly string[];
  readonly kernels: readonly PrebuiltKernel[];
  /** Functions that other modules' kernels may call, in images without IR. */
  readonly functions: readonly PrebuiltFunction[];
  /** Index in `tables` for the functions. */
  readonly functionTables: number;
  /** The tables that positions, globals and types of programs index. */
  readonly tables: readonly PrebuiltTables[];
}

export interface PrebuiltTables {
  readonly files: readonly string[];
  readonly structs: readonly StructDefinition[];
  readonly sites: readonly Site[];
  readonly globals: readonly PrebuiltGlobal[];
}

/** A global of `Module.globals`. */
export interface PrebuiltGlobal {
  readonly id: string;
  readonly type: DataType;
  readonly storage: "device" | "image" | "constant" | "imported" | "local" | "specialization";
  /** In base64; absent means zeros. */
  readonly initial?: string;
  /** Its index in the kernel's own image; absent if it was linked in. */
  readonly own?: number;
}

export interface PrebuiltKernel {
  readonly symbol: string;
  /** Like the runtime's `GroupKind`. */
  readonly groups: "none" | "indices" | "regions";
  /** The builtins it computes, by the symbols under which images replace them. */
  readonly builtins: readonly string[];
  /** The specialization constants it uses, as indices of `globals`. */
  readonly constants: readonly number[];
  /** Whether launches pass the constants' values as arguments; otherwise programs use the defaults. */
  readonly takesConstants: boolean;
  /** The captures in `specialized`. Programs take them like any others. */
  readonly specialized: readonly number[];
  readonly programs: readonly PrebuiltProgram[];
  /** Index in `tables` for queries before there is a program. */
  readonly tables: number;
  /** Why there are no programs, or not for every launch; empty otherwise. */
  readonly missing: string;
}

/** A device function that the module exports. */
export interface PrebuiltFunction {
  readonly symbol: string;
  readonly name: string;
  readonly parameters: readonly Local[];
  readonly result: ValueScalar | "void";
  readonly at: Position;
  /** Like a kernel's. */
  readonly builtins: readonly string[];
  /** Why it has no code. */
  readonly missing: string;
  readonly code: FunctionCode | null;
}

/**
 * A WebAssembly module that exports the function as "run". After the argument block, the thread's block and the work-item (i32 each), as for a
 * kernel's `run`, it takes its first site's number, its parameters, and its needs: scalars as WebAssembly's types, references and globals as
 * addresses, a span as its address and length.
 */
export interface FunctionCode {
  /** Index of the WebAssembly module. */
  readonly module: number;
  readonly math: PrebuiltModule["math"];
  /** Symbols of the foreign functions it calls. */
  readonly foreign: readonly string[];
  /** Bytes of private memory, from "lanewise" "stack" after the thread's block on. */
  readonly stackSize: number;
  /** For the parameters, then for its needs. */
  readonly access: readonly Access[];
  readonly pointers: CompiledFunction["pointers"];
  readonly needs: readonly FunctionNeed[];
  /** Where it fails, and what it prints; it identifies a site by its position in this list plus the first site's number. */
  readonly sites: readonly Site[];
}

/** A value the function needs from the calling kernel. */
export type FunctionNeed =
  | { readonly kind: "query"; readonly query: Query; readonly dimension: 0 | 1 | 2 }
  /** The address of a global in the tables. */
  | { readonly kind: "place"; readonly global: number }
  /** The value of a specialization constant. */
  | { readonly kind: "value"; readonly global: number };

/** The form of launches that a program supports. */
export interface PrebuiltForm {
  readonly shape: "rows" | "flat";
  readonly hasOffset: boolean;
  /** For kernels that use work-groups; otherwise null. */
  readonly local: readonly [number, number, number] | null;
  readonly subGroupSize: SubGroupSize | null;
  /** As `describeReductions` gives them; empty without reductions. */
  readonly reductions: string;
  /** The captures that are arrays of structs in columns, with one parameter per column. */
  readonly columns: readonly number[];
}

export interface PrebuiltProgram {
  readonly form: PrebuiltForm;
  readonly tables: number;
  readonly parameters: readonly Local[];
  /** The parameters that take constants, in this order. */
  readonly constants: readonly ConstantParameter[];
  readonly nanoseconds: number;
  readonly hasAtomics: boolean;
  readonly isBounded: boolean;
  readonly access: {
    readonly parameters: readonly Access[];
    readonly globals: readonly (readonly [number, Access])[];
    readonly hasPointers: boolean;
  };
  readonly coverage: readonly (Coverage | null)[];
  /** The console's ring among the globals. */
  readonly console: number | null;
  readonly plan: GroupPlan | null;
  /** For one thread: the kernel or its regions. */
  readonly one: readonly PrebuiltModule[];
  /** For several threads, with private copies and without; null if the same as the previous one. */
  readonly many: readonly PrebuiltModule[] | null;
  readonly shared: readonly PrebuiltModule[] | null;
  /** For each reduction, the kernel that combines the remaining copies. */
  readonly combining: readonly PrebuiltCombining[];
}

/** A kernel that runs after another. Its globals are the program's. */
export interface PrebuiltCombining {
  readonly tables: number;
  readonly parameters: readonly Local[];
  readonly code: PrebuiltModule;
}

/** A parameter for a specialization constant: its value, or a span of one element that holds it. */
export interface ConstantParameter {
  readonly parameter: number;
  readonly global: number;
}

/** Like `WasmProgram`. */
export interface PrebuiltModule {
  /** Index of the WebAssembly module. */
  readonly module: number;
  readonly gang: Gang | 1;
  readonly privatised: readonly PrivatisedTarget[];
  readonly globals: readonly number[];
  /** Its "math" imports: functions of Math by name, or "rem". */
  readonly math: Readonly<Record<string, string>>;
  /** Symbols of the foreign functions it calls; absent if none. */
  readonly foreign?: readonly string[];
  readonly stackSize: number;
  readonly reason: string;
}
