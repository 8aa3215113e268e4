// `structOf`: names a struct as the element type of memory. Only the compiler knows its layout, and completes the call
// (docs/decisions/0006-values.md); queues make arrays of it (structs/struct-malloc.ts).

import type { StructDefinition } from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { parts } from "../images/registry/index.js";
import { prototypeOf, structNode, structTypes } from "../structs/index.js";
import type { structOfBrand } from "./brands.js";
import { structPart } from "./struct-part.js";

/** A struct by its name in `structs`, which lists it and all structs that it contains. The compiler writes it. */
export interface StructDescription {
  readonly name: string;
  readonly structs: readonly StructDefinition[];
  /** The structs that are classes, whose methods views have; evaluated when an element is first accessed. */
  readonly classes?: Readonly<Record<string, () => unknown>>;
}

/** An element type for `q.mallocShared`: the result of `structOf<T>()`. */
export interface StructOf<T> {
  readonly [structOfBrand]: T;
  /** The struct's name. */
  readonly name: string;
  /** The size of an element with adjacent fields, in bytes. */
  readonly size: number;
}

/** A class whose instances are `T`s. */
export interface StructClass<T> {
  readonly prototype: T;
}

/**
 * The struct `T`, an interface, type literal or class, as the element type of an array:
 *
 *     interface Particle { x: f32; y: f32; mass: f64; alive: boolean }
 *     const ps = q.mallocShared(structOf<Particle>(), 1000);
 *     ps[3].x = 1;
 *
 * `structOf(Vec3)`, and `structOf<Vec3<f32>>(Vec3)` for a generic class, give elements the class's methods and getters; its constructor is not
 * called. Nested structs have those of their class if it is in scope at the call.
 *
 * The compiler passes `layout`. A program that is not compiled throws `kernel_not_compiled` here, unless it passes one itself.
 */
export function structOf<T extends object>(type?: StructClass<T>, layout?: StructDescription): StructOf<T> {
  const name = typeof type === "function" ? (type as { readonly name: string }).name : "T"; // functions have names
  if (layout === undefined) {
    throw new LanewiseError(
      "kernel_not_compiled",
      `structOf: Lanewise has not compiled this module, so the layout of ${name} is unknown.`,
    );
  }
  parts.structs ??= structPart;
  const node = structNode(layout);
  const made = { name: node.name, size: node.size };
  structTypes.set(made, { node, prototype: type === undefined ? node.prototype : () => prototypeOf(type) });
  // The brand is only for the type checker.
  return made as StructOf<T>;
}
