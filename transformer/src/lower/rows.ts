// Lowers accessors of two and three dimensions: `a[y]![x]` is an element of the accessor's memory. All indices but the first are checked, each by an
// unused load from an array as long as the dimension. The first needs no check: where it is out of bounds, so is the element.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Key } from "../infer/instance.js";
import type { RowValue } from "../infer/shape.js";
import { type FunctionEmitter, spill } from "./function-emitter.js";
import { lowerIndex } from "./places.js";
import { readVariable } from "./variables.js";

/** Returns the number of elements in a row, or of rows in a plane. */
export function lengthOfRow(emitter: FunctionEmitter, { lengths, indices }: RowValue): Expr {
  return build.length(readVariable(emitter, keyAt(lengths, indices.length - 1)));
}

/** Returns a reference to the element `index` of a row. */
export function elementOfRow(emitter: FunctionEmitter, row: RowValue, index: ts.Expression): Expr {
  const { module } = emitter;
  const nodes = [...row.indices, index];
  const indices = nodes.map((node) => spill(emitter, asI32(lowerIndex(emitter, node))));
  const indexAt = (dimension: number): Expr => indices[dimension] ?? build.constant("i32", 0);
  for (const [dimension, one] of indices.slice(1).entries()) {
    const along = readVariable(emitter, keyAt(row.lengths, dimension));
    const name = `${row.text}${"[…]".repeat(dimension + 1)}`;
    const site = module.addSite("bounds", name, nodes[dimension + 1]?.parent ?? index);
    spill(emitter, build.load(build.element(along, one, site)));
  }
  const exact = (value: Expr) => build.convert("convert", "f64", value); // so that a product of two does not wrap into another row
  const flat = row.pitches.map((pitch, dimension) =>
    build.op("mul", exact(indexAt(dimension)), exact(readVariable(emitter, pitch))),
  );
  const sum = flat.reduceRight((rest, part) => build.op("add", part, rest), exact(indexAt(nodes.length - 1)));
  const place = build.convert("index", "i32", sum);
  const site = module.addSite("bounds", `${row.text}.data`, index.parent);
  return build.element(readVariable(emitter, row.data), place, site);
}

/** From 2^31 on, an index is out of bounds. */
function asI32(index: Expr): Expr {
  return index.type === "i32" ? index : build.convert("wrap", "i32", index);
}

function keyAt(keys: readonly Key[], index: number): Key {
  const key = keys[index];
  invariant(key, "a row has a size for each of its dimensions");
  return key;
}
