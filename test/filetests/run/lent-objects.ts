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

// One of two objects that the caller has: who assigns its fields assigns those of the chosen one.
const either = (c: boolean, p: P, q: P) => (c ? p : q);
const passedOn = (c: boolean, p: P, q: P) => pass(c ? p : q);
const namedHere = (c: boolean, p: P, q: P) => {
  const chosen = c ? p : q;
  return chosen;
};
const assigned = (p: P, q: P) => {
  let larger = p;
  if (q.x > p.x) larger = q;
  return larger;
};
class Pair {
  left = new P(1, 2);
  right = new P(3, 4);
  side(isLeft: boolean) {
    return isLeft ? this.left : this.right;
  }
}
export const changedChoices = same(data, (x, out) => (i) => {
  const [p, q, pair] = [new P(x[i]!, 1), new P(i, 2), new Pair()];
  either(i % 2 === 0, p, q).x += 100;
  passedOn(i % 3 === 0, p, q).y += 10;
  namedHere(i % 5 === 0, q, p).scale().y -= 3;
  assigned(p, q).x += 0.5;
  p.larger(q).scale();
  pair.side(i % 2 === 0).scale().add(p);
  pair.side(i % 3 === 0).y = i;
  const chosen = either(i % 7 > 2, p, q);
  chosen.y += q.x;
  let to = i * 10;
  for (const one of [p.x, p.y, q.x, q.y, pair.left.x, pair.left.y, pair.right.x, pair.right.y]) out[to++] = one;
});

const longer = (p: Float64Array, q: Float64Array) => (p[0]! > q[0]! ? p : q);
export const changedArrays = same(data, (x, out) => (i) => {
  const [p, q] = [new Float64Array(3), new Float64Array(3)];
  p[0] = x[i]!;
  longer(p, q)[1] = i;
  const chosen = longer(q, p);
  chosen[2] = 5;
  for (let k = 0; k < 3; k++) {
    out[i * 10 + k] = p[k]!;
    out[i * 10 + 3 + k] = q[k]!;
  }
});

// Nobody assigns the fields of these: what the functions give is a copy, which must outlive the next call.
interface Point {
  readonly x: number;
  readonly y: number;
}
const nearer = (p: Point, q: Point) => (p.x < q.x ? p : q);
const nearerNamed = (p: Point, q: Point) => {
  const chosen = p.x < q.x ? p : q;
  return chosen;
};
const nearerAssigned = (p: Point, q: Point) => {
  let chosen = p;
  if (q.x < p.x) chosen = q;
  return chosen;
};
const nearerParameter = (p: Point, q: Point) => {
  if (q.x < p.x) p = q;
  return p;
};
export const copies = same(data, (x, out) => (i) => {
  const [p, q]: [Point, Point] = [{ x: x[i]!, y: i }, { x: i % 4, y: 7 }];
  const [r, s]: [Point, Point] = [{ x: 1, y: 2 }, { x: -x[i]!, y: 5 }];
  const list = [nearer(p, q), nearer(r, s), nearerNamed(p, q), nearerNamed(s, r), nearerAssigned(q, p)] as const;
  const [a, b] = [nearerAssigned(p, q), nearerAssigned(s, r)];
  const [c, d] = [nearerParameter(q, p), nearerParameter(r, s)];
  out[i * 10] = list[0].x + list[1].y * 10 + list[2].y * 100 + list[3].x * 1000 + list[4].y;
  out[i * 10 + 1] = a.x + b.y * 10 + c.x * 100 + d.y * 1000;
});

// A name of a name keeps its object when the first is assigned.
export const names = same(data, (x, out) => (i) => {
  const [p, q] = [new P(x[i]!, 1), new P(i, 2)];
  let name = p;
  const kept = name;
  name = q;
  kept.x += 10;
  name.y += 20;
  const [u, v]: [Point, Point] = [{ x: x[i]!, y: 1 }, { x: 2, y: 3 }];
  let point = u;
  const before = point;
  point = v;
  let to = i * 10;
  for (const one of [p.x, p.y, q.x, q.y, before.x, point.x]) out[to++] = one;
});
