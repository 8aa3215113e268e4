// The export names of functions that replace Math's. Apart from the table of builtins, which not every program has.

import type { Builtin } from "./builtins.js";

const SYMBOLS = "lanewise:math/";

/** The export name of the function that implements a builtin for a type: `lanewise:math/sin.f32`. */
export function builtinSymbol(builtin: Builtin, type: "f32" | "f64"): string {
  return `${SYMBOLS}${builtin}.${type}`;
}

/** Returns `Math.sin of f32`; undefined for other symbols. */
export function builtinOfSymbol(symbol: string): string | undefined {
  const [name, type] = symbol.startsWith(SYMBOLS) ? symbol.slice(SYMBOLS.length).split(".") : [];
  return type === undefined ? undefined : `Math.${name} of ${type}`;
}
