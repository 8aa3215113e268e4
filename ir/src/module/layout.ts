// Sizes, alignments and field offsets: C's rules for the natural alignment of each scalar.

import { invariant } from "../invariant.js";
import { type DataType, type StructDefinition, scalars } from "./types.js";

export interface Layout {
  readonly size: number;
  readonly align: number;
}
export interface StructLayout extends Layout {
  readonly offsets: readonly number[];
}

/** Cache of struct layouts by module table; without it, nested structs would be laid out once per use. */
const known = new WeakMap<readonly StructDefinition[], Map<StructDefinition, StructLayout>>();

interface StructNames {
  /** The table's length; a compiler may still be filling it. */
  readonly count: number;
  readonly byName: ReadonlyMap<string, StructDefinition>;
}
const names = new WeakMap<readonly StructDefinition[], StructNames>();

/** The first struct with that name in a module's table. */
export function findStruct(name: string, structs: readonly StructDefinition[]): StructDefinition | undefined {
  let found = names.get(structs);
  if (found?.count !== structs.length) {
    const byName = new Map(structs.toReversed().map((struct) => [struct.name, struct]));
    found = { count: structs.length, byName };
    names.set(structs, found);
  }
  return found.byName.get(name);
}

function structOf(name: string, structs: readonly StructDefinition[]): StructDefinition {
  const definition = findStruct(name, structs);
  invariant(definition, `struct ${name} is in the module's table`);
  return definition;
}

function roundUp(offset: number, align: number): number {
  return Math.ceil(offset / align) * align;
}

export function structLayout(definition: StructDefinition, structs: readonly StructDefinition[]): StructLayout {
  const layouts = known.get(structs) ?? new Map<StructDefinition, StructLayout>();
  known.set(structs, layouts);
  const earlier = layouts.get(definition);
  if (earlier) return earlier;
  const offsets: number[] = [];
  let end = 0;
  let align = 1;
  for (const field of definition.fields) {
    const layout = layoutOf(field.type, structs);
    const offset = roundUp(end, layout.align);
    offsets.push(offset);
    end = offset + layout.size;
    align = Math.max(align, layout.align);
  }
  const layout = { size: roundUp(end, align), align, offsets };
  layouts.set(definition, layout);
  return layout;
}

export function layoutOf(type: DataType, structs: readonly StructDefinition[]): Layout {
  if (typeof type === "string") return { size: scalars[type].size, align: scalars[type].size };
  if (type.kind === "array") {
    const { size, align } = layoutOf(type.element, structs);
    return { size: size * type.length, align };
  }
  return structLayout(structOf(type.name, structs), structs);
}

/** Equal for types with the same memory layout, whatever their structs are called: "{pos:[f32;3],alive:bool}". */
export function structureOf(type: DataType, structs: readonly StructDefinition[]): string {
  if (typeof type === "string") return type;
  if (type.kind === "array") return `[${structureOf(type.element, structs)};${type.length}]`;
  const definition = structOf(type.name, structs);
  return `{${definition.fields.map((field) => `${field.name}:${structureOf(field.type, structs)}`).join()}}`;
}
