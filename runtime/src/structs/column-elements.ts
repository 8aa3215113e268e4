// Live views and plain values of elements in columns, as struct-elements.ts and struct-values.ts provide for elements in one piece. A view is the
// columns' addresses and an index.

import { AT, DATA, defineField, inherit, viewOf } from "./struct-elements.js";
import { leavesOf } from "./struct-leaves.js";
import type { DataNode, StructNode } from "./struct-node.js";
import { codecOf, type Fault, isObject, toError } from "./struct-values.js";

/** The key of a view's columns. */
const COLUMNS: unique symbol = Symbol("lanewise.columns");
interface InColumns {
  readonly [DATA]: DataView;
  /** The addresses of the leaves' columns. */
  readonly [COLUMNS]: readonly number[];
  /** The element's index. */
  readonly [AT]: number;
}
export type ColumnElement = new (data: DataView, columns: readonly number[], index: number) => object;

/** `firstLeaf` is the index of the struct's first leaf among those of the whole element. */
export function columnElementClass(node: StructNode, prototype: object, firstLeaf: number): ColumnElement {
  class Element implements InColumns {
    declare [DATA]: DataView;
    declare [COLUMNS]: readonly number[];
    declare [AT]: number;
    constructor(data: DataView, columns: readonly number[], index: number) {
      this[DATA] = data;
      this[COLUMNS] = columns;
      this[AT] = index;
    }
  }
  const { read } = columnCodec(node, firstLeaf);
  inherit(Element.prototype, prototype, (view: InColumns) => read(view[DATA], view[COLUMNS], view[AT]));
  let leaf = firstLeaf;
  for (const { name, node: field } of node.fields) {
    const view = columnView(field, leaf);
    const { write } = columnCodec(field, leaf);
    defineField(Element.prototype, name, {
      get(this: InColumns) {
        return view(this[DATA], this[COLUMNS], this[AT]);
      },
      set(this: InColumns, value: unknown) {
        const fault = write(this[DATA], this[COLUMNS], this[AT], value);
        if (fault) throw toError(fault, `${node.name}.${name}`);
      },
    });
    leaf += leafCount(field);
  }
  return Element;
}

type ReadColumns = (data: DataView, columns: readonly number[], index: number) => unknown;
export interface ColumnCodec {
  readonly read: ReadColumns;
  readonly write: (data: DataView, columns: readonly number[], index: number, value: unknown) => Fault | undefined;
}

function leafCount(node: DataNode): number {
  return node.kind === "struct" ? leavesOf(node).length : 1;
}

function columnView(node: DataNode, leaf: number): ReadColumns {
  if (node.kind === "struct") {
    let Element: ColumnElement | undefined;
    return (data, columns, index) => {
      Element ??= columnElementClass(node, node.prototype(), leaf);
      return new Element(data, columns, index);
    };
  }
  const view = viewOf(node);
  const { size } = node;
  return (data, columns, index) => view(data, (columns[leaf] ?? 0) + index * size);
}

export function columnCodec(node: DataNode, leaf: number): ColumnCodec {
  if (node.kind === "struct") return structCodec(node, leaf);
  const { read, write } = codecOf(node);
  const { size } = node;
  return {
    read: (data, columns, index) => read(data, (columns[leaf] ?? 0) + index * size),
    write: (data, columns, index, value) => write(data, (columns[leaf] ?? 0) + index * size, value),
  };
}

function structCodec(node: StructNode, firstLeaf: number): ColumnCodec {
  let leaf = firstLeaf;
  const parts = node.fields.map((field) => {
    const codec = columnCodec(field.node, leaf);
    leaf += leafCount(field.node);
    return { name: field.name, ...codec };
  });
  const expected = `an object with the fields of ${node.name}`;
  return {
    read: (data, columns, index) =>
      Object.fromEntries(parts.map(({ name, read }) => [name, read(data, columns, index)])),
    write: (data, columns, index, value) => {
      if (!isObject(value)) return { path: "", found: String(value), expected };
      for (const { name, write } of parts) {
        const fault = write(data, columns, index, Reflect.get(value, name));
        if (fault) return { ...fault, path: `.${name}${fault.path}` };
      }
      return undefined;
    },
  };
}
