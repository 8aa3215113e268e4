// Failure sites of functions called across instances (ir/src/module/foreign.ts): a function numbers its sites from 0 and receives the number of the first in
// its caller's module, where they are consecutive.

import { type Block, build, type Module, type Stmt } from "@lanewise/ir";
import { withBlocks } from "./analysis/replace.js";

type CallStmt = Extract<Stmt, { kind: "call" }>;

/** The call of a compiled function with another first argument. */
export function withFirstSite(call: CallStmt, first: number): CallStmt {
  return { ...call, args: [build.constant("u32", first), ...call.args.slice(1)] };
}

/** Appends the sites of the compiled functions that the module calls to its own, and passes their numbers to the calls. */
export function withCallSites(module: Module): Module {
  if (!module.functions.some(({ compiled }) => compiled)) return module;
  const sites = [...module.sites];
  const first = new Map<number, number>();
  const placed = module.functions.map((fn, index) => {
    if (!fn.compiled) return fn;
    const begin = sites.length;
    first.set(index, begin);
    const own = fn.compiled.sites.flatMap((site) => module.sites[site] ?? []);
    sites.push(...own);
    return { ...fn, compiled: { ...fn.compiled, sites: own.map((_, site) => begin + site) } };
  });
  const inBlock = (block: Block): Block =>
    block.map((stmt) => {
      const begin = stmt.kind === "call" ? first.get(stmt.function) : undefined;
      return stmt.kind === "call" && begin !== undefined ? withFirstSite(stmt, begin) : withBlocks(stmt, inBlock);
    });
  return { ...module, sites, functions: placed.map((fn) => ({ ...fn, body: inBlock(fn.body) })) };
}
