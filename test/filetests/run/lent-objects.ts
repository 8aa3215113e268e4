// Objects that a function makes and that a method or another function gives back to it: its result is an object of its own for each call.
import { counts, same } from "./harness.js";

class P {
  constructor(
    public x: number,
    public y: number,
  ) {}
  scale(): this {
    this.x *= 2;
    return this;
  }
  twice(): P {
    return this.scale().scale();
  }
  plus(other: P): P {
    return new P(this.x, this.y).add(other);
  }
  add(other: P): P {
    this.x += other.x;
    this.y += other.y;
    return this;
  }
  larger(other: P): P {
    return this.x > other.x ? this : other;
  }
  dot(other: P): number {
    return this.x * other.x + this.y * other.y;
  }
}
const pass = (p: P) => p;
const first = (p: P, q: P) => (p.x > -1 ? p : q);
const filled = (list: Float64Array, value: number) => {
  for (let k = 0; k < 3; k++) list[k] = value + k;
  return list;
};

const data = (n: number) => [Float64Array.from(counts(n), (k) => ((k * 37) % 11) - 5), new Float64Array(n * 10)] as const;

const chained = (x: number, y: number) => new P(x, y).scale();
const chainedTwice = (x: number, y: number) => new P(x, y).scale().add(new P(y, 1)).twice();
const passed = (x: number, y: number) => pass(new P(x, y));
const passedTwice = (x: number, y: number) => pass(pass(new P(x, y)).scale());
const named = (x: number, y: number) => {
  const p = new P(x, y);
  return pass(p).scale();
};
const chosen = (x: number, y: number) => first(new P(x, y), new P(y, x));
const chosenHere = (x: number, y: number) => (x > y ? new P(x, y).scale() : pass(new P(y, x)));
const larger = (x: number, y: number) => new P(x, y).larger(new P(y, x));

export const objects = same(data, (x, out) => (i) => {
  const [a, b] = [x[i]!, i + 0.5];
  let to = i * 10;
  out[to++] = chained(a, b).dot(chained(b, a));
  out[to++] = chainedTwice(a, b).dot(chainedTwice(b, a));
  out[to++] = passed(a, b).dot(passed(b, a));
  out[to++] = passedTwice(a, b).dot(passedTwice(b, a));
  out[to++] = named(a, b).dot(named(b, a));
  out[to++] = chosen(a, b).dot(chosen(b, a));
  out[to++] = chosenHere(a, b).dot(chosenHere(b, a));
  out[to++] = larger(a, b).dot(larger(b, a + 1));
  out[to++] = passed(a, b).plus(passed(b, a)).dot(passed(1, a).plus(passed(b, 2)));
  out[to++] = new P(a, b).plus(new P(1, 2)).dot(new P(b, a).plus(new P(3, 4)));
});

const lists = (value: number) => filled(new Float64Array(3), value);

export const arrays = same(data, (x, out) => (i) => {
  const [p, q] = [lists(x[i]!), lists(i)];
  out[i * 10] = p[0]! * 100 + q[0]!;
  out[i * 10 + 1] = lists(i + 7)[2]! - lists(x[i]!)[1]!;
});

// One of two, of which one is the caller's: nobody changes them.
const firstOr = (x: number, other: P) => first(new P(x, 2), other);
const secondOr = (x: number, other: P) => first(other, new P(x, 3));
export const choices = same(data, (x, out) => (i) => {
  const p = new P(x[i]!, 1);
  out[i * 10] = firstOr(i % 5 - 2, p).dot(firstOr(i % 3 - 2, p));
  out[i * 10 + 1] = secondOr(i % 5 - 2, p).dot(secondOr(i % 3 - 2, p));
});

// What is no copy stays none: the given object changes.
const changed = (p: P) => p.scale();
export const given = same(data, (x, out) => (i) => {
  const p = new P(x[i]!, 1);
  changed(p).add(p);
  changed(changed(p));
  out[i * 10] = p.x;
  out[i * 10 + 1] = p.y;
});
