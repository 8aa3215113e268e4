// Lowers a kernel to `run` over gangs. In each stretch of neighbouring work-items (a chunk in one dimension and in "flat"
// shape, a row of it in "rows"), the plan's conditions say how far the fast clone goes, gang by gang; what is left, and the
// last work-items of a row, which fill no gang, are done by the safe clone under a mask. A range that is known is tried as a whole first.

import { invariant, type Steps } from "@lanewise/ir";
import { type CaptureCondition, findAlignedCaptures } from "../../analysis/aligned-captures.js";
import type { Analysed } from "../../analysis/analyse.js";
import type { Condition } from "../../analysis/assumptions.js";
import type { Facts } from "../../analysis/facts.js";
import { planGangs } from "../../analysis/plan.js";
import type { Gang, KernelReport, MathImport, PrivatisedTarget, WasmOptions } from "../../program.js";
import type { Requirements } from "../../requirements.js";
import { lowerExpr, lowerSingle } from "../expressions.js";
import { branch, call, type Instruction, i32Const, ifElse, instruction, localGet, localSet } from "../instructions.js";
import { countUp, type LoweredKernel, loadParameters, loadSizes, splitLinearId } from "../kernel.js";
import { createContext, type FunctionTable, type KernelContext, RUN } from "../kernel-context.js";
import {
  type GangProgram,
  lowerClone,
  lowerConditions,
  lowerWholeConditions,
  type WholeRange,
  wholeRange,
} from "./gang-clones.js";
import type { Frame } from "./gang-frame.js";
import { layoutPrivate } from "./private-frame.js";
import { rowsOfGangs } from "./rows-of-gangs.js";
import { both, emitChoices } from "./segment.js";

export interface LoweredGangs extends LoweredKernel, Pick<KernelReport, "accesses" | "loops"> {}

/** `run`, which calls the other functions. */
interface Run {
  readonly base: KernelContext;
  readonly gang: Gang;
  readonly isFlat: boolean;
  /** The first work-item's index in the innermost dimension; in one dimension and flat shape its linear id. */
  readonly x: number;
  /** The first that is not to be run. */
  readonly limit: number;
  /** Linear ids are x plus this: a local, or nothing in one dimension and flat shape. */
  readonly rowStart: number | undefined;
  /** Whether the conditions hold; undefined if there are none. */
  readonly conditions: number | undefined;
  /** The gangs from x to a limit, by the fast clone. */
  readonly fast: number;
  /** Arguments of the fast clone behind the indices, for one row. */
  readonly oneRow: readonly Instruction[];
  /** One gang by the safe clone. */
  readonly safe: number;
  /** A local that says whether the conditions hold for all rows of the chunk. */
  readonly isAllFast: number | undefined;
}

/** What all programs of one kernel share. */
interface Shared {
  readonly needs: Requirements<MathImport>;
  readonly gang: Gang;
  readonly privatised: readonly PrivatisedTarget[];
  readonly functions: FunctionTable;
}

/** A function that runs a chunk instead, where that is right and quicker. */
interface Instead {
  readonly run: number;
  readonly holds: (run: Run) => Instruction;
}

/** Flat gangs of a kernel that is better off in rows take these where they are made of whole gangs (rows-of-gangs.ts). */
export function* lowerGangs(
  options: WasmOptions,
  analysed: Analysed,
  needs: Requirements<MathImport>,
  gang: Gang,
  privatised: readonly PrivatisedTarget[],
  functions: FunctionTable,
): Steps<LoweredGangs> {
  const shared: Shared = { needs, gang, privatised, functions };
  const rows = rowsOfGangs(options, analysed);
  if (!rows) return yield* lowerByCaptures(options, analysed, shared);
  const { explainer, ...silent } = options;
  const { run } = yield* lowerByCaptures(silent, rows.analysed, shared);
  const holds = (here: Run) => isForRows(here, analysed.facts, rows.unless);
  return yield* lowerInShape(options, analysed, shared, [{ run: functions.add(run), holds }]);
}

const SMALLEST = 4;

/**
 * Launches whose captured numbers keep gangs aligned have a program of their own (aligned-captures.ts), and those that keep only gangs of 4 aligned
 * have one of such gangs: smaller ones gather less.
 */
function* lowerByCaptures(options: WasmOptions, analysed: Analysed, shared: Shared): Steps<LoweredGangs> {
  const aligned = findAlignedCaptures(analysed);
  if (!aligned) return yield* lowerInShape(options, analysed, shared, []);
  const { conditions } = aligned;
  const inner = yield* lowerInShape(options, aligned.analysed, shared, []);
  const instead: Instead[] = [
    { run: shared.functions.add(inner.run), holds: (here) => isAligned(here, here.gang, conditions) },
  ];
  if (shared.gang > SMALLEST && conditions.length > 0 && options.subGroups === undefined) {
    const { explainer, ...silent } = options;
    const small = yield* lowerInShape(silent, aligned.analysed, { ...shared, gang: SMALLEST }, []);
    instead.push({ run: shared.functions.add(small.run), holds: (here) => isAligned(here, SMALLEST, conditions) });
  }
  const outer = yield* lowerInShape(options, analysed, shared, instead);
  const reported = { conditions, gang: shared.gang, aligned: inner.accesses, others: outer.accesses };
  return { ...outer, accesses: options.explainer?.whereAligned(options, analysed, reported) ?? outer.accesses };
}

function* lowerInShape(
  options: WasmOptions,
  analysed: Analysed,
  { needs, gang, privatised, functions }: Shared,
  instead: readonly Instead[],
): Steps<LoweredGangs> {
  const { fn } = analysed;
  const isFlat = analysed.gangShape === "flat";
  const plan = planGangs(options.module, analysed, options.bounds, gang, options.narrowLanes);
  yield;
  const isOneRow = fn.dimensions === 1 || isFlat;
  const whole = wholeRange(options, fn, gang, isOneRow);
  const program: GangProgram = { options, fn, needs, functions, plan, gang, isFlat, isOneRow, privatised, whole };
  const conditions = plan.conditions.length === 0 ? undefined : lowerConditions(program);
  yield;
  const reports: Frame["reports"] = { accesses: [], loops: [] };
  const fast = lowerClone(program, "fast", reports);
  yield;
  const safe = lowerClone(program, "safe", { accesses: [], loops: [] });
  yield;
  const base = createContext(lowerExpr, options, fn, needs, undefined, functions);
  const { code } = base;
  const inner = base.indices[fn.dimensions - 1];
  invariant(inner !== undefined, "a range has dimensions");
  const run: Run = {
    base,
    gang,
    isFlat,
    x: isOneRow ? RUN.begin : inner,
    limit: isOneRow ? RUN.end : code.local("i32"),
    rowStart: isOneRow ? undefined : code.local("i32"),
    isAllFast: isOneRow || conditions === undefined ? undefined : code.local("i32"),
    conditions,
    fast,
    oneRow: isOneRow ? [] : [i32Const(1)],
    safe,
  };
  loadSizes(base);
  if (instead.length > 0) loadParameters(base);
  const parts = () => (isOneRow ? lowerStretch(run) : lowerRows(run));
  const wholeConditions = whole && conditions !== undefined ? lowerWholeConditions(program, whole) : undefined;
  const own = () => (whole ? lowerWhole(run, whole, wholeConditions, parts) : parts());
  const ownOrInstead = instead.reduceRight(
    (otherwise, one) => () => {
      const condition = one.holds(run);
      code.emit(ifElse(condition, undefined, [callInstead(one)], code.collect(otherwise)));
    },
    own,
  );
  ownOrInstead();
  reports.accesses.push(...(options.explainer?.uniformLoads(plan, options) ?? []));
  return {
    run: code.finish(),
    helpers: functions.functions,
    stackSize: layoutPrivate(fn, options.module, gang).size,
    ...reports,
  };
}

function isForRows({ base, gang }: Run, facts: Facts, unless: readonly Condition[]): Instruction {
  const { sizes, fn } = base;
  const size = sizes[fn.dimensions - 1];
  invariant(size !== undefined, "rows have a size");
  const isWhole = instruction("i32.eqz", instruction("i32.and", localGet(size), i32Const(gang - 1)));
  const isFlat = emitChoices(
    base,
    facts,
    unless.map((one) => [one]),
  );
  return both(isWhole, instruction("i32.eqz", isFlat));
}

/** Whether captured numbers are what they have to be, and the chunk's first gang begins at a multiple of the gang. */
function isAligned({ base }: Run, gang: Gang, conditions: readonly CaptureCondition[]): Instruction {
  const { sizes, fn } = base;
  const begin = localGet(RUN.begin);
  const width = fn.dimensions === 1 ? undefined : sizes[fn.dimensions - 1];
  const first = width === undefined ? begin : instruction("i32.rem_u", begin, localGet(width));
  const rest = (value: Instruction) => instruction("i32.and", value, i32Const(gang - 1));
  const tests = conditions.map(({ operand, kind }) => {
    const value = base.bind("i32", lowerSingle(base, operand));
    const isMultiple = instruction("i32.eqz", rest(value));
    const holds: Record<CaptureCondition["kind"], Instruction> = {
      multiple: instruction("i32.and", isMultiple, instruction("i32.ge_s", value, i32Const(0))),
      positiveMultiple: instruction("i32.and", isMultiple, instruction("i32.gt_s", value, i32Const(0))),
      ones: instruction("i32.eq", rest(value), i32Const(gang - 1)),
      shift: instruction("i32.ge_u", instruction("i32.and", value, i32Const(31)), i32Const(Math.log2(gang))),
    };
    return holds[kind];
  });
  return tests.reduce(both, instruction("i32.eqz", rest(first)));
}

function callInstead({ run }: Instead): Instruction {
  return call(run, localGet(RUN.args), localGet(RUN.thread), localGet(RUN.begin), localGet(RUN.end));
}

/** A known range: by one call of the fast clone where the conditions hold for all of it, else part by part. */
function lowerWhole(
  { base, fast, safe }: Run,
  whole: WholeRange,
  conditions: number | undefined,
  parts: () => void,
): void {
  const { code } = base;
  const [args, thread] = [localGet(RUN.args), localGet(RUN.thread)];
  const { rows } = whole;
  const more = rows === undefined ? [] : [...base.indices.slice(1).map(() => 0), rows];
  const callClone = (clone: number, ...numbers: number[]): Instruction =>
    call(clone, args, thread, ...numbers.map(i32Const));
  const all = [callClone(fast, 0, whole.fast, 0, ...more)];
  if (whole.fast < whole.width) all.push(callClone(safe, whole.fast, whole.width, 0));
  if (conditions === undefined) code.emit(...all);
  else code.emit(ifElse(call(conditions, args, thread), undefined, all, code.collect(parts)));
}

/** Rows of the chunk: from the first one's x to its end, then whole ones, then what is left. */
function lowerRows(run: Run): void {
  const { base, x, limit, rowStart, isAllFast } = run;
  const { code, fn, sizes } = base;
  const size = sizes[fn.dimensions - 1];
  invariant(size !== undefined && rowStart !== undefined, "rows have a size");
  const [done, rows] = [code.label(), code.label()];
  const [begin, end] = [localGet(RUN.begin), localGet(RUN.end)];
  const all = code.collect(() => {
    code.emit(branch(done, instruction("i32.ge_s", begin, end)));
    splitLinearId(base);
    if (isAllFast !== undefined) code.emit(localSet(isAllFast, holdForRows(run)));
    const row = code.collect(() => {
      code.emit(localSet(rowStart, instruction("i32.sub", begin, localGet(x))));
      lowerRowsTogether(run, done);
      const left = code.bind("i32", instruction("i32.sub", end, localGet(rowStart)));
      const width = localGet(size);
      code.emit(localSet(limit, instruction("select", width, left, instruction("i32.lt_s", width, left))));
      lowerStretch(run);
      code.emit(localSet(RUN.begin, instruction("i32.add", localGet(rowStart), localGet(limit))));
      code.emit(localSet(x, i32Const(0)));
      code.emit(...countUp(base, fn.dimensions - 2));
      code.emit(branch(rows, instruction("i32.lt_s", begin, end)));
    });
    code.emit({ kind: "loop", label: rows, body: row });
  });
  code.emit({ kind: "block", label: done, body: all });
}

/** Rows that are made of whole gangs, from the first that the chunk begins with: in one call, where the conditions hold for the whole chunk. */
function lowerRowsTogether(run: Run, done: number): void {
  const { base, gang, x, rowStart, isAllFast, fast } = run;
  const { code, fn, sizes } = base;
  const size = sizes[fn.dimensions - 1];
  invariant(size !== undefined && rowStart !== undefined, "rows have a size");
  const [begin, end, width] = [localGet(RUN.begin), localGet(RUN.end), localGet(size)];
  const isWhole = instruction("i32.eqz", instruction("i32.and", width, i32Const(gang - 1)));
  const fromStart = instruction("i32.and", isWhole, instruction("i32.eqz", localGet(x)));
  const hasOne = instruction("i32.ge_u", instruction("i32.sub", end, begin), width);
  const isAllFastHere = isAllFast === undefined ? i32Const(1) : localGet(isAllFast);
  const all = both(both(fromStart, hasOne), isAllFastHere);
  const together = code.collect(() => {
    const rows = code.bind("i32", instruction("i32.div_u", instruction("i32.sub", end, begin), width));
    const outer = base.indices.slice(0, -1).map(localGet);
    const [args, thread] = [localGet(RUN.args), localGet(RUN.thread)];
    code.emit(call(fast, args, thread, i32Const(0), width, localGet(rowStart), ...outer, rows));
    code.emit(localSet(RUN.begin, instruction("i32.add", begin, instruction("i32.mul", rows, width))));
    code.emit(branch(done, instruction("i32.ge_s", begin, end)));
    splitLinearId(base);
    code.emit(localSet(rowStart, begin));
  });
  code.emit(ifElse(all, undefined, together));
}

/**
 * block $done (loop $stretches: leave at the limit; find `fast`; the fast clone up to there; leave at the limit; the safe
 * clone for one gang, masked behind the limit).
 */
function lowerStretch(run: Run): void {
  const { base, gang } = run;
  const { code } = base;
  const x = localGet(run.x);
  const limit = localGet(run.limit);
  const fast = code.local("i32");
  const [done, stretches] = [code.label(), code.label()];
  // Unsigned: the last gang of the largest range ends behind the greatest i32.
  const isAtLimit = () => branch(done, instruction("i32.ge_u", x, limit));
  const outer = run.rowStart === undefined ? [] : base.indices.slice(0, -1).map(localGet);
  const rowStart = run.rowStart === undefined ? i32Const(0) : localGet(run.rowStart);
  const callClone = (clone: number, end: Instruction, ...more: readonly Instruction[]) =>
    call(clone, localGet(RUN.args), localGet(RUN.thread), x, end, rowStart, ...outer, ...more);
  const body = code.collect(() => {
    code.emit(isAtLimit());
    findFast(run, fast);
    const forward = [callClone(run.fast, localGet(fast), ...run.oneRow), localSet(run.x, localGet(fast))];
    code.emit(ifElse(instruction("i32.lt_s", x, localGet(fast)), undefined, forward));
    code.emit(isAtLimit());
    code.emit(callClone(run.safe, limit));
    code.emit(localSet(run.x, instruction("i32.add", x, i32Const(gang))), branch(stretches));
  });
  code.emit({ kind: "block", label: done, body: [{ kind: "loop", label: stretches, body }] });
}

/** How far: all whole gangs; all but the last; one; none. */
function findFast(run: Run, fast: number): void {
  const { base, gang, conditions, isAllFast } = run;
  const { code } = base;
  const [x, limit] = [localGet(run.x), localGet(run.limit)];
  const whole = instruction("i32.and", instruction("i32.sub", limit, x), i32Const(-gang));
  code.emit(localSet(fast, instruction("i32.add", x, whole)));
  if (conditions === undefined) return;
  const attempt = code.local("i32");
  const [found, attempts] = [code.label(), code.label()];
  code.emit(localSet(attempt, i32Const(0)));
  const first = isAllFast === undefined ? [] : [branch(found, localGet(isAllFast))];
  const body = code.collect(() => {
    code.emit(branch(found, instruction("i32.le_s", localGet(fast), x)));
    code.emit(branch(found, holdForStretch(run, conditions, localGet(fast))));
    const shorter = instruction("i32.sub", localGet(fast), i32Const(gang));
    const one = instruction("i32.add", x, i32Const(gang));
    const isSecond = instruction("i32.eq", localGet(attempt), i32Const(1));
    const later = instruction("select", one, x, isSecond);
    code.emit(localSet(fast, instruction("select", shorter, later, instruction("i32.eqz", localGet(attempt)))));
    code.emit(localSet(attempt, instruction("i32.add", localGet(attempt), i32Const(1))), branch(attempts));
  });
  code.emit({ kind: "block", label: found, body: [...first, { kind: "loop", label: attempts, body }] });
}

function holdForStretch({ base, isFlat, x }: Run, conditions: number, fast: Instruction): Instruction {
  const last = instruction("i32.sub", fast, i32Const(1));
  const first = localGet(x);
  const outer = base.indices.slice(0, -1).map(localGet);
  const bounds = isFlat
    ? [...flatBounds(base, first, last), first, last]
    : [...outer.flatMap((index) => [index, index]), first, last];
  return call(conditions, localGet(RUN.args), localGet(RUN.thread), ...bounds);
}

/** In flat shape, a stretch has rows of the outermost dimension, and any index of the others. */
function flatBounds({ sizes }: KernelContext, first: Instruction, last: Instruction): Instruction[] {
  const inner = sizes.slice(1).map(localGet);
  const rowSize = inner.reduce<Instruction>((a, b) => instruction("i32.mul", a, b), i32Const(1));
  const outer = (id: Instruction) => instruction("i32.div_u", id, rowSize);
  return [
    outer(first),
    outer(last),
    ...inner.flatMap((size) => [i32Const(0), instruction("i32.sub", size, i32Const(1))]),
  ];
}

/** Whether the conditions hold for the chunk's rows from end to end. */
function holdForRows({ base, conditions }: Run): Instruction {
  const { sizes, indices } = base;
  const [first] = indices;
  invariant(first !== undefined && conditions !== undefined, "a range has dimensions");
  const inner = sizes.slice(1).map(localGet);
  const lastItem = instruction("i32.sub", localGet(RUN.end), i32Const(1));
  const last = inner.reduce<Instruction>((id, size) => instruction("i32.div_u", id, size), lastItem);
  const bounds = inner.flatMap((size) => [i32Const(0), instruction("i32.sub", size, i32Const(1))]);
  return call(conditions, localGet(RUN.args), localGet(RUN.thread), localGet(first), last, ...bounds);
}
