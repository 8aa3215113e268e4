// Arrays of structs in a device's memory, as the host sees them: the common part of both layouts, and the layout with consecutive elements as in C
// ("aos"). struct-columns.ts has the layout with columns. The public type is StructArray in language/struct-array.ts.

import { LanewiseError } from "../errors/index.js";
import type { TypedArray } from "../language/index.js";
import { type Allocation, checkCount, describeStructs, notMappedStructs, type Usm } from "../memory/index.js";
import { ASSIGN, ELEMENT, elementTypeOf, Indexed } from "../values/index.js";
import { type ElementClass, elementClass } from "./struct-elements.js";
import { type DataNode, describeNode, isSameLayout, type StructNode } from "./struct-node.js";
import { codecOf, type Fault, isObject, toError } from "./struct-values.js";

/** The memory of an array's elements. */
export interface Home {
  readonly usm: Usm;
  readonly allocation: Allocation;
  /** All of the memory, as it was when the array was made, since memory never shrinks; or what stands for it on the host. */
  readonly buffer: ArrayBufferLike;
  /** Over it; undefined of memory that the host cannot map. */
  readonly data: DataView | undefined;
}

/** The struct of the elements, and the user's methods. */
export interface ElementType {
  readonly node: StructNode;
  readonly prototype: () => object;
}

const fixed = { writable: false, configurable: false };

export abstract class AnyStructArray extends Indexed<object> {
  abstract readonly layout: "aos" | "soa";
  /** Where elements begin in the buffer: one offset, or one for each column. */
  abstract readonly offsets: readonly number[];
  /** Their bytes: one stretch, or one for each column. */
  abstract readonly parts: readonly Uint8Array[];
  readonly type: ElementType;
  readonly home: Home;
  readonly length: number;

  constructor(type: ElementType, home: Home, length: number) {
    super();
    this.type = type;
    this.home = home;
    this.length = length;
    // Checks rely on these, so they cannot be changed.
    for (const name of ["type", "home"]) Object.defineProperty(this, name, { ...fixed, enumerable: false });
    Object.defineProperty(this, "length", fixed);
  }

  get [Symbol.toStringTag](): string {
    return "StructArray";
  }

  /** What elements are read from and written to. */
  protected get data(): DataView {
    const { data } = this.home;
    if (data) return data;
    throw notMappedStructs(`Reading or writing elements of a ${describeStructs(this)} that q.mallocDevice made`);
  }

  /** The element as a plain object. */
  abstract plain(index: number): object;
  abstract write(index: number, value: unknown): Fault | undefined;
  abstract subarray(begin?: number, end?: number): AnyStructArray;
  /** Copies elements of an array of the same struct, which may overlap this one. */
  protected abstract copyFrom(source: AnyStructArray, offset: number): void;

  override [ASSIGN](index: number, value: unknown): void {
    const fault = this.write(index, value);
    if (fault) throw toError(fault, `${describeStructs(this)}[${index}]`);
  }

  set(values: unknown, offset = 0): void {
    const source = values instanceof AnyStructArray ? values : toList(values, "set");
    if (!Number.isInteger(offset) || offset < 0 || offset + source.length > this.length) {
      throw new LanewiseError(
        "invalid",
        `set: ${source.length} elements from index ${String(offset)} do not fit into an array of length ${this.length}.`,
      );
    }
    if (source instanceof AnyStructArray && isSameLayout(source.type.node, this.type.node)) {
      this.copyFrom(source, offset);
    } else for (let index = 0; index < source.length; index++) this[ASSIGN](offset + index, source.at(index));
  }

  fill(value: unknown, begin = 0, end = this.length): this {
    const [first, last] = toExtent(this.length, begin, end);
    if (first < last) this[ASSIGN](first, value);
    // Each round copies all that is written, which doubles it.
    for (let done = 1; first + done < last; done *= 2) {
      const count = Math.min(done, last - first - done);
      this.subarray(first + done, first + done + count).copyFrom(this.subarray(first, first + count), 0);
    }
    return this;
  }

  toArray(): object[] {
    return Array.from({ length: this.length }, (_, index) => this.plain(index));
  }
  toJSON(): object[] {
    return this.toArray();
  }
  [Symbol.for("nodejs.util.inspect.custom")](): unknown {
    if (!this.home.data) return { [describeStructs(this)]: "in the memory of its device" };
    const shown = Math.min(this.length, MOST_SHOWN);
    return { [describeStructs(this)]: this.subarray(0, shown).toArray() };
  }

  get bytes(): Uint8Array {
    throw this.unlike("aos", "bytes");
  }
  view(_type: unknown): TypedArray {
    throw this.unlike("aos", "view");
  }
  column(_path: string): TypedArray {
    throw this.unlike("soa", "column");
  }

  protected unlike(wanted: "aos" | "soa", method: string): LanewiseError {
    return new LanewiseError("invalid", `${method}: ${describeStructs(this)} has the layout "${this.layout}".`, {
      help: `Allocate it with { layout: "${wanted}" } as third argument.`,
    });
  }
}

const MOST_SHOWN = 100;

/** An array of consecutive elements. */
export class AosArray extends AnyStructArray {
  readonly layout = "aos";
  readonly #offset: number;
  #Element: ElementClass | undefined;

  constructor(type: ElementType, home: Home, offset: number, length: number) {
    super(type, home, length);
    this.#offset = offset;
  }

  override get offsets(): readonly number[] {
    return [this.#offset];
  }
  override get parts(): readonly Uint8Array[] {
    return [this.bytes];
  }
  override get bytes(): Uint8Array {
    return new Uint8Array(this.home.buffer, this.#offset, this.length * this.type.node.size);
  }

  override [ELEMENT](index: number): object {
    this.#Element ??= elementClassOf(this.type);
    return new this.#Element(this.data, this.#offset + index * this.type.node.size);
  }
  override plain(index: number): object {
    // A struct's codec reads objects.
    return codecOf(this.type.node).read(this.data, this.#offset + index * this.type.node.size) as object;
  }
  override write(index: number, value: unknown): Fault | undefined {
    return codecOf(this.type.node).write(this.data, this.#offset + index * this.type.node.size, value);
  }
  override subarray(begin = 0, end = this.length): AosArray {
    const [first, last] = toExtent(this.length, begin, end);
    return new AosArray(this.type, this.home, this.#offset + first * this.type.node.size, last - first);
  }
  protected override copyFrom(source: AnyStructArray, offset: number): void {
    if (source instanceof AosArray) this.#copyBytes(source, offset * this.type.node.size);
    else for (let index = 0; index < source.length; index++) this.write(offset + index, source.plain(index));
  }

  #copyBytes(source: AosArray, at: number): void {
    const [to, from] = [this.data.buffer, source.data.buffer];
    const bytes = new Uint8Array(from, source.#offset, source.length * this.type.node.size);
    new Uint8Array(to, this.#offset + at, bytes.length).set(bytes);
  }

  override view(type: unknown): TypedArray {
    const row = elementTypeOf(type);
    const found = new Set(scalarsIn(this.type.node));
    if (found.size === 1 && found.has(row.scalar)) {
      return row.over(this.home.buffer, this.#offset, this.bytes.length / row.size);
    }
    throw new LanewiseError(
      "invalid",
      `view: the elements are ${describeNode(this.type.node)}; expected ${row.scalar} in all fields.`,
      { help: 'Use bytes, or { layout: "soa" } and column(name).' },
    );
  }
}

/** Returns the types of all scalars; bools are bytes. */
function scalarsIn(node: DataNode): string[] {
  if (node.kind === "scalar") return [node.type === "bool" ? "u8" : node.type];
  if (node.kind === "array") return scalarsIn(node.element);
  return node.fields.flatMap((field) => scalarsIn(field.node));
}

const classes = new WeakMap<ElementType, ElementClass>();

function elementClassOf(type: ElementType): ElementClass {
  const known = classes.get(type);
  if (known) return known;
  const made = elementClass(type.node, type.prototype());
  classes.set(type, made);
  return made;
}

/** Converts begin and end as `subarray` of typed arrays does: negative ones count from the end, and both are clamped. */
export function toExtent(length: number, begin: number, end: number): readonly [number, number] {
  const clamp = (at: number) => Math.min(length, Math.max(0, (Math.trunc(at) || 0) + (at < 0 ? length : 0)));
  const first = clamp(begin);
  return [first, Math.max(first, clamp(end))];
}

/** Returns the objects for elements from an iterable or an array-like. Array-likes are not copied: their length may be larger than memory. */
export function toList(values: unknown, what: string): Pick<readonly unknown[], "length" | "at"> {
  if (Array.isArray(values)) return values;
  if (isObject(values)) {
    if (Symbol.iterator in values) return Array.from(values as Iterable<unknown>); // its protocol is checked there
    if ("length" in values) return { length: checkCount(values.length), at: (index) => Reflect.get(values, index) };
  }
  throw new LanewiseError("invalid", `${what}: found ${String(values)}; expected one object for each element.`);
}
