// The leaf fields of a struct: what has a column of its own in an array of structs that lies in columns. Scalars and fixed
// arrays, in the order of their declaration; nested structs are taken apart. The runtime takes them in the same order.

import { type DataType, invariant, type StructDefinition, structLayout } from "@lanewise/ir";

export interface Leaf {
  /** "pos.x". */
  readonly path: string;
  /** The numbers of the fields that lead to it. */
  readonly fields: readonly number[];
  readonly type: DataType;
  /** From the struct's beginning, in bytes. */
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

/** The definition of a struct type. */
export function structOf(type: DataType, structs: readonly StructDefinition[]): StructDefinition | undefined {
  return typeof type === "object" && type.kind === "struct"
    ? structs.find(({ name }) => name === type.name)
    : undefined;
}
