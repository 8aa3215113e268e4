// Rewrites the body of a kernel whose struct arrays lie in columns (columns.ts): accesses to such an array become accesses to a column. Remaining
// references to whole structs, set in several places, become one reference for each leaf field; variables that hold such an array become one span for
// each column. Struct copies go leaf by leaf, with their indices computed before, so that the first leaf's access makes the copy's checks in its
// order.

import {
  type DataType,
  type Expr,
  type Fn,
  forEachStmt,
  invariant,
  type Module,
  refTo,
  type Stmt,
  scalars,
} from "@lanewise/ir";
import { withBlocks, withExpressions, withOperands } from "./analysis/replace.js";
import { canFail } from "./simplify/failing.js";
import { rootOf, spillPlace } from "./simplify/forward-locals.js";
import type { Locals } from "./simplify/locals.js";
import { readLocals } from "./simplify/tidy.js";
import { type Leaf, leavesOf, structOf } from "./struct-leaves.js";

/** A kernel that cannot have these struct arrays in columns; the message says why. */
export class ColumnsError extends Error {}

type Columns = ReadonlyMap<string, number>;

export interface Rewriting {
  /** Without calls, and with forwarded references. */
  readonly fn: Fn;
  readonly module: Module;
  readonly locals: Locals;
  /** By split parameter: the locals of its columns, by path. Split locals are added. */
  readonly columnsOf: Map<number, Columns>;
}

/** A location: its address, or for a struct in columns the address of each leaf. */
type View =
  | { readonly kind: "plain"; readonly place: Expr }
  | { readonly kind: "split"; readonly type: DataType; readonly leaf: (path: string) => Expr };

export function rewritePlaces(rewriting: Rewriting): readonly Stmt[] {
  splitLocals(rewriting);
  return rewriting.fn.body.flatMap((stmt) => rewriteStmt(rewriting, stmt));
}

/** Splits the locals that hold split values: spans of the same structs, and references to structs in them. */
function splitLocals(rewriting: Rewriting): void {
  const { fn, module, locals, columnsOf } = rewriting;
  const read = readLocals(fn.body);
  const isSplit = (value: Expr): boolean => {
    const root = rootOf(value);
    return root.kind === "local" && columnsOf.has(root.local);
  };
  for (let before = -1; before !== columnsOf.size; ) {
    before = columnsOf.size;
    forEachStmt(fn.body, (stmt) => {
      if (stmt.kind !== "set" || columnsOf.has(stmt.local) || !isSplit(stmt.value)) return;
      // A local that is never read exists for its check.
      if (!read.has(stmt.local)) return;
      const { type } = stmt.value;
      const of = structAt(type);
      if (!of || typeof type !== "object") return;
      // Outside the kernel, the parameter's array is laid out element by element.
      if (stmt.local < fn.parameters) throw mixedArrays(rewriting, stmt.local);
      const name = locals.all[stmt.local]?.name ?? "";
      const made = leavesOf(of, module.structs).map((leaf): [string, number] => [
        leaf.path,
        locals.add(
          `${name}.${leaf.path}`,
          type.kind === "span" ? { kind: "span", element: leaf.type } : refTo(leaf.type),
        ),
      ]);
      columnsOf.set(stmt.local, new Map(made));
    });
  }
}

/** The struct type of a span's elements or of a reference's target. */
function structAt(type: Expr["type"]): DataType | undefined {
  if (typeof type !== "object" || (type.kind !== "span" && type.kind !== "ref")) return undefined;
  const of = type.kind === "span" ? type.element : type.to;
  return typeof of === "object" && of.kind === "struct" ? of : undefined;
}

function viewOf(rewriting: Rewriting, place: Expr): View {
  const { columnsOf, module } = rewriting;
  switch (place.kind) {
    case "local": {
      const columns = columnsOf.get(place.local);
      const type = structAt(place.type);
      if (!columns || !type) return { kind: "plain", place };
      return { kind: "split", type, leaf: (path) => localOf(rewriting, columns, path) };
    }
    case "element": {
      const index = rewriteExpr(rewriting, place.index);
      const base = viewOf(rewriting, place.base);
      if (base.kind === "plain") return { kind: "plain", place: { ...place, base: base.place, index } };
      const at = (column: Expr): Expr => {
        const { type } = column;
        invariant(typeof type === "object" && type.kind === "span", "the leaves of an array are its columns");
        return { kind: "element", type: refTo(type.element), base: column, index, site: place.site };
      };
      return { kind: "split", type: base.type, leaf: (path) => at(base.leaf(path)) };
    }
    case "field": {
      const base = viewOf(rewriting, place.base);
      return fieldOf(module, base, place.field);
    }
    case "dereference":
      return { kind: "plain", place: withOperands(place, (pointer) => rewriteExpr(rewriting, pointer)) };
    default:
      return { kind: "plain", place };
  }
}

function localOf({ locals }: Rewriting, columns: Columns, path: string): Expr {
  const local = columns.get(path);
  const type = local === undefined ? undefined : locals.all[local]?.type;
  invariant(local !== undefined && type !== undefined, `there is a column ${path}`);
  return { kind: "local", type, local };
}

function fieldOf({ structs }: Module, base: View, field: number): View {
  const type = base.kind === "split" ? base.type : structAt(base.place.type);
  const found = type && structOf(type, structs)?.fields[field];
  invariant(found, "a field is one of its struct's");
  if (base.kind === "plain")
    return { kind: "plain", place: { kind: "field", type: refTo(found.type), base: base.place, field } };
  if (!structOf(found.type, structs)) return { kind: "plain", place: base.leaf(found.name) };
  return { kind: "split", type: found.type, leaf: (path) => base.leaf(`${found.name}.${path}`) };
}

/** The address of a leaf field. */
function leafOf(module: Module, view: View, leaf: Leaf): Expr {
  const found = leaf.fields.reduce((inside, field) => fieldOf(module, inside, field), view);
  invariant(found.kind === "plain", "a path leads to a leaf");
  return found.place;
}

function plainOf(rewriting: Rewriting, place: Expr): Expr {
  const view = viewOf(rewriting, place);
  invariant(view.kind === "plain", "only a copy and an assignment name a whole struct");
  return view.place;
}

function pointedOf(rewriting: Rewriting, place: Expr): Expr {
  const view = viewOf(rewriting, place);
  if (view.kind === "plain") return view.place;
  throw new ColumnsError(
    `${rewriting.fn.name} takes a pointer to a struct in columns ("soa"), whose fields lie apart. Allocate the array with the layout "aos".`,
  );
}

function rewriteExpr(rewriting: Rewriting, expr: Expr): Expr {
  const { columnsOf } = rewriting;
  if (expr.kind === "length" && expr.span.kind === "local") {
    const columns = columnsOf.get(expr.span.local);
    const [first] = columns?.keys() ?? [];
    return columns && first !== undefined ? { ...expr, span: localOf(rewriting, columns, first) } : expr;
  }
  if (expr.kind === "pointer") return { ...expr, place: pointedOf(rewriting, expr.place) };
  if (expr.kind === "element" || expr.kind === "field") return plainOf(rewriting, expr);
  return withOperands(expr, (operand) => rewriteExpr(rewriting, operand));
}

function rewriteStmt(rewriting: Rewriting, stmt: Stmt): readonly Stmt[] {
  if (stmt.kind === "set" && typeof stmt.value.type === "object")
    return rewriteReference(rewriting, stmt.local, stmt.value);
  if (stmt.kind === "store" && typeof stmt.value.type === "object") return copy(rewriting, stmt);
  if (stmt.kind === "call") assertWhole(rewriting, stmt);
  const own = withExpressions(stmt, (expr) => rewriteExpr(rewriting, expr));
  return [withBlocks(own, (block) => block.flatMap((inner) => rewriteStmt(rewriting, inner)))];
}

/** The remaining calls go to WebAssembly functions, which only know structs laid out element by element. */
function assertWhole(rewriting: Rewriting, { args, function: called }: Extract<Stmt, { kind: "call" }>): void {
  const { fn, module } = rewriting;
  const isSplit = (arg: Expr): boolean => {
    const root = rootOf(arg);
    const isArray = arg.kind === "local" && rewriting.columnsOf.has(arg.local);
    return (
      structAt(arg.type) !== undefined && root.kind === "local" && (isArray || viewOf(rewriting, arg).kind === "split")
    );
  };
  if (!args.some(isSplit)) return;
  throw new ColumnsError(
    `${fn.name} passes structs in columns ("soa") to ${module.functions[called]?.name}, which its package ships as WebAssembly alone. Allocate the array with the layout "aos".`,
  );
}

/** Assigns a reference or a span, part by part if it is split. */
function rewriteReference(rewriting: Rewriting, local: number, value: Expr): readonly Stmt[] {
  const { columnsOf, locals, module } = rewriting;
  const columns = columnsOf.get(local);
  const { before, view } = spilled(rewriting, value);
  if (!columns) {
    if (view.kind === "plain") return [...before, { kind: "set", local, value: view.place }];
    // Only its check matters.
    const [leaf] = leavesOf(view.type, module.structs);
    invariant(leaf, "a struct has fields");
    const first = view.leaf(leaf.path);
    return [...before, { kind: "set", local: locals.add("checked", first.type), value: first }];
  }
  const isSpan = typeof value.type === "object" && value.type.kind === "span";
  if (isSpan && view.kind === "plain") throw mixedArrays(rewriting, local);
  const of = structAt(value.type);
  invariant(of, "a split local or span holds structs");
  const sets = leavesOf(of, module.structs).map((leaf): Stmt => {
    const column = columns.get(leaf.path);
    invariant(column !== undefined, "each leaf has a column");
    return { kind: "set", local: column, value: leafOf(module, view, leaf) };
  });
  return [...before, ...sets];
}

function mixedArrays({ fn, locals }: Rewriting, local: number): ColumnsError {
  const name = locals.all[local]?.name || "a variable";
  return new ColumnsError(
    `${fn.name}: ${name} may be an array of structs in columns ("soa") or one that lies element by element ("aos"). Give both arrays the same layout.`,
  );
}

/** The view of a location with its indices spilled to locals, so that it can be split, and the statements that compute them. */
function spilled(rewriting: Rewriting, place: Expr): { readonly before: readonly Stmt[]; readonly view: View } {
  const known = spillPlace(place, rewriting.locals, () => true);
  const before = known.before.flatMap((stmt) => rewriteStmt(rewriting, stmt));
  return { before, view: viewOf(rewriting, known.place) };
}

function copy(rewriting: Rewriting, stmt: Extract<Stmt, { kind: "store" }>): readonly Stmt[] {
  const { module, locals } = rewriting;
  const { at } = stmt;
  const direct = { to: viewOf(rewriting, stmt.place), from: viewOf(rewriting, stmt.value) };
  if (direct.to.kind === "plain" && direct.from.kind === "plain")
    return [{ ...stmt, place: direct.to.place, value: direct.from.place }];
  const type = structAt(stmt.place.type);
  invariant(type, "a value with columns is a struct");
  const leaves = leavesOf(type, module.structs);
  const to = spilled(rewriting, stmt.place);
  const from = spilled(rewriting, stmt.value);
  const [leading] = leaves;
  invariant(leading, "a struct has fields");
  const first = leafOf(module, to.view, leading);
  const isFirst = from.before.some((one) => one.kind === "set" && canFail(one.value)) && canFail(first);
  const check: readonly Stmt[] = isFirst
    ? [{ kind: "set", local: locals.add("checked", first.type), value: first }]
    : [];
  const stores = leaves.map((leaf): Stmt => {
    const source = leafOf(module, from.view, leaf);
    const value: Expr =
      typeof leaf.type === "string" ? { kind: "load", type: scalars[leaf.type].register, place: source } : source;
    return { kind: "store", place: leafOf(module, to.view, leaf), value, at };
  });
  return [...to.before, ...check, ...from.before, ...stores];
}
