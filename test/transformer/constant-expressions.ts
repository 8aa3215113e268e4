// The table of test/transformer/evaluate.test.ts: declarations in two modules, and expressions over them. Each expression
// must have, at compile time, the value that it has when the program runs; or none.

export const other = `
export const SIZE = 24;
export const GAIN = 1.5;
export const TAPS = [1, 4, 6, 4, 1] as const;
export const BIG = 2n ** 40n;
export enum Mode { off, on = 4, auto }
export namespace Units { export const metre = 1000; export function toFeet(x: number): number { return x / 0.3048; } export namespace Inner { export const deep = SIZE + 1; } }
export class Limits { static readonly LOW = -3; static readonly HIGH = Limits.LOW + SIZE; static readonly TABLE = [1, 2, 3] as const; static width(n: number): number { return n * Limits.HIGH; } }
export function square(x: number): number { return x * x; }
export const cube = (x: number): number => x * square(x);
export default function triple(x: number): number { return 3 * x; }
export const [FIRST] = TAPS;
`;

export const prelude = `
import triple, { BIG, cube, FIRST, GAIN, Limits, Mode, SIZE, square, TAPS, Units } from "./other.js";
import * as other from "./other.js";
import { f16, f32, f64, i16, i32, i64, i8, u16, u32, u64, u8 } from "lanewise";

const WEIGHTS: readonly number[] = [0.25, 0.5, 0.25];
const MATRIX: readonly (readonly number[])[] = [[1, 2], [3, 4]];
const PAIR: readonly [number, boolean] = [7, true];
const CONFIG = { gain: 2.5, size: { width: 640, height: 480 }, tags: ["a", "bb"], flags: [true, false] } as const;
interface Settings { readonly rate: number; readonly taps: readonly number[]; }
const SETTINGS: Settings = { rate: 48000, taps: [3, 2, 1] };
const FROZEN = Object.freeze({ a: 1, b: 2 });
class Point {
  static readonly origin = 3;
  start = SIZE;
  readonly all: readonly number[];
  sum: number;
  constructor(readonly x: number, readonly y = x * 2, ...rest: number[]) {
    this.all = [x, this.y, ...rest];
    this.sum = 0;
    for (const one of this.all) this.sum += one;
  }
  get double(): number { return this.x * 2; }
  length(): number { return Math.hypot(this.x, this.y); }
}
const ORIGIN: { readonly x: number; readonly y: number } = new Point(0, 9);
const FROZEN_LIST = Object.freeze([5, 6, 7]);
const MAPPED: Readonly<Record<string, number>> = { x: 1, y: 2 };
const PARTIAL = { width: 9, time: Date.now(), list: [1, Math.random(), 3] } as const;
type Deep<T> = { readonly [K in keyof T]: Deep<T[K]> };
const DEEP: Deep<{ a: { b: number }[] }> = { a: [{ b: 8 }] };
const { gain, size: { width, height: tall }, missing = 11 } = { ...CONFIG, missing: undefined as number | undefined };
const [head, , third = 9] = TAPS;
const SAME = SETTINGS;
const SATISFIED = [9, 8, 7] as const satisfies readonly number[];
const { PI, max } = Math;
enum Level { low = 1, high = low << 4, both = low | high, length = "abc".length, computed = square(3) }
const enum Fixed { one = 1, two }
enum Words { yes = "YES", no = "NO" }
const table = (n: number): number[] => Array.from({ length: n }, (_, i) => Math.sin((Math.PI * i) / n));
function factorial(n: number): number { return n <= 1 ? 1 : n * factorial(n - 1); }
function gaussian(radius: number, sigma: number = radius / 2): number[] {
  const weights: number[] = [];
  let sum = 0;
  for (let i = -radius; i <= radius; i++) {
    const w = Math.exp(-(i * i) / (2 * sigma * sigma));
    weights.push(w);
    sum += w;
  }
  return weights.map((w) => w / sum);
}
function crcTable(): readonly number[] {
  const made = new Array<number>(256).fill(0);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    made[n] = c >>> 0;
  }
  return made;
}
const CRC = crcTable();
function primes(limit: number): number[] {
  const found: number[] = [];
  outer: for (let n = 2; n < limit; n++) {
    for (const p of found) {
      if (p * p > n) break;
      if (n % p === 0) continue outer;
    }
    found.push(n);
  }
  return found;
}
function name(mode: number): string {
  switch (mode) {
    case Mode.off: return "off";
    case Mode.on:
    case Mode.auto: { const text = "running"; return text; }
    default: return "?";
  }
}
function fall(n: number): number { let x = 0; switch (n) { case 1: x += 1; default: x += 10; case 2: x += 100; break; case 3: x += 1000; } return x; }
function bitReverse(bits: number): number[] {
  const n = 1 << bits;
  const result: number[] = Array(n);
  for (let i = 0; i < n; i++) {
    let r = 0;
    let x = i;
    let left = bits;
    while (left-- > 0) { r = (r << 1) | (x & 1); x >>= 1; }
    result[i] = r;
  }
  return result;
}
function counters(): number[] {
  const made: (() => number)[] = [];
  for (let i = 0; i < 3; i++) made.push(() => i++);
  return made.map((next) => next() + next());
}
function vars(): number { for (var i = 0; i < 5; i++) { var last = i; } return i * 10 + last!; }
function swap(a: number, b: number): [number, number] { [a, b] = [b, a]; return [a, b]; }
function fields(): { x: number; y?: number } { const p: { x: number; y?: number } = { x: 1 }; p.x += 4; p["y"] = p.x * 2; return p; }
function nested(n: number): number { function twice(x: number): number { return later(x) * 2; } return twice(n); function later(x: number): number { return x + n; } }
function logical(): number[] { let a: number | undefined; let b = 0; let c = 5; a ??= 7; b ||= 8; c &&= 9; return [a, b, c]; }
function many(...xs: number[]): number { return xs.length === 0 ? 0 : xs[0]! + many(...xs.slice(1)); }
function destructured({ a, b: [c = 4] = [] }: { a: number; b?: number[] }): number { return a * 10 + c; }
function keys(o: { [k: string]: number }): string { let s = ""; for (const k in o) s += k + o[k]; return s; }
function doWhile(n: number): number { let i = 0; do { i += 2; if (i === 6) continue; } while (i < n); return i; }
function blocks(): number { let x = 1; { let x = 2; x++; } done: { x += 5; if (x > 3) break done; x = 100; } return x; }
function fib(n: bigint): bigint { let [a, b] = [0n, 1n]; for (let i = 0n; i < n; i++) [a, b] = [b, a + b]; return a; }
function compose<T>(...fs: ((x: T) => T)[]): (x: T) => T { return (x) => fs.reduce((y, f) => f(y), x); }
const recursive = function self(n: number): number { return n > 0 ? n + self(n - 1) : 0; };
function shadow(Math: { max(a: number): number }): number { return Math.max(1); }
function matrix(n: number): number[][] { return [...Array(n).keys2()].length ? [] : []; }
const methods = { double(x: number): number { return x * 2; }, half: (x: number) => x / 2 } as const;
function assignPattern(): number { let a = 0; let b = 0; let rest: number[] = []; ({ a, b = 5 } = { a: 3 } as { a: number; b?: number }); [, ...rest] = [1, 2, 3]; return a * 100 + b * 10 + rest.length; }
function commas(): number { let i = 0; let j = 10; for (; i < j; i++, j--); return i * 100 + j; }
function chars(s: string): number { let h = 5381; for (const c of s) h = Math.imul(h, 33) ^ c.charCodeAt(0); return h >>> 0; }
`.replace(/^function matrix.*\n/m, "");

/** Expressions that are constants. */
export const expressions = `
1
-0
0x1f + 0b11 + 0o7 + 1_000
.5e-3
NaN
Infinity - 1
-Infinity
true
!true
!0
"text"
\`a\${1 + 1}b\${true}\`
\`plain\`
123n
-5n
undefined === undefined
null === null
1 + 2 * 3 - 4 / 8 % 3
2 ** 10 ** 0.5
(-7) % 3
-7 >> 1
-7 >>> 28
~5 & 0xff | 3 ^ 9
1 << 33
0.1 + 0.2
1 / 0
1 / -0
5 % 0
+true
-"3"
"2" * 3
"a" + 1 + true
1 + 2 + "x"
"b" > "a"
"10" < "9"
1 == "1"
null == undefined
null == 0
NaN === NaN
1 < 2 && 3
0 || "no"
0 ?? 5
undefined ?? 5
null?.["x"] ?? 4
1 ? 2 : 3
(1, 2, 3)
typeof 1
typeof "s"
typeof 1n
typeof undefined
typeof null
typeof [1]
typeof square
typeof SIZE === "number"
void 0 === undefined
2n ** 64n - 1n
7n / -2n
7n % -2n
-7n >> 1n
5n << 70n
5n & 3n | 8n ^ 1n
~5n
2n > 1
2n == 2
BIG + 1n
BigInt(12345678901234567890)
BigInt("0xff")
BigInt.asIntN(8, 255n)
BigInt.asUintN(64, -1n)
Number(5n)
Number("0x10")
Number(true)
Number("abc")
String(12.5)
Boolean("")
Number.EPSILON
Number.MAX_SAFE_INTEGER + 2
[Number.MIN_VALUE, Number.MAX_VALUE, Number.POSITIVE_INFINITY]
Number.isInteger(5.0)
Number.isSafeInteger(2 ** 53)
Number.isNaN(NaN)
Number.isFinite(Infinity)
Number.parseFloat("1.5e3x")
parseInt("ff", 16)
isNaN(1)
Math.PI
Math.sqrt(2)
Math.floor(-1.5)
Math.max(1, 5, 3)
Math.max(...TAPS)
Math.min()
Math.hypot(3, 4)
Math.imul(0xffffffff, 5)
Math.clz32(1)
Math.fround(0.1)
Math.atan2(1, -0)
Math.round(-0.5)
Math.sign(-3)
Math["pow"](2, 0.5)
PI * 2
max(3, 4)
i32(2.9)
i32(-0.5)
i32(1e20)
[i8(300), u8(-1), i16(-40000), u16(70000)]
u32(-1)
[i64(2.9), i64(1e30), u64(-5), u64(NaN), i64(5n), i64(-Infinity), u64(Infinity)]
f32(0.1)
[f16(0.1), f16(1e6), f16(3n)]
f64(0.1)
i32(7n)
[1, 2, 3]
[1, , 3][2]!
[1, ...[2, 3], ..."ab"]
[[1], [2, [3]]]
[1, 2, 3].length
[1, 2, 3][1]
[1, 2, 3][5] ?? -1
({ a: 1, "b c": 2, 3: 4, ["d" + 1]: 5 })
({ SIZE, ...FROZEN, c: { d: [1] } })
({ a: { b: 2 } }).a.b
({ a: 1 } as { a: number; b?: number }).b ?? 2
"hello".length
"hello"[1]!
"a" in FROZEN
"zz" in FROZEN
SIZE
GAIN * SIZE
TAPS
TAPS[2]
TAPS.length
TAPS[TAPS.length - 1]
other.SIZE
other.TAPS[1] + other.cube(2)
other.Units.metre
Units.Inner.deep
Units.toFeet(3)
Limits.LOW
Limits.HIGH
Limits.TABLE[1]
Limits.width(2)
Mode.auto
Mode["on"]
Mode[4]
Mode[Mode.off]
Level.both
Level.length
Level.computed
Fixed.two
Words.no
Words.yes + "!"
FIRST
WEIGHTS
WEIGHTS[1]! * 4
MATRIX
MATRIX[1]![0]
PAIR[0] + (PAIR[1] ? 1 : 0)
CONFIG
CONFIG.size.width * CONFIG.gain
CONFIG.tags[1].length
CONFIG?.size?.["height"]
SETTINGS.rate
SETTINGS.taps
SAME.taps[0]
FROZEN.a
FROZEN_LIST[2]
MAPPED.x
MAPPED
DEEP.a[0]!.b
DEEP
PARTIAL.width
PARTIAL.list[2]
gain + width + tall + missing
[head, third]
SATISFIED[0]
triple(7)
square(SIZE)
cube(3)
factorial(12)
table(8)
gaussian(3)
gaussian(2, 0.7)
CRC
CRC[200]
primes(60)
[0, 4, 5, 9].map(name)
[1, 2, 3, 4].map(fall)
bitReverse(4)
counters()
vars()
swap(1, 2)
fields()
nested(5)
logical()
many(1, 2, 3, 4)
destructured({ a: 3 }) + destructured({ a: 3, b: [9] })
keys({ x: 1, 2: 5, y: 3 })
[doWhile(1), doWhile(7)]
blocks()
fib(90n)
compose<number>((x) => x + 1, (x) => x * 2)(10)
recursive(10)
shadow({ max: (a) => a + 41 })
methods.double(4) + methods.half(4)
assignPattern()
commas()
chars("lanewise")
(() => 5)()
((x: number, y = x * 2) => x + y)(3)
(function () { return 6; })()
[3, 1, 2].map((x) => x * 2)
[3, 1, 2].filter((x, i) => x > i)
[3, 1, 2].reduce((a, b) => a * 10 + b)
[3, 1, 2].reduce((a, b) => a + b, 0.5)
[3, 1, 2].reduceRight((a, b) => a * 10 + b)
[3, 1, 2].slice(1).concat([7], 8)
[3, 1, 2].toReversed()
[10, 9, 1].sort()
[10, 9, 1].sort((a, b) => a - b)
[3, 1, 2].indexOf(1) + [3].lastIndexOf(4)
[1, NaN].includes(NaN)
[1, 2].at(-1)
[1, 2, 3].every((x) => x > 0) && [1].some((x) => x > 5)
[1, 2, 3].find((x) => x > 1)
[1, 2, 3].findIndex((x) => x > 5)
[1, [2, [3]]].flat(Infinity)
[1, 2].flatMap((x) => [x, -x])
[1, 2, 3].fill(0, 1)
[1, 2, 3].with(1, 9)
["1", "2", "3"].map(Number)
[1.5, -2.5].map(Math.abs)
Array.from({ length: 4 }, (_, i) => i * i)
Array.from("abc")
Array.from(TAPS, (x) => x / 2)
Array.of(1, 2)
Array.isArray(TAPS)
new Array(3).fill(7)
[...Array(3)].map((_, i) => i)
new Array(1, 2)
Object.keys(CONFIG)
Object.values(FROZEN)
Object.entries(MAPPED)
Object.fromEntries([["a", 1], ["b", 2]])
Object.assign({ a: 1 }, { b: 2 })
Object.freeze([1])
Object.is(-0, 0)
"abc".charCodeAt(1)
"a-b".split("-")
"ab".repeat(3).toUpperCase()
"x".padStart(3, "-") + " y ".trim()
"abc".at(-1)
[TAPS === TAPS, SETTINGS === SAME, [1] === ([1] as unknown)]
WEIGHTS.map((w) => w * GAIN)
SETTINGS.taps.length as number
(<number>SIZE) + SIZE!
new Point(3, 4).y
new Point(3).all
[new Point(1).start, new Point(1, 5).sum]
ORIGIN.y + 1
{ ...new Point(7), z: 1 }.sum
`
  .split("\n")
  .filter((line) => line !== "");

/** Declarations and expressions over them that have no constant value. */
export const variablePrelude = `
import { deviceGlobal, type i32 } from "lanewise";
let counter = 0;
const LIST = [1, 2, 3];
const OBJECT = { a: 1 };
const HALF: { readonly a: number; b: number } = { a: 1, b: 2 };
const OPTIONAL: { readonly a: number; b?: number } = { a: 1 };
const [, ...rest] = [1, 2, 3] as const;
const { ...remaining } = { a: 1 } as const;
const ROWS: readonly number[][] = [[1], [2]];
const LOOSE: any = [1, 2];
const circular: number = circularToo + 1;
const circularToo: number = circular + 1;
const selfish: readonly number[] = [1, selfish?.length ?? 0];
const TABLE: readonly number[] = [1, 2, 3];
class Changing { static size = 4; static readonly count = 5; readonly own = 6; static get made(): number { return 7; } get double(): number { return 12; } }
class Derived extends Changing { more = 1; }
class Early { constructor(readonly x: number) {} y = this.x; }
class Hidden { #x = 1; y = 2; }
class Impure { x = ++counter; }
const CHANGING = new Changing();
const FROZEN_CHANGING = Object.freeze(new Changing());
declare const outside: number;
declare function hidden(): number;
const global = deviceGlobal<i32>(5);
function next(): number { return ++counter; }
function readsCounter(): number { return counter; }
function pushes(): number { LIST.push(4); return 1; }
function changes(): number { (TABLE as number[])[0] = 9; return 1; }
function sorts(): number { return (TABLE as number[]).sort()[0]!; }
function throws(): number { throw new Error("no"); }
function tries(): number { try { return 1; } finally { counter++; } }
async function later(): Promise<number> { return 5; }
function* generates(): Generator<number> { yield 1; }
const stateful = (() => { let n = 0; return () => ++n; })();
const objects = new Map([[1, 2]]);
function reassigns(): number { const fixed = 1; (fixed as number) = 2; return fixed; }
function unusual(this: { x: number }): number { return this.x; }
enum Dynamic { now = Date.now() }
declare enum Ambient { a, b }
`;

export const variables = `
counter
LIST
LIST[0]
LIST.length
OBJECT
OBJECT.a
HALF
HALF.b
OPTIONAL
OPTIONAL.b
Object.keys(OPTIONAL)
({ ...OPTIONAL })
ROWS
ROWS[0]
ROWS[0]![0]
rest
rest[0]
remaining
LOOSE
LOOSE[0]
circular
circularToo
selfish[1]
Changing.size
new Changing().double
new Derived().more
new Early(1).y
new Hidden().y
new Impure().x
CHANGING
FROZEN_CHANGING.double
(() => { class Inner { x = 1; } return new Inner().x; })()
Changing.made
outside
hidden()
global
next()
readsCounter()
pushes()
changes()
sorts()
throws()
tries()
later()
generates()
stateful
stateful()
objects
objects.get(1)
reassigns()
unusual.call({ x: 1 })
Dynamic.now
Ambient.a
Math.random()
Date.now()
new Date(5)
process.env.HOME
undefined
null
[1, undefined]
[1, , 2]
{}.constructor
[].map
() => 5
1n + 1
5n / 0n
BigInt(1.5)
new Array(-1)
[] + 1
[1] == 1
null!.x
/x/
this
await 5
(counter = 5)
counter++
LIST.push(1)
"a".localeCompare("b")
({ get x() { return 1; } }).x
({ a: Date.now() })
[next(), 1]
\`\${LIST}\`
new Function("return 5")()
import.meta.url
"x".__proto__
({ __proto__: TABLE })[0]
`
  .split("\n")
  .filter((line) => line !== "");
