// Lowers a device function that is called across instances (ir/src/module/foreign.ts) to a WebAssembly function for one work-item. It takes arguments of the
// caller's `run`, then its own parameters, a span as its address and length. Its private memory begins in the thread's block, at the offset in the
// import "lanewise" "stack".

import { type Fn, foreignSignature, invariant } from "@lanewise/ir";
import { collectFacts } from "../analysis/facts.js";
import { findLoopHoists } from "../analysis/hoist.js";
import type { MathImport, WasmOptions } from "../program.js";
import type { Requirements } from "../requirements.js";
import { lowerExpr, lowerSingle } from "./expressions.js";
import { globalGet, i32Const, instruction, localGet, localSet } from "./instructions.js";
import type { LoweredKernel } from "./kernel.js";
import { createContext, FunctionTable, type KernelContext, RUN, registersOf } from "./kernel-context.js";
import type { ValueType } from "./opcodes.js";
import { lowerBlock } from "./statements.js";

/** From the caller's `run`: the argument block, the thread's block and the work-item. */
const OF_RUN: readonly ValueType[] = ["i32", "i32", "i32"];

/** `fn` calls only foreign functions and returns only in its last statement. Its first parameter is the number of its first site. */
export function lowerFunction(options: WasmOptions, fn: Fn, needs: Requirements<MathImport>): LoweredKernel {
  const parameters = fn.locals.slice(0, fn.parameters).flatMap(({ type }) => registersOf(type));
  const { result } = foreignSignature(fn);
  const type = { parameters: [...OF_RUN, ...parameters], results: result ? [result] : [] };
  const functions = new FunctionTable(needs);
  const base = createContext(lowerExpr, options, fn, needs, { name: fn.name, type, functions, indices: [] });
  const context = base.stackSize > 0 ? withFrame(base) : base;
  takeParameters(context);
  const firstSite = localGet(OF_RUN.length);
  const own: KernelContext = {
    ...context,
    loopHoists: findLoopHoists(collectFacts(fn), options.bounds),
    siteNumber: (site) => instruction("i32.add", firstSite, i32Const(site)),
  };
  const last = fn.body.at(-1);
  const value = last?.kind === "return" ? last.value : undefined;
  lowerBlock(own, value ? fn.body.slice(0, -1) : fn.body);
  if (value) own.code.emit(lowerSingle(own, value));
  return { run: own.code.finish(), helpers: functions.functions, stackSize: own.stackSize };
}

function withFrame(context: KernelContext): KernelContext {
  const { code } = context;
  const frame = code.local("i32");
  code.emit(localSet(frame, instruction("i32.add", localGet(RUN.thread), globalGet(0))));
  return { ...context, privateMemory: { base: localGet(frame), offset: 0 } };
}

function takeParameters({ fn, code, slots }: KernelContext): void {
  let next = OF_RUN.length;
  for (const slot of slots.slice(0, fn.parameters)) {
    invariant(slot?.kind === "registers", "parameters are values, spans and references");
    for (const local of slot.locals) code.emit(localSet(local, localGet(next++)));
  }
}
