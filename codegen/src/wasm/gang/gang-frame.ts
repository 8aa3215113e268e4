// Lowers one WebAssembly function over gangs: the fast clone or the safe one. They are separate so that the registers of one do not burden the other.

import { type Fn, forEachStmt, invariant, isScalar, resultOf } from "@lanewise/ir";
import type { Clone, GangPlan } from "../../analysis/plan.js";
import type { Gang, PrivatisedTarget } from "../../program.js";
import type { FunctionBuilder } from "../function-builder.js";
import {
  type Instruction,
  i32Const,
  instruction,
  integerConstant,
  localGet,
  localSet,
  localSetBy,
  localsRead,
  type PlainInstruction,
} from "../instructions.js";
import { loadParameters, loadSizes } from "../kernel.js";
import type { KernelContext, Slot } from "../kernel-context.js";
import { flatIndices } from "./flat-indices.js";
import {
  type Construct,
  type GangContext,
  laneOps,
  newMask,
  registersFor,
  setMask,
  v128Const,
} from "./gang-context.js";
import { assign, lowerGangBlock } from "./gang-statements.js";
import { hoistBefore } from "./hoisting.js";
import { activeOf, within } from "./masks.js";
import { emitApart, emitOwn } from "./own-flag.js";
import { itemNumbers } from "./per-item.js";
import { privateCopyAddress } from "./private-copies.js";
import { layoutPrivate } from "./private-frame.js";
import { lowerVector } from "./vector-expressions.js";

export interface Frame {
  readonly base: KernelContext;
  readonly plan: GangPlan;
  readonly clone: Clone;
  readonly gang: Gang;
  readonly isFlat: boolean;
  /** The first work-item's index in the innermost dimension; its linear id in one dimension and in the flat shape. */
  readonly x: number;
  /** The first index that is not run. */
  readonly limit: number;
  /** Add this local to x for linear ids; undefined in one dimension and in the flat shape. */
  readonly rowStart: number | undefined;
  readonly pool: Pool;
  readonly privatised: readonly PrivatisedTarget[];
  readonly reports: GangContext["reports"];
}

/** Vectors that every gang needs, built once before the loops. */
export class Pool {
  readonly #code: FunctionBuilder;
  readonly #locals = new Map<string, number>();
  readonly #flags = new Map<object, Instruction>();
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

  /** An i32 that is computed once. */
  flag(about: object, ask: () => Instruction): Instruction {
    const known = this.#flags.get(about);
    if (known) return known;
    const local = this.#code.local("i32");
    let value: Instruction = localGet(local);
    const asked = this.#code.collect(() => {
      const answer = ask();
      if (integerConstant(answer) === undefined) this.#code.emit(localSet(local, answer));
      else value = answer;
    });
    this.setUp.push(...asked);
    this.#flags.set(about, value);
    return value;
  }

  /** All zeros and all ones cost the engine one instruction, without a register. */
  constant(bytes: Uint8Array): Instruction {
    const [first] = bytes;
    if ((first === 0 || first === 0xff) && bytes.every((byte) => byte === first)) return v128Const(bytes);
    return this.vector(bytes.join(), () => v128Const(bytes));
  }
}

/** Emits `write` after its prologue: sizes, captured values, vectors. */
export function withPrologue({ base, pool }: Pick<Frame, "base" | "pool">, write: () => void): void {
  const { code } = base;
  const prologue = code.collect(() => {
    loadSizes(base);
    loadParameters(base);
  });
  const body = code.collect(write);
  // Known ranges are launched often, so unused loads are dropped.
  const wanted = base.options.known ? localsRead([...pool.setUp, ...body]) : undefined;
  code.emit(...prologue.filter((load) => wanted?.has(localSetBy(load)) ?? true), ...pool.setUp, ...body);
}

/** Computes the values that all gangs of a stretch share, and returns the context for the gangs. */
export function beginStretch(frame: Frame): GangContext {
  const { plan, base } = frame;
  const context = createGangContext(frame);
  for (const stmt of plan.hoists.sets) {
    base.code.statement(() => {
      if (stmt.kind === "set") assign(context, stmt);
    });
  }
  return hoistBefore(context, plan.hoists, undefined);
}

/** The context of one clone, outside any region. */
function createGangContext({ base, gang, pool, plan, clone, x, rowStart, privatised, reports }: Frame): GangContext {
  const { code, fn } = base;
  const shapes = clone.shapes.locals;
  const vectors = fn.locals.map(({ type }, local) =>
    shapes[local]?.kind === "varying"
      ? Array.from({ length: registersFor(type, gang, clone.lanes.ofLocal(local)) }, () => code.local("v128"))
      : undefined,
  );
  const slots = base.slots.map((slot, local): Slot | undefined => (vectors[local] ? undefined : slot));
  const first = localGet(x);
  const item = () => (rowStart === undefined ? first : instruction("i32.add", localGet(rowStart), first));
  const end = code.label();
  const live = clone.shapes.divergent.has(undefined) ? newMask({ code, gang }) : undefined;
  const kernel: Construct = { label: undefined, breakTo: end, continueTo: undefined, live, round: undefined };
  const { features, fp } = base.options;
  const hasRelaxed = features === "simd128+relaxed";
  return {
    ...base,
    lowerVector,
    slots,
    gang,
    privatePlaces: layoutPrivate(fn, base.module, gang).places,
    plan,
    clone,
    vectors,
    region: { mask: undefined, end, waiting: [], constructs: [kernel] },
    item,
    failingItem: item,
    choiceOf: (expr) => {
      const choice = clone.choices.get(expr);
      return typeof choice === "boolean" ? undefined : choice;
    },
    isProven: (element) => clone.proven.has(element),
    indexVectors: [],
    isContracting: hasRelaxed && fp === "default",
    hasRelaxed,
    tiles: undefined,
    areApart: (transposed) => pool.flag(transposed, () => emitApart(base, transposed.apart)),
    hoistedVectors: new Map(),
    pooled: (bytes) => pool.constant(bytes),
    splatted: (type, value: PlainInstruction) =>
      pool.vector(`${type} ${String(value.immediates[0])}`, () => instruction(laneOps[type].splat, value)),
    isOwn: (element) => {
      const own = clone.name === "fast" && clone.inside.has(element) ? plan.ownStores.get(element) : undefined;
      return own && pool.flag(own, () => emitOwn(base, plan.facts, own));
    },
    privateCopy: (target) => {
      const address = privateCopyAddress(privatised, target);
      return address && base.bind("i32", address);
    },
    reports,
  };
}

/** Lowers one gang; the safe clone masks off the work-items from the limit on. */
export function lowerGang(frame: Frame, context: GangContext): void {
  const { code, fn } = frame.base;
  const whole: GangContext = { ...context, indexVectors: frame.isFlat ? flatIndices(frame) : [] };
  const [kernel] = whole.region.constructs;
  invariant(kernel, "the kernel is around everything");
  const body = code.collect(() => {
    code.statement(() => restoreParameters(fn, frame.base, whole));
    const masked = context.clone.name === "safe" ? within(whole, { mask: tailMask(frame, whole) }) : whole;
    if (kernel.live) setMask(whole, kernel.live, activeOf(masked));
    lowerGangBlock(masked, fn.body);
  });
  code.emit({ kind: "block", label: whole.region.end, body });
}

/** The mask of work-items before the limit. */
function tailMask({ limit, x, gang, pool }: Frame, context: GangContext): readonly number[] {
  const mask = newMask(context);
  const left = context.bind("v128", instruction("i32x4.splat", instruction("i32.sub", localGet(limit), localGet(x))));
  const numbers = itemNumbers(gang, 1);
  setMask(
    context,
    mask,
    numbers.map((bytes) => instruction("i32x4.lt_s", pool.constant(bytes), left)),
  );
  return mask;
}

/** Resets parameters that the kernel assigns to their captured values. */
function restoreParameters(fn: Fn, base: KernelContext, context: GangContext): void {
  const { code } = base;
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
    // Captured numbers have register types.
    const { splat } = laneOps[type as keyof typeof laneOps];
    const vector = context.bind("v128", instruction(splat, scalar));
    code.emit(...registers.map((local) => localSet(local, vector)));
  }
}
