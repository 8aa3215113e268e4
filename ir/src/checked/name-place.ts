// Names an address as the source does, for messages: "bins[3]", "bodies[7].position.x".

import { type DataType, findStruct, layoutOf, type StructDefinition, structLayout } from "../module/index.js";

/** An array or a device global that the kernel names. */
export interface NamedMemory {
  readonly name: string;
  readonly address: number;
  readonly size: number;
  /** For a span, its elements' type. */
  readonly type: DataType;
  readonly isSpan: boolean;
}

export interface NamedPlace {
  readonly array: string;
  /** The element's index; undefined if the memory is not an array. */
  readonly index: number | undefined;
  /** The full path: "bodies[7].position.x". */
  readonly text: string;
}

export function namePlace(
  address: number,
  memories: readonly NamedMemory[],
  structs: readonly StructDefinition[],
): NamedPlace | undefined {
  const found = memories.find((one) => address >= one.address && address < one.address + one.size);
  if (!found) return undefined;
  const { name, type, isSpan } = found;
  const offset = address - found.address;
  const element = isSpan ? type : typeof type === "object" && type.kind === "array" ? type.element : undefined;
  if (!element) return { array: name, index: undefined, text: name + pathTo(type, offset, structs) };
  const { size } = layoutOf(element, structs);
  const index = Math.floor(offset / size);
  return { array: name, index, text: `${name}[${index}]${pathTo(element, offset % size, structs)}` };
}

function pathTo(type: DataType, offset: number, structs: readonly StructDefinition[]): string {
  if (typeof type === "string") return "";
  if (type.kind === "array") {
    const { size } = layoutOf(type.element, structs);
    return `[${Math.floor(offset / size)}]${pathTo(type.element, offset % size, structs)}`;
  }
  const definition = findStruct(type.name, structs);
  if (!definition) return "";
  const { offsets } = structLayout(definition, structs);
  const field = offsets.findLastIndex((begin) => begin <= offset);
  const found = definition.fields[field];
  return found ? `.${found.name}${pathTo(found.type, offset - (offsets[field] ?? 0), structs)}` : "";
}
