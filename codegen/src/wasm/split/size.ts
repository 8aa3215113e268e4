// Measures code: the engine's cost for a function grows with its instructions, and with its control blocks times its locals.

import { forEachInstruction, type Instruction } from "../instructions.js";

export interface Size {
  readonly instructions: number;
  /** `block`, `loop` and `if`. */
  readonly blocks: number;
}

export function sizeOf(code: readonly Instruction[]): Size {
  let [instructions, blocks] = [0, 0];
  forEachInstruction(code, ({ kind }) => {
    instructions++;
    if (kind !== "plain" && kind !== "branch") blocks++;
  });
  return { instructions, blocks };
}
