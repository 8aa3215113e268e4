// Lowers the functions that `run` over gangs calls: the conditions and the clones. They are separate functions because code in a loop around a call
// keeps fewer values in registers (measured: up to a fifth slower).

import { type Fn, invariant } from "@lanewise/ir";
import { formContext } from "../../analysis/assumptions.js";
import type { GangPlan } from "../../analysis/plan.js";
import type { Gang, MathImport, PrivatisedTarget, WasmOptions } from "../../program.js";
import type { Requirements } from "../../requirements.js";
import { lowerExpr } from "../expressions.js";
import {
  branch,
  type Instruction,
  i32Const,
  instruction,
  integerConstant,
  localGet,
  localSet,
} from "../instructions.js";
import { countUp } from "../kernel.js";
import { createContext, type FunctionTable, type KernelContext, type PartOfRun, RUN } from "../kernel-context.js";
import type { ValueType } from "../opcodes.js";
import { beginStretch, type Frame, lowerGang, Pool, withPrologue } from "./gang-frame.js";
import { emitConditions, type Stretch } from "./segment.js";

export interface GangProgram {
  readonly options: WasmOptions;
  readonly fn: Fn;
  readonly needs: Requirements<MathImport>;
  readonly functions: FunctionTable;
  readonly plan: GangPlan;
  readonly gang: Gang;
  readonly isFlat: boolean;
  readonly isOneRow: boolean;
  readonly privatised: readonly PrivatisedTarget[];
  readonly whole: WholeRange | undefined;
}

/** A known range in which one call of the fast clone runs all rows, or the whole gangs of a single row. */
export interface WholeRange {
  /** Undefined if work-items lie in one row, because there is one dimension or gangs are flat. */
  readonly rows: number | undefined;
  /** Work-items per row; `fast`: those in whole gangs. */
  readonly width: number;
  readonly fast: number;
}

export function wholeRange({ known }: WasmOptions, fn: Fn, gang: Gang, isOneRow: boolean): WholeRange | undefined {
  if (!known) return undefined;
  const sizes = known.sizes.slice(0, fn.dimensions);
  const total = sizes.reduce((product, size) => product * size, 1);
  const width = isOneRow ? total : (sizes.at(-1) ?? 1);
  const fast = width - (width % gang);
  if (fast === 0 || (!isOneRow && fast < width)) return undefined;
  return { rows: isOneRow ? undefined : total / width, width, fast };
}

const words = (count: number): ValueType[] => Array.from({ length: count }, () => "i32");

/** (args, thread, then the first and the last index of each dimension and, in the flat shape, of the linear id) -> i32. */
export function lowerConditions(program: GangProgram): number | undefined {
  const { fn, isFlat } = program;
  const bounds = fn.dimensions + (isFlat ? 1 : 0);
  const between = (index: number) => ({ low: localGet(2 + 2 * index), high: localGet(3 + 2 * index) });
  return addConditions(program, "conditions", 2 * bounds, {
    indices: Array.from({ length: fn.dimensions }, (_, dimension) => between(dimension)),
    linearId: isFlat ? between(fn.dimensions) : undefined,
  });
}

/** (args, thread) -> i32, for the whole gangs of a known range. Undefined if the conditions always hold. */
export function lowerWholeConditions(program: GangProgram, { fast }: WholeRange): number | undefined {
  const { fn, isFlat, options } = program;
  const upTo = (size: number) => ({ low: i32Const(0), high: i32Const(size - 1) });
  const sizes = options.known?.sizes.slice(0, fn.dimensions) ?? [];
  return addConditions(program, "whole", 0, {
    indices: fn.dimensions === 1 ? [upTo(fast)] : sizes.map(upTo),
    linearId: isFlat ? upTo(fast) : undefined,
  });
}

function addConditions(
  { options, fn, needs, functions, plan }: GangProgram,
  name: string,
  parameters: number,
  bounds: Pick<Stretch, "indices" | "linearId">,
): number | undefined {
  const type: PartOfRun["type"] = { parameters: words(2 + parameters), results: ["i32"] };
  const base = createContext(lowerExpr, options, fn, needs, { name, type, functions, indices: [] });
  let always = false;
  withPrologue({ base, pool: new Pool(base.code) }, () => {
    const forms = formContext(plan.facts, plan.fast, new Map());
    const hold = emitConditions({ context: base, forms, ...bounds }, plan.conditions);
    always = integerConstant(hold) === 1;
    base.code.emit(hold);
  });
  return always ? undefined : functions.add(base.code.finish());
}

/** The clone's parameter with the linear id of a row's first work-item. */
const ROW_START = 4;

/**
 * (args, thread, x, limit, row start, indices of the outer dimensions; then, for the fast clone in rows, the number of rows). The fast clone runs the
 * whole gangs from x to the limit, at least one, and those of the rows that follow. The safe clone runs the gang at x, up to the limit.
 */
export function lowerClone(program: GangProgram, name: "fast" | "safe", reports: Frame["reports"]): number {
  const { options, fn, needs, functions, plan, gang, isFlat, isOneRow, privatised, whole } = program;
  const outer = isOneRow ? 0 : fn.dimensions - 1;
  const hasRows = name === "fast" && !isOneRow;
  const type = { parameters: words(5 + outer + (hasRows ? 1 : 0)), results: [] };
  const indices = [...Array.from({ length: outer }, (_, dimension) => 5 + dimension), RUN.begin];
  const base = createContext(lowerExpr, options, fn, needs, { name, type, functions, indices });
  const frame: Frame = {
    base,
    plan,
    clone: plan[name],
    gang,
    isFlat,
    x: RUN.begin,
    limit: RUN.end,
    rowStart: isOneRow ? undefined : ROW_START,
    pool: new Pool(base.code),
    privatised,
    reports,
  };
  const isOneGang = name === "safe" || whole?.fast === gang;
  withPrologue(frame, () => {
    if (hasRows) eachRow(base, 5 + outer, () => lowerRow(frame, isOneGang));
    else lowerRow(frame, isOneGang);
  });
  return functions.add(base.code.finish());
}

function lowerRow(frame: Frame, isOneGang: boolean): void {
  const { code } = frame.base;
  const context = beginStretch(frame);
  if (isOneGang) {
    lowerGang(frame, context);
    return;
  }
  const [x, limit] = [localGet(RUN.begin), localGet(RUN.end)];
  const gangs = code.label();
  const body = code.collect(() => {
    lowerGang(frame, context);
    code.emit(localSet(RUN.begin, instruction("i32.add", x, i32Const(frame.gang))));
    code.emit(branch(gangs, instruction("i32.lt_s", x, limit)));
  });
  code.emit({ kind: "loop", label: gangs, body });
}

/** Runs as many rows as the parameter `left` holds. */
function eachRow(base: KernelContext, left: number, lowerOne: () => void): void {
  const { code, fn, sizes } = base;
  const width = sizes[fn.dimensions - 1];
  invariant(width !== undefined, "rows have a size");
  const plus = (local: number, value: Instruction) => localSet(local, instruction("i32.add", localGet(local), value));
  const rows = code.label();
  const body = code.collect(() => {
    lowerOne();
    code.emit(localSet(RUN.begin, i32Const(0)), plus(ROW_START, localGet(width)));
    code.emit(...countUp(base, fn.dimensions - 2));
    code.emit(plus(left, i32Const(-1)), branch(rows, localGet(left)));
  });
  code.emit({ kind: "loop", label: rows, body });
}
