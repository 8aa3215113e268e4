// Functions that never get a body: a "foreign" function is exported by a WebAssembly module, of another compiler or of a package that ships no IR.
// Calling convention: scalars by value (bool, i32 and u32 as i32), arrays and references as their address in the device's memory (i32). An array's
// length is passed only if the function has its own parameter for it. Before those, functions of this compiler take what a kernel's `run` takes
// (abi/abi.ts): the argument block, the thread's block, and the work-item's linear id (i32 each).

import type { Access } from "../image/index.js";
import { invariant } from "../invariant.js";
import type { Fn } from "./module.js";
import { isValueScalar, type Type, typeName, type ValueScalar } from "./types.js";

/** Follows the colon in the names by which modules import such functions of packages: no image exports one. */
export const EXTERNAL = "external ";

/**
 * Whether an imported function comes from a library loaded at run time (`externalDeviceFn`): its symbol is the bare name, or has the declaring
 * package.
 */
export function isExternalSymbol(symbol: string): boolean {
  return !symbol.includes(":") || symbol.includes(`:${EXTERNAL}`);
}

/** A function that this compiler has compiled to WebAssembly. Its first parameter, a u32, is the number of its first site. */
export interface CompiledFunction {
  /** By parameter. */
  readonly access: readonly Access[];
  /** How it uses pointers. */
  readonly pointers: readonly ("dereference" | "pointer")[];
  /** Where it can fail, and what it prints: indices in `Module.sites`, in the function's own order. */
  readonly sites: readonly number[];
}

const PREFIX = "wasm ";

/** The symbol of the foreign function that is a device function's WebAssembly. */
export function foreignSymbol(symbol: string): string {
  return PREFIX + symbol;
}

/** The inverse of `foreignSymbol`. */
export function symbolOfForeign(symbol: string): string {
  return symbol.slice(PREFIX.length);
}

/** The types WebAssembly passes. */
export type ForeignType = "i32" | "i64" | "f32" | "f64";

export interface ForeignSignature {
  readonly parameters: readonly ForeignType[];
  readonly result: ForeignType | undefined;
}

/** A function as a WebAssembly instance exports it. */
export type ForeignFunction = (...args: readonly (number | bigint | boolean)[]) => number | bigint | undefined;

const passedAs = {
  bool: "i32",
  i32: "i32",
  u32: "i32",
  i64: "i64",
  u64: "i64",
  f32: "f32",
  f64: "f64",
} as const satisfies Record<ValueScalar, ForeignType>;

export function foreignSignature({ locals, parameters, result, compiled }: Fn): ForeignSignature {
  const ofRun = compiled ? (["i32", "i32", "i32"] as const) : [];
  return {
    parameters: [...ofRun, ...locals.slice(0, parameters).map(({ type }) => passes(type))],
    result: result === "void" ? undefined : passes(result),
  };
}

function passes(type: Type): ForeignType {
  if (typeof type !== "string") return "i32";
  invariant(isValueScalar(type), `a ${typeName(type)} is passed`);
  return passedAs[type];
}

/** Converts an instance's result to the form that kernels in JavaScript use. */
export function foreignResult(type: Fn["result"], given: number | bigint | undefined): number | bigint | boolean {
  switch (type) {
    case "bool":
      return given !== 0;
    case "u32":
      return Number(given) >>> 0;
    case "u64":
      return BigInt.asUintN(64, BigInt(given ?? 0));
    default:
      return given ?? 0;
  }
}
