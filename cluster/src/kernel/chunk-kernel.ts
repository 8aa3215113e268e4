// Converts a kernel over the whole range to one over a chunk. The new kernel has one more parameter after the captures, the chunk's first row: its
// index counts from there, and arrays of which a chunk has a part are indexed from that part's first element. Accesses to missing elements fail like
// any index out of bounds, at the user's source position. Functions that need the first row get it as a parameter; for each array that may be a part
// they get two numbers: the part's first element and the length of the whole array.

import { type Block, build, type Expr, type Fn, invariant, type Local, type Module, type Stmt } from "@lanewise/ir";
import { mapBlock } from "./map-function.js";
import type { Region } from "./mappers.js";
import { partialLocals } from "./partial-locals.js";
import { isRow, rowReaders } from "./row-readers.js";

/** Describes the cut. */
export interface Cutting {
  readonly kernel: number;
  /** The size of the range's first dimension. */
  readonly rows: number;
  /** By kernel parameter: the arrays of which a chunk may have a part. */
  readonly regions: readonly (CutArray | undefined)[];
  /** How many of the kernel's parameters are captures: reducers follow them. */
  readonly captures: number;
}

export interface CutArray {
  readonly region: Region;
  readonly length: number;
}

/** Whether a chunk has less than the whole array. */
function isPart({ region, length }: CutArray): boolean {
  return region.kind === "moving" || region.begin > 0 || region.end < length;
}

const row: Local = { name: "first row of the chunk", type: "i32" };

export function chunkKernel(module: Module, cutting: Cutting): Module {
  const cut = new Set(cutting.regions.flatMap((array, index) => (array && isPart(array) ? [index] : [])));
  const partial = partialLocals(module, cutting.kernel, cut);
  const needs: Needs = { partial, readers: rowReaders(module), rows: cutting.rows };
  const functions = module.functions.map((fn, index) => {
    const parts = partial[index] ?? new Set();
    if (index === cutting.kernel) return kernelOf(fn, parts, needs, cutting);
    return helperOf(fn, parts, needs, needs.readers.has(index));
  });
  return { ...module, functions };
}

/** The additional parameters that functions need. */
interface Needs {
  /** By function: the locals that may be parts of arrays. */
  readonly partial: readonly ReadonlySet<number>[];
  /** Functions that need the chunk's first row. */
  readonly readers: ReadonlySet<number>;
  readonly rows: number;
}

/** The positions of a function's new locals. */
interface Frame {
  readonly local: (old: number) => number;
  /** Undefined if the function does not need it. */
  readonly row: number | undefined;
  readonly origin: ReadonlyMap<number, { readonly first: number; readonly length: number }>;
}

const i32 = (index: number): Expr => build.local(index, "i32");
const number = (value: number): Expr => build.constant("i32", value);

function kernelOf(fn: Fn, parts: ReadonlySet<number>, needs: Needs, cutting: Cutting): Fn {
  const { captures } = cutting;
  const frame = frameOf(fn, parts, (old) => (old < captures ? old : old + 1), captures, fn.locals.length + 1);
  const start = cutting.regions.flatMap((array, parameter): readonly Stmt[] => {
    const at = frame.origin.get(parameter);
    if (!array || !at) return [];
    const { region, length } = array;
    const first = region.kind === "same" ? number(region.begin) : build.op("mul", i32(captures), number(region.perRow));
    return [build.set(at.first, first), build.set(at.length, number(length))];
  });
  const locals = [...fn.locals.slice(0, captures), row, ...fn.locals.slice(captures), ...originLocals(fn, parts)];
  const body = [...start, ...bodyOf(fn.body, frame, needs)];
  // Values for which programs are compiled are captures: their indices do not change.
  return { ...fn, parameters: fn.parameters + 1, locals, body };
}

function helperOf(fn: Fn, parts: ReadonlySet<number>, needs: Needs, isReader: boolean): Fn {
  const own = fn.parameters;
  const given = [...parts].filter((local) => local < own);
  const rowLocals = isReader ? [row] : [];
  const first = own + rowLocals.length;
  const added = rowLocals.length + 2 * given.length;
  const shifted = (old: number) => (old < own ? old : old + added);
  const inside = new Set([...parts].filter((local) => local >= own));
  const frame = frameOf(fn, inside, shifted, isReader ? own : undefined, fn.locals.length + added);
  const origin = new Map(frame.origin);
  given.forEach((local, index) => {
    origin.set(local, { first: first + 2 * index, length: first + 1 + 2 * index });
  });
  const more = [...rowLocals, ...originLocals(fn, new Set(given))];
  const locals = [...fn.locals.slice(0, own), ...more, ...fn.locals.slice(own), ...originLocals(fn, inside)];
  return { ...fn, parameters: own + added, locals, body: bodyOf(fn.body, { ...frame, origin }, needs) };
}

/** The origins of parts follow all locals. */
function frameOf(fn: Fn, parts: ReadonlySet<number>, local: Frame["local"], row: Frame["row"], end: number): Frame {
  const all = [...parts].filter((part) => part < fn.locals.length);
  const origin = new Map(all.map((part, index) => [part, { first: end + 2 * index, length: end + 2 * index + 1 }]));
  return { local, row, origin };
}

function originLocals(fn: Fn, parts: ReadonlySet<number>): readonly Local[] {
  return [...parts].flatMap((part): readonly Local[] => {
    const name = fn.locals[part]?.name ?? "";
    return [
      { name: `first element of ${name}`, type: "i32" },
      { name: `length of ${name}`, type: "i32" },
    ];
  });
}

function bodyOf(body: Block, frame: Frame, { partial, readers, rows }: Needs): Block {
  // Operands are mapped before the expression that contains them, so locals have their new numbers here.
  const byNew = new Map([...frame.origin].map(([old, at]) => [frame.local(old), at]));
  const originOf = (span: Expr) => (span.kind === "local" ? byNew.get(span.local) : undefined);
  const originOrWhole = (span: Expr): readonly Expr[] => {
    const at = originOf(span);
    return at ? [i32(at.first), i32(at.length)] : [number(0), build.length(span)];
  };
  return mapBlock(body, {
    local: frame.local,
    expr: (expr) => {
      if (expr.kind === "local" || expr.kind === "address") return { ...expr, local: frame.local(expr.local) };
      if (isRow(expr)) return build.op("add", expr, rowIn(frame));
      if (expr.kind === "query" && expr.dimension === 0 && expr.query === "globalSize") return number(rows);
      const at =
        expr.kind === "element" ? originOf(expr.base) : expr.kind === "length" ? originOf(expr.span) : undefined;
      if (!at) return expr;
      if (expr.kind === "length") return i32(at.length);
      return expr.kind === "element" ? { ...expr, index: fromFirst(expr.index, at.first) } : expr;
    },
    stmt: (stmt) => {
      if (stmt.kind === "set") {
        const at = byNew.get(stmt.local);
        if (!at) return [stmt];
        const [first = number(0), length = number(0)] = originOrWhole(stmt.value);
        return [build.set(at.first, first), build.set(at.length, length), stmt];
      }
      if (stmt.kind !== "call") return [stmt];
      const given = [...(partial[stmt.function] ?? [])].filter((local) => local < stmt.args.length);
      const origins = given.flatMap((parameter) => {
        const span = stmt.args[parameter];
        return span ? originOrWhole(span) : [];
      });
      const first = readers.has(stmt.function) ? [rowIn(frame)] : [];
      return [{ ...stmt, args: [...stmt.args, ...first, ...origins] }];
    },
  });
}

function rowIn({ row: first }: Frame): Expr {
  invariant(first !== undefined, "a function that needs the chunk's first row is given it");
  return i32(first);
}

/**
 * The index relative to the part's first element. It wraps in its type: an index below the part, or outside all arrays, becomes larger than the
 * part's length, since no array has more than 2^31 - 1 elements.
 */
function fromFirst(index: Expr, first: number): Expr {
  const { type } = index;
  const base = i32(first);
  if (type === "i32") return build.op("sub", index, base);
  if (type === "u32") return build.op("sub", index, build.convert("reinterpret", "u32", base));
  if (type === "i64") return build.op("sub", index, build.convert("convert", "i64", base));
  return build.op("sub", index, build.convert("reinterpret", "u64", build.convert("convert", "i64", base)));
}
