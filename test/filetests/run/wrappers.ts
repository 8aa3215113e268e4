// Functions of one's own around launches, whose kernels call what they are passed.
import type { Kernel1, Queue } from "lanewise";
import { fractions, program, same } from "./harness.js";
import { launched, map, scaled, setScale, zip } from "./wrappers/library.js";

const arrays = (n: number) => [Float64Array.from(fractions(n)), new Float64Array(n)] as const;
const twice = (x: number): number => x * 2;
function negated(x: number): number {
  return -x;
}
const add = (x: number) => (y: number) => x + y;

export const lambda = same(arrays, (a, out) => map(out, a, (x) => x + 1));
export const otherLambda = same(arrays, (a, out) => map(out, a, (x) => x * x));
export const named = same(arrays, (a, out) => map(out, a, twice));
export const declared = same(arrays, (a, out) => map(out, a, negated));
export const withCaptures = same(arrays, (a, out) => {
  const [offset, table] = [out.length, new Float64Array([5, 6, 7])];
  return map(out, a, (x) => x + offset * table[1]!);
});
export const ofAnotherFile = same(arrays, (a, out) => {
  setScale(out.length);
  return map(out, a, scaled);
});
export const twoFunctions = same(arrays, (a, out) => zip(out, a, (x, i) => x * i, negated));
export const sameTwice = same(arrays, (a, out) => zip(out, a, twice, twice));
export const chosen = same(arrays, (a, out) => map(out, a, out.length > 5 ? twice : negated));
export const curried = same(arrays, (a, out) => map(out, a, add(out.length)));
// Members of tables and lists, which the launch chooses.
type CurveName = "twice" | "negated" | "square";
const curves = { twice, negated, square: (x: number) => x * x, more: add(1) };
const steps = [twice, (x: number): number => x - 3, add(4)];
const curveFor = (n: number): CurveName => (n > 10 ? "twice" : n > 4 ? "negated" : "square");
export const memberOfTable = same(arrays, (a, out) => map(out, a, curves[curveFor(out.length)]));
const typedCurves: { readonly [K in "up" | "down"]: (x: number) => number } = { up: (x) => x + 7, down: (x) => x - 7 };
export const memberOfTypedTable = same(arrays, (a, out) => map(out, a, out.length > 5 ? typedCurves.up : typedCurves["down"]));
export const elementOfList = same(arrays, (a, out) => map(out, a, steps[out.length % 3]!));
export const chosenByConst = same(arrays, (a, out) => {
  const curve = out.length > 5 ? curves.square : curves[curveFor(1)];
  return map(out, a, curve);
});
export const eachOfAList = program(async (q: Queue) => {
  const found: number[][] = [];
  for (const step of steps) found.push(await filled(q, 2, step));
  for (const step of [twice, negated]) found.push(await filled(q, 2, step));
  return found;
}, [[0, 2], [-3, -2], [4, 5], [0, 2], [-0, -1]]);
const more = add(3);
/** Its functions read an array and a variable that nobody else sees. */
function table(by: number): (x: number) => number {
  const values = new Float64Array(8);
  for (let k = 0; k < values.length; k++) values[k] = k * by;
  let calls = 0;
  calls += 2;
  return (x) => values[Math.abs(Math.trunc(x)) % 8 | 0]! + calls;
}
const ofThree = table(3);
const throughHelper = (x: number): number => ofThree(x) * 2;
export const made = same(arrays, (a, out) => {
  const ofLength = table(out.length);
  return (i) => { out[i] = a[i]! < 1e9 ? ofThree(a[i]!) + ofLength(a[i]!) + throughHelper(i) : 0; };
});
export const madeBefore = same(arrays, (a, out) => (i) => { out[i] = a[i]! < 1e9 ? ofThree(a[i]!) + throughHelper(i) : 0; });
export const madeAndPassed = same(arrays, (a, out) => map(out, a, (x) => x > 0 && x < 1e9 ? ofThree(x) : 1));
export const curriedConst = same(arrays, (a, out) => map(out, a, more));

function withDefault(dst: Float64Array, src: Float64Array, f: (x: number) => number = (x) => x + 0.5): Kernel1 {
  return (i) => { dst[i] = f ? f(src[i]!) : 0; };
}
export const byDefault = same(arrays, (a, out) => withDefault(out, a));
export const notByDefault = same(arrays, (a, out) => withDefault(out, a, twice));

const mapAndAdd = (dst: Float64Array, src: Float64Array, g: (x: number) => number, more: number): Kernel1 =>
  map(dst, src, (x) => g(x) + more);
const passOn = (dst: Float64Array, src: Float64Array, g: (x: number) => number): Kernel1 => map(dst, src, g);
export const throughOthers = same(arrays, (a, out) => mapAndAdd(out, a, twice, out.length));
export const throughOthersAgain = same(arrays, (a, out) => mapAndAdd(out, a, (x) => x - out.length, 2));
export const passedOn = same(arrays, (a, out) => passOn(out, a, (x) => x / 4));

const maker = (f: (x: number) => number) => (dst: Float64Array, src: Float64Array): Kernel1 => (i) => { dst[i] = f(src[i]!); };
export const ofMaker = same(arrays, (a, out) => maker((x) => x + out.length)(out, a));

class Engine {
  constructor(
    readonly gain: number,
    readonly out: Float64Array,
  ) {}
  map(src: Float64Array, f: (x: number) => number): Kernel1 {
    return (i) => { this.out[i] = f(src[i]!) * this.gain; };
  }
}
class Curve {
  bend = 7;
  kernel(engine: Engine, src: Float64Array): Kernel1 {
    return engine.map(src, (x) => x + this.bend);
  }
}
export const method = same(arrays, (a, out) => new Engine(out.length, out).map(a, twice));
export const thisOfFunctions = same(arrays, (a, out) => new Curve().kernel(new Engine(2, out), a));

function helped(dst: Float64Array, src: Float64Array, f: (x: number) => number): Kernel1 {
  const both = (x: number): number => f(f(x));
  const composed = add(1);
  return function kernel(i) { dst[i] = both(src[i]!) + composed(i) + [1, 2].map(f)[1]!; };
}
export const throughHelpers = same(arrays, (a, out) => helped(out, a, (x) => x * 3));

/** Both the wrapper and what it is passed see `n`. */
export const variablesOfBoth = same(arrays, (a, out) => {
  const n = out.length;
  const within = (f: (x: number) => number): Kernel1 => (i) => { out[i] = f(a[i]!) + n; };
  return within((x) => x * n);
});

async function filled(q: Queue, n: number, f: (i: number) => number): Promise<number[]> {
  const out = q.mallocShared(Float64Array, n);
  function kernel(i: number): void {
    out[i] = f(i);
  }
  await q.parallelFor(n, kernel);
  return [...out];
}
export const eachAtItsTurn = program(async (q: Queue) => {
  const found: number[][] = [];
  for (const k of [1, 2, 3]) found.push(await filled(q, 3, (i) => i * k));
  found.push(await filled(q, 2, (i) => i + 10));
  return found;
}, [[0, 1, 2], [0, 2, 4], [0, 3, 6], [10, 11]]);
export const passedKernels = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 3);
  await launched(q, 3, (i) => { out[i] = i * 2; });
  await launched(q, 2, (i) => { out[i]! += 1; });
  return [...out];
}, [1, 3, 4]);

/** What nobody has seen when the program was compiled fails, and so do two values of one variable. */
async function failure(launch: () => PromiseLike<unknown>): Promise<string> {
  try {
    await launch();
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}
export const unseen = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 2);
  const calls: ((f: (x: number) => number) => Kernel1)[] = [(f) => map(out, out, f)];
  const found = await failure(() => q.parallelFor(2, calls[0]!(Math.abs)));
  return found.includes("`f`, which is the function abs here, but the kernel was not compiled");
}, true);
export const twoValues = same(arrays, (a, out) => zip(out, a, add(1), add(2)));
export const twoOfThem = same(arrays, (a, out) => {
  const low = table(2);
  const high = table(9);
  const both = (x: number): number => low(x) + 1000 * high(x);
  return (i) => { out[i] = Math.abs(a[i]!) < 1e9 ? both(a[i]!) + 1e6 * low(i) : high(i); };
});
/** Each function that is passed reads a function that another call of its maker was passed. */
const twiceOf = (f: (x: number) => number) => (x: number): number => f(f(x));
export const twoValuesWithin = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 2);
  const found = await failure(() => q.parallelFor(2, zip(out, out, twiceOf(add(1)), twiceOf(add(2)))));
  return found.includes("with different values: 1 and 2");
}, true);
