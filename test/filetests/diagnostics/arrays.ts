// Arrays without values, and what methods that copy cannot.
import { type i32, Queue } from "lanewise";

const q = new Queue();
const a = new Float64Array(32);
const out = new Float64Array(32);
const again = new Float64Array(out.buffer);
function shift(to: Float64Array, from: Float64Array, i: number): void {
  to.set(from, i); // error LW1238: `from` may be the same
}
q.parallelFor(8, (i) => {
  const flags: boolean[] = new Array(3); // error LW1237: `new Array(3)` are undefined until they are written
  const words = new Array<i32>(3); // error LW1237: `new Array<i32>(3)`
  const some = new Array(i); // error LW1127: constant
  const list = new Float64Array(3);
  list.set(list, 0); // error LW1238: `set` can copy only from an array that is certainly another one; `list` may be the same
  const unset = new Array<number>(3); // error LW1237: `new Array<number>(3)` are undefined until they are written
  out[i] = unset[1] ?? 7;
  const byHalf: number[] = new Array(4); // error LW1237
  for (let k = 0; k < 4; k += 2) byHalf[k] = k;
  const partly: number[] = new Array(4); // error LW1237
  for (let k = 0; k < 3; k++) partly[k] = k;
  const left: number[] = new Array(4); // error LW1237
  for (let k = 0; k < 4; k++) {
    left[k] = k;
    if (i > k) break;
  }
  const skipped: number[] = new Array(4); // error LW1237
  for (let k = 0; k < 4; k++) {
    skipped[k] = k;
    if (i > k) k++;
  }
  const readFirst: number[] = new Array(4); // error LW1237
  for (let k = 0; k < 4; k++) readFirst[k] = readFirst[0] === undefined ? 1 : 2;
  const closed: number[] = new Array(4); // error LW1237
  for (let k = 0; k < 4; k++) closed[k] = last();
  function last(): number {
    return closed[3] ?? 1;
  }
  out[i] = byHalf[1]! + partly[3]! + left[3]! + skipped[3]! + readFirst[1]!;
});
function either(k: number): Float64Array {
  const own = new Float64Array(32);
  if (k > 3) return own;
  return a; // error LW1254: `either` yields an array that the kernel makes
}
function other(k: number): Float64Array {
  if (k > 3) return a;
  return new Float64Array(32); // error LW1254: `other`
}
q.parallelFor(8, (i) => {
  out[i] = either(i)[0]! + other(i)[0]!; // note: called from the kernel // note: called from the kernel
  const own = new Float64Array(32);
  const some = i > 3 ? a : own; // error LW1254: `i > 3 ? a : own`
  out.set(new Float64Array(1)); // error LW1131: `out.set`
  out.set(out.subarray(1), i); // error LW1238: `out.subarray(1)` may be the same
  out.set(again, i); // error LW1238: `again` may be the same
  shift(out, a, i); // note: called from the kernel
  const made = Float64Array.from([1, 2]); // error LW1131: `Float64Array.from`
  const unknown = Float64Array.from({ length: i }, (_, k) => k); // error LW1127
  const all = Float64Array.from(a, (x) => x * 2); // error LW1127
  const rows = Array.from({ length: 3 }, () => new Float64Array(3)); // error LW1131: `Array.from`
  const bytes = Uint8Array.of(...[1, i]); // error LW1120
  const none = Uint8Array.of(); // error LW1131: `Uint8Array.of`
  const view = new DataView(a.buffer); // error LW1255
  let mixed = a;
  if (i > 3) mixed = new Float64Array(32); // error LW1254: `mixed`
});
