// The opcode table: one entry per WebAssembly instruction that the code generator writes (core, bulk memory, simd128, relaxed SIMD, atomics), with its
// bytes, its immediates, and its operand and result types. The encoder and the WAT printer read it; a new instruction is a new entry. Pages load the
// table, so instructions that nothing writes have none. Names and codes are the WebAssembly specification's.

export type ValueType = "i32" | "i64" | "f32" | "f64" | "v128";

/** The kinds of immediates. "memory" is alignment and offset, "memoryLane" adds a lane. */
export type ImmediateKind =
  | "none"
  | "label"
  | "function"
  | "local"
  | "global"
  | "i32"
  | "i64"
  | "f32"
  | "f64"
  | "v128"
  | "lane"
  | "shuffle"
  | "memory"
  | "memoryLane"
  | "memoryIndex"
  | "memoryPair";

export interface OpcodeRow {
  /** 0 for one-byte opcodes, else the prefix byte; `code` then follows as LEB128. */
  readonly prefix: 0 | 0xfc | 0xfd | 0xfe;
  readonly code: number;
  readonly operands: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly immediate: ImmediateKind;
  /** For memory instructions: bytes accessed, which is also the natural alignment. */
  readonly width: number;
}

const letters: Readonly<Record<string, ValueType>> = { i: "i32", I: "i64", f: "f32", d: "f64", v: "v128" };

interface MemoryImmediate {
  readonly kind: "memory" | "memoryLane";
  readonly width: number;
}
const memory = (width: number): MemoryImmediate => ({ kind: "memory", width });
const memoryLane = (width: number): MemoryImmediate => ({ kind: "memoryLane", width });

/** One letter per operand and result: i32 i, i64 I, f32 f, f64 d, v128 v. */
function typesOf(text: string): ValueType[] {
  return [...text].flatMap((letter) => letters[letter] ?? []);
}

/** Makes the rows of instructions that differ in their codes alone. */
function rowsWithPrefix(prefix: OpcodeRow["prefix"]) {
  return <Name extends string>(
    operands: string,
    results: string,
    codes: Readonly<Record<Name, number>>,
    immediate: ImmediateKind | MemoryImmediate = "none",
  ): Record<Name, OpcodeRow> => {
    const shared = {
      prefix,
      operands: typesOf(operands),
      results: typesOf(results),
      immediate: typeof immediate === "string" ? immediate : immediate.kind,
      width: typeof immediate === "string" ? 0 : immediate.width,
    };
    const rows = Object.entries<number>(codes).map(([name, code]) => [name, { ...shared, code }]);
    return Object.fromEntries(rows) as Record<Name, OpcodeRow>; // the names of `codes`
  };
}
const row = rowsWithPrefix(0);
const bulk = rowsWithPrefix(0xfc);
const simd = rowsWithPrefix(0xfd);
const atomic = rowsWithPrefix(0xfe);

// biome-ignore format: many per line.
export const opcodes = {
  // Control. The encoder writes `block`, `loop`, `if` and the branches, because it knows their labels.
  ...row("", "", { "unreachable": 0x00, "else": 0x05, "end": 0x0b, "return": 0x0f }),
  ...row("", "", { "block": 0x02, "loop": 0x03, "br": 0x0c }, "label"),
  ...row("i", "", { "if": 0x04, "br_if": 0x0d }, "label"),
  ...row("", "", { "call": 0x10 }, "function"),
  // `drop`, `select` and the variable instructions take operands of any one type, so theirs are left open.
  ...row("", "", { "drop": 0x1a, "select": 0x1b }),
  ...row("", "", { "local.get": 0x20, "local.set": 0x21, "local.tee": 0x22 }, "local"),
  ...row("", "", { "global.get": 0x23 }, "global"),
  // Memory
  ...row("i", "i", { "i32.load": 0x28 }, memory(4)),
  ...row("i", "I", { "i64.load": 0x29 }, memory(8)),
  ...row("i", "f", { "f32.load": 0x2a }, memory(4)),
  ...row("i", "d", { "f64.load": 0x2b }, memory(8)),
  ...row("i", "i", { "i32.load8_s": 0x2c, "i32.load8_u": 0x2d }, memory(1)),
  ...row("i", "i", { "i32.load16_s": 0x2e, "i32.load16_u": 0x2f }, memory(2)),
  ...row("i", "I", { "i64.load32_u": 0x35 }, memory(4)),
  ...row("ii", "", { "i32.store": 0x36 }, memory(4)),
  ...row("iI", "", { "i64.store": 0x37 }, memory(8)),
  ...row("if", "", { "f32.store": 0x38 }, memory(4)),
  ...row("id", "", { "f64.store": 0x39 }, memory(8)),
  ...row("ii", "", { "i32.store8": 0x3a }, memory(1)),
  ...row("ii", "", { "i32.store16": 0x3b }, memory(2)),
  ...row("", "i", { "memory.size": 0x3f }, "memoryIndex"),
  ...bulk("iii", "", { "memory.copy": 0x0a }, "memoryPair"),
  // Constants
  ...row("", "i", { "i32.const": 0x41 }, "i32"),
  ...row("", "I", { "i64.const": 0x42 }, "i64"),
  ...row("", "f", { "f32.const": 0x43 }, "f32"),
  ...row("", "d", { "f64.const": 0x44 }, "f64"),
  // Integer comparisons
  ...row("i", "i", { "i32.eqz": 0x45 }),
  ...row("ii", "i", {
    "i32.eq": 0x46, "i32.ne": 0x47, "i32.lt_s": 0x48, "i32.lt_u": 0x49, "i32.gt_s": 0x4a, "i32.gt_u": 0x4b,
    "i32.le_s": 0x4c, "i32.le_u": 0x4d, "i32.ge_s": 0x4e, "i32.ge_u": 0x4f,
  }),
  ...row("I", "i", { "i64.eqz": 0x50 }),
  ...row("II", "i", {
    "i64.eq": 0x51, "i64.ne": 0x52, "i64.lt_s": 0x53, "i64.lt_u": 0x54, "i64.gt_s": 0x55, "i64.gt_u": 0x56,
    "i64.le_s": 0x57, "i64.le_u": 0x58, "i64.ge_s": 0x59, "i64.ge_u": 0x5a,
  }),
  // Float comparisons
  ...row("ff", "i", { "f32.eq": 0x5b, "f32.ne": 0x5c, "f32.lt": 0x5d, "f32.gt": 0x5e, "f32.le": 0x5f, "f32.ge": 0x60 }),
  ...row("dd", "i", { "f64.eq": 0x61, "f64.ne": 0x62, "f64.lt": 0x63, "f64.gt": 0x64, "f64.le": 0x65, "f64.ge": 0x66 }),
  // Integer arithmetic
  ...row("i", "i", { "i32.clz": 0x67, "i32.ctz": 0x68, "i32.popcnt": 0x69 }),
  ...row("ii", "i", {
    "i32.add": 0x6a, "i32.sub": 0x6b, "i32.mul": 0x6c, "i32.div_s": 0x6d, "i32.div_u": 0x6e, "i32.rem_s": 0x6f,
    "i32.rem_u": 0x70, "i32.and": 0x71, "i32.or": 0x72, "i32.xor": 0x73, "i32.shl": 0x74, "i32.shr_s": 0x75,
    "i32.shr_u": 0x76, "i32.rotl": 0x77, "i32.rotr": 0x78,
  }),
  ...row("I", "I", { "i64.clz": 0x79, "i64.ctz": 0x7a, "i64.popcnt": 0x7b }),
  ...row("II", "I", {
    "i64.add": 0x7c, "i64.sub": 0x7d, "i64.mul": 0x7e, "i64.div_s": 0x7f, "i64.div_u": 0x80, "i64.rem_s": 0x81,
    "i64.rem_u": 0x82, "i64.and": 0x83, "i64.or": 0x84, "i64.xor": 0x85, "i64.shl": 0x86, "i64.shr_s": 0x87,
    "i64.shr_u": 0x88, "i64.rotl": 0x89, "i64.rotr": 0x8a,
  }),
  // Float arithmetic
  ...row("f", "f", {
    "f32.abs": 0x8b, "f32.neg": 0x8c, "f32.ceil": 0x8d, "f32.floor": 0x8e, "f32.trunc": 0x8f, "f32.nearest": 0x90,
    "f32.sqrt": 0x91,
  }),
  ...row("ff", "f", {
    "f32.add": 0x92, "f32.sub": 0x93, "f32.mul": 0x94, "f32.div": 0x95, "f32.min": 0x96, "f32.max": 0x97,
    "f32.copysign": 0x98,
  }),
  ...row("d", "d", {
    "f64.abs": 0x99, "f64.neg": 0x9a, "f64.ceil": 0x9b, "f64.floor": 0x9c, "f64.trunc": 0x9d, "f64.nearest": 0x9e,
    "f64.sqrt": 0x9f,
  }),
  ...row("dd", "d", {
    "f64.add": 0xa0, "f64.sub": 0xa1, "f64.mul": 0xa2, "f64.div": 0xa3, "f64.min": 0xa4, "f64.max": 0xa5,
    "f64.copysign": 0xa6,
  }),
  // Conversions
  ...row("I", "i", { "i32.wrap_i64": 0xa7 }),
  ...row("i", "I", { "i64.extend_i32_s": 0xac, "i64.extend_i32_u": 0xad }),
  ...row("f", "I", { "i64.trunc_f32_s": 0xae }),
  ...row("d", "I", { "i64.trunc_f64_s": 0xb0, "i64.reinterpret_f64": 0xbd }),
  ...row("i", "f", { "f32.convert_i32_s": 0xb2, "f32.convert_i32_u": 0xb3, "f32.reinterpret_i32": 0xbe }),
  ...row("I", "f", { "f32.convert_i64_s": 0xb4, "f32.convert_i64_u": 0xb5 }),
  ...row("d", "f", { "f32.demote_f64": 0xb6 }),
  ...row("i", "d", { "f64.convert_i32_s": 0xb7, "f64.convert_i32_u": 0xb8 }),
  ...row("I", "d", { "f64.convert_i64_s": 0xb9, "f64.convert_i64_u": 0xba, "f64.reinterpret_i64": 0xbf }),
  ...row("f", "d", { "f64.promote_f32": 0xbb }),
  ...row("f", "i", { "i32.reinterpret_f32": 0xbc }),
  ...bulk("f", "i", { "i32.trunc_sat_f32_s": 0x00, "i32.trunc_sat_f32_u": 0x01 }),
  ...bulk("d", "i", { "i32.trunc_sat_f64_s": 0x02, "i32.trunc_sat_f64_u": 0x03 }),
  ...bulk("f", "I", { "i64.trunc_sat_f32_s": 0x04, "i64.trunc_sat_f32_u": 0x05 }),
  ...bulk("d", "I", { "i64.trunc_sat_f64_s": 0x06, "i64.trunc_sat_f64_u": 0x07 }),
  // simd128: memory and constants
  ...simd("i", "v", { "v128.load": 0x00 }, memory(16)),
  ...simd("i", "v", {
    "v128.load8x8_s": 0x01, "v128.load8x8_u": 0x02, "v128.load16x4_s": 0x03, "v128.load16x4_u": 0x04,
    "v128.load64_splat": 0x0a, "v128.load64_zero": 0x5d,
  }, memory(8)),
  ...simd("i", "v", { "v128.load8_splat": 0x07 }, memory(1)),
  ...simd("i", "v", { "v128.load16_splat": 0x08 }, memory(2)),
  ...simd("i", "v", { "v128.load32_splat": 0x09, "v128.load32_zero": 0x5c }, memory(4)),
  ...simd("iv", "", { "v128.store": 0x0b }, memory(16)),
  ...simd("", "v", { "v128.const": 0x0c }, "v128"),
  ...simd("iv", "v", { "v128.load8_lane": 0x54 }, memoryLane(1)),
  ...simd("iv", "v", { "v128.load16_lane": 0x55 }, memoryLane(2)),
  ...simd("iv", "v", { "v128.load32_lane": 0x56 }, memoryLane(4)),
  ...simd("iv", "v", { "v128.load64_lane": 0x57 }, memoryLane(8)),
  ...simd("iv", "", { "v128.store8_lane": 0x58 }, memoryLane(1)),
  ...simd("iv", "", { "v128.store16_lane": 0x59 }, memoryLane(2)),
  ...simd("iv", "", { "v128.store32_lane": 0x5a }, memoryLane(4)),
  ...simd("iv", "", { "v128.store64_lane": 0x5b }, memoryLane(8)),
  // simd128: lanes
  ...simd("vv", "v", { "i8x16.shuffle": 0x0d }, "shuffle"),
  ...simd("vv", "v", { "i8x16.swizzle": 0x0e }),
  ...simd("i", "v", { "i8x16.splat": 0x0f, "i16x8.splat": 0x10, "i32x4.splat": 0x11 }),
  ...simd("I", "v", { "i64x2.splat": 0x12 }),
  ...simd("f", "v", { "f32x4.splat": 0x13 }),
  ...simd("d", "v", { "f64x2.splat": 0x14 }),
  ...simd("v", "i", { "i32x4.extract_lane": 0x1b }, "lane"),
  ...simd("vi", "v", { "i32x4.replace_lane": 0x1c }, "lane"),
  ...simd("v", "I", { "i64x2.extract_lane": 0x1d }, "lane"),
  ...simd("vI", "v", { "i64x2.replace_lane": 0x1e }, "lane"),
  ...simd("v", "f", { "f32x4.extract_lane": 0x1f }, "lane"),
  ...simd("vf", "v", { "f32x4.replace_lane": 0x20 }, "lane"),
  ...simd("v", "d", { "f64x2.extract_lane": 0x21 }, "lane"),
  ...simd("vd", "v", { "f64x2.replace_lane": 0x22 }, "lane"),
  // simd128: comparisons
  ...simd("vv", "v", {
    "i8x16.eq": 0x23, "i8x16.ne": 0x24, "i8x16.lt_s": 0x25, "i8x16.lt_u": 0x26, "i8x16.gt_s": 0x27, "i8x16.gt_u": 0x28,
    "i8x16.le_s": 0x29, "i8x16.le_u": 0x2a, "i8x16.ge_s": 0x2b, "i8x16.ge_u": 0x2c, "i16x8.eq": 0x2d, "i16x8.ne": 0x2e,
    "i16x8.lt_s": 0x2f, "i16x8.lt_u": 0x30, "i16x8.gt_s": 0x31, "i16x8.gt_u": 0x32, "i16x8.le_s": 0x33,
    "i16x8.le_u": 0x34, "i16x8.ge_s": 0x35, "i16x8.ge_u": 0x36, "i32x4.eq": 0x37, "i32x4.ne": 0x38, "i32x4.lt_s": 0x39,
    "i32x4.lt_u": 0x3a, "i32x4.gt_s": 0x3b, "i32x4.gt_u": 0x3c, "i32x4.le_s": 0x3d, "i32x4.le_u": 0x3e,
    "i32x4.ge_s": 0x3f, "i32x4.ge_u": 0x40, "f32x4.eq": 0x41, "f32x4.ne": 0x42, "f32x4.lt": 0x43, "f32x4.gt": 0x44,
    "f32x4.le": 0x45, "f32x4.ge": 0x46, "f64x2.eq": 0x47, "f64x2.ne": 0x48, "f64x2.lt": 0x49, "f64x2.gt": 0x4a,
    "f64x2.le": 0x4b, "f64x2.ge": 0x4c, "i64x2.eq": 0xd6, "i64x2.ne": 0xd7, "i64x2.lt_s": 0xd8, "i64x2.gt_s": 0xd9,
    "i64x2.le_s": 0xda, "i64x2.ge_s": 0xdb,
  }),
  // simd128: bits
  ...simd("v", "v", {
    "v128.not": 0x4d, "i8x16.popcnt": 0x62, "i16x8.extadd_pairwise_i8x16_u": 0x7d,
    "i32x4.extadd_pairwise_i16x8_u": 0x7f,
  }),
  ...simd("vv", "v", { "v128.and": 0x4e, "v128.andnot": 0x4f, "v128.or": 0x50, "v128.xor": 0x51 }),
  ...simd("vvv", "v", { "v128.bitselect": 0x52 }),
  ...simd("v", "i", { "v128.any_true": 0x53 }),
  // simd128: integers
  ...simd("v", "v", {
    "i8x16.abs": 0x60, "i8x16.neg": 0x61, "i16x8.abs": 0x80, "i16x8.neg": 0x81, "i16x8.extend_low_i8x16_s": 0x87,
    "i16x8.extend_high_i8x16_s": 0x88, "i16x8.extend_low_i8x16_u": 0x89, "i16x8.extend_high_i8x16_u": 0x8a,
    "i32x4.abs": 0xa0, "i32x4.neg": 0xa1, "i32x4.extend_low_i16x8_s": 0xa7, "i32x4.extend_high_i16x8_s": 0xa8,
    "i32x4.extend_low_i16x8_u": 0xa9, "i32x4.extend_high_i16x8_u": 0xaa, "i64x2.abs": 0xc0, "i64x2.neg": 0xc1,
    "i64x2.extend_low_i32x4_s": 0xc7, "i64x2.extend_high_i32x4_s": 0xc8, "i64x2.extend_low_i32x4_u": 0xc9,
    "i64x2.extend_high_i32x4_u": 0xca,
  }),
  ...simd("vv", "v", {
    "i8x16.narrow_i16x8_s": 0x65, "i8x16.narrow_i16x8_u": 0x66, "i8x16.add": 0x6e, "i8x16.add_sat_s": 0x6f,
    "i8x16.add_sat_u": 0x70, "i8x16.sub": 0x71, "i8x16.sub_sat_s": 0x72, "i8x16.sub_sat_u": 0x73, "i8x16.min_s": 0x76,
    "i8x16.min_u": 0x77, "i8x16.max_s": 0x78, "i8x16.max_u": 0x79, "i8x16.avgr_u": 0x7b, "i16x8.narrow_i32x4_s": 0x85,
    "i16x8.narrow_i32x4_u": 0x86, "i16x8.add": 0x8e, "i16x8.add_sat_s": 0x8f, "i16x8.add_sat_u": 0x90,
    "i16x8.sub": 0x91, "i16x8.sub_sat_s": 0x92, "i16x8.sub_sat_u": 0x93, "i16x8.mul": 0x95, "i16x8.min_s": 0x96,
    "i16x8.min_u": 0x97, "i16x8.max_s": 0x98, "i16x8.max_u": 0x99, "i16x8.avgr_u": 0x9b, "i32x4.add": 0xae,
    "i32x4.sub": 0xb1, "i32x4.mul": 0xb5, "i32x4.min_s": 0xb6, "i32x4.min_u": 0xb7, "i32x4.max_s": 0xb8,
    "i32x4.max_u": 0xb9, "i32x4.dot_i16x8_s": 0xba, "i32x4.extmul_low_i16x8_s": 0xbc, "i32x4.extmul_high_i16x8_s": 0xbd,
    "i32x4.extmul_low_i16x8_u": 0xbe, "i32x4.extmul_high_i16x8_u": 0xbf, "i64x2.add": 0xce, "i64x2.sub": 0xd1,
    "i64x2.mul": 0xd5,
  }),
  ...simd("vi", "v", {
    "i8x16.shl": 0x6b, "i8x16.shr_s": 0x6c, "i8x16.shr_u": 0x6d, "i16x8.shl": 0x8b, "i16x8.shr_s": 0x8c,
    "i16x8.shr_u": 0x8d, "i32x4.shl": 0xab, "i32x4.shr_s": 0xac, "i32x4.shr_u": 0xad, "i64x2.shl": 0xcb,
    "i64x2.shr_s": 0xcc, "i64x2.shr_u": 0xcd,
  }),
  ...simd("v", "i", { "i32x4.all_true": 0xa3, "i32x4.bitmask": 0xa4 }),
  // simd128: floats
  ...simd("v", "v", {
    "f32x4.ceil": 0x67, "f32x4.floor": 0x68, "f32x4.trunc": 0x69, "f32x4.nearest": 0x6a, "f32x4.abs": 0xe0,
    "f32x4.neg": 0xe1, "f32x4.sqrt": 0xe3, "f64x2.ceil": 0x74, "f64x2.floor": 0x75, "f64x2.trunc": 0x7a,
    "f64x2.nearest": 0x94, "f64x2.abs": 0xec, "f64x2.neg": 0xed, "f64x2.sqrt": 0xef,
  }),
  ...simd("vv", "v", {
    "f32x4.add": 0xe4, "f32x4.sub": 0xe5, "f32x4.mul": 0xe6, "f32x4.div": 0xe7, "f32x4.min": 0xe8, "f32x4.max": 0xe9,
    "f32x4.pmin": 0xea, "f32x4.pmax": 0xeb, "f64x2.add": 0xf0, "f64x2.sub": 0xf1, "f64x2.mul": 0xf2, "f64x2.div": 0xf3,
    "f64x2.min": 0xf4, "f64x2.max": 0xf5, "f64x2.pmin": 0xf6, "f64x2.pmax": 0xf7,
  }),
  // simd128: conversions
  ...simd("v", "v", {
    "f32x4.demote_f64x2_zero": 0x5e, "f64x2.promote_low_f32x4": 0x5f, "i32x4.trunc_sat_f32x4_s": 0xf8,
    "i32x4.trunc_sat_f32x4_u": 0xf9, "f32x4.convert_i32x4_s": 0xfa, "f32x4.convert_i32x4_u": 0xfb,
    "i32x4.trunc_sat_f64x2_s_zero": 0xfc, "i32x4.trunc_sat_f64x2_u_zero": 0xfd, "f64x2.convert_low_i32x4_s": 0xfe,
    "f64x2.convert_low_i32x4_u": 0xff,
  }),
  // Relaxed SIMD
  ...simd("v", "v", { "i32x4.relaxed_trunc_f32x4_s": 0x101 }),
  ...simd("vvv", "v", { "f32x4.relaxed_madd": 0x105, "f32x4.relaxed_nmadd": 0x106, "i64x2.relaxed_laneselect": 0x10c }),
  // Atomics
  ...atomic("i", "i", { "i32.atomic.load": 0x10 }, memory(4)),
  ...atomic("i", "I", { "i64.atomic.load": 0x11 }, memory(8)),
  ...atomic("ii", "", { "i32.atomic.store": 0x17 }, memory(4)),
  ...atomic("iI", "", { "i64.atomic.store": 0x18 }, memory(8)),
  ...atomic("ii", "i", {
    "i32.atomic.rmw.add": 0x1e, "i32.atomic.rmw.sub": 0x25, "i32.atomic.rmw.and": 0x2c, "i32.atomic.rmw.or": 0x33,
    "i32.atomic.rmw.xor": 0x3a, "i32.atomic.rmw.xchg": 0x41,
  }, memory(4)),
  ...atomic("iI", "I", {
    "i64.atomic.rmw.add": 0x1f, "i64.atomic.rmw.sub": 0x26, "i64.atomic.rmw.and": 0x2d, "i64.atomic.rmw.or": 0x34,
    "i64.atomic.rmw.xor": 0x3b, "i64.atomic.rmw.xchg": 0x42,
  }, memory(8)),
  ...atomic("iii", "i", { "i32.atomic.rmw.cmpxchg": 0x48 }, memory(4)),
  ...atomic("iII", "I", { "i64.atomic.rmw.cmpxchg": 0x49 }, memory(8)),
} as const satisfies Record<string, OpcodeRow>;

export type Mnemonic = keyof typeof opcodes;
