// Small bodies of kernels as users write them: who shares an object and who has a copy, private arrays that data index, patterns,
// closures, and control flow around them.
import { type FixedArray, type f64, fixedArray, type i32, type Kernel1, type u64 } from "lanewise";
import { same } from "./harness.js";

const each = (kernel: (out: Float64Array) => Kernel1) => same((n) => [new Float64Array(n)], kernel);

class V {
  constructor(public x: f64, public y: f64) {}
  add(o: V): V { return new V(this.x + o.x, this.y + o.y); }
  get len(): f64 { return Math.hypot(this.x, this.y); }
  static of(s: f64): V { return new V(s, 2 * s); }
  scale(s = 2): this { this.x *= s; this.y *= s; return this; }
}
const minmax = (a: i32, b: i32) => ({ lo: Math.min(a, b), hi: Math.max(a, b) });
function find(i: i32): { at: i32; ok: boolean } { for (let k = 0; k < 10; k++) if (k * k >= i) return { at: k, ok: true }; return { at: -1, ok: false }; }
enum Operation { Add, Mul = 5, Neg }
const rows = [[1, 2, 3], [4, 5, 6]] as const; const record = { k: 10, t: [7, 8, 9] } as const;
const records = [{ a: 1.5, b: 2 }, { a: 3.5, b: 4 }] as const;
interface Two { a: i32; b: i32 }
interface Body { p: V; v: V; tags: FixedArray<i32, 3> }
function bump(v: V): V { v.x += 1; return v; }
const elementOf = (vs: FixedArray<V, 3>, k: i32): V => vs[k]!;
class Scale { static readonly K = 7; static f(x: number): number { return x * Scale.K; } }
class Pair<T> { constructor(readonly a: T, readonly b: T) {} swap(): Pair<T> { return new Pair(this.b, this.a); } }
abstract class Shape { abstract area(): number; twice(): number { return 2 * this.area(); } } class Sq extends Shape { constructor(readonly s: number) { super(); } area(): number { return this.s * this.s; } }
const words: readonly u64[] = [0xffffffffffffffffn, 2n];
class Point { x = 1; y: number; w: FixedArray<number, 2> = [3, 4]; constructor(y: number) { this.y = y + this.x; } }
const withDefaults = (a: number, b = a * 2, c?: number): number => a + b + (c ?? 7);
type Tree = { v: number; kids: FixedArray<i32, 2> };

export const swapElements = each((out) => (i) => {
  const p: FixedArray<i32, 4> = [i, 1, 2, 3];
  const k = i & 3;
  [p[0], p[k]] = [p[k]!, p[0]!];
  out[i] = p[0]! * 1000 + p[1]! * 100 + p[2]! * 10 + p[3]!;
});
export const closureMutates = each((out) => (i) => {
  let sum = 0;
  const add = (k: number): void => { sum += k; };
  for (let k = 0; k < 5; k++) if (k !== (i & 3)) add(k);
  out[i] = sum;
});
export const closureArray = each((out) => (i) => {
  const w = fixedArray<i32, 8>(8, 1);
  const set = (at: i32, v: i32): i32 => { const old = w[at]!; w[at] = v; return old; };
  set(i & 7, 5);
  out[i] = set(i & 7, 9) + w[(i + 1) & 7]!;
});
export const switchFall = each((out) => (i) => {
  let r = 0;
  switch (i % 5) { case 0: r += 1; case 1: r += 10; break; case 2: { r += 100; break; } default: r += 1000; case 4: r += 10000; }
  out[i] = r;
});
export const switchInLoop = each((out) => (i) => {
  let r = 0;
  for (let k = 0; k < 6; k++) { switch ((k + i) % 4) { case 0: continue; case 1: r += 1; break; case 2: if (k > 3) break; r += 10; break; default: r += 100; } r *= 2; }
  out[i] = r;
});
export const objects = each((out) => (i) => {
  const j: number = i * 1;
  let v = new V(j, 1);
  for (let k = 0; k < (i & 3); k++) v = v.add(V.of(k));
  out[i] = v.x * 100 + v.y + v.len;
});
export const chain = each((out) => (i) => {
  const j: number = i * 1;
  const v = new V(j, 1).scale().scale(3);
  out[i] = v.x * 100 + v.y;
});
export const alias = each((out) => (i) => {
  const j: number = i * 1;
  const v = new V(j, 1);
  const w = v;
  w.x += 5;
  out[i] = v.x;
});
export const ternaryObject = each((out) => (i) => {
  const j: number = i * 1;
  const a = new V(j, 1), b = new V(1, j);
  const c = i % 2 === 0 ? a : b;
  c.x += 100;
  out[i] = a.x * 1000 + b.x;
});
export const objectArray = each((out) => (i) => {
  const vs: FixedArray<V, 3> = [new V(0, 1), new V(2, 3), new V(4, 5)];
  const v = vs[i % 3]!;
  v.x += 10;
  out[i] = vs[0]!.x * 10000 + vs[1]!.x * 100 + vs[2]!.x;
});
export const replaceElement = each((out) => (i) => {
  const vs: FixedArray<V, 3> = [new V(0, 1), new V(2, 3), new V(4, 5)];
  vs[i % 3] = vs[(i + 1) % 3]!.add(vs[0]!);
  out[i] = vs[0]!.x * 10000 + vs[1]!.x * 100 + vs[2]!.x;
});
export const objectReturn = each((out) => (i) => {
  const { lo, hi } = minmax(i, 9);
  out[i] = lo * 100 + hi;
});
export const earlyObject = each((out) => (i) => {
  const { at, ok } = find(i * 9);
  out[i] = ok ? at : -5;
});
export const enumCase = each((out) => (i) => {
  const op = [Operation.Add, Operation.Mul, Operation.Neg][i % 3]!;
  switch (op) { case Operation.Add: out[i] = 1; break; case Operation.Mul: out[i] = 2; break; default: out[i] = op; }
});
export const constTable = each((out) => (i) => {
  out[i] = rows[i & 1]![i % 3]! * record.k + record.t[i % 3]!;
});
export const constStructs = each((out) => (i) => {
  const { a, b } = records[i & 1]!;
  out[i] = a * b;
});
export const nestedArrays = each((out) => (i) => {
  const j: number = i * 1;
  const m: FixedArray<FixedArray<f64, 3>, 3> = [[1, 2, 3], [4, 5, 6], [7, 8, j]];
  const row = m[i % 3]!;
  row[1] = 100;
  let s = 0;
  for (const r of m) for (const x of r) s = s * 3 + x;
  out[i] = s;
});
export const fillArrays = each((out) => (i) => {
  const m: FixedArray<FixedArray<f64, 3>, 3> = fixedArray(3, fixedArray(3, 0));
  m[i % 3] = [1, 2, 3];
  out[i] = m[0]![0]! * 100 + m[1]![1]! * 10 + m[2]![2]!;
});
export const spread = each((out) => (i) => {
  const a = { x: i, y: 2 };
  const b = { ...a, y: 5 };
  b.x += 1;
  out[i] = a.x * 100 + a.y * 10 + b.x + b.y;
});
export const typedArrayLocal = each((out) => (i) => {
  const w = new Uint8Array(4);
  w[i & 3] = 300;
  out[i] = w[0]! + w[1]! * 2 + w[2]! * 3 + w[3]! * 4;
});
export const whileObject = each((out) => (i) => {
  let s: Two = { a: i * 12, b: 18 };
  while (s.b !== 0) s = { a: s.b, b: s.a % s.b };
  out[i] = s.a;
});
export const compoundElement = each((out) => (i) => {
  const w: FixedArray<i32, 4> = [1, 2, 3, 4];
  let k = 0;
  w[k++]! += 10;
  w[k++]! *= i;
  out[i] = w[0]! * 1000 + w[1]! * 10 + k;
});
export const update = each((out) => (i) => {
  const w: FixedArray<i32, 4> = [1, 2, 3, 4];
  const a = w[1]!++;
  const b = --w[2]!;
  out[i] = a * 1000 + b * 100 + w[1]! * 10 + w[2]!;
});
export const structField = each((out) => (i) => {
  const j: number = i * 1;
  const b: Body = { p: new V(j, 0), v: new V(1, 2), tags: [1, 2, 3] };
  b.p.x += b.v.x;
  b.p = b.p.add(b.v);
  b.tags[i % 3] = 9;
  out[i] = b.p.x * 100 + b.p.y + b.tags[0]! * 0.1;
});
export const boolArray = each((out) => (i) => {
  const seen: FixedArray<boolean, 5> = [false, false, false, false, false];
  seen[i % 5] = true;
  let c = 0;
  for (const s of seen) c = c * 2 + (s ? 1 : 0);
  out[i] = c;
});
export const swapObjects = each((out) => (i) => {
  const j: number = i * 1;
  const vs: FixedArray<V, 2> = [new V(j, 1), new V(2, 3)];
  const t = vs[0]!;
  vs[0] = vs[1]!;
  vs[1] = t;
  out[i] = vs[0]!.x * 100 + vs[1]!.x;
});
export const swapRows = each((out) => (i) => {
  const m: FixedArray<FixedArray<i32, 2>, 3> = [[i, 1], [2, 3], [4, 5]];
  const t = m[0]!;
  m[0] = m[1]!;
  m[1] = t;
  [m[1], m[2]] = [m[2]!, m[1]!];
  out[i] = m[0]![0]! * 10000 + m[1]![1]! * 1000 + m[2]![0]! * 100 + m[2]![1]! * 10 + t[1]!;
});
// Rows that change places and are written before and afterwards, as elimination does.
export const swapWrittenRows = each((out) => (i) => {
  const m = [[i, 2, 3], [4, 5 - i, 6], [7, 8, 10]];
  let determinant = 1;
  for (let c = 0; c < 3; c++) {
    let pivot = c;
    for (let r = c + 1; r < 3; r++) if (Math.abs(m[r]![c]!) > Math.abs(m[pivot]![c]!)) pivot = r;
    [m[c], m[pivot]] = [m[pivot]!, m[c]!];
    if (pivot !== c) determinant = -determinant;
    determinant *= m[c]![c]!;
    for (let r = c + 1; r < 3; r++) {
      const factor = m[r]![c]! / m[c]![c]!;
      for (let k = c; k < 3; k++) m[r]![k]! -= factor * m[c]![k]!;
    }
  }
  out[i] = determinant;
});
export const swapWrittenObjects = each((out) => (i) => {
  const j: number = i * 1;
  const vs: FixedArray<V, 3> = [new V(j, 1), new V(2, 3), new V(4, 5)];
  const pair = { a: new V(j, 6), b: new V(7, j) };
  const k = i % 3;
  vs[k]!.x += 1;
  [vs[k], vs[2 - k]] = [vs[2 - k]!, vs[k]!];
  [pair.a, vs[0]] = [vs[0]!, pair.a];
  vs[k]!.y += 10;
  pair.a.x += 100;
  out[i] = vs[0]!.x + vs[1]!.y * 3 + vs[2]!.x * 7 + vs[2]!.y * 11 + pair.a.x * 13 + pair.b.x;
});
export const replacedRow = each((out) => (i) => {
  const m: FixedArray<FixedArray<i32, 2>, 2> = [[i, 1], [2, 3]];
  const row = m[0]!;
  m[0] = [8, 9];
  const sumOf = (of: FixedArray<i32, 2>): i32 => { m[1] = [6, 7]; return of[0]! + of[1]!; };
  out[i] = row[0]! * 1000 + m[0]![1]! * 100 + sumOf(m[1]!);
});
export const replacedWhileNamed = each((out) => (i) => {
  const j: number = i * 1;
  const vs: FixedArray<V, 2> = [new V(j, 1), new V(2, 3)];
  const other: FixedArray<V, 2> = [new V(4, 5), new V(6, 7)];
  let sum = 0;
  for (const v of vs) {
    v.x += 1;
    sum += v.x;
    if (i > 3) { vs[1] = new V(8, 9); continue; }
    sum += v.y;
    other[0] = new V(sum, v.y);
  }
  const last = vs[1]!;
  if (i > 5) other[1] = new V(j, 2);
  out[i] = sum * 100 + last.x * 10 + other[0]!.y + other[1]!.x;
});
export const passMutate = each((out) => (i) => {
  const j: number = i * 1;
  const v = new V(j, 1);
  const w = bump(v);
  w.x *= 10;
  out[i] = v.x;
});
export const returnElement = each((out) => (i) => {
  const j: number = i * 1;
  const vs: FixedArray<V, 3> = [new V(j, 1), new V(2, 3), new V(4, 5)];
  elementOf(vs, i % 3).x += 50;
  out[i] = vs[0]!.x + vs[1]!.x * 3 + vs[2]!.x * 7;
});
export const objectInLoop = each((out) => (i) => {
  const j: number = i * 1;
  let s = 0;
  for (let k = 0; k < 4; k++) { const v = new V(k, j); v.x += 1; s = s * 3 + v.x + v.y; }
  out[i] = s;
});
export const freshEachTurn = each((out) => (i) => {
  let s = 0;
  for (let k = 0; k < 3; k++) { const w: FixedArray<i32, 4> = fixedArray(4, 0); w[k]! += k + 1; for (const x of w) s = s * 2 + x; }
  out[i] = s;
});
export const closureOverLoop = each((out) => (i) => {
  let s = 0;
  for (let k = 0; k < 4; k++) { const f = (m: i32): i32 => m * k + i; s += f(3); }
  out[i] = s;
});
export const closureReturnsObject = each((out) => (i) => {
  const j: number = i * 1;
  const make = (k: f64): V => new V(k, j);
  let s = 0;
  for (let k = 0; k < 3; k++) s += make(k).add(make(2)).len;
  out[i] = s;
});
export const nestedSwitchLabel = each((out) => (i) => {
  let r = 0;
  loop: for (let k = 0; k < 9; k++) switch (k % 3) { case 0: r++; continue loop; case 1: if (k > i) break loop; r += 10; }
  out[i] = r;
});
export const tupleMixed = each((out) => (i) => {
  const j: number = i * 1;
  const t: [number, boolean, number] = [j, i > 5, 2];
  const [a, b, c] = t;
  out[i] = b ? a : c;
});
export const arrayOfTuples = each((out) => (i) => {
  const t: FixedArray<[i32, i32], 3> = [[1, 2], [3, 4], [5, 6]];
  t[i % 3]![0] = i;
  let s = 0;
  for (const [a, b] of t) s = s * 10 + a * b;
  out[i] = s;
});
export const divergentStack = each((out) => (i) => {
  const st: FixedArray<i32, 16> = fixedArray(16, 0);
  let top = 0;
  st[top++] = i;
  let c = 0;
  while (top > 0) { const x = st[--top]!; c++; if (x > 1) { st[top++] = x >> 1; st[top++] = x - (x >> 1) - 1; } }
  out[i] = c;
});
export const staticField = each((out) => (i) => {
  const j: number = i * 1;
  out[i] = Scale.f(j) + Scale.K;
});
export const genericClass = each((out) => (i) => {
  const j: number = i * 1;
  const p = new Pair(j, 2).swap();
  out[i] = p.a * 10 + p.b;
});
export const inheritedCall = each((out) => (i) => {
  const j: number = i * 1;
  out[i] = new Sq(j).twice();
});
export const ternaryArrays = each((out) => (i) => {
  const a: FixedArray<i32, 2> = [1, 2];
  const b: FixedArray<i32, 2> = [3, 4];
  const c = i % 2 ? a : b;
  c[0]! += 10;
  out[i] = a[0]! * 100 + b[0]!;
});
export const copyOnStore = each((out) => (i) => {
  const j: number = i * 1;
  const v = new V(j, 0);
  const vs: FixedArray<V, 2> = [v, new V(1, 1)];
  out[i] = vs[0]!.x + v.x;
});
export const defaultsOfElements = each((out) => (i) => {
  const j: number = i * 1;
  const [a = 5, b = 6] = [j, 7];
  out[i] = a + b;
});
export const unsignedTable = each((out) => (i) => {
  out[i] = Number(BigInt.asUintN(64, words[i & 1]! + 3n));
});
export const initialFields = each((out) => (i) => {
  const j: number = i * 1;
  const p = new Point(j);
  p.w[0]! += p.y;
  out[i] = p.w[0]! * 10 + p.w[1]!;
});
export const patterns = each((out) => (i) => {
  const j: number = i * 1;
  const v = new V(j, 1);
  const { x, y: z } = v;
  const [a, , c] = [x, 5, z];
  out[i] = a! + c!;
});
export const optionalParameters = each((out) => (i) => {
  const j: number = i * 1;
  out[i] = withDefaults(j) + withDefaults(j, 1, 2);
});
export const returnFromForOf = each((out) => (i) => {
  for (const k of [3, 1, 2]) { if (k === i % 4) { out[i] = k; return; } }
  out[i] = -1;
});
export const listOfObjects = each((out) => (i) => {
  const j: number = i * 1;
  const list: V[] = [new V(j, 1), new V(2, 3)];
  let s = 0;
  for (const { x, y } of list) s += x * y;
  out[i] = s;
});
export const inferredArray = each((out) => (i) => {
  const j: number = i * 1;
  const w = [j, 2, 3];
  w[1] = 9;
  let s = 0;
  for (let k = 0; k < w.length; k++) s = s * 10 + w[k]!;
  out[i] = s;
});
export const structsWithArrays = each((out) => (i) => {
  const j: number = i * 1;
  const ns: FixedArray<Tree, 3> = [{ v: 1, kids: [1, 2] }, { v: j, kids: [-1, -1] }, { v: 5, kids: [-1, -1] }];
  let s = 0;
  for (const k of ns[0]!.kids) { const n = ns[k]!; n.kids[0] = 4; s = s * 10 + n.v + ns[k]!.kids[0]!; }
  out[i] = s;
});
