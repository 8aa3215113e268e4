// The leaf fields of a struct, each of which gets a column in an array of structs laid out in columns: scalars and fixed arrays, in declaration
// order; nested structs are flattened. The runtime uses the same order.

import { type DataType, invariant, type StructDefinition, structLayout } from "@lanewise/ir";

export interface Leaf {
  /** "pos.x". */
  readonly path: string;
  /** The numbers of the fields on the path to it. */
  readonly fields: readonly number[];
  readonly type: DataType;
  /** Byte offset in the struct. */
  readonly offset: number;
}

const top: Pick<Leaf, "path" | "fields" | "offset"> = { path: "", fields: [], offset: 0 };

export function leavesOf(type: DataType, structs: readonly StructDefinition[], within = top): readonly Leaf[] {
  const definition = structOf(type, structs);
  invariant(definition, "columns are those of a struct of the module");
  const { offsets } = structLayout(definition, structs);
  return definition.fields.flatMap((field, index) => {
    const leaf: Leaf = {
      path: within.path === "" ? field.name : `${within.path}.${field.name}`,
      fields: [...within.fields, index],
      type: field.type,
      offset: within.offset + (offsets[index] ?? 0),
    };
    return structOf(field.type, structs) ? leavesOf(field.type, structs, leaf) : [leaf];
  });
}

/** The definition of a struct type; undefined for other types. */
export function structOf(type: DataType, structs: readonly StructDefinition[]): StructDefinition | undefined {
  return typeof type === "object" && type.kind === "struct"
    ? structs.find(({ name }) => name === type.name)
    : undefined;
}
