// Functions without a body that stay so: a "foreign" one is exported by a WebAssembly module, of another compiler or of a package that ships
// no IR. This is how they are called: scalars by value (bool, i32 and u32 as i32), arrays and references as their address in the device's
// memory (i32). The length of an array is passed only where the function has a parameter of its own for it. In front of all that, functions
// of this compiler get what a kernel's `run` gets (abi.ts): the argument block, the thread's block, and the work-item's linear id (i32 each).

import type { Access } from "./image.js";
import { invariant } from "./invariant.js";
import type { Fn } from "./module.js";
import { isValueScalar, type Type, typeName, type ValueScalar } from "./types.js";

/** In the names by which modules import such functions of packages, behind the colon: no image exports one. */
export const EXTERNAL = "external ";

/**
 * Whether an imported function is one that a library has which is loaded when the program runs (`externalDeviceFn`): its name as it is, or with
 * the package that declares it.
 */
export function isExternalSymbol(symbol: string): boolean {
  return !symbol.includes(":") || symbol.includes(`:${EXTERNAL}`);
}

/** What is known of a function that this compiler has made WebAssembly of. Its first parameter, a u32, is the number of its first site. */
export interface CompiledFunction {
  /** By parameter. */
  readonly access: readonly Access[];
  /** What it does with pointers. */
  readonly pointers: readonly ("dereference" | "pointer")[];
  /** Where it can fail, and what it prints: indices in `Module.sites`, in its own order. */
  readonly sites: readonly number[];
}

const PREFIX = "wasm ";

/** What the foreign function is called that is the WebAssembly of a device function. */
export function foreignSymbol(symbol: string): string {
  return PREFIX + symbol;
}

/** The other way round. */
export function symbolOfForeign(symbol: string): string {
  return symbol.slice(PREFIX.length);
}

/** What WebAssembly passes. */
export type ForeignType = "i32" | "i64" | "f32" | "f64";

export interface ForeignSignature {
  readonly parameters: readonly ForeignType[];
  readonly result: ForeignType | undefined;
}

/** As an instance exports it. */
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

/** The value in the form that kernels in JavaScript have, of what an instance gave. */
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
