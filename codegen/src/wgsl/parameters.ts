// What a launch gives a kernel: its captures, in words of its argument block.

import { argumentLayout, type Fn, isScalar, type ScalarType, scalars, type Type } from "@lanewise/ir";
import { LAUNCH } from "./failure-record.js";
import type { Program, Space } from "./scope.js";
import { wgslType } from "./types.js";

/** Of each parameter: the word at which its argument begins; of less than a word, with a fraction. */
export function wordsOf(fn: Fn): readonly { readonly local: number; readonly type: Type; readonly word: number }[] {
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets } = argumentLayout(parameters);
  return parameters.map(({ type }, local) => ({ local, type, word: (offsets[local] ?? 0) / 4 }));
}

/** Whether they stand in the launch, which all work-items read at once; else in the device's memory. */
type Arguments = Pick<Program, "areArgumentsShort">;

export function areShort(fn: Fn): boolean {
  return argumentLayout(fn.locals.slice(0, fn.parameters)).size <= 4 * LAUNCH.mostArguments;
}

export function argumentWord({ areArgumentsShort }: Arguments, word: number): string {
  if (!areArgumentsShort) return `heap_at((launch.args_at >> 2u) + ${word}u)`;
  return `launch.args[${Math.floor(word / 4)}].${"xyzw"[word % 4]}`;
}

/** The argument as a kernel takes it: of what leads to the device's memory, the address in the binding that it is in. */
export function captureText(program: Program, space: Space | undefined, type: Type, word: number): string {
  const text = argumentText(program, type, word);
  const isApart = program.roots && !isScalar(type) && (space === "heap" || space === "atomics");
  if (!isApart) return text;
  return `${text} - vec2<u32>(launch.${space}_begin, 0u)`;
}

/** The argument that begins there. Of a span, its address and its length. */
function argumentText(program: Arguments, type: Type, word: number): string {
  const scalar: ScalarType = isScalar(type) ? type : "u64";
  const text = argumentWord(program, Math.floor(word));
  if (scalars[scalar].size === 8) return `vec2<u32>(${text}, ${argumentWord(program, word + 1)})`;
  if (scalar === "bool") return `extractBits(${text}, ${32 * (word % 1)}u, 8u) != 0u`;
  return scalar === "u32" ? text : `bitcast<${wgslType(scalar)}>(${text})`;
}
