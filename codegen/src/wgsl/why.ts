// What a kernel costs on a GPU, line by line: which indices the host foresees, which stores go around others, what is computed in software.
// `compileWgsl` decides by the same functions; nothing is decided here. `lanewise inspect --why --wgsl` prints it.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isScalar,
  layoutOf,
  type Module,
  type Position,
  type Stmt,
  type Type,
  typeName,
} from "@lanewise/ir";
import { findRanges } from "../narrow/find-ranges.js";
import { tablesOf } from "../narrow/tables.js";
import { isNativeAtomic } from "./atomics.js";
import { isInArray } from "./checks.js";
import { bestVersion } from "./compile.js";
import type { Foreseen } from "./foreseen.js";
import { isAtomicStore, referent } from "./places.js";
import type { WgslOptions } from "./scope.js";

/** Something that costs, or does not. */
export interface GpuNote {
  readonly at: Position;
  readonly text: string;
  readonly isGood: boolean;
}

type StoreStmt = Extract<Stmt, { kind: "store" | "atomic" }>;

/** Of the best variant, in the order of the source. Throws NotForGpu. */
export function explainWgsl(options: WgslOptions): readonly GpuNote[] {
  const { module, fn, limits, foreseen } = bestVersion(options);
  const ranges = findRanges(fn, limits, tablesOf(module));
  const notes = new Map<string, GpuNote>();
  const add = (at: Position, text: string, isGood = false): void => {
    notes.set(`${at.file}:${at.line}:${at.column}:${text}`, { at, text, isGood });
  };
  const elements = (expr: Expr): void => {
    forEachExpr(expr, (one) => {
      if (one.kind !== "element" || isInArray(ranges, one, fixedLength(one.base.type))) return;
      const { name = "an array", at } = module.sites[one.site] ?? { at: fn.at };
      if (options.bounds === "unchecked") return;
      if (foreseen.proven.has(one)) add(at, `${name}: the host foresees all indices; none is checked on the GPU`, true);
      else add(at, `${name}: each index is checked, because the host cannot foresee it`);
    });
  };
  let at = fn.at;
  forEachStmt(fn.body, (stmt) => {
    if ("at" in stmt && stmt.at) at = stmt.at;
    for (const expr of expressionsOf(stmt)) elements(expr);
    if (stmt.kind === "atomic") add(at, atomicText(stmt));
    else if (stmt.kind === "store" && isOfDevice(module, fn, stmt.place) && isAtomicStore(module, stmt))
      add(at, ...storeText(module, stmt, foreseen));
    const software = softwareOf(stmt);
    if (software !== "") add(at, `in software, because GPUs have no such numbers: ${software}`);
  });
  return [...notes.values()].sort(
    (a, b) => a.at.file - b.at.file || a.at.line - b.at.line || a.at.column - b.at.column,
  );
}

function fixedLength(type: Type): number {
  if (isScalar(type) || type.kind !== "ref" || isScalar(type.to) || type.to.kind !== "array") return 0;
  return type.to.length;
}

/** Private memory is the work-item's own. */
function isOfDevice(module: Module, fn: Fn, place: Expr): boolean {
  if (place.kind === "element" || place.kind === "field") return isOfDevice(module, fn, place.base);
  if (place.kind === "address") return false;
  if (place.kind === "global") return module.globals[place.global]?.storage !== "local";
  return !(place.kind === "local" && place.local < fn.parameters && fn.locals[place.local]?.isLocal);
}

function atomicText(stmt: Extract<StoreStmt, { kind: "atomic" }>): string {
  const type = referent(stmt.place.type);
  const name = `${stmt.op} of ${typeName(type)}`;
  return isNativeAtomic(stmt.op, type)
    ? `${name}: one atomic of the GPU`
    : `${name}: a compare-exchange, repeated until no other work-item changed the value in between`;
}

function storeText(
  module: Module,
  { place }: Extract<StoreStmt, { kind: "store" }>,
  { own }: Foreseen,
): readonly [string, boolean] {
  const { size } = layoutOf(referent(place.type), module.structs);
  const what = `${size} ${size === 1 ? "byte" : "bytes"} of a 4-byte word`;
  return own.has(place)
    ? [`stores ${what}, which no other work-item writes: one atomic each`, true]
    : [`stores ${what}, which other work-items may also write: a compare-exchange each`, false];
}

const wide = new Set<unknown>(["f64", "i64", "u64"]);

/** "3 mul of f64, 1 add of i64": what the statement itself computes. */
function softwareOf(stmt: Stmt): string {
  const counts = new Map<string, number>();
  for (const expr of expressionsOf(stmt)) {
    forEachExpr(expr, (one) => {
      if (one.kind !== "op" && one.kind !== "builtin") return;
      const type = [one.type, ...one.args.map((arg) => arg.type)].find((given) => wide.has(given));
      const name = one.kind === "op" ? one.op : `Math.${one.builtin}`;
      if (type === undefined || free.has(name)) return;
      const key = `${name} of ${typeName(type)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    });
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`)).join(", ");
}

/** They take no more than they take of words. */
const free: ReadonlySet<string> = new Set(["select", "reinterpret", "and", "or", "xor", "not"]);
