// Clears private arrays. `new Int32Array(32)` sets one element after the other to zero; scalar code stores as many bytes at a time as the engine can.
// No check is needed: the loop's end is in the array.

import { type Expr, invariant, layoutOf, type Module, type Stmt } from "@lanewise/ir";
import { type Instruction, i32Const, i64Const, localSet, memoryAccess } from "./instructions.js";
import type { KernelContext } from "./kernel-context.js";
import { bindAddress } from "./memory.js";
import type { Mnemonic } from "./opcodes.js";
import { lowerPlace, referent } from "./places.js";

interface Clearing {
  readonly array: Expr;
  readonly bytes: number;
  readonly counter: number;
  /** The counter's last value. */
  readonly end: number;
}

/** With more, the loop is no longer than its rounds. */
const MAX_BYTES = 1024;

/** Lowers `first` and the loop after it, if the two clear an array. */
export function clearArray(context: KernelContext, first: Stmt, loop: Stmt | undefined): boolean {
  const found = loop && clearingOf(context.module, first, loop);
  if (!found) return false;
  const { code, options, slots } = context;
  const slot = slots[found.counter];
  invariant(slot?.kind === "registers", "a counter is a scalar");
  code.statement(() => {
    const { base, offset } = bindAddress(context, lowerPlace(context, found.array));
    let done = 0;
    for (const { width, store, zero } of options.features === "scalar" ? words : [wide, ...words])
      for (; done + width <= found.bytes; done += width) code.emit(memoryAccess(store, offset + done, base, zero));
    for (const local of slot.locals) code.emit(localSet(local, i32Const(found.end)));
  });
  return true;
}

interface Word {
  readonly width: number;
  readonly store: Mnemonic;
  readonly zero: Instruction;
}

const wide: Word = {
  width: 16,
  store: "v128.store",
  zero: { kind: "plain", op: "v128.const", operands: [], immediates: [new Uint8Array(16)] },
};
const words: readonly Word[] = [
  { width: 8, store: "i64.store", zero: i64Const(0n) },
  { width: 4, store: "i32.store", zero: i32Const(0) },
  { width: 2, store: "i32.store16", zero: i32Const(0) },
  { width: 1, store: "i32.store8", zero: i32Const(0) },
];

/** set counter = 0; loop while counter < end { store &array[counter] = 0 } update { set counter = counter + 1 } */
function clearingOf(module: Module, first: Stmt, loop: Stmt): Clearing | undefined {
  if (first.kind !== "set" || !isConstant(first.value, 0) || loop.kind !== "loop" || loop.header.length > 0)
    return undefined;
  const counter = first.local;
  const isCounter = (expr: Expr | undefined) => expr?.kind === "local" && expr.local === counter && expr.type === "i32";
  const operandOf = (expr: Expr, op: "lt" | "add"): Expr | undefined =>
    expr.kind === "op" && expr.op === op && isCounter(expr.args[0]) ? expr.args[1] : undefined;
  const [update, ...later] = loop.update;
  const [store, ...others] = loop.body;
  if (update?.kind !== "set" || update.local !== counter || later.length + others.length > 0) return undefined;
  if (!isConstant(operandOf(update.value, "add"), 1) || store?.kind !== "store" || !hasNoBits(store.value))
    return undefined;
  const { place } = store;
  const end = operandOf(loop.condition, "lt");
  if (place.kind !== "element" || place.base.kind !== "address" || !isCounter(place.index) || end?.kind !== "const")
    return undefined;
  const array = referent(place.base);
  const element = referent(place);
  const count = Number(end.value);
  if (typeof array === "string" || array.kind !== "array" || typeof element !== "string") return undefined;
  const bytes = count * layoutOf(element, module.structs).size;
  const isInside = count > 0 && count <= array.length && bytes <= MAX_BYTES;
  return isInside ? { array: place.base, bytes, counter, end: count } : undefined;
}

function isConstant(expr: Expr | undefined, value: number): boolean {
  return expr?.kind === "const" && expr.type === "i32" && expr.value === value;
}

/** Whether all bits of the constant are zeros, as those of -0 are not. */
function hasNoBits(expr: Expr): boolean {
  return expr.kind === "const" && (expr.value === false || expr.value === 0n || Object.is(expr.value, 0));
}
