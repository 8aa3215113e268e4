// Help that depends on what was written: methods of arrays, fractions, numbers out of range. The catalogue's help lines have a
// place for it.

const list =
  "An array has a fixed length in a kernel: `const list = fixedArray(64, 0)`, and count what is used: `list[count++] = x`.";
const loop = "Write a loop: `for (let k = 0; k < a.length; k++)`.";

const arrayMethods: Readonly<Record<string, string>> = {
  concat: list,
  every: loop,
  fill: "Write `for (let k = 0; k < a.length; k++) a[k] = value`; a new array of one value is `fixedArray(64, value)`.",
  filter:
    "Write a loop that keeps what is wanted: `if (…) list[count++] = a[k]`, with `const list = fixedArray(64, 0)`.",
  find: loop,
  findIndex: loop,
  forEach: "Write `for (const x of a) …`.",
  from: list,
  includes: loop,
  indexOf: loop,
  map: "Write a loop that assigns each element: `for (let k = 0; k < a.length; k++) b[k] = …`.",
  pop: list,
  push: list,
  reduce: "Write a loop: `let sum = 0; for (const x of a) sum += x;`.",
  reverse: "Write a loop that swaps `a[k]` and `a[a.length - 1 - k]`.",
  set: "Write a loop that copies each element: `for (let k = 0; k < a.length; k++) b[k] = a[k]`.",
  shift: list,
  slice: "Index with an offset, `a[begin + k]`; a copy is a loop that assigns each element.",
  some: loop,
  sort: "Write the loops of an insertion sort, for few elements.",
  splice: list,
  subarray: "Index with an offset, `a[begin + k]`; or capture a subarray that the host made.",
  unshift: list,
};

/** What to write instead of a method of arrays. */
export function remedyOfMethod(name: string): string {
  return arrayMethods[name] ?? loop;
}

const MAX_TEXT = 32;

/** How to make an integer of an expression. */
export function remedyOfFraction(text: string, isQuotient: boolean): string {
  const x = text.length > MAX_TEXT ? "…" : text;
  if (isQuotient) return `\`Math.floor(${x})\`, \`Math.trunc(${x})\` or \`(${x}) | 0\``;
  const isSimple = /^[\w.]+(\(.*\)|\[.*\])?!?$/.test(x);
  return `\`Math.floor(${x})\`, \`Math.round(${x})\` or \`${isSimple ? x : `(${x})`} | 0\``;
}

/** How a number comes into the range of an integer type. */
export function remedyOfRange(text: string, value: number | bigint, type: string): string {
  const isBits = type === "i32" && Number(value) >= 2 ** 31 && Number(value) < 2 ** 32;
  if (isBits) return `For these 32 bits write \`${text} | 0\`; else use a u32 or a wider type.`;
  if (type === "u32" && Number(value) < 0)
    return `For its bits write \`${text} >>> 0\`; else use an i32 or a wider type.`;
  return "Use a number in its range, or a wider type.";
}

/** How two integer types meet. */
export function remedyOfSigns(type: string): string {
  return /64/.test(type)
    ? "Convert one side: `BigInt.asIntN(64, x)` makes an i64, `BigInt.asUintN(64, x)` a u64."
    : "Convert one side: `x | 0` makes an i32, `x >>> 0` a u32.";
}

/** How a captured variable gets a result. */
export function remedyOfAssignment(name: string, isSum: boolean): string {
  if (!isSum || name.includes(".")) return "Write the result to an array of the queue or to a device global.";
  return `To add up over all work-items use \`atomicRef(${name}).fetchAdd(…)\` with a device global, or with an array and an index; else give each its own element.`;
}
