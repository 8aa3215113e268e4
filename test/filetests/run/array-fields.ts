// Objects of the kernel that hold typed arrays: their own, and parts of others that their constructor is passed.
import { fractions, integers, same } from "./harness.js";

class Reader {
  private at = 0;
  private readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
  next(): number {
    return this.bytes[this.at++]!;
  }
}
class Writer {
  length = 0;
  constructor(readonly target: Float64Array) {}
  put(value: number): this {
    this.target[this.length++] = value;
    return this;
  }
}
/** It holds two arrays, and its base class a third. */
class Indexed extends Writer {
  readonly used = new Int32Array(4);
  constructor(
    target: Float64Array,
    private readonly source: Float64Array,
    readonly factor = 1,
  ) {
    super(target);
  }
  take(k: number): number {
    this.used[this.length % 4]! += k + 1;
    this.put(this.source[k]! * this.factor);
    return this.source.length;
  }
}
const sumOf = (reader: Reader): number => {
  let sum = 0;
  while (reader.left > 0) sum = sum * 3 + reader.next();
  return sum;
};
const filled = (writer: Writer, value: number): Writer => writer.put(value).put(value + 1);

const bytes = (n: number) => [Uint8Array.from(integers(n + 8), (x) => x & 255), new Float64Array(n * 4)] as const;
const numbers = (n: number) => [Float64Array.from(fractions(n + 8)), new Float64Array(n * 4)] as const;

export const parts = same(bytes, (a, out) => (i) => {
  const [one, two] = [new Reader(a.subarray(i, i + 3)), new Reader(a.subarray(i + 2, i + 2 + (i % 4)))];
  const first = one.next();
  out[i * 4] = first * 1e6 + sumOf(one) * 1000 + sumOf(two) + two.left;
});
export const wholeArrays = same(bytes, (a, out) => (i) => {
  const reader = new Reader(a);
  for (let k = 0; k < i; k++) reader.next();
  out[i * 4 + 1] = reader.next() * 1000 + reader.left;
});
export const written = same(numbers, (a, out) => (i) => {
  const writer = new Writer(out.subarray(i * 4, i * 4 + 4));
  filled(writer, a[i]!).put(7);
  const { target, length } = writer;
  target[3] = target[0]! + length;
  writer.target[2]! += writer.target.length;
});
export const ownArrays = same(numbers, (a, out) => (i) => {
  const own = new Float64Array(5);
  const writer = new Writer(own);
  for (let k = 0; k < 5; k++) writer.put(a[i + k]!);
  own[1]! *= 2;
  let calls = 0;
  const made = (): Float64Array => {
    calls++;
    return new Float64Array(4);
  };
  const other = new Writer(made());
  other.put(calls).put(i);
  out[i] = writer.target[1]! + own[4]! * 10 + other.target[1]! * 100 + other.target[0]! + filled(other, calls).target.length;
});
export const severalArrays = same(numbers, (a, out) => (i) => {
  const back = new Indexed(out.subarray(i * 4, i * 4 + 2), a.subarray(i, i + 2), 2);
  const forth = new Indexed(out.subarray(i * 4 + 2, i * 4 + 4), a.subarray(i + 1));
  const length = back.take(1) + forth.take(i % 3);
  back.take(0);
  forth.put(length + back.used[0]! * 10 + forth.used[0]! * 100 + back.used[1]! * 1000);
});
// One function, called for objects whose arrays change places.
class Pair {
  constructor(
    readonly left: Float64Array,
    readonly right: Float64Array,
    public weight: number,
  ) {}
}
const weighed = (pair: Pair, k: number): number => pair.left[k]! * pair.weight - pair.right[k]!;
export const swapped = same(numbers, (a, out) => (i) => {
  const [x, y] = [a.subarray(i), a.subarray(i + 3, i + 6)];
  const [one, two, both] = [new Pair(x, y, 2), new Pair(y, x, 2), new Pair(x, x, 2)];
  out[i] = weighed(one, 1) + weighed(two, 1) * 100 + weighed(both, 1) * 10000 + weighed(new Pair(a, y, 3), 2);
  const read = (k: number): number => one.left[k]! + both.right[k + 1]!;
  out[i]! += read(1);
});
export const inLoops = same(bytes, (a, out) => (i) => {
  let sum = 0;
  for (let k = 0; k < 4; k++) {
    const reader = new Reader(a.subarray(i + k, i + k + 2));
    if (k === 2) continue;
    sum = sum * 7 + reader.next() + reader.left;
  }
  out[i] = sum;
});
