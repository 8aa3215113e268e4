// Makes a random kernel that is wrong smaller while it stays wrong: statements go, blocks give way to what is in them, values become zero.
// What counts loops stays, so that what is left ends.

import { type Block, blocksOf, build, type Expr, type Module, type Stmt, verify } from "@lanewise/ir";
import { replaceInExpr, withExpressions } from "../../codegen/dist/analysis/replace.js";

/** `isWrong` is asked about sound modules, at most until `until` (in performance.now's time). */
export function reduceModule(module: Module, isWrong: (module: Module) => boolean, until: number): Module {
  let current = module;
  const attempt = (smaller: Module): boolean => {
    if (verify(smaller).length > 0 || !isWrong(smaller)) return false;
    current = smaller;
    return true;
  };
  for (let size = 16; size >= 1; size >>= 1) {
    // From the end, so that the numbers of statements before stay.
    for (let first = countStatements(current) - size; first >= 0 && performance.now() < until; first -= size)
      attempt(withStatements(current, (stmt, number) => (number >= first && number < first + size ? [] : [stmt])));
  }
  for (const become of simpler) {
    for (let number = countStatements(current) - 1; number >= 0 && performance.now() < until; number--)
      attempt(withStatements(current, (stmt, one) => (one === number ? (become(stmt) ?? [stmt]) : [stmt])));
  }
  for (let number = countValues(current) - 1; number >= 0 && performance.now() < until; number--) {
    attempt(withValues(current, (expr, one) => (one === number ? zeroOf(expr) : undefined)));
  }
  return current;
}

const simpler: readonly ((stmt: Stmt) => Block | undefined)[] = [
  (stmt) => (stmt.kind === "if" ? stmt.then : undefined),
  (stmt) => (stmt.kind === "if" ? stmt.else : undefined),
  (stmt) => (stmt.kind === "block" || stmt.kind === "loop" ? stmt.body : undefined),
];

type Edit = (stmt: Stmt, number: number) => Block;

/** All statements but the updates of loops, numbered outermost first. */
function withStatements(module: Module, edit: Edit): Module {
  let numbers = 0;
  const inBlock = (block: Block): Block =>
    block.flatMap((stmt) => {
      const number = numbers++;
      const inner = inside(stmt, inBlock);
      return edit(inner, number);
    });
  return { ...module, functions: module.functions.map((fn) => ({ ...fn, body: inBlock(fn.body) })) };
}

function inside(stmt: Stmt, map: (block: Block) => Block): Stmt {
  if (blocksOf(stmt).length === 0) return stmt;
  switch (stmt.kind) {
    case "if":
      return build.ifElse(stmt.condition, map(stmt.then), map(stmt.else));
    case "loop":
      return { ...stmt, header: map(stmt.header), body: map(stmt.body) };
    case "block":
      return { ...stmt, body: map(stmt.body) };
    default:
      return stmt;
  }
}

function countStatements(module: Module): number {
  let count = 0;
  withStatements(module, (stmt) => {
    count++;
    return [stmt];
  });
  return count;
}

/** All scalar expressions of statements that are no loops, which may become others. */
function withValues(module: Module, edit: (expr: Expr, number: number) => Expr | undefined): Module {
  let numbers = 0;
  const replacement = (expr: Expr): Expr | undefined => (zeroOf(expr) ? edit(expr, numbers++) : undefined);
  return withStatements(module, (stmt) => {
    if (stmt.kind === "loop") return [stmt];
    return [withExpressions(stmt, (expr) => replaceInExpr(expr, replacement))];
  });
}

function countValues(module: Module): number {
  let count = 0;
  withValues(module, () => {
    count++;
    return undefined;
  });
  return count;
}

/** Undefined of what is no value, or is one already. */
function zeroOf({ kind, type }: Expr): Expr | undefined {
  if (kind === "const") return undefined;
  switch (type) {
    case "bool":
      return build.constant(type, false);
    case "i64":
    case "u64":
      return build.constant(type, 0n);
    case "i32":
    case "u32":
    case "f32":
    case "f64":
      return build.constant(type, 0);
    default:
      return undefined;
  }
}
