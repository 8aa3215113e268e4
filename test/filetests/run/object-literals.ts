// Objects of the host that literals make: their functions, and `this` in them.
import type { Kernel1 } from "lanewise";
import { fractions, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n)), new Float64Array(n)] as const;

const filter = {
  gain: 3,
  offset: 1,
  inner: { k: 2, f(x: number) { return x + this.k; } },
  get twice() { return this.gain * 2; },
  apply(x: number): number { return x * this.gain + this.offset; },
  both: function (x: number): number { return this.apply(x) + this.inner.f(x) * this.twice; },
};
const changed = { ...filter, gain: 7 };
const make = (gain: number) => ({ gain, scaled(x: number): number { return x * this.gain; } });
interface Scale { gain: number; apply(x: number): number }
const typed: Scale = { gain: 3, apply(x) { return x - this.gain; } };
const plain = (x: number): number => x / 2;
const shared = { gain: 4, plain, apply: filter.apply, offset: 5 };

export const methods = same(arrays, (a, out) => {
  filter.gain = out.length;
  return (i) => { out[i] = filter.apply(a[i]!) + filter.both(a[i]!); };
});
export const spread = same(arrays, (a, out) => (i) => { out[i] = changed.apply(a[i]!) - filter.apply(i); });
export const made = same(arrays, (a, out) => {
  const own = make(out.length);
  return (i) => { out[i] = own.scaled(a[i]!); };
});
export const ofInterfaces = same(arrays, (a, out) => (i) => { out[i] = typed.apply(a[i]!); });
export const sharedFunctions = same(arrays, (a, out) => (i) => { out[i] = shared.plain(a[i]!) + shared.apply(i); });
const apply = (one: typeof filter, x: number): number => one.apply(x) * 2;
export const passedOn = same(arrays, (a, out) => (i) => { out[i] = apply(filter, a[i]!); });
function functionsOf(a: Float64Array, out: Float64Array): Kernel1 {
  const steps = { up: (x: number) => x + 1, down: (x: number) => x - 1 };
  return (i) => { out[i] = steps.up(a[i]!) * steps.down(i); };
}
export const withoutThis = same(arrays, functionsOf);
