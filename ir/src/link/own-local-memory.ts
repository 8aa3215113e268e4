// Copies functions with local memory that are called several times. `localMemory` gives each call its own memory, so each call needs its own copy of
// the function: otherwise a work-item could write for the second call while others still read from the first. The front end makes these copies
// itself; device functions are compiled before their calls are known and get theirs when images are linked.

import {
  blocksOf,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  type Global,
  type Module,
} from "../module/index.js";
import { LinkError, unusedName } from "./link-tables.js";
import { type Numbering, renumberFunction } from "./renumber.js";

export interface OwnLocalMemory {
  readonly functions: readonly Fn[];
  readonly globals: readonly Global[];
  /** For each added function and global: the index of its original. */
  readonly copied: { readonly functions: readonly number[]; readonly globals: readonly number[] };
}

type Linked = Pick<Module, "functions" | "globals" | "files">;

/** Throws LinkError for a call in a loop, whose iterations would share the memory. */
export function withOwnLocalMemory(module: Linked): OwnLocalMemory {
  const users = functionsWithLocalMemory(module);
  const functions = [...module.functions];
  const globals = [...module.globals];
  const copied = { functions: [] as number[], globals: [] as number[] };
  const taken = new Set<number>();

  /** Makes the function's callees its own; `globalIndex` maps its memory. */
  const visit = (index: number, globalIndex: (global: number) => number): void => {
    const fn = functions[index];
    if (!fn) return;
    assertNotInLoops(module, fn, users);
    const functionIndex = (called: number): number => {
      if (!users.has(called)) return called;
      if (taken.has(called)) return copy(called);
      taken.add(called);
      visit(called, same);
      return called;
    };
    functions[index] = renumberFunction(fn, fn.symbol, fn.linkage, {
      ...unchanged,
      globals,
      functionIndex,
      globalIndex,
    });
  };
  const copy = (index: number): number => {
    const fn = module.functions[index];
    if (!fn) return index;
    copied.functions.push(index);
    const symbol = unusedName(fn.symbol, new Set(functions.map((one) => one.symbol)));
    const made = functions.push({ ...fn, symbol, linkage: "internal" }) - 1;
    const own = new Map<number, number>();
    visit(made, (global) => {
      const found = module.globals[global];
      if (found?.storage !== "local") return global;
      const known = own.get(global);
      if (known !== undefined) return known;
      copied.globals.push(global);
      const id = unusedName(found.id, new Set(globals.map((one) => one.id)));
      own.set(global, globals.push({ ...found, id }) - 1);
      return globals.length - 1;
    });
    return made;
  };
  for (const [index, { linkage }] of module.functions.entries()) {
    if (linkage !== "kernel" || !users.has(index)) continue;
    taken.clear(); // kernels never run in one work-group, so they may share
    visit(index, same);
  }
  return { functions, globals, copied };
}

const same = (index: number): number => index;
const unchanged = {
  structName: (name) => name,
  siteIndex: same,
  fileIndex: same,
} satisfies Partial<Numbering>;

/** Functions that name local memory, or call one that does. */
function functionsWithLocalMemory({ functions, globals }: Linked): ReadonlySet<number> {
  const users = new Set<number>();
  const isUser = ({ body }: Fn): boolean => {
    let found = false;
    forEachStmt(body, (stmt) => {
      if (stmt.kind === "call") found ||= users.has(stmt.function);
      for (const expr of expressionsOf(stmt)) {
        forEachExpr(expr, (inner) => {
          found ||= inner.kind === "global" && globals[inner.global]?.storage === "local";
        });
      }
    });
    return found;
  };
  if (!globals.some(({ storage }) => storage === "local")) return users;
  for (let before = -1; before !== users.size; ) {
    before = users.size;
    for (const [index, fn] of functions.entries()) if (!users.has(index) && isUser(fn)) users.add(index);
  }
  return users;
}

function assertNotInLoops({ functions, files }: Linked, { body }: Fn, users: ReadonlySet<number>): void {
  forEachStmt(body, (stmt) => {
    if (stmt.kind !== "loop") return;
    for (const block of blocksOf(stmt)) {
      forEachStmt(block, (inner) => {
        if (inner.kind !== "call" || !users.has(inner.function)) return;
        const { file, line, column } = inner.at;
        const name = functions[inner.function]?.name;
        throw new LinkError(
          `${name} has local memory, and is called in a loop at ${files[file]}:${line}:${column}, where each call would need its own memory`,
        );
      });
    }
  });
}
