// The variant of a kernel for launches whose sizes, lengths or captured integers are huge: scalar code over numbers of which nothing is taken
// for granted. `run` begins with the question which one it is; the answer is the same for all chunks of a launch.

import { argumentLayout, type Fn, invariant, isScalar, RANGE_OFFSET } from "@lanewise/ir";
import { LIMIT, type Limits } from "../narrow/narrow.js";
import type { MathImport, WasmOptions } from "../program.js";
import type { Requirements } from "../requirements.js";
import { call, type Instruction, i32Const, ifElse, instruction, localGet, memoryAccess } from "./instructions.js";
import { lowerKernel } from "./kernel.js";
import { type FunctionTable, RUN } from "./kernel-context.js";
import type { WasmFunction } from "./wasm-module.js";

export interface BeyondLimits {
  /** `run` for all launches, of the one for those within the limits. */
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

function conditionOf(fn: Fn, { sizes, parameters }: Limits): Instruction | undefined {
  const args = localGet(RUN.args);
  const isLarge = (value: Instruction): Instruction => instruction("i32.gt_u", value, i32Const(LIMIT));
  const ofSizes = [...sizes].map((size) => isLarge(memoryAccess("i32.load", RANGE_OFFSET + 4 * size, args)));
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  const ofParameters = [...parameters].map((parameter) => {
    const type = fn.locals[parameter]?.type;
    const offset = offsets[parameter];
    invariant(type !== undefined && offset !== undefined, "what is limited is a parameter");
    if (!isScalar(type)) return isLarge(memoryAccess("i32.load", offset + 4, args));
    const value = memoryAccess("i32.load", offset, args);
    if (type === "u32") return isLarge(value);
    return instruction("i32.gt_u", instruction("i32.add", value, i32Const(LIMIT)), i32Const(2 * LIMIT));
  });
  const [first, ...others] = [...ofSizes, ...ofParameters];
  return first && others.reduce((all, one) => instruction("i32.or", all, one), first);
}
