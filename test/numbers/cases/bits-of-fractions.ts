// Operators on bits, of numbers with fractions: variables, parameters, fields, elements and captured numbers that hold them. JavaScript drops the
// fraction, and so does a kernel. Decision: docs/decisions/0094-bits-of-fractions.md.

import type { NumberCase } from "../number-case.js";

const items = 31;
const numbers = [0, -0, 0.5, -0.5, 1.5, -2.75, 255.9, 2 ** 31 + 0.5, -(2 ** 31) - 1.5, 2 ** 53, 1e300, -1e21];
const x = new Float64Array([...numbers, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
const element = `x[i % ${x.length}]!`;

const bodies: Readonly<Record<string, string>> = {
  "a variable that starts with one": `let h = ${element}; h ^= 5; h <<= 2.9; h |= h / 3; out[i] = h;`,
  "a variable that becomes one": "let t = 0; for (let k = 0; k < i; k++) t += 0.375; out[i] = (t & 1) + (t ^ 6);",
  "a variable that is used as it is, too": "const half = i / 2; out[i] = (half & 1) + half;",
  "a variable of bits and fractions in turn": `let s = i + 1; for (let k = 0; k < 5; k++) { s = (s * 16807) % 2147483647; s ^= s / 3; } out[i] = s;`,
  "the result of a choice": `out[i] = (i % 2 === 0 ? i : ${element}) & 3;`,
  "a parameter": `out[i] = low(${element}) + low(i);`,
  "a parameter that is assigned": `out[i] = mix(${element}, 2.5) + mix(i, 3);`,
  "a field": `out[i] = new Mixed(${element}).add(i).add(0.3).h;`,
  "an element of a private array": `const l = [${element}, i + 0.5]; l[0]! |= 1; l[1]! >>= 1; out[i] = l[0]! + l[1]!;`,
  "an index of a mask": "const l = [5, 6, 7, 8]; out[i] = l[(i / 3) & 3]!;",
  "a bound of a mask": `let n = 0; for (let k = 0; k < (${element} & 7); k++) n += k; out[i] = n;`,
  "a literal": "out[i] = (0.5 & 1) + (i | 2.5) + (7.5 >>> 0.5);",
  "a captured number": "out[i] = (fraction & 7) + (i ^ fraction);",
  "Math.imul and Math.clz32": `out[i] = Math.imul(${element}, 2.9) + Math.clz32(${element});`,
};

const declarations = `
function low(a: number): number { return a & 7; }
function mix(a: number, b: number): number { a ^= b; a = a * 0.5; return a | b; }
class Mixed {
  h: number;
  constructor(h: number) { this.h = h; }
  add(v: number) { this.h = (this.h ^ v) * 1.5; return this; }
}
`;

export const bitsOfFractions: readonly NumberCase[] = Object.entries(bodies).map(([name, body]) => ({
  name: `bits of a fraction: ${name}`,
  body,
  declarations,
  captures: { x, fraction: 2.75, out: new Float64Array(items) },
  range: [items],
}));
