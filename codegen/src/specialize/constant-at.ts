// Reads constant memory at compile time: a scalar of a specialization constant or of a table, at a constant lvalue.

import {
  type Expr,
  type Global,
  invariant,
  isScalar,
  layoutOf,
  type Module,
  type ScalarType,
  scalarAccess,
  scalars,
  structLayout,
} from "@lanewise/ir";
import { constantIndex } from "../simplify/failing.js";

/** The constant that a load returns; undefined for every other expression. */
export function constantAt(expr: Expr, module: Module): Expr | undefined {
  if (expr.kind !== "load") return undefined;
  const type = typeof expr.place.type === "object" && expr.place.type.kind === "ref" ? expr.place.type.to : undefined;
  const found = type !== undefined && isScalar(type) ? placeIn(expr.place, module) : undefined;
  if (type === undefined || !isScalar(type) || !found) return undefined;
  const { global, offset } = found;
  const bytes = global.initial ?? new Uint8Array(layoutOf(global.type, module.structs).size);
  return scalarConstant(bytes, offset, type);
}

/** The scalar at an offset, as a register value. */
export function scalarConstant(bytes: Uint8Array, offset: number, type: ScalarType): Expr {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { kind: "const", type: scalars[type].register, value: scalarAccess[type].load(view, offset) };
}

interface ConstantPlace {
  readonly global: Global;
  /** In bytes, from the global's start. */
  readonly offset: number;
}

function placeIn(place: Expr, module: Module): ConstantPlace | undefined {
  if (place.kind === "global") {
    const global = module.globals[place.global];
    return global && isConstant(global) ? { global, offset: 0 } : undefined;
  }
  const index = place.kind === "element" ? constantIndex(place) : undefined;
  const base = place.kind === "field" || index !== undefined ? placeIn(baseOf(place), module) : undefined;
  if (!base) return undefined;
  const { type } = baseOf(place);
  const inside = typeof type === "object" && type.kind === "ref" ? type.to : undefined;
  invariant(typeof inside === "object", "a field or an element is of a struct or an array");
  if (inside.kind === "array") {
    return { ...base, offset: base.offset + (index ?? 0) * layoutOf(inside.element, module.structs).size };
  }
  const definition = module.structs.find(({ name }) => name === inside.name);
  invariant(definition && place.kind === "field", `${inside.name} is a struct of the module`);
  return { ...base, offset: base.offset + (structLayout(definition, module.structs).offsets[place.field] ?? 0) };
}

function baseOf(place: Expr): Expr {
  return place.kind === "field" || place.kind === "element" ? place.base : place;
}

/** Whether nothing writes it. */
export function isConstant(global: Global | undefined): boolean {
  return global?.storage === "specialization" || global?.storage === "constant";
}
