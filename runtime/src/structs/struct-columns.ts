// Arrays of structs with a column for each field ("soa"): each leaf field has its own memory, so that neighbouring work-items read neighbouring
// bytes.

import { LanewiseError } from "../errors/index.js";
import type { TypedArray } from "../language/index.js";
import { describeStructs } from "../memory/index.js";
import { ELEMENT, elementTypeOfScalar, float16Help } from "../values/index.js";
import { type ColumnCodec, type ColumnElement, columnCodec, columnElementClass } from "./column-elements.js";
import { AnyStructArray, AosArray, type ElementType, type Home, toExtent } from "./struct-array.js";
import { columnExtents, leavesOf } from "./struct-leaves.js";
import type { DataNode, ScalarNode } from "./struct-node.js";
import type { Fault } from "./struct-values.js";

const classes = new WeakMap<ElementType, ColumnElement>();

function elementClassOf(type: ElementType): ColumnElement {
  const known = classes.get(type);
  if (known) return known;
  const made = columnElementClass(type.node, type.prototype(), 0);
  classes.set(type, made);
  return made;
}

/** An array whose leaf fields are columns. */
export class SoaArray extends AnyStructArray {
  readonly layout = "soa";
  /** Where the leaves' columns begin. */
  readonly #columns: readonly number[];
  readonly #codec: ColumnCodec;
  #Element: ColumnElement | undefined;

  constructor(type: ElementType, home: Home, columns: readonly number[], length: number) {
    super(type, home, length);
    this.#columns = columns;
    this.#codec = columnCodec(type.node, 0);
  }

  override get offsets(): readonly number[] {
    return this.#columns;
  }
  override get parts(): readonly Uint8Array[] {
    const leaves = leavesOf(this.type.node);
    return this.#columns.map(
      (start, leaf) => new Uint8Array(this.home.buffer, start, this.length * (leaves[leaf]?.node.size ?? 0)),
    );
  }

  override [ELEMENT](index: number): object {
    this.#Element ??= elementClassOf(this.type);
    return new this.#Element(this.data, this.#columns, index);
  }
  override plain(index: number): object {
    // A struct's codec reads objects.
    return this.#codec.read(this.data, this.#columns, index) as object;
  }
  override write(index: number, value: unknown): Fault | undefined {
    return this.#codec.write(this.data, this.#columns, index, value);
  }
  override subarray(begin = 0, end = this.length): SoaArray {
    const [first, last] = toExtent(this.length, begin, end);
    const leaves = leavesOf(this.type.node);
    const columns = this.#columns.map((start, leaf) => start + first * (leaves[leaf]?.node.size ?? 0));
    return new SoaArray(this.type, this.home, columns, last - first);
  }
  protected override copyFrom(source: AnyStructArray, offset: number): void {
    if (source instanceof SoaArray) this.#copyColumns(source, offset);
    else for (let index = 0; index < source.length; index++) this.write(offset + index, source.plain(index));
  }

  #copyColumns(source: SoaArray, offset: number): void {
    const [to, from] = [this.data.buffer, source.data.buffer];
    leavesOf(this.type.node).forEach(({ node: { size } }, leaf) => {
      const target = (this.#columns[leaf] ?? 0) + offset * size;
      const bytes = new Uint8Array(from, source.#columns[leaf], source.length * size);
      new Uint8Array(to, target, bytes.length).set(bytes);
    });
  }

  override column(path: string): TypedArray {
    const leaves = leavesOf(this.type.node);
    const place = leaves.findIndex((leaf) => leaf.path === path);
    const node = leaves[place]?.node;
    const scalar = node && elementOf(node);
    const row = scalar && elementTypeOfScalar(scalar.type);
    if (row) return row.over(this.home.buffer, this.#columns[place] ?? 0, (this.length * node.size) / row.size);
    const found = leaves.filter((leaf) => elementOf(leaf.node)).map((leaf) => leaf.path);
    throw new LanewiseError(
      "invalid",
      `column: ${describeStructs(this)} has no column of numbers "${path}"; expected one of ${found.join(", ")}.`,
      scalar?.type === "f16" ? { help: float16Help } : {},
    );
  }
}

/** Returns the scalar that a leaf consists of; undefined if it contains structs. */
function elementOf(node: DataNode): ScalarNode | undefined {
  if (node.kind === "array") return elementOf(node.element);
  return node.kind === "scalar" ? node : undefined;
}

/** An array of the host's alone, of `usm`'s in name. */
export function hostStructs({ type, length, home }: AnyStructArray, layout: "aos" | "soa"): AosArray | SoaArray {
  const byteLength = layout === "aos" ? length * type.node.size : columnExtents(type.node, length).byteLength;
  const buffer = new ArrayBuffer(byteLength);
  const allocation = { ...home.allocation, block: { offset: 0, size: 0 } };
  return createStructArray(type, { usm: home.usm, allocation, buffer, data: new DataView(buffer) }, length, layout);
}

/** An array of so many elements at the beginning of `home`'s memory. */
export function createStructArray(
  type: ElementType,
  home: Home,
  length: number,
  layout: "aos" | "soa",
): AosArray | SoaArray {
  const begin = home.usm.offsetOf(home.allocation);
  if (layout === "aos") return new AosArray(type, home, begin, length);
  const { offsets } = columnExtents(type.node, length);
  const columns = offsets.map((offset) => begin + offset);
  return new SoaArray(type, home, columns, length);
}
