// Memory of which words are written by parts, or atomically, apart from the rest of the device's memory: WGSL has no plain access to atomic
// words, and atomic loads are slow. The kernel says which of its arrays and globals that are; a launch, whether the two lie apart, so that a
// binding of its own can be each.

import {
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  isScalar,
  layoutOf,
  type Module,
  resultOf,
} from "@lanewise/ir";
import { capturedSpans } from "./captured-spans.js";
import { areShort } from "./parameters.js";
import { isAtomicStore } from "./places.js";
import { hasPointers } from "./pointers.js";

/** Parameters and globals of the device's memory. */
export interface Roots {
  readonly parameters: ReadonlySet<number>;
  readonly globals: ReadonlySet<number>;
}

/** From a multiple of 256 to another one, in bytes. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
}

/** The stretches of memory that a launch takes. */
export interface Stretches {
  readonly heap: Stretch;
  readonly atomics: Stretch;
  /** The rest of the heap, where it lies on both sides of what is reached atomically: what is above. */
  readonly above?: Stretch;
}

/**
 * What a program has of the device's memory: all of it as one binding; or as two, of which one is reached atomically; or as three, because the rest
 * lies around that one.
 */
export type MemoryParts = "whole" | "apart" | "around";

/** What the program has to have for these stretches. */
export const partsOf = (stretches: Stretches | undefined): MemoryParts => {
  if (!stretches) return "whole";
  return stretches.above ? "around" : "apart";
};

type Root = `parameter ${number}` | `global ${number}`;

/** What is written atomically or by parts. Undefined where nothing is, or all: there is nothing to part; and where pointers may lead anywhere. */
export function atomicRoots(module: Module, fn: Fn): Roots | undefined {
  if (!areShort(fn) || hasPointers(fn)) return undefined;
  const roots = rootsOfLocals(module, fn);
  const rootsOf = (expr: Expr) => rootsOfPlace(module, fn, roots, expr);
  const found = new Set<Root>();
  const all = new Set<Root>();
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        for (const root of rootsOf(one)) all.add(root);
      });
    }
    if ((stmt.kind === "store" || stmt.kind === "atomic") && isAtomicStore(module, stmt))
      for (const root of rootsOf(stmt.place)) found.add(root);
  });
  // What a local may lead to is all of one kind.
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const own of roots) if ([...own].some((root) => found.has(root))) for (const root of own) found.add(root);
  }
  if (found.size === 0 || found.size === all.size) return undefined;
  return { parameters: numbersIn(found, "parameter"), globals: numbersIn(found, "global") };
}

function numbersIn(roots: ReadonlySet<Root>, kind: "parameter" | "global"): ReadonlySet<number> {
  return new Set([...roots].flatMap((root) => (root.startsWith(kind) ? [Number(root.slice(kind.length))] : [])));
}

/** By local, what it may lead to. */
function rootsOfLocals(module: Module, fn: Fn): readonly ReadonlySet<Root>[] {
  const roots = fn.locals.map(({ type, isLocal }, local) => {
    const isPlace = local < fn.parameters && !isScalar(type) && !isLocal;
    return new Set<Root>(isPlace ? [`parameter ${local}`] : []);
  });
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    forEachStmt(fn.body, (stmt) => {
      const local = resultOf(stmt);
      if (stmt.kind !== "set" || local === undefined || typeof stmt.value.type === "string") return;
      for (const root of rootsOfPlace(module, fn, roots, stmt.value)) {
        if (roots[local]?.has(root)) continue;
        roots[local]?.add(root);
        hasChanged = true;
      }
    });
  }
  return roots;
}

function rootsOfPlace(module: Module, fn: Fn, roots: readonly ReadonlySet<Root>[], expr: Expr): readonly Root[] {
  if (expr.kind === "element" || expr.kind === "field") return rootsOfPlace(module, fn, roots, expr.base);
  if (expr.kind === "local") return [...(roots[expr.local] ?? [])];
  const isOfDevice = expr.kind === "global" && module.globals[expr.global]?.storage !== "local";
  return isOfDevice ? [`global ${expr.global}`] : [];
}

/**
 * Of an argument block: the stretch of what is reached atomically, and that of the rest, which the program has as `atomics` and as `heap`;
 * undefined where they are not apart. The rest may lie on both sides.
 */
export function stretchesOf(
  module: Module,
  fn: Fn,
  globalAddress: (index: number) => number,
  atomic: Roots,
): (args: DataView) => Stretches | undefined {
  const spansOf = capturedSpans(module, fn);
  const globals = [...globalsIn(module, fn)].map((index) => {
    const begin = globalAddress(index);
    const { size } = layoutOf(module.globals[index]?.type ?? "u8", module.structs);
    return { isAtomic: atomic.globals.has(index), begin, end: begin + size };
  });
  return (args) => {
    const captured = spansOf(args).map((span) => ({ ...span, isAtomic: atomic.parameters.has(span.index) }));
    // A binding is not empty, as an array may be.
    const places = [...globals, ...captured].map((one) => ({ ...one, end: Math.max(one.begin + 1, one.end) }));
    const atomics = around(places.filter(({ isAtomic }) => isAtomic));
    const plain = places.filter(({ isAtomic }) => !isAtomic);
    const below = plain.filter(({ end }) => end <= atomics.begin);
    const above = plain.filter(({ begin }) => begin >= atomics.end);
    if (below.length + above.length < plain.length) return undefined;
    if (below.length === 0 || above.length === 0) return { heap: around(plain), atomics };
    return { heap: around(below), atomics, above: around(above) };
  };
}

function around(places: readonly Stretch[]): Stretch {
  const begin = Math.min(...places.map(({ begin }) => begin));
  const end = Math.max(...places.map(({ end }) => end));
  return { begin: Math.floor(begin / MULTIPLE) * MULTIPLE, end: Math.ceil(end / MULTIPLE) * MULTIPLE };
}

/** What offsets of bindings are multiples of. */
const MULTIPLE = 256;

function globalsIn(module: Module, fn: Fn): ReadonlySet<number> {
  const found = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "global" && module.globals[one.global]?.storage !== "local") found.add(one.global);
      });
    }
  });
  return found;
}
