// Live views of struct memory: for each layout a class whose accessors read and write a DataView, made without eval, so that it works under every
// CSP. A view is its memory and an address, and cheap to make; views are not cached, so two views of one element are two objects.

import { scalarAccess } from "@lanewise/ir";
import { ASSIGN, ELEMENT, elementTypeOfScalar, Indexed } from "../values/index.js";
import type { ArrayNode, DataNode, StructNode } from "./struct-node.js";
import { codecOf, toError } from "./struct-values.js";

/** Symbols, because `#fields` of a class that extends another are five times slower to create (measured on Node 20). */
export const DATA: unique symbol = Symbol("lanewise.data");
export const AT: unique symbol = Symbol("lanewise.at");

interface Placed {
  /** A view of all of the device's memory. */
  readonly [DATA]: DataView;
  /** The address in bytes. */
  readonly [AT]: number;
}
type MakeView = (data: DataView, address: number) => unknown;

const views = new WeakMap<DataNode, MakeView>();

/** Returns the function that makes what host code sees at an address: a scalar's value, a typed array, or a live view. */
export function viewOf(node: DataNode): MakeView {
  const known = views.get(node);
  if (known) return known;
  const made = makeView(node);
  views.set(node, made);
  return made;
}

function makeView(node: DataNode): MakeView {
  if (node.kind === "scalar") return scalarAccess[node.type].load;
  if (node.kind === "struct") {
    let Element: ElementClass | undefined;
    return (data, address) => {
      Element ??= elementClass(node, node.prototype());
      return new Element(data, address);
    };
  }
  const { element, length } = node;
  const row = element.kind === "scalar" && element.type !== "bool" ? elementTypeOfScalar(element.type) : undefined;
  return row
    ? (data, address) => row.over(data.buffer, address, length)
    : (data, address) => new ArrayView(node, data, address);
}

/** A fixed array of elements that typed arrays cannot hold: booleans, structs, arrays. */
class ArrayView extends Indexed<unknown> {
  readonly length: number;
  readonly #node: ArrayNode;
  readonly #data: DataView;
  readonly #address: number;

  constructor(node: ArrayNode, data: DataView, address: number) {
    super();
    this.length = node.length;
    this.#node = node;
    this.#data = data;
    this.#address = address;
  }
  override [ELEMENT](index: number): unknown {
    const { element } = this.#node;
    return viewOf(element)(this.#data, this.#address + index * element.size);
  }
  override [ASSIGN](index: number, value: unknown): void {
    const { element } = this.#node;
    const fault = codecOf(element).write(this.#data, this.#address + index * element.size, value);
    if (fault) throw toError(fault, `[${index}]`);
  }
  toJSON(): unknown {
    return codecOf(this.#node).read(this.#data, this.#address);
  }
}

export type ElementClass = new (data: DataView, address: number) => object;

/** Makes the class of live views of a struct. They inherit `prototype`, the methods of the user's class. */
export function elementClass(node: StructNode, prototype: object): ElementClass {
  class Element implements Placed {
    declare [DATA]: DataView;
    declare [AT]: number;
    constructor(data: DataView, address: number) {
      this[DATA] = data;
      this[AT] = address;
    }
  }
  inherit(Element.prototype, prototype, (view: Placed) => codecOf(node).read(view[DATA], view[AT]));
  for (const { name, node: field, offset } of node.fields) {
    const view = viewOf(field);
    const { write } = codecOf(field);
    defineField(Element.prototype, name, {
      get(this: Placed) {
        return view(this[DATA], this[AT] + offset);
      },
      set(this: Placed, value: unknown) {
        const fault = write(this[DATA], this[AT] + offset, value);
        if (fault) throw toError(fault, `${node.name}.${name}`);
      },
    });
  }
  return Element;
}

/** Makes `elements` inherit the user's methods; views are printed, and converted to JSON, as the plain objects that `read` returns. */
export function inherit<V extends object>(elements: V, prototype: object, read: (view: V) => unknown): void {
  Object.setPrototypeOf(elements, prototype);
  const define = (key: PropertyKey, value: unknown) =>
    Object.defineProperty(elements, key, { value, writable: true, configurable: true });
  define("constructor", prototype.constructor);
  for (const key of ["toJSON", Symbol.for("nodejs.util.inspect.custom")]) {
    if (!(key in prototype)) {
      define(key, function (this: V) {
        return read(this);
      });
    }
  }
}

/** Defines an enumerable property, so that for-in and Object.assign see it. */
export function defineField<V>(
  elements: object,
  name: string,
  accessors: { get(this: V): unknown; set(this: V, value: unknown): void },
): void {
  Object.defineProperty(elements, name, { ...accessors, enumerable: true, configurable: true });
}
