// Finds in a kernel's IR what it may not do in chunks on other machines, before anything is sent: use memory that chunks would share, groups of
// work-items, or code that only this process has.

import {
  CONSOLE_ID,
  type Expr,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  hasBody,
  type Module,
  type Position,
  type Stmt,
  usesGroups,
} from "@lanewise/ir";

export interface Refusal {
  readonly at: Position;
  readonly message: string;
}

type Reached = readonly { readonly fn: Fn; readonly roots: Roots }[];
/** By local: the kernel's parameters that it may refer to. */
type Roots = readonly ReadonlySet<number>[];

/** The first reason, in source order, why a kernel cannot run in chunks; undefined if there is none. */
export function refusalOf(module: Module, kernel: number, captures: number): Refusal | undefined {
  const fn = module.functions[kernel];
  if (!fn) return undefined;
  if (usesGroups(module, kernel)) return { at: fn.at, message: "it runs in work-groups or sub-groups" };
  const found = reachedFrom(module, kernel).flatMap(({ fn: one, roots }) =>
    hasBody(one) ? inFunction(module, one, roots, captures) : [{ at: one.at, message: reasonWithout(one) }],
  );
  const inOrder = (a: Refusal, b: Refusal) =>
    a.at.file - b.at.file || a.at.line - b.at.line || a.at.column - b.at.column;
  return found.sort(inOrder)[0];
}

function reasonWithout({ name, linkage }: Fn): string {
  if (linkage === "foreign") return `it calls ${name}, which is WebAssembly and not sent to workers`;
  return `it uses ${name} by reference, which is not sent to workers`;
}

function inFunction(module: Module, fn: Fn, roots: Roots, captures: number): readonly Refusal[] {
  const found: Refusal[] = [];
  let at = fn.at;
  if (typeof fn.result === "object" && fn.result.kind === "span")
    found.push({ at, message: `${fn.name} returns an array` });
  forEachStmt(fn.body, (stmt) => {
    at = ("at" in stmt && stmt.at) || at;
    if (stmt.kind === "atomic" && !isOfGlobal(stmt.place) && !isOfReducer(stmt, roots, captures))
      found.push({ at, message: "an atomic operation would have to work across chunks; use a reduction" });
    for (const whole of expressionsOf(stmt)) {
      forEachExpr(whole, (expr) => {
        const message = inExpression(module, expr);
        if (message !== undefined) found.push({ at, message });
      });
    }
  });
  return found;
}

function inExpression(module: Module, expr: Expr): string | undefined {
  if (expr.kind === "pointer" || expr.kind === "dereference") return "pointers mean nothing in another process";
  if (expr.kind !== "global") return undefined;
  const global = module.globals[expr.global];
  if (!global || global.storage === "constant" || global.storage === "specialization") return undefined;
  if (global.id === CONSOLE_ID) return "what it prints would appear on the workers";
  return `it uses the device global ${global.name}, of which each worker would have its own`;
}

function isOfReducer({ place }: Extract<Stmt, { kind: "atomic" }>, roots: Roots, captures: number): boolean {
  const local = rootLocal(place);
  const reached = local === undefined ? undefined : roots[local];
  return reached !== undefined && reached.size > 0 && [...reached].every((parameter) => parameter >= captures);
}

/** Globals are refused separately. */
function isOfGlobal(place: Expr): boolean {
  return place.kind === "element" || place.kind === "field" ? isOfGlobal(place.base) : place.kind === "global";
}

/** The local with the array or reference to which an lvalue belongs. */
function rootLocal(place: Expr): number | undefined {
  if (place.kind === "element" || place.kind === "field") return rootLocal(place.base);
  return place.kind === "local" ? place.local : undefined;
}

/** The functions that the kernel reaches, and the kernel's parameters to which their locals may refer. */
function reachedFrom(module: Module, kernel: number): Reached {
  const roots = new Map<number, Set<number>[]>();
  const rootsOf = (index: number): Set<number>[] => {
    const known = roots.get(index) ?? module.functions[index]?.locals.map(() => new Set<number>()) ?? [];
    roots.set(index, known);
    return known;
  };
  const first = module.functions[kernel];
  rootsOf(kernel).forEach((set, local) => {
    if (first && local < first.parameters) set.add(local);
  });
  const count = () => [...roots.values()].flat().reduce((sum, { size }) => sum + size, roots.size);
  for (let before = -1; before !== count(); ) {
    before = count();
    for (const [index, locals] of [...roots]) {
      const add = (to: Set<number> | undefined, value: Expr) => {
        const from = rootLocal(value);
        for (const root of (from === undefined ? undefined : locals[from]) ?? []) to?.add(root);
      };
      forEachStmt(module.functions[index]?.body ?? [], (stmt) => {
        if (stmt.kind === "set") add(locals[stmt.local], stmt.value);
        if (stmt.kind !== "call") return;
        const callee = rootsOf(stmt.function);
        stmt.args.forEach((arg, parameter) => {
          add(callee[parameter], arg);
        });
      });
    }
  }
  return [...roots].flatMap(([index, locals]) => {
    const fn = module.functions[index];
    return fn ? [{ fn, roots: locals }] : [];
  });
}
