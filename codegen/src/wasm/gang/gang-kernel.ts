// Lowers a kernel to `run` over gangs. In each stretch of neighbouring work-items (a chunk in one dimension and in "flat"
// shape, a row of it in "rows"), the plan's conditions say how far the fast clone goes, gang by gang; what is left, and the
// last work-items of a row, which fill no gang, are done by the safe clone under a mask.

import { type Fn, forEachStmt, invariant, isScalar, resultOf } from "@lanewise/ir";
import { formContext } from "../../analysis/assumptions.js";
import { type Clone, type GangPlan, planGangs } from "../../analysis/plan.js";
import type { Gang, KernelReport, MathImport, PrivatisedTarget, WasmOptions } from "../../program.js";
import type { Requirements } from "../../requirements.js";
import type { FunctionBuilder } from "../function-builder.js";
import {
  branch,
  type Instruction,
  i32Const,
  instruction,
  localGet,
  localSet,
  type PlainInstruction,
} from "../instructions.js";
import { countUp, type LoweredKernel, loadParameters, loadSizes, splitLinearId } from "../kernel.js";
import { createContext, type KernelContext, RUN, type Slot } from "../kernel-context.js";
import {
  type Construct,
  type GangContext,
  laneOps,
  newMask,
  registersFor,
  setMask,
  v128Const,
} from "./gang-context.js";
import { activeOf, assign, lowerGangBlock, within } from "./gang-statements.js";
import { hoistBefore } from "./hoisting.js";
import { itemNumbers } from "./per-item.js";
import { privateCopyAddress } from "./private-copies.js";
import { emitConditions } from "./segment.js";

export interface LoweredGangs extends LoweredKernel, Pick<KernelReport, "accesses" | "loops"> {}

interface Loop {
  readonly base: KernelContext;
  readonly plan: GangPlan;
  readonly gang: Gang;
  readonly isFlat: boolean;
  /** The first work-item's index in the innermost dimension; in one dimension and flat shape its linear id. */
  readonly x: number;
  /** The first that is not to be run. */
  readonly limit: number;
  /** Linear ids are x plus this: a local, or nothing in one dimension and flat shape. */
  readonly rowStart: number | undefined;
  /** A local that says whether the conditions hold for all rows of the chunk. */
  readonly isAllFast: number | undefined;
  readonly pool: Pool;
  readonly privatised: readonly PrivatisedTarget[];
  readonly reports: GangContext["reports"];
}

export function lowerGangs(
  options: WasmOptions,
  fn: Fn,
  needs: Requirements<MathImport>,
  gang: Gang,
  privatised: readonly PrivatisedTarget[],
): LoweredGangs {
  const isFlat = fn.dimensions > 1 && options.shape === "flat";
  const plan = planGangs(options.module, fn, options.shape, options.bounds);
  const base = createContext(options, fn, needs);
  const { code } = base;
  const isOneRow = fn.dimensions === 1 || isFlat;
  const inner = base.indices[fn.dimensions - 1];
  invariant(inner !== undefined, "a range has dimensions");
  const loop: Loop = {
    base,
    plan,
    gang,
    isFlat,
    x: isOneRow ? RUN.begin : inner,
    limit: isOneRow ? RUN.end : code.local("i32"),
    rowStart: isOneRow ? undefined : code.local("i32"),
    isAllFast: isOneRow || plan.conditions.length === 0 ? undefined : code.local("i32"),
    pool: new Pool(code),
    privatised,
    reports: { accesses: [], loops: [] },
  };
  const prologue = code.collect(() => {
    loadSizes(base);
    loadParameters(base);
  });
  const body = code.collect(() => (isOneRow ? lowerStretch(loop) : lowerRows(loop)));
  code.emit(...prologue, ...loop.pool.setUp, ...body);
  return { run: code.finish(), helpers: base.helpers, stackSize: base.stackSize * gang, ...loop.reports };
}

/** Vectors that every gang wants: made once, before the loops. */
class Pool {
  readonly #code: FunctionBuilder;
  readonly #locals = new Map<string, number>();
  readonly setUp: Instruction[] = [];

  constructor(code: FunctionBuilder) {
    this.#code = code;
  }

  vector(key: string, make: () => Instruction): Instruction {
    let local = this.#locals.get(key);
    if (local === undefined) {
      local = this.#code.local("v128");
      this.#locals.set(key, local);
      this.setUp.push(localSet(local, make()));
    }
    return localGet(local);
  }

  constant(bytes: Uint8Array): Instruction {
    return this.vector(bytes.join(), () => v128Const(bytes));
  }
}

/** Rows of the chunk: from the first one's x to its end, then whole ones, then what is left. */
function lowerRows(loop: Loop): void {
  const { base, x, limit, rowStart, isAllFast } = loop;
  const { code, fn, sizes } = base;
  const size = sizes[fn.dimensions - 1];
  invariant(size !== undefined && rowStart !== undefined, "rows have a size");
  const [done, rows] = [code.label(), code.label()];
  const [begin, end] = [localGet(RUN.begin), localGet(RUN.end)];
  const all = code.collect(() => {
    code.emit(branch(done, instruction("i32.ge_s", begin, end)));
    splitLinearId(base);
    if (isAllFast !== undefined) code.statement(() => code.emit(localSet(isAllFast, holdForRows(loop))));
    const row = code.collect(() => {
      code.emit(localSet(rowStart, instruction("i32.sub", begin, localGet(x))));
      const left = code.bind("i32", instruction("i32.sub", end, localGet(rowStart)));
      const width = localGet(size);
      code.emit(localSet(limit, instruction("select", width, left, instruction("i32.lt_s", width, left))));
      lowerStretch(loop);
      code.emit(localSet(RUN.begin, instruction("i32.add", localGet(rowStart), localGet(limit))));
      code.emit(localSet(x, i32Const(0)));
      code.emit(...countUp(base, fn.dimensions - 2));
      code.emit(branch(rows, instruction("i32.lt_s", begin, end)));
    });
    code.emit({ kind: "loop", label: rows, body: row });
  });
  code.emit({ kind: "block", label: done, body: all });
}

/**
 * block $done (loop $stretches: leave at the limit; find `fast`; (loop $gangs: while x < fast: the fast clone); leave at
 * the limit; the safe clone for one gang, masked behind the limit).
 */
function lowerStretch(loop: Loop): void {
  const { base, gang, plan } = loop;
  const { code } = base;
  const x = localGet(loop.x);
  const limit = localGet(loop.limit);
  const fast = code.local("i32");
  const [done, stretches, gangs, gangsDone] = [code.label(), code.label(), code.label(), code.label()];
  const isAtLimit = () => branch(done, instruction("i32.ge_s", x, limit));
  const step = localSet(loop.x, instruction("i32.add", x, i32Const(gang)));
  const fastContext = hoistSteady(loop);
  const { hoisted, hoistedVectors } = fastContext;
  const safeContext = { ...createGangContext(loop, plan.safe), hoisted, hoistedVectors };
  const body = code.collect(() => {
    code.emit(isAtLimit());
    findFast(loop, fast);
    const isFast = () => instruction("i32.lt_s", x, localGet(fast));
    const fastBody = code.collect(() => {
      lowerGang(loop, fastContext);
      code.emit(step, branch(gangs, isFast()));
    });
    code.emit({
      kind: "block",
      label: gangsDone,
      body: [branch(gangsDone, instruction("i32.eqz", isFast())), { kind: "loop", label: gangs, body: fastBody }],
    });
    code.emit(isAtLimit());
    lowerGang(loop, safeContext);
    code.emit(step, branch(stretches));
  });
  code.emit({ kind: "block", label: done, body: [{ kind: "loop", label: stretches, body }] });
}

/** Computes what every gang of the stretch shares: the context of the fast clone inside. */
function hoistSteady(loop: Loop): GangContext {
  const { plan, base } = loop;
  const context = createGangContext(loop, plan.fast);
  for (const stmt of plan.hoists.sets) {
    base.code.statement(() => {
      if (stmt.kind === "set") assign(context, stmt);
    });
  }
  return hoistBefore(context, plan.hoists, undefined);
}

/** How far: all whole gangs; all but the last; one; none. */
function findFast(loop: Loop, fast: number): void {
  const { base, gang, plan } = loop;
  const { code } = base;
  const [x, limit] = [localGet(loop.x), localGet(loop.limit)];
  const left = instruction("i32.sub", limit, x);
  const whole = instruction("i32.and", left, i32Const(-gang));
  code.emit(localSet(fast, instruction("i32.add", x, whole)));
  if (plan.conditions.length === 0) return;
  const { isAllFast } = loop;
  const attempt = code.local("i32");
  const [found, attempts] = [code.label(), code.label()];
  code.emit(localSet(attempt, i32Const(0)));
  const first = isAllFast === undefined ? [] : [branch(found, localGet(isAllFast))];
  const body = code.collect(() => {
    code.emit(branch(found, instruction("i32.le_s", localGet(fast), x)));
    code.statement(() => {
      code.emit(branch(found, conditionsHold(loop, localGet(fast))));
    });
    const shorter = instruction("i32.sub", localGet(fast), i32Const(gang));
    const one = instruction("i32.add", x, i32Const(gang));
    const isSecond = instruction("i32.eq", localGet(attempt), i32Const(1));
    const later = instruction("select", one, x, isSecond);
    code.emit(localSet(fast, instruction("select", shorter, later, instruction("i32.eqz", localGet(attempt)))));
    code.emit(localSet(attempt, instruction("i32.add", localGet(attempt), i32Const(1))), branch(attempts));
  });
  code.emit({ kind: "block", label: found, body: [...first, { kind: "loop", label: attempts, body }] });
}

function conditionsHold({ base, plan, isFlat, x }: Loop, fast: Instruction): Instruction {
  const { code, fn, sizes } = base;
  const last = code.bind("i32", instruction("i32.sub", fast, i32Const(1)));
  const first = localGet(x);
  const forms = formContext(plan.facts, plan.fast, new Map());
  const indices = sizes.map((size, dimension) => {
    if (!isFlat) {
      const index = base.indices[dimension];
      invariant(index !== undefined, "each dimension has its index");
      const isInner = dimension === fn.dimensions - 1;
      const value = localGet(index);
      return isInner ? { low: first, high: last } : { low: value, high: value };
    }
    if (dimension > 0) return { low: i32Const(0), high: instruction("i32.sub", localGet(size), i32Const(1)) };
    const row = sizes
      .slice(1)
      .map(localGet)
      .reduce((a, b) => instruction("i32.mul", a, b));
    const rowSize = code.bind("i32", row);
    const outer = (id: Instruction) => code.bind("i32", instruction("i32.div_u", id, rowSize));
    return { low: outer(first), high: outer(last) };
  });
  const linearId = isFlat ? { low: first, high: last } : undefined;
  return emitConditions({ context: base, forms, indices, linearId }, plan.conditions);
}

/** Whether the conditions hold for the chunk's rows from end to end. */
function holdForRows({ base, plan }: Loop): Instruction {
  const { code, fn, sizes, indices } = base;
  const [first] = indices;
  invariant(first !== undefined, "a range has dimensions");
  const last = sizes
    .slice(1)
    .reduce<Instruction>(
      (id, size) => instruction("i32.div_u", id, localGet(size)),
      instruction("i32.sub", localGet(RUN.end), i32Const(1)),
    );
  const outer = { low: localGet(first), high: code.bind("i32", last) };
  const inner = sizes.slice(1).map((size) => ({
    low: i32Const(0),
    high: instruction("i32.sub", localGet(size), i32Const(1)),
  }));
  const forms = formContext(plan.facts, plan.fast, new Map());
  invariant(fn.dimensions === inner.length + 1, "each dimension has its bounds");
  return emitConditions({ context: base, forms, indices: [outer, ...inner], linearId: undefined }, plan.conditions);
}

/** What the code of one clone knows, outside of any region. */
function createGangContext(loop: Loop, clone: Clone): GangContext {
  const { base, gang, pool, plan } = loop;
  const { code, fn } = base;
  const shapes = clone.shapes.locals;
  const vectors = fn.locals.map(({ type }, local) =>
    shapes[local]?.kind === "varying"
      ? Array.from({ length: registersFor(type, gang) }, () => code.local("v128"))
      : undefined,
  );
  const slots = base.slots.map((slot, local): Slot | undefined => (vectors[local] ? undefined : slot));
  const x = localGet(loop.x);
  const { rowStart } = loop;
  const item = () => (rowStart === undefined ? x : instruction("i32.add", localGet(rowStart), x));
  const end = code.label();
  const live = clone.shapes.divergent.has(undefined) ? newMask({ code, gang }) : undefined;
  const kernel: Construct = { label: undefined, breakTo: end, continueTo: undefined, live, round: undefined };
  const { features, fp } = base.options;
  const hasRelaxed = features === "simd128+relaxed";
  return {
    ...base,
    slots,
    gang,
    frameSize: base.stackSize,
    plan,
    clone,
    vectors,
    region: { mask: undefined, end, waiting: [], constructs: [kernel] },
    item,
    failingItem: item,
    isProven: (element) => clone.proven.has(element),
    indexVectors: [],
    isContracting: hasRelaxed && fp === "default",
    hasRelaxed,
    hoistedVectors: new Map(),
    pooled: (bytes) => pool.constant(bytes),
    splatted: (type, value: PlainInstruction) =>
      pool.vector(`${type} ${String(value.immediates[0])}`, () => instruction(laneOps[type].splat, value)),
    privateCopy: (target) => {
      const address = privateCopyAddress(loop.privatised, target);
      return address && base.bind("i32", address);
    },
    reports: clone.name === "fast" ? loop.reports : { accesses: [], loops: [] },
  };
}

/** One gang, by one clone. */
function lowerGang(loop: Loop, context: GangContext): void {
  const { code, fn } = loop.base;
  const whole: GangContext = { ...context, indexVectors: loop.isFlat ? flatIndices(loop) : [] };
  const [kernel] = whole.region.constructs;
  invariant(kernel, "the kernel is around everything");
  const body = code.collect(() => {
    code.statement(() => restoreParameters(loop, whole));
    const masked = context.clone.name === "safe" ? within(whole, { mask: tailMask(loop, whole) }) : whole;
    if (kernel.live) setMask(whole, kernel.live, activeOf(masked));
    lowerGangBlock(masked, fn.body);
  });
  code.emit({ kind: "block", label: whole.region.end, body });
}

/** Work-items before the limit. */
function tailMask({ limit, x, gang, pool }: Loop, context: GangContext): readonly number[] {
  const mask = newMask(context);
  const left = context.bind("v128", instruction("i32x4.splat", instruction("i32.sub", localGet(limit), localGet(x))));
  setMask(
    context,
    mask,
    itemNumbers(gang, 1).map((bytes) => instruction("i32x4.lt_s", pool.constant(bytes), left)),
  );
  return mask;
}

/** Parameters that the kernel assigns begin as what was captured. */
function restoreParameters({ base }: Loop, context: GangContext): void {
  const { fn, code } = base;
  const assigned = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    const local = resultOf(stmt);
    if (local !== undefined && local < fn.parameters) assigned.add(local);
  });
  for (const parameter of assigned) {
    const type = fn.locals[parameter]?.type;
    const registers = context.vectors[parameter];
    if (!registers) {
      loadParameters(base, parameter);
      continue;
    }
    invariant(type !== undefined && isScalar(type), "spans that vary are not vectorised");
    const slot = base.slots[parameter];
    invariant(slot?.kind === "registers" && slot.locals[0] !== undefined, "a captured number is in a register");
    const value = localGet(slot.locals[0]);
    const scalar = type === "bool" ? instruction("i32.sub", i32Const(0), value) : value;
    const splat = context.bind("v128", instruction(laneOps[type as keyof typeof laneOps].splat, scalar));
    code.emit(...registers.map((local) => localSet(local, splat)));
  }
}

/** In flat shape: each dimension's indices, from those of the first work-item. */
function flatIndices({ base, gang, pool, x }: Loop): readonly (readonly number[])[] {
  const { code, fn, sizes } = base;
  const vectors = sizes.map(() => Array.from({ length: gang / 4 }, () => code.local("v128")));
  code.statement(() => {
    const first = code.bind("v128", instruction("i32x4.splat", localGet(x)));
    itemNumbers(gang, 1).forEach((bytes, register) => {
      let rest: Instruction = instruction("i32x4.add", first, pool.constant(bytes));
      for (let dimension = fn.dimensions - 1; dimension > 0; dimension--) {
        const [own, size] = [vectors[dimension]?.[register], sizes[dimension]];
        invariant(own !== undefined && size !== undefined, "each dimension has its locals");
        const id = code.bind("v128", rest);
        const by = code.bind("f64", instruction("f64.convert_i32_u", localGet(size)));
        const quotient = code.bind("v128", divide(code, id, by));
        const width = instruction("i32x4.splat", localGet(size));
        code.emit(localSet(own, instruction("i32x4.sub", id, instruction("i32x4.mul", quotient, width))));
        rest = quotient;
      }
      const outer = vectors[0]?.[register];
      invariant(outer !== undefined, "a range has dimensions");
      code.emit(localSet(outer, rest));
    });
  });
  return vectors;
}

/** Four i32 by one: exact in f64. */
function divide(code: FunctionBuilder, value: Instruction, divisor: Instruction): Instruction {
  const by = code.bind("v128", instruction("f64x2.splat", divisor));
  const half = (part: Instruction) =>
    instruction(
      "i32x4.trunc_sat_f64x2_u_zero",
      instruction("f64x2.div", instruction("f64x2.convert_low_i32x4_u", part), by),
    );
  const high: Instruction = {
    kind: "plain",
    op: "i8x16.shuffle",
    operands: [value, value],
    immediates: [Uint8Array.of(8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15)],
  };
  return {
    kind: "plain",
    op: "i8x16.shuffle",
    operands: [half(value), half(high)],
    immediates: [Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)],
  };
}
