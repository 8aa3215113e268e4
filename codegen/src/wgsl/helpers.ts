// The helper functions of generated WGSL: a program contains those that it uses, and those that these use in turn. Names of the program's own
// variables begin with `v` and a number: no helper's does.

import { doubles } from "./doubles.js";
import { floats } from "./floats.js";
import { memory } from "./memory-helpers.js";
import { wideAngles } from "./wide-angles.js";
import { wideIntegers } from "./wide-integers.js";

// Not `as const`: the declarations that are published would repeat the texts.
const helpers = {
  ...wideIntegers,
  ...floats,
  ...doubles,
  ...wideAngles,
  ...memory,
  // JavaScript has one NaN.
  f32_bits: "fn f32_bits(a: f32) -> u32 {\n  return select(bitcast<u32>(a), 0x7fc00000u, is_nan(a));\n}",
  f64_bits: "fn f64_bits(a: vec2<u32>) -> vec2<u32> {\n  return select(a, f64_nan, f64_is_nan(a));\n}",
};

export type WgslHelper = keyof typeof helpers;

const isHelper = (name: string): name is WgslHelper => name in helpers;

/** The texts of the helpers and of those that they use; WGSL asks for no order. */
export function helperTexts(used: Iterable<WgslHelper>): string[] {
  const all = new Set(used);
  for (const name of all)
    for (const [word] of helpers[name].matchAll(/\b[a-z]\w*\b/g)) if (isHelper(word)) all.add(word);
  return [...all].map((name) => helpers[name]);
}
