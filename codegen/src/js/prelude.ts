// The helper functions of generated JavaScript, for operations without a JavaScript operator. A program contains those it uses. They are text because
// they run inside the program, with its views of memory in scope. Names of the program begin with `$`, unlike the user's.

export const prelude = {
  fail: `function $fail(site, index, length) {
  const record = new DataView($buffer, $thread);
  record.setInt32(RECORD_SITE, site + 1, true);
  record.setInt32(RECORD_ITEM, $item, true);
  record.setBigInt64(RECORD_INDEX, BigInt(index), true);
  record.setBigInt64(RECORD_LENGTH, BigInt(length), true);
  throw new Error(\`The kernel failed at site \${site} in work-item \${$item}.\`);
}`,
  called: `function $called(error, callee, file, line, column) {
  (error.calledFrom ??= []).push({ callee, file, line, column });
  return error;
}`,
  elementAt: `function $elementAt(address, length, size, index, site) {
  if (!(index >= 0 && index < length)) $fail(site, index, length);
  return address + Number(index) * size;
}`,
  pointerTable: "let $pointerTable = 0;",
  sortedEntries: `function $sortedEntries() {
  return ($pointerTable + TABLE_ENTRIES + (U32[$pointerTable + TABLE_MASK >>> 2] + 1) * ENTRY_BYTES) >>> 2;
}`,
  pointerTo: `function $pointerTo(place) {
  const sorted = $sortedEntries();
  let low = 0, high = U32[$pointerTable + TABLE_COUNT >>> 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (U32[U32[sorted + middle] + ENTRY_ADDRESS >>> 2] <= place) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0n;
  const entry = U32[sorted + low - 1];
  const offset = place - U32[entry + ENTRY_ADDRESS >>> 2];
  return offset < U32[entry + ENTRY_SIZE >>> 2] ? (BigInt(U32[entry + ENTRY_ID >>> 2]) << 32n) | BigInt(offset) : 0n;
}`,
  dereference: `function $dereference(pointer, size, align, site) {
  const id = Number(pointer >> 32n), offset = Number(pointer & 0xffffffffn);
  const entry = $pointerTable + TABLE_ENTRIES + (id & U32[$pointerTable + TABLE_MASK >>> 2]) * ENTRY_BYTES;
  if (id === 0) $fail(site, NULL_INDEX, 0);
  if (U32[entry + ENTRY_ID >>> 2] !== id) $fail(site, UNKNOWN_INDEX, 0);
  const length = U32[entry + ENTRY_SIZE >>> 2];
  if (offset + size > length || offset % align !== 0) $fail(site, offset, length);
  return U32[entry + ENTRY_ADDRESS >>> 2] + offset;
}`,
  select: "function $select(condition, a, b) {\n  return condition ? a : b;\n}",
  divide64: "function $divide64(a, b) {\n  return b === 0n ? 0n : a / b;\n}",
  floorDivide64: `function $floorDivide64(a, b) {
  if (b === 0n) return 0n;
  const quotient = a / b;
  return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;
}`,
  remainder64: "function $remainder64(a, b) {\n  return b === 0n ? 0n : a % b;\n}",
  min64: "function $min64(a, b) {\n  return a < b ? a : b;\n}",
  max64: "function $max64(a, b) {\n  return a > b ? a : b;\n}",
  abs64: "function $abs64(a) {\n  return a < 0n ? -a : a;\n}",
  nearest: `function $nearest(a) {
  const floor = Math.floor(a);
  const rest = a - floor;
  const rounded = rest < 0.5 || (rest === 0.5 && floor % 2 === 0) || Number.isNaN(rest) ? floor : floor + 1;
  return $copysign(rounded, a);
}`,
  copysign: `function $copysign(a, b) {
  return b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a);
}`,
  rotateLeft32: "function $rotateLeft32(a, b) {\n  return (a << b) | (a >>> -b);\n}",
  rotateLeft64: `function $rotateLeft64(a, b) {
  const bits = BigInt.asUintN(64, a);
  return (bits << (b & 63n)) | (bits >> (64n - (b & 63n)));
}`,
  trailingZeros32: "function $trailingZeros32(a) {\n  return a === 0 ? 32 : 31 - Math.clz32(a & -a);\n}",
  ones32: `function $ones32(a) {
  let ones = 0;
  for (let rest = a; rest !== 0; rest &= rest - 1) ones++;
  return ones;
}`,
  leadingZeros64: `function $leadingZeros64(a) {
  const high = Number(BigInt.asUintN(32, a >> 32n));
  return BigInt(high === 0 ? 32 + Math.clz32(Number(BigInt.asUintN(32, a))) : Math.clz32(high));
}`,
  trailingZeros64: `function $trailingZeros64(a) {
  const low = Number(BigInt.asIntN(32, a));
  return BigInt(low === 0 ? 32 + $trailingZeros32(Number(BigInt.asIntN(32, a >> 32n))) : $trailingZeros32(low));
}`,
  ones64: `function $ones64(a) {
  return BigInt($ones32(Number(BigInt.asIntN(32, a))) + $ones32(Number(BigInt.asIntN(32, a >> 32n))));
}`,
  // Below 2^53 the bigint is exact as f64; above, its low bits become one sticky bit, so that it is rounded only once.
  roundToF32: `function $roundToF32(a) {
  const magnitude = a < 0n ? -a : a;
  if (magnitude < 1n << 53n) return Math.fround(Number(a));
  const high = Number((magnitude >> 12n) | ((magnitude & 0xfffn) === 0n ? 0n : 1n));
  return Math.fround((a < 0n ? -high : high) * 4096);
}`,
  truncate64: "function $truncate64(a) {\n  return Number.isFinite(a) ? BigInt(Math.trunc(a)) : 0n;\n}",
  saturate32: `function $saturate32(a, low, high) {
  return Math.min(Math.max(Math.trunc(a), low), high) || 0;
}`,
  asIndex: `function $asIndex(a) {
  return Number.isNaN(a) ? -1 : Math.min(Math.max(Math.trunc(a), -0x80000000), 0x7fffffff) + 0;
}`,
  saturate64: `function $saturate64(a, low, high) {
  if (Number.isFinite(a)) return $clamp64(BigInt(Math.trunc(a)), low, high);
  return Number.isNaN(a) ? 0n : a < 0 ? low : high;
}`,
  clamp64: "function $clamp64(a, low, high) {\n  return a < low ? low : a > high ? high : a;\n}",
  scratch: "const $scratch = new DataView(new ArrayBuffer(8));",
  bitsOfF32: `function $bitsOfF32(a) {
  $scratch.setFloat32(0, a);
  return Number.isNaN(a) ? 0x7fc00000 : $scratch.getInt32(0);
}`,
  bitsOfF64: `function $bitsOfF64(a) {
  $scratch.setFloat64(0, a);
  return Number.isNaN(a) ? 0x7ff8000000000000n : $scratch.getBigInt64(0);
}`,
  f32OfBits: "function $f32OfBits(a) {\n  $scratch.setInt32(0, a);\n  return $scratch.getFloat32(0);\n}",
  f64OfBits:
    "function $f64OfBits(a) {\n  $scratch.setBigUint64(0, BigInt.asUintN(64, a));\n  return $scratch.getFloat64(0);\n}",
  // Scaling by 2^112, the difference of the exponents' biases, is exact; all exponent bits mean infinity or NaN.
  f16OfBits: `function $f16OfBits(a) {
  const magnitude = (a & 0x7fff) << 13;
  if (magnitude < 0x0f800000) return $copysign($f32OfBits(magnitude) * 2 ** 112, a & 0x8000 ? -1 : 1);
  return magnitude > 0x0f800000 ? NaN : a & 0x8000 ? -Infinity : Infinity;
}`,
  bitsOfF16: `function $bitsOfF16(a) {
  if (Number.isNaN(a)) return 0x7e00;
  const sign = a < 0 || Object.is(a, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(a);
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | $nearest(magnitude * 2 ** 24);
  const exponent = ($bitsOfF32(magnitude) >> 23) - 127;
  return sign | (((exponent + 14) << 10) + $nearest(magnitude * 2 ** (10 - exponent)));
}`,
  copy: "function $copy(to, from, size) {\n  U8.copyWithin(to, from, from + size);\n}",
  // The IR evaluates the new value first, but Atomics takes it last.
  compareExchange: `function $compareExchange(view, index, value, expected) {
  return Atomics.compareExchange(view, index, expected, value);
}`,
  update: `function $update(view, index, value, combine) {
  for (;;) {
    const before = Atomics.load(view, index);
    if (Atomics.compareExchange(view, index, before, combine(before, value)) === before) return before;
  }
}`,
} as const satisfies Readonly<Record<string, string>>;

export type JsHelper = keyof typeof prelude;

/** The texts of the used helpers and of those they call, in table order. */
export function preludeText(used: ReadonlySet<JsHelper>): string[] {
  const names = Object.keys(prelude).filter((name): name is JsHelper => name in prelude);
  const all = new Set(used);
  for (const name of all) {
    for (const other of names) if (other !== name && new RegExp(`\\$${other}\\b`).test(prelude[name])) all.add(other);
  }
  return names.filter((name) => all.has(name)).map((name) => prelude[name]);
}
