// Collects accessors of two and three dimensions, `a[y]![x]`. Rows do not exist at run time: a row consists of the accessor's captures and of its
// indices, and must be indexed, or its length read, where it is written.

import type ts from "typescript-6";
import { accessorDimensions } from "../recognise/brands.js";
import { classifyCall, isWrapper } from "../recognise/calls.js";
import { type Collection, complain } from "./collect.js";
import { capturedField } from "./collect-captures.js";
import type { Instance, Key } from "./instance.js";
import type { PathValue, RowValue, Value } from "./shape.js";

/** The captured fields, by dimension: the distances between neighbours, and arrays as long as the dimensions. */
const fieldsOf = {
  2: { pitches: ["rowPitch"], lengths: ["alongX"] },
  3: { pitches: ["slicePitch", "rowPitch"], lengths: ["alongY", "alongX"] },
} as const;

/** Returns the row or plane `base[index]`, where `base` is an accessor or a plane of one; undefined for other bases. Reports faults. */
export function rowAt(
  collection: Collection,
  instance: Instance,
  base: Value,
  node: ts.ElementAccessExpression,
): RowValue | undefined {
  const row = base.kind === "path" ? ofAccessor(collection, instance, base, node) : planeOf(base, node);
  if (row && !isUsedInPlace(collection, node)) complain(collection, instance, "LW1221", node, [node.getText()]);
  return row;
}

/** Returns the number of indices from a row to an element. */
export function missingIndices({ lengths, indices }: RowValue): number {
  return lengths.length + 1 - indices.length;
}

function planeOf(base: Value, node: ts.ElementAccessExpression): RowValue | undefined {
  if (base.kind !== "row" || missingIndices(base) < 2) return undefined;
  return { ...base, indices: [...base.indices, node.argumentExpression] };
}

function ofAccessor(
  collection: Collection,
  instance: Instance,
  path: PathValue,
  node: ts.ElementAccessExpression,
): RowValue | undefined {
  const dimensions = accessorDimensions(collection.context, path.type);
  if (!dimensions) return undefined;
  const { pitches, lengths } = fieldsOf[dimensions];
  const capture = (name: string) => captured(collection, instance, path, name, node);
  const data = capture("data");
  const keys = [...pitches, ...lengths].map((name) => capture(name)?.key);
  if (data?.value.kind !== "span" || !keys.every((key) => key !== undefined)) return undefined;
  return {
    kind: "row",
    element: data.value.element,
    text: path.text,
    data: data.key,
    pitches: keys.slice(0, pitches.length),
    lengths: keys.slice(pitches.length),
    indices: [node.argumentExpression],
  };
}

function captured(
  collection: Collection,
  instance: Instance,
  path: PathValue,
  name: string,
  node: ts.Node,
): { readonly value: Value; readonly key: Key } | undefined {
  const value = capturedField(collection, instance, path, name, node);
  const meaning = instance.meanings.get(node);
  instance.meanings.delete(node);
  if (!value || meaning?.kind !== "outer" || meaning.outer.kind !== "capture") return undefined;
  return { value, key: meaning.outer.capture.key };
}

/** Whether it is used as in `a[y]![x]`, `a[y]!.length` or `atomicRef(a[y]!, x)`. */
function isUsedInPlace({ context }: Collection, row: ts.ElementAccessExpression): boolean {
  const { ts } = context;
  let node: ts.Expression = row;
  for (let { parent } = node; isWrapper(context, parent); parent = node.parent) node = parent;
  const { parent } = node;
  if (ts.isElementAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === "length";
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node || parent.arguments.length < 2) return false;
  const call = classifyCall(context, parent);
  return call.kind === "atomic" || call.kind === "addressOf" || (call.kind === "opaque" && call.reason === "atomicRef");
}
