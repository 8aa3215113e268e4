// The memory layout of an image's structs: the offset and size of each field, and the padding.

import { type DeviceImage, decodeModule, layoutOf, type StructDefinition, structLayout, typeName } from "@lanewise/ir";

interface FieldLayout {
  readonly name: string;
  readonly type: string;
  /** In bytes, from the struct's start. */
  readonly offset: number;
  readonly size: number;
  readonly align: number;
  /** Padding bytes after the field. */
  readonly padding: number;
}
interface NamedLayout {
  readonly name: string;
  readonly size: number;
  readonly align: number;
  readonly fields: readonly FieldLayout[];
}

export function structLayouts(image: DeviceImage): readonly NamedLayout[] {
  if (image.format !== "ir") return [];
  const { structs } = decodeModule(image.code);
  return structs.map((struct) => layoutOfStruct(struct, structs));
}

function layoutOfStruct(struct: StructDefinition, structs: readonly StructDefinition[]): NamedLayout {
  const { size, align, offsets } = structLayout(struct, structs);
  const fields = struct.fields.map(({ name, type }, index) => {
    const offset = offsets[index] ?? 0;
    const field = layoutOf(type, structs);
    const padding = (offsets[index + 1] ?? size) - offset - field.size;
    return { name, type: typeName(type), offset, ...field, padding };
  });
  return { name: struct.name, size, align, fields };
}

/** One line for each struct, field and gap; empty without structs. */
export function printStructs(image: DeviceImage): string[] {
  return structLayouts(image).flatMap(({ name, size, align, fields }) => [
    `${name}: ${size} bytes, aligned to ${align}`,
    ...fields.flatMap((field) => {
      const line = `${field.name}: ${field.type}, ${field.size} bytes, aligned to ${field.align}`;
      const gap = at(field.offset + field.size, `(padding), ${field.padding} bytes`);
      return [at(field.offset, line), ...(field.padding > 0 ? [gap] : [])];
    }),
  ]);
}

function at(offset: number, text: string): string {
  return `  ${String(offset).padStart(4)}  ${text}`;
}
