// Finds what a kernel does with memory: its access to each span parameter and each global, through calls, and the functions it reaches. The link step
// writes this into images and splits by it; the queue derives dependencies from it. Flow-insensitive: a local that ever holds a reference into a span
// counts as reaching it everywhere. Needs a verified module.

import type { Access } from "../image/index.js";
import { invariant } from "../invariant.js";
import {
  type Block,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  hasBody,
  type Module,
  type Stmt,
} from "../module/index.js";

export interface KernelAccess {
  /** By parameter; "none" for scalars and for spans of which the kernel reads only the length. */
  readonly parameters: readonly Access[];
  /** By index in `Module.globals`, ascending: every global the kernel names, even if it touches no element. */
  readonly globals: ReadonlyMap<number, Access>;
  /** Indices in `Module.functions`, ascending: the kernel and everything it calls. */
  readonly functions: readonly number[];
  /** Whether it takes or follows pointers. */
  readonly hasPointers: boolean;
  /** Whether it follows pointers. It may then read and write all of its device's memory except constants, besides what is listed. */
  readonly isIndirect: boolean;
}

/** Memory that a reference may point into: a parameter's or a global's. Private memory is invisible outside. */
type Root = `parameter ${number}` | `global ${number}`;
type Roots = ReadonlySet<Root>;
const noRoots: Roots = new Set();

/** The effects of calling a function, in terms of its own parameters. */
interface Summary {
  readonly reads: Set<Root>;
  readonly writes: Set<Root>;
  readonly named: Set<number>;
  readonly functions: Set<number>;
  /** Memory that the returned reference or span may point into. */
  readonly result: Set<Root>;
  readonly pointers: Set<"dereference" | "pointer">;
}

export function accessOf(module: Module, kernel: number): KernelAccess {
  const fn = module.functions[kernel];
  invariant(fn, `function ${kernel} is in the module`);
  const summary = createSummaries(module)(kernel);
  const accessTo = (root: Root): Access => {
    const isWritten = summary.writes.has(root);
    if (summary.reads.has(root)) return isWritten ? "readWrite" : "read";
    return isWritten ? "write" : "none";
  };
  const ascending = (indices: Iterable<number>) => [...indices].sort((a, b) => a - b);
  return {
    parameters: fn.locals.slice(0, fn.parameters).map((_, index) => accessTo(`parameter ${index}`)),
    globals: new Map(ascending(summary.named).map((index) => [index, accessTo(`global ${index}`)])),
    functions: ascending(summary.functions),
    hasPointers: summary.pointers.size > 0,
    isIndirect: summary.pointers.has("dereference"),
  };
}

function createSummaries(module: Module): (index: number) => Summary {
  const known = new Map<number, Summary>();
  return function summaryOf(index: number): Summary {
    const earlier = known.get(index);
    if (earlier) return earlier;
    const fn = module.functions[index];
    invariant(fn, `function ${index} is in the module`);
    const summary = summarise(fn, index, summaryOf);
    known.set(index, summary);
    return summary;
  };
}

function summarise(fn: Fn, index: number, summaryOf: (index: number) => Summary): Summary {
  const summary: Summary = {
    reads: new Set(),
    writes: new Set(),
    named: new Set(),
    functions: new Set([index]),
    result: new Set(),
    pointers: new Set(),
  };
  if (!hasBody(fn)) assumeAll(fn, summary);
  const roots = localRoots(fn, summaryOf);
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) forEachExpr(expr, (inner) => addExpr(inner, roots, summary));
    addStmt(stmt, roots, summary, summaryOf);
  });
  return summary;
}

/** For a function without a body: it may read and write everything it is given, unless its access is known. */
function assumeAll(fn: Fn, summary: Summary): void {
  if (fn.compiled) {
    fn.compiled.access.forEach((access, parameter) => {
      if (access === "read" || access === "readWrite") summary.reads.add(`parameter ${parameter}`);
      if (access === "write" || access === "readWrite") summary.writes.add(`parameter ${parameter}`);
    });
    addAll(summary.pointers, fn.compiled.pointers);
    return;
  }
  for (let parameter = 0; parameter < fn.parameters; parameter++) {
    const isReadonly = fn.locals[parameter]?.isReadonly === true;
    const sets = isReadonly ? [summary.reads, summary.result] : [summary.reads, summary.writes, summary.result];
    for (const set of sets) set.add(`parameter ${parameter}`);
  }
}

function addAll<T>(to: Set<T>, from: Iterable<T>): void {
  for (const item of from) to.add(item);
}

function addExpr(expr: Expr, roots: LocalRoots, { reads, named, pointers }: Summary): void {
  if (expr.kind === "dereference" || expr.kind === "pointer") pointers.add(expr.kind);
  if (expr.kind === "global") named.add(expr.global);
  if (expr.kind === "load") addAll(reads, rootsOf(expr.place, roots));
}

function addStmt(stmt: Stmt, roots: LocalRoots, summary: Summary, summaryOf: (index: number) => Summary): void {
  switch (stmt.kind) {
    case "store":
      addAll(summary.writes, rootsOf(stmt.place, roots));
      // The value is a reference only where an aggregate is copied.
      addAll(summary.reads, rootsOf(stmt.value, roots));
      break;
    case "atomic":
      if (stmt.op !== "store") addAll(summary.reads, rootsOf(stmt.place, roots));
      if (stmt.op !== "load") addAll(summary.writes, rootsOf(stmt.place, roots));
      break;
    case "call": {
      const callee = summaryOf(stmt.function);
      addAll(summary.reads, throughCall(callee.reads, stmt.args, roots));
      addAll(summary.writes, throughCall(callee.writes, stmt.args, roots));
      addAll(summary.named, callee.named);
      addAll(summary.functions, callee.functions);
      addAll(summary.pointers, callee.pointers);
      break;
    }
    case "return":
      if (stmt.value) addAll(summary.result, rootsOf(stmt.value, roots));
      break;
    default:
  }
}

type LocalRoots = readonly Set<Root>[];

/** The roots that each reference or span local may point into. Iterates to a fixed point. */
function localRoots(fn: Fn, summaryOf: (index: number) => Summary): LocalRoots {
  const roots = fn.locals.map(({ type }, index) => {
    const isPointer = typeof type === "object" && (type.kind === "ref" || type.kind === "span");
    return new Set<Root>(isPointer && index < fn.parameters ? [`parameter ${index}`] : []);
  });
  const count = () => roots.reduce((sum, set) => sum + set.size, 0);
  for (let before = -1; before !== count(); ) {
    before = count();
    addAssignments(fn.body, roots, summaryOf);
  }
  return roots;
}

function addAssignments(body: Block, roots: LocalRoots, summaryOf: (index: number) => Summary): void {
  forEachStmt(body, (stmt) => {
    if (stmt.kind === "set") addAll(roots[stmt.local] ?? new Set(), rootsOf(stmt.value, roots));
    if (stmt.kind === "call" && stmt.result !== undefined)
      addAll(roots[stmt.result] ?? new Set(), throughCall(summaryOf(stmt.function).result, stmt.args, roots));
  });
}

/** A callee's roots, translated to the caller's. */
function throughCall(callee: Roots, args: readonly Expr[], roots: LocalRoots): Set<Root> {
  const found = new Set<Root>();
  for (const root of callee) {
    const parameter = root.startsWith("parameter ") ? args[Number(root.slice("parameter ".length))] : undefined;
    if (parameter) addAll(found, rootsOf(parameter, roots));
    else if (root.startsWith("global ")) found.add(root);
  }
  return found;
}

function rootsOf(expr: Expr, roots: LocalRoots): Roots {
  switch (expr.kind) {
    case "global":
      return new Set<Root>([`global ${expr.global}`]);
    case "local":
      return roots[expr.local] ?? noRoots;
    case "element":
    case "field":
      return rootsOf(expr.base, roots);
    default:
      return noRoots;
  }
}
