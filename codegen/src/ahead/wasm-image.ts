// What stands in the code of a device image of format "wasm", in front of its WebAssembly modules: plain data, as JSON has it. Its programs are
// what the runtime would otherwise generate at the first launches of its kernels (prebuild-image.ts writes it, the program manager reads it).

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
  ValueScalar,
} from "@lanewise/ir";
import type { GroupPlan } from "../groups/group-plan.js";
import type { Gang, PrivatisedTarget, SubGroupSize } from "../program.js";
import type { LinkedImport } from "./link-own.js";

export interface WasmImageHeader {
  /** The module whose code it is. */
  readonly module: string;
  /** Fingerprints of the images that functions were linked in from, by module. */
  readonly linked: Readonly<Record<string, string>>;
  /** As `linked`, of images without IR, whose WebAssembly its code calls. */
  readonly called: Readonly<Record<string, string>>;
  /** What these imports led to. */
  readonly imports: readonly LinkedImport[];
  /** The functions that references lead to in it: each has its id in a global (`functionOfGlobal`). */
  readonly references: readonly string[];
  readonly kernels: readonly PrebuiltKernel[];
  /** What kernels of others may call, of images without IR beside them. */
  readonly functions: readonly PrebuiltFunction[];
  /** Index in `tables`, of the functions. */
  readonly functionTables: number;
  /** What positions, globals and types of programs are numbers of. */
  readonly tables: readonly PrebuiltTables[];
}

export interface PrebuiltTables {
  readonly files: readonly string[];
  readonly structs: readonly StructDefinition[];
  readonly sites: readonly Site[];
  readonly globals: readonly PrebuiltGlobal[];
}

/** A global as `Module.globals` has it. */
export interface PrebuiltGlobal {
  readonly id: string;
  readonly type: DataType;
  readonly storage: "device" | "image" | "constant" | "imported" | "local" | "specialization";
  /** In base64; left out: zeros. */
  readonly initial?: string;
  /** Its index in the kernel's own image; left out of what was linked in. */
  readonly own?: number;
}

export interface PrebuiltKernel {
  readonly symbol: string;
  /** As `GroupKind` of the runtime. */
  readonly groups: "none" | "indices" | "regions";
  /** The builtins that it computes, by the symbols under which images replace them. */
  readonly builtins: readonly string[];
  /** Specialization constants that it uses, as indices of `globals`. */
  readonly constants: readonly number[];
  /** Whether launches give the constants' values as arguments; else programs have the defaults. */
  readonly takesConstants: boolean;
  /** The captures that stand in `specialized`. Programs take them as they take others. */
  readonly specialized: readonly number[];
  readonly programs: readonly PrebuiltProgram[];
  /** Index in `tables`, for what is asked before there is a program. */
  readonly tables: number;
  /** Why there are no programs, or not those of every launch; empty: nothing to say. */
  readonly missing: string;
}

/** A device function that the module exports. */
export interface PrebuiltFunction {
  readonly symbol: string;
  readonly name: string;
  readonly parameters: readonly Local[];
  readonly result: ValueScalar | "void";
  readonly at: Position;
  /** As a kernel's. */
  readonly builtins: readonly string[];
  /** Why there is no code. */
  readonly missing: string;
  readonly code: FunctionCode | null;
}

/**
 * A WebAssembly module that exports the function as "run". Behind what a kernel's `run` gets of the argument block, the thread's block and the
 * work-item (i32 each), it takes the number of its first site, its parameters, and what it needs: scalars as WebAssembly has them, references
 * and places as addresses, a span as its address and its length.
 */
export interface FunctionCode {
  /** Index of the WebAssembly module. */
  readonly module: number;
  readonly math: PrebuiltModule["math"];
  /** The symbols of foreign functions that it calls. */
  readonly foreign: readonly string[];
  /** Bytes of private memory, from "lanewise" "stack" behind the thread's block on. */
  readonly stackSize: number;
  /** Of the parameters, then of what it needs. */
  readonly access: readonly Access[];
  readonly pointers: CompiledFunction["pointers"];
  readonly needs: readonly FunctionNeed[];
  /** Where it fails, and what it prints; it calls them by their places in this list, from the first one's number on. */
  readonly sites: readonly Site[];
}

/** What a function asks of the kernel that calls it. */
export type FunctionNeed =
  | { readonly kind: "query"; readonly query: Query; readonly dimension: 0 | 1 | 2 }
  /** The address of a global of the tables. */
  | { readonly kind: "place"; readonly global: number }
  /** The value of a specialization constant. */
  | { readonly kind: "value"; readonly global: number };

/** The launches that a program is for. */
export interface PrebuiltForm {
  readonly shape: "rows" | "flat";
  readonly hasOffset: boolean;
  /** Of kernels that know of work-groups; else null. */
  readonly local: readonly [number, number, number] | null;
  readonly subGroupSize: SubGroupSize | null;
  /** As `describeReductions` says them; empty of launches without. */
  readonly reductions: string;
  /** The captures that are arrays of structs in columns: a parameter for each. */
  readonly columns: readonly number[];
}

export interface PrebuiltProgram {
  readonly form: PrebuiltForm;
  readonly tables: number;
  readonly parameters: readonly Local[];
  /** Of `parameters`: those that take constants, in this order. */
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
  /** For one thread: the kernel, or its regions. */
  readonly one: readonly PrebuiltModule[];
  /** For several, with copies of their own and without; null: as the one before. */
  readonly many: readonly PrebuiltModule[] | null;
  readonly shared: readonly PrebuiltModule[] | null;
  /** Of each reduction, what combines the copies that are left. */
  readonly combining: readonly PrebuiltCombining[];
}

/** A kernel that is run when another one is done. Its globals are those of the program. */
export interface PrebuiltCombining {
  readonly tables: number;
  readonly parameters: readonly Local[];
  readonly code: PrebuiltModule;
}

/** A parameter that takes a specialization constant: its value, or a span of one element that holds it. */
export interface ConstantParameter {
  readonly parameter: number;
  readonly global: number;
}

/** As `WasmProgram`. */
export interface PrebuiltModule {
  /** Index of the WebAssembly module. */
  readonly module: number;
  readonly gang: Gang | 1;
  readonly privatised: readonly PrivatisedTarget[];
  readonly globals: readonly number[];
  /** What it imports of "math": a function of Math by name, or "rem". */
  readonly math: Readonly<Record<string, string>>;
  /** The symbols of foreign functions that it calls; left out: none. */
  readonly foreign?: readonly string[];
  readonly stackSize: number;
  readonly reason: string;
}
