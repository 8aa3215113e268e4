// Local accessors as arguments of a launch: checked like other captures, then placed behind the rest of the group's memory, in one arena. Used by
// arguments.ts and launch.ts. (X10)

import type { KernelParameter, StructDefinition } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { MAX_LOCAL_MEMORY, type Program, tooMuchLocalMemory } from "../images/programs/index.js";
import { describeNode, isSameLayout, nodeOfImage } from "../structs/index.js";
import { describeValue } from "../values/index.js";
import type { Argument } from "./arguments.js";
import { checkLocalLength, type LocalMemory, localMemoryOf } from "./local-accessor.js";

export interface LocalArgument {
  readonly kind: "local";
  readonly name: string;
  readonly length: number;
  readonly byteLength: number;
  /** Its offset from the end of the group's other memory. */
  address: number;
}

/** The alignment of each memory, so that no element crosses a cache line. */
const ALIGN = 64;

/** Checks a capture for local memory; `what` names it in errors. */
export function checkLocal(
  value: unknown,
  { name, type }: KernelParameter,
  structs: readonly StructDefinition[],
  what: string,
): LocalArgument {
  const expected = typeof type === "object" && type.kind === "span" ? nodeOfImage(type.element, structs) : undefined;
  if (typeof value === "number" && expected) return ofLength(value, name, expected.size, what);
  const memory = localMemoryOf(value);
  if (!memory || !expected) {
    throw new LanewiseError("invalid", `${what} is ${describeValue(value)}; expected a local accessor.`, {
      help: `Make it in the command group: const ${name} = h.localAccessor(type, length).`,
    });
  }
  if (!isSameLayout(memory.element, expected)) {
    throw new LanewiseError("invalid", `${what} is ${memory.described}; expected one of ${describeNode(expected)}.`);
  }
  checkSubmitting(memory, what);
  return ofLength(memory.length, name, expected.size, what);
}

/** Makes the argument for a length; a kernel with `localMemory(type, n)` captures n. */
function ofLength(length: number, name: string, size: number, what: string): LocalArgument {
  checkLocalLength(length, what);
  return { kind: "local", name, length, byteLength: length * size, address: 0 };
}

function checkSubmitting({ isSubmitting, described }: LocalMemory, what: string): void {
  if (isSubmitting) return;
  throw new LanewiseError("invalid", `${what} is ${described} of another command group.`, {
    help: "Local memory belongs to one launch: make it in the command group, q.submit((h) => …), that launches the kernel.",
  });
}

/** Assigns addresses to the local arguments, one after the other; returns their size in bytes. Throws if a group's local memory is too large. */
export function placeLocals(program: Program, values: readonly Argument[], kernel: string): number {
  const locals = values.filter((value) => value.kind === "local");
  let end = 0;
  let bytes = program.localMemory;
  for (const local of locals) {
    local.address = end;
    end += Math.ceil(local.byteLength / ALIGN) * ALIGN;
    bytes += local.byteLength;
  }
  if (bytes > MAX_LOCAL_MEMORY) throw tooMuchLocalMemory(kernel, [...program.localMemories(), ...locals]);
  return end;
}
