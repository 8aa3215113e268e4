// Functions in objects of the kernel's own, and curried ones.
import { fractions, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n)), new Float64Array(n)] as const;

type F = (x: number) => number;
interface Steps {
  up(x: number): number;
  down: F;
}
const compose = (f: F) => (g: F): F => (x) => f(g(x));
const add = (a: number) => (b: number) => (c: number): number => a + b * 2 + c * 3;
const table = { inc: (x: number) => x + 1, double(x: number) { return x * 2; }, gain: 4 };

export const curried = same(arrays, (a, out) => (i) => {
  const inc: F = (x) => x + 1;
  out[i] = compose(inc)(compose(table.double)(inc))(a[i]!) + add(1)(i)(a[i]!);
});
export const ofALiteral = same(arrays, (a, out) => (i) => {
  let calls = 0;
  const steps = {
    inc: (x: number) => {
      calls++;
      return x + 1 + i;
    },
    double(x: number) {
      return x * 2;
    },
  };
  out[i] = steps.inc(a[i]!) + steps.double(i) + compose(steps.inc)(steps.double)(3) + calls * 100;
});
export const besideData = same(arrays, (a, out) => (i) => {
  const o = {
    k: i,
    area: (r: number): number => r * i,
    scaled(x: number) {
      return x * this.k;
    },
    up() {
      this.k++;
    },
  };
  o.k += 2;
  o.up();
  out[i] = o.area(a[i]!) + o.scaled(3) + o.k;
});
export const ofAType = same(arrays, (a, out) => (i) => {
  const steps: Steps = { up: (x) => x + 1, down: (x) => x - 1 };
  out[i] = steps.up(a[i]!) + steps.down(i);
});
export const nested = same(arrays, (a, out) => (i) => {
  const library = { math: { half: (x: number) => x / 2 }, twice: (x: number) => x * 2 };
  if (library) out[i] = library.math.half(a[i]!) + library.twice(i);
});
export const inALoop = same(arrays, (a, out) => (i) => {
  for (let k = 0; k < 3; k++) {
    const o = { f: (x: number) => x * k, k };
    out[i]! += o.f(a[i]!) + o.k;
  }
});
export const destructured = same(arrays, (a, out) => (i) => {
  const own = { k: 2, less: (x: number) => x - i };
  const { inc, gain, double: twice } = table;
  const { less, k } = own;
  out[i] = inc(a[i]!) * gain + twice(i) + less(3) * k;
});
