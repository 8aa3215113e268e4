// Splits functions that are too large for engines into many that call each other. An engine's compiler stores, for each control block, facts about
// each local, and its optimiser is worse than linear: a kernel of a few thousand lines took gigabytes. Ordinary kernels stay unchanged.

import { forEachInstruction, type Instruction, type PlainInstruction } from "../instructions.js";
import type { ValueType } from "../opcodes.js";
import type { WasmFunction } from "../wasm-module.js";
import { Liveness } from "./liveness.js";
import type { LocalSet } from "./local-set.js";
import { outlined, renumbered, usesOf, type Whole } from "./piece.js";
import { sizeOf } from "./size.js";

/** Size limits of functions and pieces. */
export interface PieceSizes {
  /** A function with more instructions is split. */
  readonly instructions: number;
  /** So is a function with a larger product of control blocks and locals. */
  readonly blocksTimesLocals: number;
  /** The approximate number of instructions of a piece. */
  readonly piece: number;
  /** Shorter code is not outlined. */
  readonly least: number;
}

const usualSizes: PieceSizes = { instructions: 2 ** 15, blocksTimesLocals: 2 ** 18, piece: 2 ** 11, least: 2 ** 8 };
/** A list whose calls still have this many pieces' instructions is split again. */
const CALLS = 4;

/** Returns the functions, at the same indices, and the pieces behind them; `first` is the index of the first function. */
export function splitFunctions(
  functions: readonly WasmFunction[],
  first: number,
  sizes: PieceSizes = usualSizes,
): readonly WasmFunction[] {
  const all = [...functions];
  const add = (fn: WasmFunction): number => first + all.push(fn) - 1;
  functions.forEach((fn, index) => {
    if (isLarge(fn, sizes)) all[index] = new Splitter(fn, sizes, add).split();
  });
  for (const fn of all) if (blocksTimesLocals(fn) > MOST) throw new CodeTooLarge(fn.name);
  return all;
}

/** The largest product of control blocks and locals: half a gigabyte in an engine's compiler. */
const MOST = 2 ** 23;

/** A function is too large for an engine and cannot be split, because it is all one statement. */
export class CodeTooLarge extends Error {
  constructor(name: string) {
    super(`a statement of ${name} has more conditions and values than the engine can compile`);
  }
}

function blocksTimesLocals({ body, locals }: WasmFunction): number {
  return sizeOf(body).blocks * locals.length;
}

function isLarge({ body, locals }: WasmFunction, sizes: PieceSizes): boolean {
  const { instructions, blocks } = sizeOf(body);
  return instructions > sizes.instructions || blocks * locals.length > sizes.blocksTimesLocals;
}

type Structured = Extract<Instruction, { kind: "block" | "loop" | "if" }>;

/** Code, its number of instructions, and the live locals before it. */
interface Rewritten {
  readonly code: readonly Instruction[];
  readonly size: number;
  readonly before: LocalSet;
}

class Splitter implements Whole {
  readonly name: string;
  readonly #fn: WasmFunction;
  readonly #sizes: PieceSizes;
  readonly #types: ValueType[];
  readonly #constants: ReadonlyMap<number, PlainInstruction>;
  readonly #liveness: Liveness;
  #labels: number;
  /** Calls that replaced pieces: each stays with the instructions that take its results. */
  readonly #calls = new Set<Instruction>();
  readonly add: Whole["add"];

  constructor(fn: WasmFunction, sizes: PieceSizes, add: Whole["add"]) {
    this.#fn = fn;
    this.#sizes = sizes;
    this.name = `${fn.name}: a part`;
    this.add = add;
    this.#types = [...fn.type.parameters, ...fn.locals];
    this.#constants = constantsOf(fn);
    // A selector lives only from its call to the jumps behind it, so no set contains it.
    this.#liveness = new Liveness(this.#types.length);
    this.#labels = 0;
  }

  typeOf(local: number): ValueType {
    return this.#types[local] ?? "i32";
  }

  newLabel(): number {
    return --this.#labels;
  }

  newLocal(type: ValueType): number {
    return this.#types.push(type) - 1;
  }

  constant(local: number): PlainInstruction | undefined {
    return this.#constants.get(local);
  }

  wantedAt(label: number): LocalSet {
    return this.#liveness.atLabel(label);
  }

  split(): WasmFunction {
    const { type, name } = this.#fn;
    const setUp = new Set<Instruction>(this.#constants.values());
    const all = this.#fn.body.filter((one) => !setUp.has(one));
    // A function's result is on the stack after its last instruction.
    const result = type.results.length > 0 ? all.splice(-1) : [];
    const live = this.#liveness.before(result, this.#liveness.nothing());
    const body = [...this.#splitList(all, live).code, ...result];
    const { read, written } = usesOf(body);
    const constants = [...read].map((local) => this.#constants.get(local)).filter((set) => set !== undefined);
    const kept = type.parameters.length;
    const own = [...new Set([...read, ...written])].filter((local) => local >= kept);
    const numbers = new Map(own.map((local, index) => [local, kept + index]));
    return {
      name,
      type,
      locals: own.map((local) => this.typeOf(local)),
      body: renumbered([...constants, ...body], numbers),
    };
  }

  /** Works backwards; `live` are the live locals after the list. Outlines long enough code, and then the calls if there are too many. */
  #splitList(list: readonly Instruction[], live: LocalSet): Rewritten {
    const behind = live.copy();
    const once = this.#splitOnce(list, live);
    if (once.size <= CALLS * this.#sizes.piece || once.code.length >= list.length) return once;
    return this.#splitList(once.code, behind);
  }

  #splitOnce(list: readonly Instruction[], live: LocalSet): Rewritten {
    const done: Instruction[][] = [];
    let size = 0;
    let current = live;
    let piece: Instruction[] = [];
    let pieceSize = 0;
    let after = live.copy();
    const close = (): void => {
      const code = piece.reverse();
      const called = pieceSize >= this.#sizes.least ? outlined(this, code, current, after) : undefined;
      if (called) this.#calls.add(called);
      done.push(called ? [called] : code);
      size += called ? sizeOf([called]).instructions : pieceSize;
      piece = [];
      pieceSize = 0;
      after = current.copy();
    };
    for (let index = list.length - 1; index >= 0; index--) {
      const one = list[index];
      if (!one) continue;
      const own = this.#rewritten(one, current);
      if (pieceSize + own.size > this.#sizes.piece && piece.length > 0) {
        // `current` still holds the live locals after this instruction.
        close();
      }
      piece.push(...own.code);
      pieceSize += own.size;
      current = own.before;
    }
    close();
    return { code: done.reverse().flat(), size, before: current };
  }

  /** Rewrites a single instruction; if it is itself long, splits its contents. */
  #rewritten(one: Instruction, live: LocalSet): Rewritten {
    const size = sizeOf([one]).instructions;
    if (size <= this.#sizes.piece || one.kind === "plain" || one.kind === "branch" || this.#calls.has(one)) {
      return { code: [one], size, before: this.#liveness.beforeOne(one, live.copy()) };
    }
    return this.#splitInside(one, live);
  }

  #splitInside(one: Structured, live: LocalSet): Rewritten {
    if (one.kind !== "if") {
      this.#liveness.enter(one, live);
      const inner = this.#splitList(one.body, live.copy());
      const before = one.kind === "loop" ? this.#liveness.atLabel(one.label).copy() : inner.before;
      return { code: [{ ...one, body: inner.code }], size: inner.size + 1, before };
    }
    if (one.result) {
      return { code: [one], size: sizeOf([one]).instructions, before: this.#liveness.beforeOne(one, live.copy()) };
    }
    const whenTrue = this.#splitList(one.whenTrue, live.copy());
    const whenFalse = this.#splitList(one.whenFalse, live.copy());
    const both = whenTrue.before.copy();
    both.addAll(whenFalse.before);
    const condition = sizeOf([one.condition]).instructions;
    return {
      code: [{ ...one, whenTrue: whenTrue.code, whenFalse: whenFalse.code }],
      size: whenTrue.size + whenFalse.size + condition + 1,
      before: this.#liveness.beforeOne(one.condition, both),
    };
  }
}

/** The instructions that set locals to a constant, once and at the top level: a piece that reads such a local sets it itself. */
function constantsOf({ body, type }: WasmFunction): ReadonlyMap<number, PlainInstruction> {
  const found = new Map<number, PlainInstruction>();
  for (const one of body) {
    if (one.kind === "plain" && one.op === "local.set" && isConstant(one.operands[0])) {
      found.set(Number(one.immediates[0]), one);
    }
  }
  const times = new Map<number, number>();
  forEachInstruction(body, (one) => {
    if (one.kind !== "plain" || (one.op !== "local.set" && one.op !== "local.tee")) return;
    const local = Number(one.immediates[0]);
    times.set(local, (times.get(local) ?? 0) + 1);
  });
  for (const local of found.keys()) {
    if (times.get(local) !== 1 || local < type.parameters.length) found.delete(local);
  }
  return found;
}

function isConstant(value: Instruction | undefined): boolean {
  return (
    value?.kind === "plain" &&
    (value.op.endsWith(".const") || (value.op.endsWith(".splat") && isConstant(value.operands[0])))
  );
}
