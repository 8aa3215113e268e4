// The rows of misuse-rows.ts for lanewise/algorithms. What lanewise/random and lanewise/vec export, for kernels, too, is in misuse-anything.test.ts.

import type { Queue } from "lanewise";
import * as algorithms from "lanewise/algorithms";
import type { Parameter, Row } from "./misuse-rows.js";
import type { Kind, ValueName, World } from "./misuse-values.js";

type Loose = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
const loose = algorithms as unknown as Loose;

const is = (kind: Kind, good: (world: World) => unknown, ...allowed: ValueName[]): Parameter => ({
  kind,
  good,
  allowed,
});
// Elements of another type are another overload's, and of the wrong number where one is told.
const q = is("algorithmQueue", (world): Queue => world.q);
const x = is("array", ({ x }) => x, "array of another type");
const ofFloats = is("array", ({ x }) => x);
const y = is("array", ({ y }) => y);
const flags = is("array", ({ flags }) => flags, "function");
const operation = is("choice?", () => "add");
const options = is("options?", () => ({}));
const row = (name: string, parameters: Row["parameters"]): Readonly<Record<string, Row>> => ({
  [`algorithms.${name}`]: {
    call: (_, ...values) => loose[name]?.(...values),
    parameters,
  },
});
const option = (name: string, key: string, before: (world: World) => readonly unknown[], parameter: Parameter) => ({
  [`algorithms.${name} ${key}`]: {
    call: (world: World, value: unknown) => loose[name]?.(world.q, ...before(world), { [key]: value }),
    parameters: { [key]: parameter },
  },
});
const sizes = { m: 2, n: 2, k: 4 };

export const algorithmRows: Readonly<Record<string, Row>> = {
  ...row("reduce", { q, x, operation: is("choice", () => "add"), options }),
  ...row("inclusiveScan", { q, x: y, out: y, operation, options }),
  ...row("exclusiveScan", { q, x: y, out: y, operation, options }),
  ...row("sort", { q, keys: x, options }),
  ...row("sortByKey", { q, keys: x, values: is("array", ({ y }) => y, "array of another type"), options }),
  ...row("histogram", { q, x, bins: is("array", ({ bins }) => bins), options }),
  ...row("argMin", { q, x, options }),
  ...row("argMax", { q, x, options }),
  ...row("topK", { q, x: ofFloats, out: y, options }),
  ...row("nthElement", { q, x, n: is("choice", () => 1), options }),
  ...row("merge", {
    q,
    a: ofFloats,
    b: is("array", ({ x }) => x),
    out: is("array", ({ x }) => new Float32Array(2 * x.length)),
    options,
  }),
  ...row("unique", { q, x: ofFloats, out: y, options }),
  ...row("gather", { q, x: ofFloats, indices: is("array", ({ x }) => new Int32Array(x.length)), out: y, options }),
  ...row("scatter", { q, x: ofFloats, indices: is("array", ({ x }) => new Int32Array(x.length)), out: y, options }),
  ...row("compact", { q, x: ofFloats, flags, out: y, options }),
  ...row("partition", { q, x: ofFloats, flags, out: y, options }),
  ...row("transform", {
    q,
    x,
    out: is("array", ({ y }) => y, "array of another type"),
    f: is("function", () => (v: number) => v),
    options,
  }),
  ...row("matmul", { q, a: x, b: x, out: is("array", ({ four }) => four), options: is("choice", () => sizes) }),
  ...option(
    "sort",
    "descending",
    ({ x }) => [x],
    is("flag?", () => true),
  ),
  ...option(
    "histogram",
    "min",
    ({ x, bins }) => [x, bins],
    is("number", () => 0, "undefined"),
  ),
  ...option(
    "reduce",
    "name",
    ({ x }) => [x, "add"],
    is("text?", () => "sum"),
  ),
};
