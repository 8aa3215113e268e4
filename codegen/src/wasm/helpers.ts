// Internal functions, which a program contains if it calls them: the failure record, the slow paths of `wrap`, f16 and pointers. Each is short, and
// either rarely called or without an instruction of its own.

import { FAILURE, invariant, NULL_INDEX, pointerTable, UNKNOWN_INDEX } from "@lanewise/ir";
import { REMAINDER } from "../math/remainder.js";
import { FunctionBuilder } from "./function-builder.js";
import {
  branch,
  f32Const,
  f64Const,
  type Instruction,
  i32Const,
  i64Const,
  ifElse,
  instruction,
  localGet,
  localSet,
  memoryAccess,
} from "./instructions.js";
import type { FunctionType, WasmFunction } from "./wasm-module.js";

export type Helper =
  | "fail"
  | "wrapF32x4"
  | "wrapF64x2"
  | "failVector"
  | "wrap32"
  | "wrap64"
  | "f16ToF32"
  | "f32ToF16"
  | "pointerTo"
  | "failPointer"
  | "remainder";

interface HelperRow {
  readonly type: FunctionType;
  readonly write: (code: FunctionBuilder) => void;
}

/** x - floor(x / 2^width) * 2^width, which is exact; NaN and infinities give NaN, which becomes 0. */
function modulo(code: FunctionBuilder, width: 32 | 64, value: Instruction = localGet(0)): Instruction {
  const x = code.bind("f64", instruction("f64.trunc", value));
  const turns = instruction("f64.floor", instruction("f64.mul", x, f64Const(2 ** -width)));
  return instruction("f64.sub", x, instruction("f64.mul", turns, f64Const(2 ** width)));
}

const helpers = {
  /** (thread, site, item, index, length): writes the failure record and traps. */
  fail: {
    type: { parameters: ["i32", "i32", "i32", "i64", "i64"], results: [] },
    write: (code) => {
      code.emit(...failureRecord(localGet(0), localGet(1), localGet(2), localGet(3), localGet(4)));
    },
  },
  /** (thread, site, item, indices, outside, length, are the indices signed): fails if an element is outside. */
  failVector: {
    type: { parameters: ["i32", "i32", "i32", "v128", "v128", "i64", "i32"], results: [] },
    write: writeFailVector,
  },
  wrap32: {
    type: { parameters: ["f64"], results: ["i32"] },
    write: (code) => code.emit(instruction("i32.trunc_sat_f64_u", modulo(code, 32))),
  },
  wrap64: {
    type: { parameters: ["f64"], results: ["i64"] },
    write: (code) => code.emit(instruction("i64.trunc_sat_f64_u", modulo(code, 64))),
  },
  /** Wraps four f32; `wrapF64x2`, two f64 to the first two of four words. */
  wrapF32x4: {
    type: { parameters: ["v128"], results: ["v128"] },
    write: (code) =>
      code.emit(wrapElements(code, [0, 1, 2, 3], (element) => instruction("f64.promote_f32", element("f32x4")))),
  },
  wrapF64x2: {
    type: { parameters: ["v128"], results: ["v128"] },
    write: (code) => code.emit(wrapElements(code, [0, 1], (element) => element("f64x2"))),
  },
  f16ToF32: { type: { parameters: ["i32"], results: ["f32"] }, write: writeF16ToF32 },
  f32ToF16: { type: { parameters: ["f32"], results: ["i32"] }, write: writeF32ToF16 },
  /** (pointer table, address): the pointer. */
  pointerTo: { type: { parameters: ["i32", "i32"], results: ["i64"] }, write: writePointerTo },
  /** (thread, site, item, the table's entry, pointer): writes the failure record and traps. */
  failPointer: { type: { parameters: ["i32", "i32", "i32", "i32", "i64"], results: [] }, write: writeFailPointer },
  /** (a, b): a % b; NaN also where only the host can compute it. */
  remainder: { type: { parameters: ["f64", "f64"], results: ["f64"] }, write: writeRemainder },
} as const satisfies Record<Helper, HelperRow>;

/** Like `remainder` in math/remainder.ts, which explains the method. */
function writeRemainder(code: FunctionBuilder): void {
  const { most, integers, highBits } = REMAINDER;
  const [x, y] = [0, 1].map((operand) => code.bind("f64", instruction("f64.abs", localGet(operand))));
  invariant(x && y, "there are two operands");
  const t = code.bind("f64", instruction("f64.trunc", instruction("f64.div", x, y)));
  const highOfY = instruction("i64.and", instruction("i64.reinterpret_f64", y), i64Const(highBits));
  const high = code.bind("f64", instruction("f64.reinterpret_i64", highOfY));
  const d = code.bind("f64", instruction("f64.sub", x, instruction("f64.mul", t, high)));
  const low = instruction("f64.sub", y, high);
  const r = code.bind("f64", instruction("f64.sub", d, instruction("f64.mul", t, low)));
  const isBelow = instruction("f64.lt", r, f64Const(0));
  const rest = instruction("select", instruction("f64.add", r, y), r, isBelow);
  const isShort = instruction("i32.and", instruction("f64.le", t, f64Const(most)), instruction("f64.lt", d, y));
  const isInteger = (value: Instruction) =>
    instruction(
      "i32.and",
      instruction("f64.eq", instruction("f64.trunc", value), value),
      instruction("f64.le", value, f64Const(integers)),
    );
  const isKnown = instruction("i32.or", isShort, instruction("i32.and", isInteger(x), isInteger(y)));
  const known = instruction("f64.copysign", rest, localGet(0));
  code.emit(instruction("select", known, f64Const(Number.NaN), isKnown));
}

function writeFailVector(code: FunctionBuilder): void {
  const [thread, site, item, indices, outside, length, isSigned] = [0, 1, 2, 3, 4, 5, 6].map(localGet);
  invariant(thread && site && item && indices && outside && length && isSigned, "the helper has seven parameters");
  const bits = code.bind("i32", instruction("i32x4.bitmask", outside));
  const lane = code.bind("i32", instruction("i32.ctz", bits));
  const element = (index: number): Instruction => ({
    kind: "plain",
    op: "i32x4.extract_lane",
    operands: [indices],
    immediates: [index],
  });
  const isLane = (index: number) => instruction("i32.eq", lane, i32Const(index));
  const chosen = [2, 1, 0].reduce<Instruction>(
    (others, index) => instruction("select", element(index), others, isLane(index)),
    element(3),
  );
  const write = code.collect(() => {
    const index = code.bind("i32", chosen);
    const wide = instruction(
      "select",
      instruction("i64.extend_i32_s", index),
      instruction("i64.extend_i32_u", index),
      isSigned,
    );
    code.emit(...failureRecord(thread, site, instruction("i32.add", item, lane), wide, length));
  });
  code.emit(ifElse(bits, undefined, write));
}

/** Writes the failure record and traps. */
function failureRecord(
  thread: Instruction,
  site: Instruction,
  item: Instruction,
  index: Instruction,
  length: Instruction,
): readonly Instruction[] {
  return [
    memoryAccess("i32.store", FAILURE.site, thread, instruction("i32.add", site, i32Const(1))),
    memoryAccess("i32.store", FAILURE.item, thread, item),
    memoryAccess("i64.store", FAILURE.index, thread, index),
    memoryAccess("i64.store", FAILURE.length, thread, length),
    instruction("unreachable"),
  ];
}

/** Like `pointerTo` in ir/src/abi/pointer-table.ts. */
function writePointerTo(code: FunctionBuilder): void {
  const { entry } = pointerTable;
  const [table, place] = [localGet(0), localGet(1)];
  const sorted = code.bind("i32", sortedEntries(table));
  const [low, high] = [code.local("i32"), code.local("i32")];
  const at = (index: Instruction): Instruction =>
    memoryAccess("i32.load", 0, instruction("i32.add", sorted, instruction("i32.shl", index, i32Const(2))));
  code.emit(localSet(high, memoryAccess("i32.load", pointerTable.count, table)));
  const [search, found] = [code.label(), code.label()];
  const body = code.collect(() => {
    code.emit(branch(found, instruction("i32.ge_u", localGet(low), localGet(high))));
    const sum = instruction("i32.add", localGet(low), localGet(high));
    const middle = code.bind("i32", instruction("i32.shr_u", sum, i32Const(1)));
    const isAbove = instruction("i32.gt_u", memoryAccess("i32.load", entry.address, at(middle)), place);
    const [goDown, goUp] = [localSet(high, middle), localSet(low, instruction("i32.add", middle, i32Const(1)))];
    code.emit(ifElse(isAbove, undefined, [goDown], [goUp]), branch(search));
  });
  code.emit({ kind: "block", label: found, body: [{ kind: "loop", label: search, body }] });
  const isFirst = instruction("i32.eqz", localGet(low));
  code.emit(ifElse(isFirst, undefined, [instruction("return", i64Const(0n))]));
  const last = code.bind("i32", at(instruction("i32.sub", localGet(low), i32Const(1))));
  const offset = code.bind("i32", instruction("i32.sub", place, memoryAccess("i32.load", entry.address, last)));
  const high32 = instruction("i64.shl", memoryAccess("i64.load32_u", entry.id, last), i64Const(32n));
  const pointer = instruction("i64.or", high32, instruction("i64.extend_i32_u", offset));
  const isInside = instruction("i32.lt_u", offset, memoryAccess("i32.load", entry.size, last));
  code.emit(ifElse(isInside, "i64", [pointer], [i64Const(0n)]));
}

function sortedEntries(table: Instruction): Instruction {
  const { mask, entries, entry } = pointerTable;
  const count = instruction("i32.add", memoryAccess("i32.load", mask, table), i32Const(1));
  const bytes = instruction("i32.mul", count, i32Const(entry.bytes));
  return instruction("i32.add", instruction("i32.add", table, i32Const(entries)), bytes);
}

/** Like `followPointer` in ir/src/abi/pointer-table.ts, for an invalid pointer. */
function writeFailPointer(code: FunctionBuilder): void {
  const { id, size } = pointerTable.entry;
  const [thread, site, item, entry, pointer] = [0, 1, 2, 3, 4].map(localGet);
  invariant(thread && site && item && entry && pointer, "the helper has five parameters");
  const own = code.bind("i32", instruction("i32.wrap_i64", instruction("i64.shr_u", pointer, i64Const(32n))));
  const isOther = instruction("i32.ne", own, memoryAccess("i32.load", id, entry));
  const offset = instruction("i64.and", pointer, i64Const(0xffffffffn));
  const isNowhere = code.bind("i32", instruction("i32.or", instruction("i32.eqz", own), isOther));
  const nowhere = ifElse(own, "i64", [i64Const(BigInt(UNKNOWN_INDEX))], [i64Const(BigInt(NULL_INDEX))]);
  const index = ifElse(isNowhere, "i64", [nowhere], [offset]);
  const length = ifElse(isNowhere, "i64", [i64Const(0n)], [memoryAccess("i64.load32_u", size, entry)]);
  code.emit(...failureRecord(thread, site, item, index, length));
}

/** Moves the bits into an f32 and scales by 2^112, the difference of the biases: exact, even for subnormals. */
function writeF16ToF32(code: FunctionBuilder): void {
  const shifted = instruction("i32.shl", instruction("i32.and", localGet(0), i32Const(0x7fff)), i32Const(13));
  const magnitude = code.bind("i32", shifted);
  const scaled = instruction("f32.mul", instruction("f32.reinterpret_i32", magnitude), f32Const(2 ** 112));
  // Infinity and NaN have all exponent bits set, in f32 as in f16.
  const hasNumber = instruction("i32.lt_u", magnitude, i32Const(0x0f800000));
  const exponent = instruction("select", i32Const(0), i32Const(0x7f800000), hasNumber);
  const sign = instruction("i32.shl", instruction("i32.and", localGet(0), i32Const(0x8000)), i32Const(16));
  const bits = instruction("i32.or", instruction("i32.reinterpret_f32", scaled), instruction("i32.or", exponent, sign));
  code.emit(instruction("f32.reinterpret_i32", bits));
}

/** Rounds to nearest, ties to even (F. Giesen, float_to_half_fast3_rtne). */
function writeF32ToF16(code: FunctionBuilder): void {
  const all = code.bind("i32", instruction("i32.reinterpret_f32", localGet(0)));
  const bits = code.bind("i32", instruction("i32.and", all, i32Const(0x7fffffff)));
  const isNotANumber = instruction("i32.gt_u", bits, i32Const(0x7f800000));
  const infinityOrNaN = instruction("select", i32Const(0x7e00), i32Const(0x7c00), isNotANumber);
  // Adding 0.5 leaves a subnormal's rounded bits at the bottom of the sum.
  const sum = instruction("f32.add", instruction("f32.reinterpret_i32", bits), f32Const(0.5));
  const subnormal = instruction("i32.sub", instruction("i32.reinterpret_f32", sum), i32Const(0x3f000000));
  const isOdd = instruction("i32.and", instruction("i32.shr_u", bits, i32Const(13)), i32Const(1));
  const rebiased = instruction("i32.add", instruction("i32.add", bits, i32Const(0xc8000fff)), isOdd);
  const normal = instruction("i32.shr_u", rebiased, i32Const(13));
  const finite = ifElse(instruction("i32.lt_u", bits, i32Const(0x38800000)), "i32", [subnormal], [normal]);
  const magnitude = ifElse(instruction("i32.ge_u", bits, i32Const(0x47800000)), "i32", [infinityOrNaN], [finite]);
  const sign = instruction("i32.and", instruction("i32.shr_u", all, i32Const(16)), i32Const(0x8000));
  code.emit(instruction("i32.or", magnitude, sign));
}

/** Converts the elements of the only parameter, each modulo 2^32. */
function wrapElements(
  code: FunctionBuilder,
  lanes: readonly number[],
  toDouble: (element: (shape: "f32x4" | "f64x2") => Instruction) => Instruction,
): Instruction {
  return lanes.reduce<Instruction>(
    (vector, lane) => {
      const element = (shape: "f32x4" | "f64x2"): Instruction => ({
        kind: "plain",
        op: `${shape}.extract_lane`,
        operands: [localGet(0)],
        immediates: [lane],
      });
      const word = instruction("i32.trunc_sat_f64_u", modulo(code, 32, toDouble(element)));
      return { kind: "plain", op: "i32x4.replace_lane", operands: [vector, word], immediates: [lane] };
    },
    instruction("i32x4.splat", i32Const(0)),
  );
}

export function helperFunction(name: Helper): WasmFunction {
  const row: HelperRow = helpers[name];
  const code = new FunctionBuilder(name, row.type);
  row.write(code);
  return code.finish();
}
