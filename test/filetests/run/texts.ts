// Texts of which a type says all that there are: captured, passed, chosen, compared.
import { type Kernel1, type Queue } from "lanewise";
import { fractions, program, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n)), new Float64Array(n)] as const;

type Mode = "add" | "multiply" | "keep";
enum Border {
  Clamp = "clamp",
  Wrap = "wrap",
}
enum Level { Low, High }
interface Options {
  readonly border: Border;
  readonly mode: Mode;
  readonly gain: number;
}

function apply(mode: Mode, x: number): number {
  switch (mode) {
    case "add":
      return x + 2;
    case "multiply":
      return x * 2;
    case "keep":
      return x;
  }
}
const rank = (level: Level): number => {
  switch (level) {
    case Level.Low:
      return 1;
    case Level.High:
      return 2;
  }
};
function border(k: number, n: number, options: Options): number {
  if (options.border === Border.Clamp) return Math.min(k, n - 1);
  return options.border === Border.Wrap ? k % n : 0;
}
function filter(options: Options, a: Float64Array, out: Float64Array): Kernel1 {
  const { mode } = options;
  return (i) => {
    const other: Mode = i % 2 === 0 ? "keep" : mode;
    let last: Mode = "add";
    if (other !== mode) last = "multiply";
    const at = border(i + 3, a.length, options);
    out[i] = apply(mode, a[at]!) * options.gain + apply(other, i) + (last === "add" ? 100 : 200) + rank(i % 2);
  };
}

export const captured = same(arrays, (a, out) => filter({ border: Border.Wrap, mode: "multiply", gain: 3 }, a, out));
export const otherValues = same(arrays, (a, out) => filter({ border: Border.Clamp, mode: "keep", gain: 2 }, a, out));
export const literals = same(arrays, (a, out) => (i) => { out[i] = apply("add", a[i]!) + apply(i > 3 ? "multiply" : "keep", a[i]!); });

class Blend {
  constructor(
    readonly mode: Mode,
    readonly data: Float64Array,
  ) {}
  at(i: number): number {
    return this.mode === "add" ? this.data[i]! + 1 : this.data[i]! * 3;
  }
}
export const inObjects = same(arrays, (a, out) => {
  const [one, other] = [new Blend("add", a), new Blend("keep", a)];
  return (i) => { out[i] = one.at(i) * other.at(i); };
});

export const readAtLaunch = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 2);
  let mode: Mode = "add";
  const kernel: Kernel1 = (i) => { out[i]! += apply(mode, i); };
  q.parallelFor(2, kernel);
  mode = "multiply" as Mode;
  await q.parallelFor(2, kernel);
  return [...out];
}, [2, 5]);

export const otherThanItsType = program(async (q: Queue) => {
  const out = q.mallocShared(Float64Array, 1);
  const mode = "divide" as string as Mode;
  try {
    await q.parallelFor(1, (i) => { out[i] = apply(mode, i); });
  } catch (error) {
    return String(error).includes('captured "mode" is "divide"');
  }
  return [...out];
}, true);
