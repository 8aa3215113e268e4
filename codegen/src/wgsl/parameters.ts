// What a launch gives a kernel: its captures, in words of its argument block.

import { argumentLayout, type Fn, isScalar, type ScalarType, scalars, type Type } from "@lanewise/ir";
import { wgslType } from "./types.js";

/** Of each parameter: the word at which its argument begins. */
export function wordsOf(fn: Fn): readonly { readonly local: number; readonly type: Type; readonly word: number }[] {
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets } = argumentLayout(parameters);
  return parameters.map(({ type }, local) => ({ local, type, word: (offsets[local] ?? 0) / 4 }));
}

/** The argument that begins there. Of a span, its address and its length. */
export function argumentText(type: Type, word: number): string {
  const scalar: ScalarType = isScalar(type) ? type : "u64";
  const text = `argument(${word}u)`;
  if (scalars[scalar].size === 8) return `vec2<u32>(${text}, argument(${word + 1}u))`;
  if (scalar === "bool") return `(${text} & 0xffu) != 0u`;
  return scalar === "u32" ? text : `bitcast<${wgslType(scalar)}>(${text})`;
}
