// Scalar replacement: private structs and small arrays become locals, one for each scalar. Runs on a function without calls whose references are
// forwarded (forward-locals.ts). A part that must stay in memory (private-tree.ts) becomes an aggregate local of its own, so that the scalar fields
// beside an array with computed indices still become locals.
// Copies of aggregates are split if one side is in locals; otherwise they stay. No two parts of one type overlap, so some order of copying works, but
// the copy may overwrite one of its own indices: these are spilled first.
// Private memory has arbitrary initial contents, but a local must be set: locals that may be read before that start as zero.

import {
  type DataType,
  type Expr,
  type Fn,
  type Position,
  readBeforeSet,
  refTo,
  type Stmt,
  type StructDefinition,
  scalars,
  type ValueScalar,
} from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "../analysis/replace.js";
import { fold } from "./fold.js";
import { spillPlace } from "./forward-locals.js";
import { Locals } from "./locals.js";
import {
  childTypes,
  isNarrow,
  locate,
  memoryPartOf,
  type Part,
  type PrivateTrees,
  privateTrees,
  siteIn,
  siteOf,
} from "./private-tree.js";

type StoreStmt = Extract<Stmt, { kind: "store" }>;

interface Replacing {
  readonly structs: readonly StructDefinition[];
  readonly trees: PrivateTrees;
  readonly locals: Locals;
  readonly originals: number;
  /** For scalar parts, and for parts in memory. */
  readonly localOf: Map<Part, number>;
  readonly site: number;
}

export function replaceAggregates(fn: Fn, structs: readonly StructDefinition[]): Fn {
  const trees = privateTrees(fn, structs);
  const locals = new Locals(fn);
  const localOf = new Map<Part, number>();
  trees.forEach((tree, local) => {
    if (tree) assignLocals(tree, local, locals, localOf);
  });
  const replacing = { structs, trees, locals, localOf, originals: fn.locals.length, site: siteIn(fn) ?? 0 };
  const body = fn.body.flatMap((stmt) => replaceStmt(replacing, stmt));
  const replaced = { ...fn, locals: locals.all, body };
  return { ...replaced, body: [...zeros(replaced, [...localOf.values()]), ...body] };
}

function assignLocals(part: Part, root: number, locals: Locals, localOf: Map<Part, number>): void {
  if (part.isInMemory) localOf.set(part, part.parent ? locals.add(part.name, part.type) : root);
  else if (typeof part.type === "string") localOf.set(part, locals.add(part.name, scalars[part.type].register));
  else for (const child of part.children) assignLocals(child, root, locals, localOf);
}

/** Sets to zero the locals that may be read before they are set. */
function zeros(fn: Fn, candidates: readonly number[]): readonly Stmt[] {
  const unset = readBeforeSet(fn);
  return candidates.flatMap((local): readonly Stmt[] => {
    const type = fn.locals[local]?.type;
    return unset.has(local) && typeof type === "string"
      ? [{ kind: "set", local, value: zero(scalars[type].register) }]
      : [];
  });
}

function zero(type: ValueScalar): Expr {
  const value = type === "bool" ? false : scalars[type].kind === "integer" && scalars[type].size === 8 ? 0n : 0;
  return { kind: "const", type, value };
}

function replaceStmt(replacing: Replacing, stmt: Stmt): readonly Stmt[] {
  if (stmt.kind === "store") return replaceStore(replacing, stmt);
  const own = withExpressions(stmt, (expr) => replaceExpr(replacing, expr));
  return [withBlocks(own, (block) => block.flatMap((inner) => replaceStmt(replacing, inner)))];
}

function replaceExpr(replacing: Replacing, expr: Expr): Expr {
  switch (expr.kind) {
    case "load": {
      const scalar = scalarPart(replacing, expr.place);
      return scalar ? localExpr(replacing, scalar) : { ...expr, place: memoryPlace(replacing, expr.place) };
    }
    case "address":
    case "field":
    case "element":
      return memoryPlace(replacing, expr);
    default:
      return withOperands(expr, (operand) => replaceExpr(replacing, operand));
  }
}

/** The part that an lvalue names, if it is not in memory. */
function registerPart({ trees }: Replacing, place: Expr): Part | undefined {
  const located = locate(trees, place);
  return located?.isExact && !memoryPartOf(located.part) ? located.part : undefined;
}

function scalarPart(replacing: Replacing, place: Expr): Part | undefined {
  const part = registerPart(replacing, place);
  return typeof part?.type === "string" ? part : undefined;
}

function localExpr({ localOf, locals }: Replacing, part: Part): Expr {
  const local = localOf.get(part) ?? 0;
  return { kind: "local", type: locals.all[local]?.type ?? "i32", local };
}

function addressOf({ localOf }: Replacing, part: Part): Expr {
  return { kind: "address", type: refTo(part.type), local: localOf.get(part) ?? 0 };
}

function memoryPlace(replacing: Replacing, place: Expr): Expr {
  const located = locate(replacing.trees, place);
  if (located?.isExact && memoryPartOf(located.part) === located.part) return addressOf(replacing, located.part);
  switch (place.kind) {
    case "field":
      return { ...place, base: memoryPlace(replacing, place.base) };
    case "element": {
      const base = memoryPlace(replacing, place.base);
      return { ...place, base, index: replaceExpr(replacing, place.index) };
    }
    case "dereference":
      return withOperands(place, (pointer) => replaceExpr(replacing, pointer));
    default:
      return place;
  }
}

function replaceStore(replacing: Replacing, stmt: StoreStmt): readonly Stmt[] {
  const target = registerPart(replacing, stmt.place);
  if (typeof stmt.value.type === "string") {
    const value = replaceExpr(replacing, stmt.value);
    if (!target) return [{ ...stmt, place: memoryPlace(replacing, stmt.place), value }];
    return [{ kind: "set", local: replacing.localOf.get(target) ?? 0, value: narrowed(target.type, value) }];
  }
  const source = registerPart(replacing, stmt.value);
  if (!target && !source) {
    const place = memoryPlace(replacing, stmt.place);
    return [{ ...stmt, place, value: memoryPlace(replacing, stmt.value) }];
  }
  const before: Stmt[] = [];
  const sideOf = (part: Part | undefined, expr: Expr): Side => {
    if (part) return { kind: "part", part };
    // The copy writes the new locals; an index held in one would change during it.
    const spilled = spillPlace(memoryPlace(replacing, expr), replacing.locals, (local) => local < replacing.originals);
    before.push(...spilled.before);
    return { kind: "memory", place: spilled.place, site: siteOf(spilled.place) ?? replacing.site };
  };
  const [to, from] = [sideOf(target, stmt.place), sideOf(source, stmt.value)];
  return [...before, ...copy(replacing, to, from, stmt.at)];
}

type Side =
  | { readonly kind: "part"; readonly part: Part }
  | { readonly kind: "memory"; readonly place: Expr; readonly site: number };

function copy(replacing: Replacing, to: Side, from: Side, at: Position): readonly Stmt[] {
  if (to.kind === "memory" && from.kind === "memory")
    return [{ kind: "store", place: to.place, value: from.place, at }];
  if (to.kind === "part" && from.kind === "part" && to.part === from.part) return [];
  const type = typeOfSide(to);
  if (typeof type !== "string") {
    return childTypes(type, replacing.structs).flatMap((child, index) =>
      copy(replacing, childOf(replacing, to, child.type, index), childOf(replacing, from, child.type, index), at),
    );
  }
  const value: Expr =
    from.kind === "part"
      ? localExpr(replacing, from.part)
      : { kind: "load", type: scalars[type].register, place: from.place };
  return to.kind === "part"
    ? [{ kind: "set", local: replacing.localOf.get(to.part) ?? 0, value }]
    : [{ kind: "store", place: to.place, value, at }];
}

function typeOfSide(side: Side): DataType {
  if (side.kind === "part") return side.part.type;
  const { type } = side.place;
  return typeof type === "object" && type.kind === "ref" ? type.to : "i32";
}

function childOf(replacing: Replacing, side: Side, type: DataType, index: number): Side {
  if (side.kind === "part") {
    const child = side.part.children[index];
    if (child && !child.isInMemory) return { kind: "part", part: child };
    return {
      kind: "memory",
      place: child ? addressOf(replacing, child) : { kind: "address", type: refTo(type), local: 0 },
      site: replacing.site,
    };
  }
  const { place: base, site } = side;
  const place: Expr =
    typeof base.type === "object" &&
    base.type.kind === "ref" &&
    typeof base.type.to === "object" &&
    base.type.to.kind === "array"
      ? { kind: "element", type: refTo(type), base, index: { kind: "const", type: "i32", value: index }, site }
      : { kind: "field", type: refTo(type), base, field: index };
  return { kind: "memory", place, site };
}

/** The value that a load would return after a store. */
function narrowed(type: DataType, value: Expr): Expr {
  if (!isNarrow(type) || typeof type !== "string") return value;
  const { size, signed } = scalars[type];
  const constant = (of: number): Expr => ({ kind: "const", type: "i32", value: of });
  if (!signed) return fold({ kind: "op", type: "i32", op: "and", args: [value, constant(2 ** (8 * size) - 1)] });
  const shift = constant(32 - 8 * size);
  const raised: Expr = { kind: "op", type: "i32", op: "shl", args: [value, shift] };
  return fold({ kind: "op", type: "i32", op: "shr", args: [raised, shift] });
}
