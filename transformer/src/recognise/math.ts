// Math as kernels know it: one row per member. "operation" rows are one IR operation, "builtin" rows a row of the IR's
// builtins table; the class says how the result's type follows from the arguments' (docs/spec.md, "Numbers").

import { type Builtin, builtins, type Op } from "@lanewise/ir";

export type MathRow =
  /** Integers stay integers: abs, min, max. */
  | { readonly kind: "arithmetic"; readonly op: Op & ("abs" | "min" | "max") }
  /** Returns an integer-valued float that may be used as an integer. */
  | { readonly kind: "rounding"; readonly op: (Op & ("floor" | "ceil" | "trunc")) | undefined }
  | { readonly kind: "sqrt" }
  | { readonly kind: "builtin"; readonly builtin: Builtin }
  | { readonly kind: "sign" }
  /** Rounds to f32. */
  | { readonly kind: "fround" }
  | { readonly kind: "imul" }
  | { readonly kind: "clz32" }
  | { readonly kind: "power" }
  /** Takes any number of arguments, pairwise. */
  | { readonly kind: "hypot" };

const special: Readonly<Record<string, MathRow>> = {
  abs: { kind: "arithmetic", op: "abs" },
  min: { kind: "arithmetic", op: "min" },
  max: { kind: "arithmetic", op: "max" },
  floor: { kind: "rounding", op: "floor" },
  ceil: { kind: "rounding", op: "ceil" },
  trunc: { kind: "rounding", op: "trunc" },
  round: { kind: "rounding", op: undefined },
  sqrt: { kind: "sqrt" },
  sign: { kind: "sign" },
  fround: { kind: "fround" },
  imul: { kind: "imul" },
  clz32: { kind: "clz32" },
  pow: { kind: "power" },
  hypot: { kind: "hypot" },
};

/** The row of a Math function; undefined for those a kernel cannot call (Math.random). */
export function mathRow(name: string): MathRow | undefined {
  if (Object.hasOwn(special, name)) return special[name];
  // A builtin's key is its name in Math.
  return Object.hasOwn(builtins, name) ? { kind: "builtin", builtin: name as Builtin } : undefined;
}
