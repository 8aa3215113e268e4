// Lowers lvalues to addresses: globals, private memory, elements with their bounds checks, fields. A check is a statement before the expression that
// needs it; the helper "fail" writes the failure record out of line.

import { type DataType, type Expr, invariant, layoutOf, type RefType, structLayout, typeName } from "@lanewise/ir";
import { checkedIndexOf } from "../analysis/wide-index.js";
import {
  globalGet,
  type Instruction,
  i32Const,
  i64Const,
  ifElse,
  instruction,
  integerConstant,
  localGet,
} from "./instructions.js";
import { type KernelContext, RUN, single } from "./kernel-context.js";
import { type Address, addressValue } from "./memory.js";
import { lowerDereference } from "./pointers.js";

/** The type that a reference refers to. */
export function referent(expr: Expr): DataType {
  invariant(
    typeof expr.type !== "string" && expr.type.kind === "ref",
    `a place is a reference, not ${typeName(expr.type)}`,
  );
  return expr.type.to;
}

export function lowerPlace(context: KernelContext, expr: Expr): Address {
  switch (expr.kind) {
    case "global":
      return { base: globalGet(context.globalAddress(expr.global)), offset: 0 };
    case "address": {
      const slot = context.slots[expr.local];
      invariant(slot?.kind === "private", "an aggregate local is in private memory");
      return { ...context.privateMemory, offset: context.privateMemory.offset + slot.offset };
    }
    case "field":
      return lowerField(context, expr);
    case "element":
      return lowerElement(context, expr);
    case "dereference":
      return lowerDereference(context, expr);
    default:
      return { base: single(context.lowerExpr(context, expr)), offset: 0 };
  }
}

function lowerField(context: KernelContext, expr: Extract<Expr, { kind: "field" }>): Address {
  const { base, offset } = lowerPlace(context, expr.base);
  const struct = referent(expr.base);
  const { structs } = context.module;
  const name = typeof struct !== "string" && struct.kind === "struct" ? struct.name : undefined;
  const definition = structs.find((one) => one.name === name);
  invariant(definition, `a field belongs to a struct of the module, not ${typeName(struct)}`);
  return { base, offset: offset + (structLayout(definition, structs).offsets[expr.field] ?? 0) };
}

/** The largest offset that an instruction may have. */
const MAX_OFFSET = 2 ** 31;

type ElementExpr = Extract<Expr, { kind: "element" }> & { readonly type: RefType };

function lowerElement(context: KernelContext, expr: ElementExpr): Address {
  const pointer = context.pointers.get(expr);
  if (pointer) return pointer;
  const { base, length } = lowerBase(context, expr.base);
  const { size } = layoutOf(expr.type.to, context.module.structs);
  const value = single(context.lowerExpr(context, expr.index));
  const constant = integerConstant(value);
  // A u32 from 2^31 on is negative here, so its check stays.
  const isInside = isKnownInside(constant, integerConstant(length));
  const isChecked = context.options.bounds === "checked" && !isInside && !context.isProven(expr);
  const checked = isChecked ? checkedIndexOf(expr) : expr.index;
  const isWide = checked.type === "i64" || checked.type === "u64";
  const index = isChecked
    ? checkIndex(
        context,
        expr,
        checked,
        checked === expr.index ? value : single(context.lowerExpr(context, checked)),
        length,
      )
    : value;
  // A constant that is inside the array or span cannot wrap around the end of memory.
  const bytes = Number(constant ?? -1) * size;
  if (bytes >= 0 && bytes < MAX_OFFSET) return { base: base.base, offset: base.offset + bytes };
  const narrow = isWide ? instruction("i32.wrap_i64", index) : index;
  return { base: instruction("i32.add", base.base, scale(narrow, size)), offset: base.offset };
}

/** The address of the first element, and the number of elements. */
function lowerBase(context: KernelContext, base: Expr): { base: Address; length: Instruction } {
  if (typeof base.type !== "string" && base.type.kind === "span") {
    const [address, length] = context.lowerExpr(context, base);
    invariant(address && length, "a span is an address and a length");
    return { base: { base: address, offset: 0 }, length };
  }
  const array = referent(base);
  invariant(typeof array !== "string" && array.kind === "array", `elements belong to an array, not ${typeName(array)}`);
  return { base: lowerPlace(context, base), length: i32Const(array.length) };
}

/** Whether both are constants and the index is inside the array. */
function isKnownInside(index: number | bigint | undefined, length: number | bigint | undefined): boolean {
  return index !== undefined && length !== undefined && index >= 0 && index < length;
}

function scale(index: Instruction, size: number): Instruction {
  if (size === 1) return index;
  const shift = Math.log2(size);
  return Number.isInteger(shift)
    ? instruction("i32.shl", index, i32Const(shift))
    : instruction("i32.mul", index, i32Const(size));
}

/** Emits the check; one unsigned comparison also catches negative indices. */
function checkIndex(
  context: KernelContext,
  expr: ElementExpr,
  { type }: Expr,
  value: Instruction,
  length: Instruction,
): Instruction {
  const isWide = type === "i64" || type === "u64";
  const index = context.bind(isWide ? "i64" : "i32", value);
  const wideLength = instruction("i64.extend_i32_u", length);
  const isOutside = isWide ? instruction("i64.ge_u", index, wideLength) : instruction("i32.ge_u", index, length);
  const extend = type === "u32" ? "i64.extend_i32_u" : "i64.extend_i32_s";
  const wideIndex = isWide ? index : instruction(extend, index);
  const told = expr.exact && isWide ? clamped(index) : wideIndex;
  context.code.emit(ifElse(isOutside, undefined, failure(context, expr.site, told, wideLength)));
  return index;
}

/** Clamps like the operation `index`. */
function clamped(index: Instruction): Instruction {
  const [least, most] = [i64Const(-(2n ** 31n)), i64Const(2n ** 31n - 1n)];
  const limited = instruction("select", most, index, instruction("i64.gt_s", index, most));
  return instruction("select", least, limited, instruction("i64.lt_s", index, least));
}

/** Writes the failure record and traps. */
export function failure(
  context: KernelContext,
  site: number,
  index: Instruction = i64Const(0n),
  length: Instruction = i64Const(0n),
): Instruction[] {
  const record = [localGet(RUN.thread), context.siteNumber(site), context.failingItem(), index, length];
  return [context.callHelper("fail", ...record), instruction("unreachable")];
}

/** The address of an lvalue, as the value of a reference. */
export function lowerReference(context: KernelContext, expr: Expr): Instruction {
  return addressValue(lowerPlace(context, expr));
}
