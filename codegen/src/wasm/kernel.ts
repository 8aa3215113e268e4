// Lowers a kernel without calls to `run`: loads parameters and range sizes once, then loops over the linear ids from
// begin to end. In two and three dimensions, it divides once to find the first indices and then counts them up.

import { argumentLayout, type Fn, forEachStmt, invariant, isScalar, RANGE_OFFSET, resultOf } from "@lanewise/ir";
import type { CheckedLoops } from "../analysis/checked-loops.js";
import { collectFacts } from "../analysis/facts.js";
import { findLoopHoists } from "../analysis/hoist.js";
import { findUnsignedZeros } from "../analysis/zero-signs.js";
import type { MathImport, WasmOptions } from "../program.js";
import type { Requirements } from "../requirements.js";
import { lowerExpr } from "./expressions.js";
import {
  branch,
  type Instruction,
  i32Const,
  ifElse,
  instruction,
  localGet,
  localSet,
  memoryAccess,
} from "./instructions.js";
import { createContext, type FunctionTable, type KernelContext, RUN } from "./kernel-context.js";
import { loadScalar } from "./memory.js";
import { lowerBlock } from "./statements.js";
import type { WasmFunction } from "./wasm-module.js";

export interface LoweredKernel {
  readonly run: WasmFunction;
  readonly helpers: readonly WasmFunction[];
  readonly stackSize: number;
}

export interface KernelPlace {
  /** Collects its helper functions. */
  readonly functions?: FunctionTable;
  /** Its name, if the function is not `run` itself. */
  readonly name?: string;
  /** Loops that get a copy without checks. */
  readonly checkedLoops?: CheckedLoops;
}

export function lowerKernel(
  options: WasmOptions,
  fn: Fn,
  needs: Requirements<MathImport>,
  { functions, name = fn.name, checkedLoops = new Map() }: KernelPlace = {},
): LoweredKernel {
  const base = createContext(lowerExpr, options, { ...fn, name }, needs, undefined, functions);
  const loopHoists = findLoopHoists(collectFacts(fn), options.bounds);
  const context = { ...base, checkedLoops, loopHoists, unsignedZeros: findUnsignedZeros(fn) };
  const { code } = context;
  loadSizes(context);
  loadParameters(context);
  const restore = keepParameters(context);
  const [done, items] = [code.label(), code.label()];
  const [item, end] = [localGet(RUN.begin), localGet(RUN.end)];
  const loop = code.collect(() => {
    code.emit(branch(done, instruction("i32.ge_s", item, end)));
    splitLinearId(context);
    const body = code.collect(() => {
      code.emit(...restore);
      const work = code.collect(() => lowerBlock(context, fn.body));
      code.emit({ kind: "block", label: context.itemLabel, body: work });
      code.emit(localSet(RUN.begin, instruction("i32.add", item, i32Const(1))));
      if (fn.dimensions > 1) code.emit(...countUp(context, fn.dimensions - 1));
      code.emit(branch(items, instruction("i32.lt_s", item, end)));
    });
    code.emit({ kind: "loop", label: items, body });
  });
  code.emit({ kind: "block", label: done, body: loop });
  return { run: code.finish(), helpers: context.functions.functions, stackSize: context.stackSize };
}

export function loadSizes({ code, sizes, options: { known } }: KernelContext): void {
  sizes.forEach((size, dimension) => {
    const constant = known?.sizes[dimension];
    const value =
      constant === undefined
        ? memoryAccess("i32.load", RANGE_OFFSET + 4 * dimension, localGet(RUN.args))
        : i32Const(constant);
    code.emit(localSet(size, value));
  });
}

/** Loads the captured values: all, or only one. */
export function loadParameters(context: KernelContext, only?: number): void {
  const { fn, code, slots } = context;
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets } = argumentLayout(parameters);
  parameters.forEach(({ type }, parameter) => {
    if (only !== undefined && only !== parameter) return;
    const slot = slots[parameter];
    invariant(slot?.kind === "registers", "kernel parameters are values and spans");
    slot.locals.forEach((local, register) => {
      const address = { base: localGet(RUN.args), offset: (offsets[parameter] ?? 0) + 4 * register };
      code.emit(localSet(local, loadScalar(context, isScalar(type) ? type : "u32", address)));
    });
  });
}

/** Copies the parameters that the kernel assigns. Returns the code that restores them for each work-item. */
function keepParameters({ fn, code, slots }: KernelContext): Instruction[] {
  const assigned = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined && local < fn.parameters) assigned.add(local);
  });
  const restore: Instruction[] = [];
  for (const parameter of assigned) {
    const slot = slots[parameter];
    invariant(slot?.kind === "registers", "kernel parameters are values and spans");
    slot.locals.forEach((local, register) => {
      const kept = code.local(slot.types[register] ?? "i32");
      code.emit(localSet(kept, localGet(local)));
      restore.push(localSet(local, localGet(kept)));
    });
  }
  return restore;
}

/** Computes the first work-item's indices from its linear id. */
export function splitLinearId({ code, indices, sizes }: KernelContext): void {
  if (indices.length < 2) return;
  let rest: Instruction = localGet(RUN.begin);
  for (let dimension = indices.length - 1; dimension > 0; dimension--) {
    const [index, size, outer] = [indices[dimension], sizes[dimension], indices[dimension - 1]];
    invariant(index !== undefined && size !== undefined && outer !== undefined, "each dimension has its locals");
    // The quotient comes first: the next iteration's `rest` is the local that the remainder overwrites.
    code.emit(localSet(outer, instruction("i32.div_u", rest, localGet(size))));
    code.emit(localSet(index, instruction("i32.rem_u", rest, localGet(size))));
    rest = localGet(outer);
  }
}

/** Adds one to the dimension's index; at its size, resets it and counts up the next outer one. */
export function countUp(context: KernelContext, dimension: number): Instruction[] {
  const [index, size] = [context.indices[dimension], context.sizes[dimension]];
  invariant(index !== undefined && size !== undefined, "each dimension has its locals");
  const count = localSet(index, instruction("i32.add", localGet(index), i32Const(1)));
  if (dimension === 0) return [count];
  const isEnd = instruction("i32.eq", localGet(index), localGet(size));
  const wrapped = [localSet(index, i32Const(0)), ...countUp(context, dimension - 1)];
  return [count, ifElse(isEnd, undefined, wrapped)];
}
