// Help lines that depend on the source: array methods, fractions, numbers out of range. They fill in the catalogue's help.

const list =
  "An array has a fixed length in a kernel: `const list = fixedArray(64, 0)`, and count what is used: `list[count++] = x`.";
const loop = "Write a loop: `for (let k = 0; k < a.length; k++)`.";
const search = "Give it one argument, a number or a boolean as the elements are, or write a loop.";

const arrayMethods: Readonly<Record<string, string>> = {
  concat: list,
  every: loop,
  fill: "Write a loop over the elements that it fills: `for (let k = begin; k < end; k++) a[k] = value`; a new array of one value is `fixedArray(64, value)`.",
  filter:
    "Write a loop that keeps the elements that you want: `if (…) list[count++] = a[k]`, with `const list = fixedArray(64, 0)`.",
  find: loop,
  findIndex: loop,
  forEach: "Write `for (const x of a) …`.",
  from: "Give it a constant length and a function that returns a number: `Float64Array.from({ length: 8 }, (_, k) => …)`. Other arrays are literals, or filled by a loop.",
  includes: search,
  indexOf: search,
  isArray:
    'Values of one variable have one type in a kernel. Write a function for each, or a field that tells them apart: `{ kind: "pair", x, y }`.',
  lastIndexOf: search,
  map: "Write a loop that assigns each element: `for (let k = 0; k < a.length; k++) b[k] = …`.",
  of: "Write `new Float64Array([a, b])`.",
  pop: list,
  push: list,
  reduce: "Write a loop that does what its function does: `let result = initial; for (const x of a) result = …;`.",
  reverse: "Write a loop that swaps `a[k]` and `a[a.length - 1 - k]`.",
  set: "Write a loop that copies each element: `for (let k = 0; k < b.length; k++) a[offset + k] = b[k]`. If each work-item copies to its own place, `a.set(b, offset)` works.",
  shift: list,
  slice:
    "In a kernel its length must be a constant: `a.slice(begin, begin + 8)`. Or index with an offset, `a[begin + k]`; a copy is `const copy = new Float64Array(8); copy.set(a.subarray(begin, end))`.",
  some: loop,
  sort: "Write the loops of an insertion sort, for few elements.",
  splice: list,
  subarray: "Kernels support it for typed arrays. Index with an offset, `a[begin + k]`.",
  unshift: list,
};

/** What to write instead of an array method. */
export function remedyOfMethod(name: string): string {
  return arrayMethods[name] ?? loop;
}

const field = 'Give the types a field that tells them apart, `kind: "circle"`, and compare that.';
const known = "Each value in a kernel has one type, which must be known when the kernel is compiled.";

const operators: Readonly<Record<string, string>> = {
  "** of bigints": "Multiply: `x * x`, or in a loop.",
  delete: "Assign what stands for nothing, such as 0 or -1.",
  in: field,
  instanceof: field,
  void: "Leave it out, and write the expression as a statement of its own.",
};

/** What to write instead of an operator that kernels lack. */
export function remedyOfOperator(name: string): string {
  return operators[name] ?? known;
}

const MAX_TEXT = 32;

/** A fraction used where an integer is required. */
interface Fraction {
  readonly text: string;
  /** The value of a constant. */
  readonly value: number | undefined;
  readonly isQuotient: boolean;
  /** The assigned variable, if the fraction comes from an assignment: `t` of `t += 0.125`. */
  readonly assigned: string | undefined;
  /** How it is used, and the text of the use if that is elsewhere. */
  readonly as: "index" | "count" | "integer";
  readonly use: string | undefined;
}

/** How to convert a fraction to an integer. */
export function remedyOfFraction(fraction: Fraction): string {
  const { text, value, assigned, as, use } = fraction;
  if (as === "index") {
    if (value !== undefined) return `Write the index of the element that you mean: there is none at ${value}.`;
    const index = use ?? assigned;
    if (index === undefined) return `Say how to round: ${roundings(text, fraction.isQuotient)}.`;
    if (/[^=!<>]=[^=]|\+\+|--/.test(index)) return "Give the index a name, and round that: `Math.floor(index)`.";
    const where = use === undefined ? "Assign before, and round it" : "Round it";
    return `${where} where it is an index: ${roundings(index, false)}.`;
  }
  if (value !== undefined)
    return "Write an integer, or give what receives it a type with fractions: number, f64 or f32.";
  if (assigned !== undefined) return `Give \`${assigned}\` a type with fractions: number, f64 or f32.`;
  return `Give what receives it a type with fractions (number, f64, f32), or say how to round: ${roundings(text, fraction.isQuotient)}.`;
}

const shortened = (text: string) => (text.length > MAX_TEXT ? "…" : text);
const operandOf = (text: string) => (/^([\w.]+(\(.*\)|\[.*\])?!?|…)$/.test(text) ? text : `(${text})`);

function roundings(text: string, isQuotient: boolean): string {
  const x = shortened(text);
  const other = isQuotient ? "trunc" : "round";
  return `\`Math.floor(${x})\`, \`Math.${other}(${x})\` or \`${operandOf(x)} | 0\``;
}

/** How to bring a number into the range of an integer type. `compared`: the operand that it is compared with. */
export function remedyOfRange(text: string, value: number | bigint, type: string, compared?: string): string {
  if (compared !== undefined && /32/.test(type))
    return `Compare it with \`f64(${shortened(compared)})\`, which has both in range.`;
  const isBits = type === "i32" && Number(value) >= 2 ** 31 && Number(value) < 2 ** 32;
  if (isBits) return `Use a u32 or a wider type; where its 32 bits alone count, write \`${text} | 0\`.`;
  if (type === "u32" && Number(value) < 0)
    return `Use an i32 or a wider type; where its 32 bits alone count, write \`${text} >>> 0\`.`;
  return "Use a number in its range, or a wider type.";
}

/** How to combine two integer types: one conversion keeps all values, the others only some. */
export function remedyOfSigns(type: string): string {
  return /64/.test(type)
    ? "Convert one side: `BigInt.asIntN(64, x)` (an i64) keeps values below 2^63, and `BigInt.asUintN(64, x)` (a u64) those that are not negative."
    : "Convert one side: `f64(x)` keeps every value, `x | 0` (an i32) those below 2^31, and `x >>> 0` (a u32) those that are not negative.";
}

const conversions: Readonly<Record<string, string>> = {
  i32: "Below 2^31, write `x | 0`; otherwise give what receives it the type u32 or f64.",
  u32: "If it is not negative, write `x >>> 0`; otherwise give what receives it the type i32 or f64.",
  i64: "Below 2^63, write `BigInt.asIntN(64, x)`; otherwise give what receives it the type u64.",
  u64: "If it is not negative, write `BigInt.asUintN(64, x)`; otherwise give what receives it the type i64.",
};

/** How to convert an integer to the type with the other signedness. */
export function remedyOfSign(type: string): string {
  return conversions[type] ?? "Give what receives it the type of the value.";
}

/** How to replace an assignment to a captured variable; `operation` combines it with a value, as `+=` does. */
export function remedyOfAssignment(name: string, operation?: "add" | "multiply" | "min" | "max"): string {
  if (!operation || name.includes(".")) return "Write the result to an array of the queue or to a device global.";
  const one = operation === "add" ? "To add up over all work-items" : "To combine over all work-items";
  const launch = `\`parallelFor(n, reduction(${name}, "${operation}"), (i, ${name}) => { ${name}.combine(…); })\``;
  return `${one} use a reduction: \`const ${name} = new Float64Array(1)\`, ${launch}, and \`${name}[0]\` after it; otherwise give each work-item its own element, or use \`atomicRef\`.`;
}
