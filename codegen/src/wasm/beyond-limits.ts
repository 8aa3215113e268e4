// The variant of a kernel for launches whose sizes, lengths or captured integers are huge: scalar code that assumes nothing about its numbers. `run`
// first tests which variant applies; every chunk of a launch gets the same answer.

import { argumentLayout, type Fn, invariant, isScalar, RANGE_OFFSET, type Type } from "@lanewise/ir";
import { AREA, type LaunchSize, LIMIT, type Limits } from "../narrow/assumed.js";
import type { MathImport, WasmOptions } from "../program.js";
import type { Requirements } from "../requirements.js";
import {
  call,
  f64Const,
  type Instruction,
  i32Const,
  ifElse,
  instruction,
  localGet,
  memoryAccess,
} from "./instructions.js";
import { lowerKernel } from "./kernel.js";
import { type FunctionTable, RUN } from "./kernel-context.js";
import type { WasmFunction } from "./wasm-module.js";

export interface BeyondLimits {
  /** Makes the `run` for all launches from the one for those within the limits. */
  readonly guarded: (run: WasmFunction) => WasmFunction;
  readonly stackSize: number;
}

export function lowerBeyondLimits(
  options: WasmOptions,
  general: Fn,
  { limits }: { readonly limits: Limits },
  needs: Requirements<MathImport>,
  functions: FunctionTable,
): BeyondLimits {
  const { run: beyond, stackSize } = lowerKernel(options, general, needs, {
    functions,
    name: `${general.name}: beyond usual sizes`,
  });
  const target = functions.add(beyond);
  const parameters = [RUN.args, RUN.thread, RUN.begin, RUN.end].map(localGet);
  const isBeyond = conditionOf(general, limits);
  const guarded = (run: WasmFunction): WasmFunction =>
    isBeyond ? { ...run, body: [ifElse(isBeyond, undefined, [call(target, ...parameters)], run.body)] } : run;
  return { guarded, stackSize };
}

function conditionOf(fn: Fn, { sizes, parameters, positive, areas }: Limits): Instruction | undefined {
  const args = localGet(RUN.args);
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  const isLarge = (value: Instruction): Instruction => instruction("i32.gt_u", value, i32Const(LIMIT));
  const sizeOf = (size: number): Instruction => memoryAccess("i32.load", RANGE_OFFSET + 4 * size, args);
  const parameterAt = (parameter: number): { readonly type: Type; readonly value: Instruction } => {
    const type = fn.locals[parameter]?.type;
    const offset = offsets[parameter];
    invariant(type !== undefined && offset !== undefined, "a number with a limit is a parameter");
    return { type, value: memoryAccess("i32.load", isScalar(type) ? offset : offset + 4, args) };
  };
  const isBeyond = (parameter: number): Instruction => {
    const { type, value } = parameterAt(parameter);
    if (positive.has(parameter))
      return instruction("i32.gt_u", instruction("i32.sub", value, i32Const(1)), i32Const(LIMIT - 1));
    if (!isScalar(type) || type === "u32") return isLarge(value);
    return instruction("i32.gt_u", instruction("i32.add", value, i32Const(LIMIT)), i32Const(2 * LIMIT));
  };
  const factor = (one: LaunchSize): Instruction => {
    if ("constant" in one) return f64Const(one.constant);
    if ("size" in one) return instruction("f64.convert_i32_u", sizeOf(one.size));
    return instruction("f64.convert_i32_s", parameterAt(one.parameter).value);
  };
  const isLargeArea = (factors: readonly LaunchSize[]): Instruction => {
    const [first, ...others] = factors.map(factor);
    invariant(first, "an area has factors");
    const area = others.reduce((product, one) => instruction("f64.mul", product, one), first);
    return instruction("f64.gt", instruction("f64.abs", area), f64Const(AREA));
  };
  // Equal areas are tested once.
  const different = new Map([...areas.values()].map((factors) => [JSON.stringify(factors), factors] as const));
  const [first, ...others] = [
    ...[...sizes].map((size) => isLarge(sizeOf(size))),
    ...[...parameters].map(isBeyond),
    ...[...different.values()].map(isLargeArea),
  ];
  return first && others.reduce((all, one) => instruction("i32.or", all, one), first);
}
