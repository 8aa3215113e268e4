// Lowers pointers in scalar code. A few inline instructions look up a pointer in the pointer table (ir/src/abi/pointer-table.ts); helper functions search
// for the allocation that contains an address, and report failures.

import { type Expr, layoutOf, POINTER_TABLE_OFFSET, pointerTable } from "@lanewise/ir";
import { type Instruction, i32Const, i64Const, ifElse, instruction, localGet, memoryAccess } from "./instructions.js";
import { type KernelContext, RUN, single } from "./kernel-context.js";
import type { Address } from "./memory.js";

const table = memoryAccess("i32.load", POINTER_TABLE_OFFSET, localGet(RUN.args));

/** The pointer to this address. */
export function lowerPointer(context: KernelContext, address: Instruction): Instruction {
  return context.callHelper("pointerTo", table, address);
}

/** The address that a pointer names, after a check. */
export function lowerDereference(context: KernelContext, expr: Extract<Expr, { kind: "dereference" }>): Address {
  const { code, module } = context;
  const { size, align } = layoutOf(expr.type.to, module.structs);
  const pointer = context.bind("i64", single(context.lowerExpr(context, expr.pointer)));
  const id = context.bind("i32", instruction("i32.wrap_i64", instruction("i64.shr_u", pointer, i64Const(32n))));
  const offset = context.bind("i32", instruction("i32.wrap_i64", pointer));
  const entry = context.bind("i32", entryOf(context, id));
  const field = (name: "id" | "address" | "size") =>
    memoryAccess("i32.load", pointerTable.entries + pointerTable.entry[name], entry);
  const isOther = instruction("i32.ne", field("id"), id);
  // Free entries, whose id is that of null, also have size 0.
  const end = instruction("i64.add", instruction("i64.extend_i32_u", offset), i64Const(BigInt(size)));
  const isBeyond = instruction("i64.gt_u", end, instruction("i64.extend_i32_u", field("size")));
  const isCrooked = instruction("i32.and", offset, i32Const(align - 1));
  const wrong = [isOther, isBeyond, ...(align === 1 ? [] : [isCrooked])];
  const isWrong = wrong.reduce((all, one) => instruction("i32.or", all, one));
  code.emit(ifElse(isWrong, undefined, failure(context, expr.site, entry, pointer)));
  return { base: context.bind("i32", instruction("i32.add", field("address"), offset)), offset: 0 };
}

/** The entry's address, minus the offset of the first entry in the table. */
function entryOf(context: KernelContext, id: Instruction): Instruction {
  const address = context.bind("i32", table);
  const slot = instruction("i32.and", id, memoryAccess("i32.load", pointerTable.mask, address));
  const bytes = instruction("i32.shl", slot, i32Const(Math.log2(pointerTable.entry.bytes)));
  return instruction("i32.add", address, bytes);
}

function failure(context: KernelContext, site: number, entry: Instruction, pointer: Instruction): Instruction[] {
  const found = instruction("i32.add", entry, i32Const(pointerTable.entries));
  const record = [localGet(RUN.thread), context.siteNumber(site), context.failingItem(), found, pointer];
  return [context.callHelper("failPointer", ...record), instruction("unreachable")];
}
