// The context for lowering one clone of a kernel's gangs. It extends the scalar context, in which a uniform or linear value is the first work-item's
// scalar, with vectors: a varying value is `registers` v128 registers of four work-items each, twice as many for 64-bit elements, and fewer in narrow
// lanes (analysis/lanes/).

import type { Expr, Label, ScalarType, Stmt, ValueScalar } from "@lanewise/ir";
import { invariant, isScalar, scalars, type Type } from "@lanewise/ir";
import type { LaneBits } from "../../analysis/lanes/lane-bits.js";
import type { Live } from "../../analysis/liveness.js";
import type { Clone, GangPlan } from "../../analysis/plan.js";
import type { TransposedLoop } from "../../analysis/transposed.js";
import type { AccessReport, Gang, LoopReport, PrivatisedTarget } from "../../program.js";
import { type Instruction, instruction, localGet, localSet, type PlainInstruction } from "../instructions.js";
import type { KernelContext } from "../kernel-context.js";
import type { PrivateFrame } from "./private-frame.js";

/** The registers of a varying value, in work-item order. */
export type Vector = readonly Instruction[];
/** Locals with 32 bits for each work-item: all ones if it is active, else zero. */
export type Mask = readonly number[];

export interface Construct {
  readonly label: Label | undefined;
  readonly breakTo: number;
  readonly continueTo: number | undefined;
  /** Work-items that have not left it; undefined if all leave together. */
  readonly live: Mask | undefined;
  /** Work-items still in a loop's current iteration; undefined if all reach its update together. */
  readonly round: Mask | undefined;
}

/** State that all statements of a region share. */
export interface Region {
  /** Undefined for the whole gang. */
  readonly mask: Mask | undefined;
  /** Branch target when no work-item of the region is active any more. */
  readonly end: number;
  /** Locals that waiting work-items still read, for each group of them. */
  readonly waiting: readonly Live[];
  /** Constructs around the region, outermost first. */
  readonly constructs: readonly Construct[];
}

/** The values that a store would have written in each iteration so far, as memory holds them. */
export interface KeptStore {
  readonly type: ScalarType;
  readonly rounds: Vector[];
}
interface Tiles {
  readonly loaded: ReadonlyMap<Expr, () => Vector>;
  readonly stored: ReadonlyMap<Stmt, KeptStore>;
}

export interface GangContext extends KernelContext {
  /** `lowerVector` of vector-expressions.ts, for the files that it imports. */
  readonly lowerVector: (this: void, context: GangContext, expr: Expr) => Vector;
  readonly gang: Gang;
  readonly plan: GangPlan;
  readonly clone: Clone;
  /** By local of the IR: its registers, if it varies. */
  readonly vectors: readonly (readonly number[] | undefined)[];
  readonly region: Region;
  /** By local: the storage of the work-items' aggregates. */
  readonly privatePlaces: PrivateFrame["places"];
  /** The linear id of the first work-item. */
  readonly item: () => Instruction;
  /** In the "flat" shape: the work-items' indices, by dimension. */
  readonly indexVectors: readonly (readonly number[])[];
  /** Whether a * b + c may round once. */
  readonly isContracting: boolean;
  readonly hasRelaxed: boolean;
  /** While a loop runs iterations together: the loaded tiles, and the values to store after them. */
  readonly tiles: Tiles | undefined;
  /** Whether the loop's arrays share no memory; tested once per stretch. */
  readonly areApart: (transposed: TransposedLoop) => Instruction;
  /** Scalars already spread to vectors in front of a loop. */
  readonly hoistedVectors: ReadonlyMap<Expr, Instruction>;
  /** A vector constant, loaded once at the start of the function. */
  readonly pooled: (bytes: Uint8Array) => Instruction;
  /** A captured value spread to all work-items, once at the start of the function. */
  readonly splatted: (type: ValueScalar, value: PlainInstruction) => Instruction;
  /** Whether only this work-item writes the element, which is inside its array for the whole gang; tested once per stretch. Undefined if unknown. */
  readonly isOwn: (element: Expr) => Instruction | undefined;
  readonly privateCopy: (target: Pick<PrivatisedTarget, "kind" | "index">) => Instruction | undefined;
  readonly reports: { readonly accesses: AccessReport[]; readonly loops: LoopReport[] };
}

/** The number of registers of a value of the type; `bits` per lane, unless the type has 64. */
export function registersFor(type: Type, gang: Gang, bits: LaneBits = 32): number {
  return bitsOf(type) === 64 ? gang / 2 : (gang * bits) / 128;
}

/** Bits per element of a vector of the type; masks and addresses have 32. */
export function bitsOf(type: Type): 32 | 64 {
  return isScalar(type) && scalars[type].size === 8 ? 64 : 32;
}

export function isVarying(context: GangContext, expr: Expr): boolean {
  return context.clone.shapes.of(expr).kind === "varying";
}

/** Makes a vector usable several times. */
export function bindVector(context: Pick<KernelContext, "bind">, value: Vector): Vector {
  return value.map((register) => context.bind("v128", register));
}

export function readMask(mask: Mask): Vector {
  return mask.map(localGet);
}

export function newMask(context: Pick<GangContext, "code" | "gang">): Mask {
  return Array.from({ length: context.gang / 4 }, () => context.code.local("v128"));
}

export function setMask(context: Pick<GangContext, "code">, mask: Mask, value: Vector): void {
  mask.forEach((local, register) => {
    const part = value[register];
    invariant(part, "a mask has the registers of a gang");
    context.code.emit(localSet(local, part));
  });
}

/** Whether any element is set. */
export function anyTrue(mask: Vector): Instruction {
  return instruction("v128.any_true", reduce("v128.or", mask));
}

/** Whether all elements are set. */
export function allTrue(mask: Vector): Instruction {
  return instruction("i32x4.all_true", reduce("v128.and", mask));
}

export function negated(condition: Instruction): Instruction {
  return instruction("i32.eqz", condition);
}

function reduce(op: "v128.or" | "v128.and", mask: Vector): Instruction {
  return mask.reduce((all, one) => instruction(op, all, one));
}

export function combineMasks(op: "v128.and" | "v128.andnot" | "v128.or", a: Vector, b: Vector): Vector {
  return a.map((register, index) => {
    const other = b[index];
    invariant(other, "masks have equally many registers");
    return instruction(op, register, other);
  });
}

export function v128Const(bytes: Uint8Array): PlainInstruction {
  return { kind: "plain", op: "v128.const", operands: [], immediates: [bytes] };
}

export function shuffle(a: Instruction, b: Instruction, bytes: readonly number[]): PlainInstruction {
  return { kind: "plain", op: "i8x16.shuffle", operands: [a, b], immediates: [Uint8Array.from(bytes)] };
}

export type ExtractLane = "i32x4.extract_lane" | "f32x4.extract_lane" | "i64x2.extract_lane" | "f64x2.extract_lane";
export type ReplaceLane = "i32x4.replace_lane" | "f32x4.replace_lane" | "i64x2.replace_lane" | "f64x2.replace_lane";

export function lane(op: ExtractLane | ReplaceLane, index: number, ...operands: Instruction[]): PlainInstruction {
  return { kind: "plain", op, operands, immediates: [index] };
}

/** The vector instructions that move scalars of the type in and out of lanes. */
export const laneOps = {
  bool: { splat: "i32x4.splat", extract: "i32x4.extract_lane", replace: "i32x4.replace_lane" },
  i32: { splat: "i32x4.splat", extract: "i32x4.extract_lane", replace: "i32x4.replace_lane" },
  u32: { splat: "i32x4.splat", extract: "i32x4.extract_lane", replace: "i32x4.replace_lane" },
  i64: { splat: "i64x2.splat", extract: "i64x2.extract_lane", replace: "i64x2.replace_lane" },
  u64: { splat: "i64x2.splat", extract: "i64x2.extract_lane", replace: "i64x2.replace_lane" },
  f32: { splat: "f32x4.splat", extract: "f32x4.extract_lane", replace: "f32x4.replace_lane" },
  f64: { splat: "f64x2.splat", extract: "f64x2.extract_lane", replace: "f64x2.replace_lane" },
} as const satisfies Record<ValueScalar, { splat: string; extract: ExtractLane; replace: ReplaceLane }>;

/** One work-item's element; 0 or 1 for a bool. */
export function extractLane(type: ValueScalar, value: Vector, item: number): Instruction {
  const perRegister = 128 / bitsOf(type);
  const register = value[Math.floor(item / perRegister)];
  invariant(register, "the work-item is of the gang");
  const element = lane(laneOps[type].extract, item % perRegister, register);
  return type === "bool" ? instruction("i32.and", element, { ...i32One }) : element;
}

const i32One: PlainInstruction = { kind: "plain", op: "i32.const", operands: [], immediates: [1] };
