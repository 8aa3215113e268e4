// Compiles a kernel of a module to WebAssembly. The lines of `lowerToWasm` are the passes, in order; it pauses between them.

import {
  builtins,
  type Expr,
  type Fn,
  finish,
  foreignSignature,
  invariant,
  type Module,
  type Steps,
} from "@lanewise/ir";
import { type CheckedLoops, findCheckedLoops } from "../analysis/checked-loops.js";
import { findPrivatised } from "../analysis/privatised.js";
import { mathFunctions } from "../math/math-functions.js";
import { isLeftToHost } from "../math/remainder.js";
import { wideMathFunctions } from "../math/wide-math-functions.js";
import type { MathImport, WasmOptions, WasmProgram } from "../program.js";
import { findRequirements } from "../requirements.js";
import { replacePrivate } from "../simplify/replace-private.js";
import { simplifyKernel, simplifyVariants } from "../simplify/simplify.js";
import { withSteadyBounds } from "../simplify/steady-bounds.js";
import { lowerBeyondLimits } from "./beyond-limits.js";
import { encodeModule } from "./encoder.js";
import { lowerFunction } from "./function.js";
import { atomicLowering } from "./gang/atomic-lowering.js";
import { chooseGang } from "./gang/choose-gang.js";
import { lowerGangs } from "./gang/gang-kernel.js";
import { narrowLanes } from "./gang/narrow-lanes.js";
import { lowerSubGroup } from "./gang/sub-group-gangs.js";
import { lowerKernel } from "./kernel.js";
import { FunctionTable } from "./kernel-context.js";
import type { ValueType } from "./opcodes.js";
import { pinValues } from "./pinned-values.js";
import { isImported } from "./select.js";
import { splitFunctions } from "./split/split-functions.js";
import type { FunctionImport, WasmModule } from "./wasm-module.js";
import { printModule } from "./wat.js";

const allParts = {
  mathFunctions: (type: "f32" | "f64") => (type === "f32" ? mathFunctions : wideMathFunctions),
  narrowLanes: () => narrowLanes,
  atomicLowering: () => atomicLowering,
  lowerSubGroup: () => lowerSubGroup,
  replacePrivate: () => replacePrivate,
};

/** Compiles one kernel to bytes. */
export function compileWasm(options: WasmOptions): WasmProgram {
  return finish(compileWasmSteps({ ...allParts, ...options }));
}

/**
 * Like `compileWasm`, with only the optional parts in the options, and with pauses: a large kernel's steps take at most a quarter of the whole each.
 */
export function* compileWasmSteps(options: WasmOptions): Steps<WasmProgram> {
  const { module, ...facts } = yield* lowerToWasm(options);
  yield;
  return { bytes: encodeModule(module), ...facts };
}

/** Prints the same program in WebAssembly's text format. */
export function printWat(options: WasmOptions): string {
  return printModule(finish(lowerToWasm({ ...allParts, ...options })).module);
}

function* lowerToWasm(options: WasmOptions): Steps<{ readonly module: WasmModule } & Omit<WasmProgram, "bytes">> {
  const kernel = options.module.functions[options.kernel];
  invariant(kernel?.linkage === "kernel", `function ${options.kernel} is a kernel`);
  const { general, usual } = simplifyVariants(options.module, kernel, options.replacePrivate);
  // Sub-groups need gangs, which a launch beyond the limits does not have.
  const limited = options.subGroups ? undefined : usual;
  yield;
  const choice = chooseGang(options, limited?.fn ?? general);
  yield;
  const { gang, reason, at } = choice;
  const fn = gang === 1 ? withSteadyBounds(choice.fn) : choice.fn;
  const needs = findRequirements(limited ? { ...fn, body: [...fn.body, ...general.body] } : fn, mathOf);
  const functions = new FunctionTable(needs);
  const beyond = limited && lowerBeyondLimits(options, general, limited, needs, functions);
  const foreign = foreignFunctions(options.module, needs.called);
  const canPrivatise = gang !== 1 && options.privatise && options.threads !== "one";
  const privatised = canPrivatise ? findPrivatised(options.module, fn) : [];
  const checkedLoops: CheckedLoops = options.bounds === "checked" && gang === 1 ? findCheckedLoops(fn) : new Map();
  const lowered =
    choice.gang === 1
      ? { ...lowerKernel(options, fn, needs, { functions, checkedLoops }), accesses: [], loops: [] }
      : yield* lowerGangs(options, choice.analysed, needs, choice.gang, privatised, functions);
  const { helpers, accesses, loops } = lowered;
  const run = beyond ? beyond.guarded(lowered.run) : lowered.run;
  const stackSize = Math.max(lowered.stackSize, beyond?.stackSize ?? 0);
  const module: WasmModule = {
    sharedMemory: options.sharedMemory,
    functionImports: [...needs.math.map(mathImport), ...foreign.map(foreignImport)],
    globalImports: needs.globals.map((global) => ({ module: "global", name: String(global) })),
    functions: splitFunctions(
      [run, ...helpers].map(pinValues),
      needs.math.length + needs.called.length,
      options.pieces,
    ),
    run: 0,
  };
  const shapes = choice.gang === 1 ? undefined : choice.analysed.shapes;
  const hostCalls = options.explainer?.hostCalls(options, fn, shapes) ?? [];
  const widened =
    choice.gang === 1 ? [] : (options.explainer?.widened(options, choice.analysed, limited?.limits) ?? []);
  const report = { gang, reason, at, accesses, loops, hostCalls, widened };
  return {
    module,
    gang,
    privatised,
    report,
    globals: needs.globals,
    math: needs.math,
    foreign: foreign.map(({ symbol }) => symbol),
    stackSize,
  };
}

/** A function that other programs import (ir/src/module/foreign.ts). */
export interface WasmFunctionProgram extends Pick<WasmProgram, "bytes" | "math" | "foreign" | "stackSize"> {}

/** Compiles a device function to a module that exports it as "run", for one work-item (function.ts). It imports no device globals. */
export function compileFunction(options: WasmOptions): WasmFunctionProgram {
  const called = options.module.functions[options.kernel];
  invariant(called, "it is a function of its module");
  const fn = simplifyKernel(options.module, called, () => replacePrivate);
  const needs = findRequirements(fn, mathOf);
  const foreign = foreignFunctions(options.module, needs.called);
  const { run, helpers, stackSize } = lowerFunction({ ...allParts, ...options }, fn, needs);
  const bytes = encodeModule({
    sharedMemory: options.sharedMemory,
    functionImports: [...needs.math.map(mathImport), ...foreign.map(foreignImport)],
    globalImports: stackSize > 0 ? [{ module: "lanewise", name: "stack" }] : [],
    functions: splitFunctions(
      [run, ...helpers].map(pinValues),
      needs.math.length + needs.called.length,
      options.pieces,
    ),
    run: 0,
  });
  return { bytes, math: needs.math, foreign: foreign.map(({ symbol }) => symbol), stackSize };
}

function mathOf(expr: Expr): MathImport | undefined {
  if (expr.kind === "builtin") return isImported(expr.builtin) ? expr.builtin : undefined;
  return expr.kind === "op" && isLeftToHost(expr) ? "rem" : undefined;
}

function mathImport(name: MathImport): FunctionImport {
  const arity = name === "rem" ? 2 : builtins[name].arity;
  const parameters: ValueType[] = arity === 2 ? ["f64", "f64"] : ["f64"];
  return { module: "math", name, type: { parameters, results: ["f64"] } };
}

/** The functions still called after inlining. */
function foreignFunctions({ functions }: Module, called: readonly number[]): readonly Fn[] {
  return called.map((index) => {
    const fn = functions[index];
    invariant(fn?.linkage === "foreign", `function ${index} is foreign: others have been inlined`);
    return fn;
  });
}

function foreignImport(fn: Fn): FunctionImport {
  const { parameters, result } = foreignSignature(fn);
  return { module: "foreign", name: fn.symbol, type: { parameters, results: result ? [result] : [] } };
}
