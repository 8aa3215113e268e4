// Lists a kernel's accesses to its arrays and device globals: which array, at which index, where in the source. obstacle.ts decides about fusion with
// this list. Expects a function without calls (simplify.ts).

import { type Expr, expressionsOf, type Fn, forEachExpr, forEachStmt, type Module, type Stmt } from "@lanewise/ir";
import { simplifyBeforeIndices } from "../simplify/simplify-any.js";
import { readLocals } from "../simplify/tidy.js";
import { type IndexReader, indexReader, type KnownParameter, type LinearIndex, type Sizes } from "./affine-index.js";

/** A kernel of a recorded launch. */
export interface FusionMember {
  /** Verified. */
  readonly module: Module;
  readonly kernel: number;
  /** For obstacle reasons. */
  readonly name: string;
  readonly parameters: readonly KnownParameter[];
  /** The identity of a global's storage: one object has one, by whatever id a module knows it. */
  readonly placeOf: (global: number) => number;
}

export interface GlobalUse {
  readonly name: string;
  readonly isWritten: boolean;
}

export interface ArrayUse {
  /** The array's number in `KnownParameter`. */
  readonly array: number;
  /** The name in the source. */
  readonly name: string;
  readonly isWritten: boolean;
  readonly isAtomic: boolean;
  /** Undefined if unknown. */
  readonly index: LinearIndex | undefined;
  /** "file:line"; undefined if unknown. */
  readonly where: string | undefined;
}

export interface KernelUses {
  readonly member: FusionMember;
  /** Without calls. */
  readonly fn: Fn;
  readonly arrays: readonly ArrayUse[];
  /** By `placeOf`. */
  readonly globals: ReadonlyMap<number, GlobalUse>;
  /** Why its accesses are unknown. */
  readonly unknown: string | undefined;
  /** Scalar parameters that the indices depend on. */
  readonly asked: ReadonlySet<number>;
}

/** The root of an lvalue, and the index directly into it. */
interface Root {
  readonly expr: Expr;
  readonly index: Expr | undefined;
  readonly site: number | undefined;
}

export function usesOfKernel(member: FusionMember, sizes: Sizes): KernelUses | undefined {
  const kernel = member.module.functions[member.kernel];
  if (!kernel) return undefined;
  return usesOf(member, simplifyBeforeIndices(member.module, kernel), sizes);
}

/** For a function without calls, with the member's parameters. */
export function usesOf(member: FusionMember, fn: Fn, sizes: Sizes): KernelUses {
  const reader = indexReader(fn, member.parameters, sizes);
  const found: Found = { member, fn, reader, arrays: [], globals: new Map(), unknown: undefined };
  const read = readLocals(fn.body);
  forEachStmt(fn.body, (stmt) => {
    addStmt(found, stmt, read);
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, (one) => addExpr(found, one));
  });
  return { ...found, asked: reader.asked };
}

interface Found {
  readonly member: FusionMember;
  readonly fn: Fn;
  readonly reader: IndexReader;
  readonly arrays: ArrayUse[];
  readonly globals: Map<number, GlobalUse>;
  unknown: string | undefined;
}

const isReference = ({ type }: Expr) => typeof type === "object" && type.kind === "ref";

function addStmt(found: Found, stmt: Stmt, read: ReadonlySet<number>): void {
  if (stmt.kind === "store") {
    addPlace(found, stmt.place, { isWritten: true, isAtomic: false });
    if (isReference(stmt.value)) addPlace(found, stmt.value, { isWritten: false, isAtomic: false });
  }
  if (stmt.kind === "atomic") addPlace(found, stmt.place, { isWritten: stmt.op !== "load", isAtomic: true });
  // A reference that is never read is only an index check.
  if (stmt.kind === "set" && isReference(stmt.value) && read.has(stmt.local)) found.unknown ??= "keeps a reference";
  if (stmt.kind === "call") found.unknown ??= "calls functions across instances";
  if (stmt.kind === "barrier" || stmt.kind === "subGroup") found.unknown ??= "has barriers";
}

function addExpr(found: Found, expr: Expr): void {
  if (expr.kind === "load") addPlace(found, expr.place, { isWritten: false, isAtomic: false });
  if (expr.kind === "dereference" || expr.kind === "pointer") found.unknown ??= "uses pointers";
}

function addPlace(found: Found, place: Expr, access: Pick<ArrayUse, "isWritten" | "isAtomic">): void {
  const { expr, index, site } = rootOf(place);
  if (expr.kind === "global") {
    addGlobal(found, expr.global, access.isWritten);
    return;
  }
  // Private memory belongs to the work-item.
  if (expr.kind === "address") return;
  const known = expr.kind === "local" ? found.member.parameters[expr.local] : undefined;
  if (expr.kind !== "local" || known?.kind !== "array") {
    found.unknown ??= "keeps a reference";
    return;
  }
  found.arrays.push({
    ...access,
    array: known.array,
    name: found.fn.locals[expr.local]?.name ?? "an array",
    index: index && found.reader.linear(index),
    where: site === undefined ? undefined : placeOf(found.member.module, site),
  });
}

function addGlobal({ member, globals }: Found, index: number, isWritten: boolean): void {
  const { name = "", storage = "device" } = member.module.globals[index] ?? {};
  if (storage === "constant") return;
  const place = member.placeOf(index);
  globals.set(place, { name, isWritten: isWritten || globals.get(place)?.isWritten === true });
}

function rootOf(place: Expr): Root {
  let root: Root = { expr: place, index: undefined, site: undefined };
  for (;;) {
    const { expr } = root;
    if (expr.kind === "field") root = { ...root, expr: expr.base };
    else if (expr.kind === "element") root = { expr: expr.base, index: expr.index, site: expr.site };
    else return root;
  }
}

function placeOf(module: Module, site: number): string | undefined {
  const at = module.sites[site]?.at;
  return at && `${module.files[at.file]}:${at.line}`;
}
