// In a fused kernel, keeps stored values in locals, from which later members read them instead of from memory. Arrays that nothing else reads are not
// written at all. Only for arrays of which each work-item touches only its own elements, each by one index.

import { type Block, build, type Expr, type Fn, type Label, type ScalarType, type Stmt, scalars } from "@lanewise/ir";
import { replaceInExpr, withExpressions } from "../analysis/replace.js";
import { canFail } from "../simplify/failing.js";
import { Locals } from "../simplify/locals.js";
import { indexReader, type KnownParameter, type Sizes } from "./affine-index.js";
import type { ArrayUse } from "./kernel-uses.js";

type ElementExpr = Extract<Expr, { kind: "element" }>;
type StoreStmt = Extract<Stmt, { kind: "store" }>;
type LoopStmt = Extract<Stmt, { kind: "loop" }>;

export interface KeptArrays {
  readonly fn: Fn;
  /** Arrays of `internal` that are not written to memory. */
  readonly unwritten: ReadonlySet<number>;
}

/** `uses` are those of the function, `internal` the arrays that need not be written. */
export function keepInRegisters(
  fn: Fn,
  parameters: readonly KnownParameter[],
  sizes: Sizes,
  uses: readonly ArrayUse[],
  internal: ReadonlySet<number>,
): KeptArrays {
  const own = ownArrays(uses);
  const eligible = new Set([...internal].filter((array) => own.has(array)));
  const first = rewrite(fn, parameters, sizes, own, new Set());
  // An array that may be read before it is certainly written must be in memory.
  const unwritten = new Set([...eligible].filter((array) => !first.loaded.has(array) && first.met.has(array)));
  if (unwritten.size === 0) return { fn: first.fn, unwritten };
  return { fn: rewrite(fn, parameters, sizes, own, unwritten).fn, unwritten };
}

/** Written arrays of which each work-item uses only its own elements, each use at a constant offset. */
function ownArrays(uses: readonly ArrayUse[]): ReadonlySet<number> {
  const own = new Set(uses.filter(({ isWritten }) => isWritten).map(({ array }) => array));
  for (const array of [...own]) {
    const those = uses.filter((use) => use.array === array);
    const indices = those.flatMap(({ index, isAtomic }) =>
      index && !isAtomic && index.low === index.high ? [index] : [],
    );
    const scale = indices[0]?.scale ?? 0;
    const offsets = indices.map(({ low }) => low);
    const isOwn = indices.length === those.length && indices.every((index) => index.scale === scale);
    if (!isOwn || scale < 1 || Math.max(...offsets) - Math.min(...offsets) >= scale) own.delete(array);
  }
  return own;
}

/** The locals that hold their element's value; undefined where the code is unreachable. */
type Known = ReadonlySet<number> | undefined;

interface Rewriting {
  readonly locals: Locals;
  /** The local for an element; undefined if it stays in memory. */
  readonly localOf: (place: Expr) => { readonly local: number; readonly array: number } | undefined;
  readonly unwritten: ReadonlySet<number>;
  /** Arrays that are read from memory. */
  readonly loaded: Set<number>;
  readonly breaks: Map<Label, Known>;
}

function rewrite(
  fn: Fn,
  parameters: readonly KnownParameter[],
  sizes: Sizes,
  own: ReadonlySet<number>,
  unwritten: ReadonlySet<number>,
): { readonly fn: Fn; readonly loaded: ReadonlySet<number>; readonly met: ReadonlySet<number> } {
  const locals = new Locals(fn);
  const { linear } = indexReader(fn, parameters, sizes);
  const known = new Map<string, number>();
  const met = new Set<number>();
  const loaded = new Set<number>();
  const localOf = (place: Expr) => {
    if (place.kind !== "element" || place.base.kind !== "local") return undefined;
    const array = parameters[place.base.local];
    const element = elementOf(place);
    const index = linear(place.index);
    if (array?.kind !== "array" || !own.has(array.array) || !element || !index) return undefined;
    const key = `${array.array} ${index.low}`;
    const name = fn.locals[place.base.local]?.name ?? "";
    const local = known.get(key) ?? locals.add(name, scalars[element].register);
    known.set(key, local);
    met.add(array.array);
    return { local, array: array.array };
  };
  const rewriting: Rewriting = { locals, localOf, unwritten, loaded, breaks: new Map() };
  const { block } = inBlock(rewriting, fn.body, new Set());
  return { fn: { ...fn, locals: locals.all, body: block }, loaded, met };
}

/** The element type, if a local can hold it; f16 would have to be rounded. */
function elementOf({ type }: ElementExpr): ScalarType | undefined {
  const element = typeof type === "object" && type.kind === "ref" && typeof type.to === "string" ? type.to : undefined;
  return element === "f16" ? undefined : element;
}

interface Rewritten {
  readonly block: Block;
  readonly known: Known;
}

function inBlock(rewriting: Rewriting, block: Block, before: Known): Rewritten {
  let known = before;
  const statements = block.flatMap((stmt) => {
    const [made, after] = inStmt(rewriting, stmt, known);
    known = after;
    return made;
  });
  return { block: statements, known };
}

function inStmt(rewriting: Rewriting, stmt: Stmt, known: Known): readonly [readonly Stmt[], Known] {
  if (stmt.kind === "loop") return inLoop(rewriting, stmt, known);
  const own = withExpressions(stmt, (expr) => withLocals(rewriting, expr, known));
  switch (own.kind) {
    case "store":
      return inStore(rewriting, own, known);
    case "if": {
      const whenTrue = inBlock(rewriting, own.then, known);
      const whenFalse = inBlock(rewriting, own.else, known);
      // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits IR
      const made = { ...own, then: whenTrue.block, else: whenFalse.block };
      return [[made], both(whenTrue.known, whenFalse.known)];
    }
    case "block": {
      const { block, known: atEnd } = inBlock(rewriting, own.body, known);
      return [[{ ...own, body: block }], both(atEnd, rewriting.breaks.get(own.label))];
    }
    case "break":
      rewriting.breaks.set(own.label, both(rewriting.breaks.get(own.label), known));
      return [[own], undefined];
    case "continue":
    case "return":
    case "fail":
      return [[own], undefined];
    default:
      return [[own], known];
  }
}

/** Facts from before the loop still hold after it: a local never loses its element. */
function inLoop(rewriting: Rewriting, stmt: LoopStmt, known: Known): readonly [readonly Stmt[], Known] {
  const header = inBlock(rewriting, stmt.header, known);
  const condition = withLocals(rewriting, stmt.condition, header.known);
  const body = inBlock(rewriting, stmt.body, header.known);
  const update = inBlock(rewriting, stmt.update, header.known);
  const made = { ...stmt, header: header.block, condition, body: body.block, update: update.block };
  return [[made], known];
}

/** The locals known on both paths. */
function both(a: Known, b: Known): Known {
  if (!a || !b) return a ?? b;
  return new Set([...a].filter((local) => b.has(local)));
}

function withLocals({ localOf, loaded }: Rewriting, expr: Expr, known: Known): Expr {
  return replaceInExpr(expr, (one) => {
    if (one.kind !== "load") return undefined;
    const kept = localOf(one.place);
    if (!kept) return undefined;
    if (known?.has(kept.local)) return { kind: "local", type: one.type, local: kept.local };
    loaded.add(kept.array);
    return undefined;
  });
}

function inStore(rewriting: Rewriting, stmt: StoreStmt, known: Known): readonly [readonly Stmt[], Known] {
  const kept = rewriting.localOf(stmt.place);
  if (!kept || stmt.place.kind !== "element") return [[stmt], known];
  const { local, array } = kept;
  const element = elementOf(stmt.place);
  const type = element ? scalars[element].register : undefined;
  if (!element || !type) return [[stmt], known];
  const isUnwritten = rewriting.unwritten.has(array);
  // The index is checked before the value is computed.
  const isCheckedFirst = isUnwritten || canFail(stmt.value);
  const check = isCheckedFirst ? [build.set(rewriting.locals.add("checked", stmt.place.type), stmt.place)] : [];
  const value = build.set(local, narrowed(element, stmt.value));
  const store: readonly Stmt[] = isUnwritten ? [] : [{ ...stmt, value: build.local(local, type) }];
  return [[...check, value, ...store], known && new Set([...known, local])];
}

/** The value after storing and loading it. */
function narrowed(element: ScalarType, value: Expr): Expr {
  const { kind, size, signed } = scalars[element];
  if (kind !== "integer" || size > 2) return value;
  const bits = build.constant("i32", 32 - 8 * size);
  if (!signed) return build.op("and", value, build.constant("i32", 2 ** (8 * size) - 1));
  return build.op("shr", build.op("shl", value, bits), bits);
}
