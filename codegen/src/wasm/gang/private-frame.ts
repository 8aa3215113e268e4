// Lays out the aggregate locals of a gang's work-items in private memory. If only scalars of one size are loaded from a local and stored to it, it is
// interleaved: the first scalar of every work-item, then the second of every one, so that an element that all of them access is a vector. The others,
// whose addresses or whole copies are used, lie in frames, one per work-item.

import {
  type DataType,
  type Expr,
  expressionsOf,
  type Fn,
  forEachStmt,
  isAggregate,
  type Local,
  type Module,
  operandsOf,
  type StructDefinition,
  scalars,
} from "@lanewise/ir";
import { layoutFrame } from "../../frame.js";

export interface PrivatePlace {
  /** Offset of the first work-item's storage, in bytes. */
  readonly offset: number;
  /** Bytes from one work-item's storage to the next. */
  readonly stride: number;
  /** Factor for distances inside the local: the gang's size if it is interleaved, else 1. */
  readonly spread: number;
}

export interface PrivateFrame {
  /** By local; undefined for locals in registers. */
  readonly places: readonly (PrivatePlace | undefined)[];
  /** Bytes for the whole gang. */
  readonly size: number;
}

export function layoutPrivate(fn: Fn, module: Module, gang: number): PrivateFrame {
  const words = findInterleaved(fn, module.structs);
  const frameOf = (isIn: (local: number) => boolean) => {
    const locals = fn.locals.map((local, index): Local => (isIn(index) ? local : { ...local, type: "i32" }));
    return layoutFrame({ ...fn, locals }, module);
  };
  const [apart, together] = [frameOf((local) => !words.has(local)), frameOf((local) => words.has(local))];
  const places = fn.locals.map((_, local): PrivatePlace | undefined => {
    const [own, shared] = [apart.offsets[local], together.offsets[local]];
    if (own !== undefined) return { offset: own, stride: apart.size, spread: 1 };
    const stride = words.get(local);
    if (shared === undefined || stride === undefined) return undefined;
    return { offset: gang * (apart.size + shared), stride, spread: gang };
  });
  return { places, size: gang * (apart.size + together.size) };
}

/** The scalar size of each local that may be interleaved. */
function findInterleaved(fn: Fn, structs: readonly StructDefinition[]): ReadonlyMap<number, number> {
  const words = new Map<number, number>();
  fn.locals.forEach(({ type }, local) => {
    const sizes = isAggregate(type) ? [...scalarSizes(type, structs)] : [];
    if (sizes.length === 1) words.set(local, sizes[0] ?? 0);
  });
  const visitPlace = (place: Expr): void => {
    if (place.kind === "field") visitPlace(place.base);
    else if (place.kind === "element") {
      visitPlace(place.base);
      visit(place.index);
    } else if (place.kind !== "address") visit(place);
  };
  const visit = (expr: Expr): void => {
    if (expr.kind === "address") words.delete(expr.local);
    else if (expr.kind === "load") visitPlace(expr.place);
    else for (const operand of operandsOf(expr)) visit(operand);
  };
  forEachStmt(fn.body, (stmt) => {
    const isScalarStore = stmt.kind === "store" && typeof stmt.value.type === "string";
    if (isScalarStore) visitPlace(stmt.place);
    for (const expr of isScalarStore ? [stmt.value] : expressionsOf(stmt)) visit(expr);
  });
  return words;
}

function scalarSizes(type: DataType, structs: readonly StructDefinition[], found = new Set<number>()): Set<number> {
  if (typeof type === "string") return found.add(scalars[type].size);
  if (type.kind === "array") return scalarSizes(type.element, structs, found);
  for (const field of structs.find(({ name }) => name === type.name)?.fields ?? [])
    scalarSizes(field.type, structs, found);
  return found;
}
