// Turns a kernel of a module into one function without calls and, where possible, without private memory: the input of the WebAssembly analyses and
// code generation. IR in, IR out; a kernel without references and aggregates stays unchanged.

import { expressionsOf, type Fn, forEachExpr, forEachStmt, invariant, isScalar, type Module } from "@lanewise/ir";
import { inlineCalls } from "../inline.js";
import { splitAccumulators } from "../narrow/accumulators.js";
import { type Assumed, assumptionsOf } from "../narrow/assumed.js";
import { withBoundedRoundings } from "../narrow/bounded-roundings.js";
import { withForwardedSums } from "../narrow/forward-sums.js";
import { narrow, narrowValues } from "../narrow/narrow.js";
import { stepOf } from "../narrow/step-of.js";
import { type Tables, tablesOf } from "../narrow/tables.js";
import { withoutOffset } from "../offset.js";
import { withoutCopies } from "./copies.js";
import { splitLiveRanges } from "./live-ranges.js";
import type { replacePrivate } from "./replace-private.js";
import { withoutRestatements } from "./without-restatements.js";

/** Returns the passes for private memory; asked only for kernels that have some, since few have. */
export type PrivatePasses = (() => typeof replacePrivate) | undefined;

export function simplifyKernel(module: Module, kernel: Fn, passes: PrivatePasses): Fn {
  return narrowBounded(splitAccumulators(simplifyBeforeIndices(module, kernel, passes)), tablesOf(module));
}

function narrowBounded(fn: Fn, tables: Tables, limits?: Assumed): Fn {
  return narrow(withForwardedSums(withBoundedRoundings(fn, tables, limits), tables, limits), tables, limits);
}

export interface Variants {
  /** Correct for every launch. */
  readonly general: Fn;
  /** For launches that satisfy assumptions; undefined if it would be the same. */
  readonly usual: { readonly fn: Fn; readonly limits: Assumed } | undefined;
}

/** The kernel, and a variant for launches whose sizes, lengths and captured integers are not huge. */
export function simplifyVariants(module: Module, kernel: Fn, passes: PrivatePasses): Variants {
  const before = splitAccumulators(simplifyBeforeIndices(module, kernel, passes));
  const tables = tablesOf(module);
  const general = narrowBounded(before, tables);
  const [usual, bold] = [false, true].map((isBold) => {
    const limits = assumptionsOf(before, isBold);
    return { fn: narrowBounded(before, tables, limits), limits };
  });
  const best = usual && bold && isBetter(bold, usual) ? bold : usual;
  return { general, usual: best && !isSameFunction(best.fn, general) ? best : undefined };
}

type Variant = NonNullable<Variants["usual"]>;

function isBetter(bold: Variant, usual: Variant): boolean {
  const gained = hinderingDoubles(usual.fn) - hinderingDoubles(bold.fn);
  return gained > 0 || (gained === 0 && growsCounters(bold));
}

/** Whether a loop's step is assumed to be positive: only then are the counter's first and last value checked instead of each. */
function growsCounters({ fn, limits }: Variant): boolean {
  let isFound = false;
  forEachStmt(fn.body, (loop) => {
    if (loop.kind !== "loop") return;
    for (const stmt of loop.update) {
      const step = stmt.kind === "set" ? stepOf(stmt.value, stmt.local)?.value : undefined;
      isFound ||= step?.kind === "local" && limits.positive.has(step.local);
    }
  });
  return isFound;
}

/**
 * Counts the indices computed as doubles and the remainders, for which gangs gather or call the host, and the indices that may wrap: each is checked
 * every time, in 64 bits or by the words that it consists of.
 */
function hinderingDoubles(fn: Fn): number {
  let count = 0;
  forEachStmt(fn.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind === "op" && one.args[0]?.type === "f64" && (one.op === "index" || one.op === "rem")) count++;
        if (one.kind === "element" && one.exact) count++;
      });
    }
  });
  return count;
}

/** Like `simplifyKernel`, but indices that may wrap stay doubles, for passes that move them. */
export function simplifyBeforeIndices(module: Module, kernel: Fn, passes: PrivatePasses): Fn {
  const plain = withoutRestatements(withoutOffset(inlineCalls(module, kernel)));
  const inlined = narrowValues(splitLiveRanges(withoutCopies(plain)), tablesOf(module));
  if (!hasPlaces(inlined)) return inlined;
  invariant(passes, "a kernel with private memory comes with the passes for it");
  return passes()(inlined, module.structs);
}

function isSameFunction(a: Fn, b: Fn): boolean {
  const text = ({ locals, body }: Fn) =>
    JSON.stringify([locals, body], (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
  return text(a) === text(b);
}

/** Whether a local is in private memory or holds an address. */
function hasPlaces({ locals, parameters }: Fn): boolean {
  return locals.slice(parameters).some(({ type }) => !isScalar(type));
}
