// The context for lowering one kernel: the function, the storage of its locals, and access to imports and helpers. A value of the IR is an array of
// registers: a scalar has one, a span has its address and its length.

import {
  type Expr,
  type Fn,
  invariant,
  isAggregate,
  type Label,
  type Module,
  THREAD_STACK_OFFSET,
  type Type,
  typeName,
} from "@lanewise/ir";
import type { CheckedLoops } from "../analysis/checked-loops.js";
import type { LoopHoists } from "../analysis/hoist.js";
import { findRepeatedLoads, type RepeatedLoads } from "../analysis/repeated-loads.js";
import { layoutFrame } from "../frame.js";
import type { MathImport, WasmOptions } from "../program.js";
import type { Requirements } from "../requirements.js";
import { FunctionBuilder } from "./function-builder.js";
import { type Helper, helperFunction } from "./helpers.js";
import { call, type Instruction, i32Const, localGet, localSet } from "./instructions.js";
import type { Address } from "./memory.js";
import type { ValueType } from "./opcodes.js";
import { registerTypes, type SelectContext } from "./selection.js";
import type { FunctionType, WasmFunction } from "./wasm-module.js";

/** The parameters of `run`, in order. */
const RUN_TYPE: FunctionType = { parameters: ["i32", "i32", "i32", "i32"], results: [] };
export const RUN = { args: 0, thread: 1, begin: 2, end: 3 } as const;

/** The instructions that compute the parts of a value, one per register. */
export type Value = readonly Instruction[];

/** The storage of a local of the IR. */
export type Slot =
  | { readonly kind: "registers"; readonly locals: readonly number[]; readonly types: readonly ValueType[] }
  | { readonly kind: "private"; readonly offset: number };

export interface LabelTarget {
  readonly breakTo: number;
  readonly continueTo: number | undefined;
}

export interface KernelContext extends SelectContext {
  /** `lowerExpr` of expressions.ts, for the files that it imports: they need it to lower operands. */
  readonly lowerExpr: (this: void, context: KernelContext, expr: Expr) => Value;
  readonly options: WasmOptions;
  readonly module: Module;
  readonly fn: Fn;
  readonly code: FunctionBuilder;
  /** By local; undefined if it varies and so has vector registers. */
  readonly slots: readonly (Slot | undefined)[];
  /** Bytes of private memory that the locals take. */
  readonly stackSize: number;
  readonly labels: Map<Label, LabelTarget>;
  /** The branch target that ends the work-item. */
  readonly itemLabel: number;
  /** By dimension: the wasm locals of the work-item's index and of the range's size. */
  readonly indices: readonly number[];
  readonly sizes: readonly number[];
  /** Expressions to hoist in front of loops, where work-items run one by one. */
  readonly loopHoists: LoopHoists;
  /** Loops that have a copy without checks, where work-items run one by one. */
  readonly checkedLoops: CheckedLoops;
  /** Extremes of floats of whose zeros nobody sees the sign, where work-items run one by one. */
  readonly unsignedZeros: ReadonlySet<Expr>;
  /** Values computed in front of a loop, by expression. */
  readonly hoisted: ReadonlyMap<Expr, Instruction>;
  /** Loads that run once, and the values of those that have run. */
  readonly repeatedLoads: RepeatedLoads;
  readonly loaded: LoadedForms;
  /** Addresses of elements that a loop's moving pointers reach. */
  readonly pointers: ReadonlyMap<Expr, Address>;
  /** The start of the locals' private memory. */
  readonly privateMemory: Address;
  /** The linear id of the work-item that fails at this point. */
  failingItem(): Instruction;
  /** The number of the site in a failure record. */
  siteNumber(site: number): Instruction;
  /** The operand that the expression is known to equal. */
  choiceOf(expr: Expr): Expr | undefined;
  /** Whether the element is known to be inside its array. */
  isProven(element: Expr): boolean;
  globalAddress(global: number): number;
  callForeign(fn: number, ...operands: readonly Instruction[]): Instruction;
  /** The functions after `run` in the module. */
  readonly functions: FunctionTable;
}

/** Loaded values, by the bits of the lanes that hold them; scalars are under 32, too. */
interface LoadedForms {
  readonly 8: Map<number, Value>;
  readonly 16: Map<number, Value>;
  readonly 32: Map<number, Value>;
}

/** The functions behind the imports and `run` in a program's index space. */
export class FunctionTable {
  readonly #first: number;
  readonly #helpers = new Map<Helper, number>();
  readonly functions: WasmFunction[] = [];

  constructor(needs: Requirements<MathImport>) {
    this.#first = needs.math.length + needs.called.length + 1;
  }

  add(fn: WasmFunction): number {
    return this.#first + this.functions.push(fn) - 1;
  }

  helper(name: Helper): number {
    const index = this.#helpers.get(name) ?? this.add(helperFunction(name));
    this.#helpers.set(name, index);
    return index;
  }
}

/** A function that does part of `run`'s work; its first two parameters are those of `run`. */
export interface PartOfRun {
  readonly name: string;
  readonly type: FunctionType;
  readonly functions: FunctionTable;
  /** By dimension: the parameters that hold the indices. */
  readonly indices: readonly number[];
}

export function createContext(
  lowerExpr: KernelContext["lowerExpr"],
  options: WasmOptions,
  fn: Fn,
  needs: Requirements<MathImport>,
  part?: PartOfRun,
  functions: FunctionTable = part?.functions ?? new FunctionTable(needs),
): KernelContext {
  const code = new FunctionBuilder(part?.name ?? fn.name, part?.type ?? RUN_TYPE);
  const { module } = options;
  const frame = layoutFrame(fn, module);
  const perDimension = Array.from({ length: fn.dimensions }, () => 0);
  return {
    lowerExpr,
    options,
    module,
    fn,
    code,
    slots: fn.locals.map(({ type }, local) => slotOf(code, type, frame.offsets[local])),
    stackSize: frame.size,
    labels: new Map(),
    itemLabel: code.label(),
    // In one dimension, the linear id is the index.
    indices: part?.indices ?? perDimension.map(() => (fn.dimensions === 1 ? RUN.begin : code.local("i32"))),
    sizes: perDimension.map(() => code.local("i32")),
    functions,
    loopHoists: new Map(),
    checkedLoops: new Map(),
    unsignedZeros: new Set(),
    hoisted: new Map(),
    repeatedLoads: findRepeatedLoads(fn),
    loaded: { 8: new Map(), 16: new Map(), 32: new Map() },
    pointers: new Map(),
    privateMemory: { base: localGet(RUN.thread), offset: THREAD_STACK_OFFSET },
    failingItem: () => localGet(RUN.begin),
    siteNumber: (site) => i32Const(site),
    choiceOf: () => undefined,
    isProven: () => false,
    globalAddress: (global) => needs.globals.indexOf(global),
    bind: (type, value) => code.bind(type, value),
    temporary: (type) => code.temporary(type),
    callMath: (name, ...operands) => call(needs.math.indexOf(name), ...operands),
    callForeign: (called, ...operands) => call(needs.math.length + needs.called.indexOf(called), ...operands),
    callHelper: (name, ...operands) => call(functions.helper(name), ...operands),
  };
}

function slotOf(code: FunctionBuilder, type: Type, offset: number | undefined): Slot {
  if (offset !== undefined) return { kind: "private", offset };
  const types = registersOf(type);
  return { kind: "registers", locals: types.map((one) => code.local(one)), types };
}

/** The registers that hold a value of the type. */
export function registersOf(type: Type): readonly ValueType[] {
  invariant(!isAggregate(type), `${typeName(type)} is held in registers`);
  if (typeof type !== "string") return type.kind === "span" ? ["i32", "i32"] : ["i32"];
  invariant(type in registerTypes, `${type} is a value's type`);
  // The check above found the key in the table.
  return [registerTypes[type as keyof typeof registerTypes]];
}

export function readSlot(slot: Slot | undefined): Value {
  invariant(slot?.kind === "registers", "the local is in registers");
  return slot.locals.map(localGet);
}

/** The only register of a value. */
export function single(value: Value): Instruction {
  const [first] = value;
  invariant(first && value.length === 1, "the value has one register");
  return first;
}

/** Returns a load's value. If the same load repeats, its first value is cached in locals. */
export function loadOnce(
  context: KernelContext,
  expr: Expr,
  type: ValueType,
  load: () => Value,
  form: keyof LoadedForms = 32,
): Value {
  const group = context.repeatedLoads.get(expr);
  if (group === undefined) return load();
  const loaded = context.loaded[form];
  const known = loaded.get(group);
  if (known) return known;
  const { code } = context;
  const locals = load().map((part) => {
    const local = code.local(type);
    code.emit(localSet(local, part));
    return localGet(local);
  });
  loaded.set(group, locals);
  return locals;
}
