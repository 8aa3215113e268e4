// Which elements one work-item of a launch alone writes: what analysis/own-stores.ts says, against all work-items of small launches, and what it
// must not say anything of. That gangs which write their neighbours' elements back compute the same is in differential.test.ts and below.

import { build, type Expr, type Stmt, type Type } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { collectFacts } from "../../codegen/src/analysis/facts.js";
import type { Form } from "../../codegen/src/analysis/index-form.js";
import { findOwnStores, type OwnStore } from "../../codegen/src/analysis/own-stores.js";
import { expectAlike } from "../support/gang-failures.js";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";

const { constant, element, load, local, op, query, set, store } = build;
const i32 = (value: number): Expr => constant("i32", value);
const [x, y, z] = [query("globalId", 0), query("globalId", 1), query("globalId", 2)];
const [OUT, OTHER, N, M, TEMPORARY] = [0, 1, 2, 3, 4];
const [n, m] = [local(N, "i32"), local(M, "i32")];
const out = (index: Expr) => element(local(OUT, span("i32")), index, 0);
const other = (index: Expr) => element(local(OTHER, span("i32")), index, 1);
const add = (a: Expr, b: Expr) => op("add", a, b);
const times = (a: Expr, b: Expr) => op("mul", a, b);
const types: readonly Type[] = [span("i32"), span("i32"), "i32", "i32", "i32"];

function ownStores(body: readonly Stmt[], dimensions: 1 | 2 | 3 = 1) {
  const [fn] = kernelModule({ locals: types, parameters: 4, body, dimensions }).functions;
  if (!fn) throw new Error("the module has a kernel");
  return findOwnStores(collectFacts(fn));
}
const isOwn = (place: Expr, more: readonly Stmt[] = [], dimensions: 1 | 2 | 3 = 1) =>
  ownStores([store(place, i32(1), at), ...more], dimensions).has(place);

describe("never", () => {
  test.each<[string, Expr, readonly Stmt[]]>([
    ["an index from memory", out(load(other(x))), []],
    ["an index that a clamp may make the neighbour's", out(op("min", x, n)), []],
    ["elements that are no neighbours", out(times(x, i32(2))), []],
    ["an element that is the same for all", out(n), []],
    ["beside an element of which nobody knows", out(x), [store(out(load(other(x))), i32(2), at)]],
    ["an index that is assigned twice", out(local(TEMPORARY, "i32")), [set(TEMPORARY, x), set(TEMPORARY, i32(0))]],
  ])("%s", (_, place, more) => {
    expect(isOwn(place)).toBe(more.length > 0 && place.kind === "element" && place.index.kind !== "local");
    expect(isOwn(place, more)).toBe(false);
  });
  test("in regions of work-groups, several of which run at a time", () => {
    const place = out(x);
    const [fn] = kernelModule({ locals: types, parameters: 4, body: [store(place, i32(1), at)] }).functions;
    if (!fn) throw new Error("the module has a kernel");
    expect(findOwnStores(collectFacts(fn, { sizes: [8, 1, 1], lengths: new Map() })).has(place)).toBe(false);
    expect(findOwnStores(collectFacts(fn)).has(place)).toBe(true);
  });
  test("in two dimensions, where an index of one is all there is", () => {
    expect(isOwn(out(y), [], 2)).toBe(false);
    expect(isOwn(out(x), [], 2)).toBe(false);
  });
});

test("other arrays that are written must not overlap", () => {
  const places = [out(x), other(add(x, i32(1)))] as const;
  const found = ownStores(places.map((place) => store(place, i32(1), at)));
  expect(places.map((place) => found.get(place)?.others)).toEqual([[OTHER], [OUT]]);
});

/** What a form of sizes and captured numbers is. */
function valueOfForm({ constant: sum, terms }: Form, sizes: readonly number[], captured: readonly number[]): number {
  return [...terms.values()].reduce((all, { coefficient, atoms }) => {
    const factors = atoms.map(({ value }) => {
      if (value.kind !== "known") throw new Error(`a launch does not say what ${value.kind} is`);
      const { expr } = value;
      if (expr.kind === "query") return sizes[expr.dimension] ?? 1;
      return expr.kind === "local" ? (captured[expr.local - N] ?? Number.NaN) : Number.NaN;
    });
    return all + factors.reduce((product, factor) => product * factor, coefficient);
  }, sum);
}

function holds({ conditions }: OwnStore, sizes: readonly number[], captured: readonly number[]): boolean {
  return conditions.every((some) => some.some(({ form }) => valueOfForm(form, sizes, captured) >= 0));
}

test("a distance that wraps around is not far: 2^32 - 2 elements are two back", () => {
  const place = out(x);
  const own = ownStores([store(place, i32(1), at), store(out(add(add(x, n), m)), i32(2), at)]).get(place);
  if (!own) throw new Error("each work-item has an element of its own where n + m is large");
  expect(holds(own, [4], [8, 1])).toBe(true);
  expect(holds(own, [4], [2 ** 31 - 1, 2 ** 31 - 1])).toBe(false);
});

test("a distance of constants that wraps around is not far either", () => {
  const [least, most] = [1 - 2 ** 31, 2 ** 31 - 1].map((by) => out(add(add(x, i32(by)), n)));
  if (!least || !most) throw new Error("there are two places");
  const stores = [least, most].map((place) => store(place, i32(1), at));
  expect(isOwn(most)).toBe(true);
  expect(ownStores(stores).has(most)).toBe(false);
});

test("where it is said, no two work-items of the launch write one element", () => {
  const { pick } = createRandom(24);
  const counts = { said: 0, notSaid: 0 };
  for (let round = 0; round < 3000; round++) {
    const dimensions = pick([1, 2, 3] as const);
    const indices = [x, y, z].slice(0, dimensions);
    const factors = indices.slice(0, -1).map(() => pick([n, m, i32(pick([0, 1, 3, 4, 7, -5])), times(n, m)]));
    const rests = Array.from({ length: pick([1, 1, 2, 3]) }, () =>
      pick([i32(0), n, m, times(n, m), i32(pick([1, 5, 64]))]),
    );
    const places = rests.map((rest) =>
      out(
        add(
          indices.reduce((sum, index, at) => add(sum, times(index, factors[at] ?? i32(1))), i32(0) as Expr),
          rest,
        ),
      ),
    );
    const sizes = indices.map(() => pick([1, 2, 3, 4, 5]));
    const captured = [pick([1, 2, 4, 5, 16, -3, 40]), pick([1, 3, 4, 8, 25])];
    const own = ownStores(
      places.map((place) => store(place, i32(1), at)),
      dimensions,
    ).get(places[0] ?? x);
    if (!own || !holds(own, sizes, captured)) {
      counts.notSaid++;
      continue;
    }
    counts.said++;
    const valueAt = (expr: Expr, item: readonly number[]): number => {
      if (expr.kind === "const") return Number(expr.value);
      if (expr.kind === "query") return item[expr.dimension] ?? 0;
      if (expr.kind === "local") return captured[expr.local - N] ?? 0;
      if (expr.kind !== "op") throw new Error("an index is made of sums and products");
      const [a = 0, b = 0] = expr.args.map((arg) => valueAt(arg, item));
      return expr.op === "add" ? a + b : Math.imul(a, b);
    };
    const owners = new Map<number, string>();
    const [sx = 1, sy = 1, sz = 1] = sizes;
    for (let item = 0; item < sx * sy * sz; item++) {
      const own = [Math.floor(item / (sy * sz)), Math.floor(item / sz) % sy, item % sz];
      for (const { index } of places.filter((place) => place.kind === "element")) {
        const value = valueAt(index, own);
        expect(owners.get(value) ?? String(own), `element ${value}`).toBe(String(own));
        owners.set(value, String(own));
      }
    }
  }
  expect(counts.said).toBeGreaterThan(200);
  expect(counts.notSaid).toBeGreaterThan(200);
});

describe("gangs that write their neighbours' elements back", () => {
  const numbers = (length: number) => Int32Array.from({ length }, (_, index) => (index * 7) % 11);
  const alike = (body: readonly Stmt[], range: readonly number[], dimensions: 1 | 2 | 3 = 1, captured = [8, 16]) => {
    const module = kernelModule({ locals: types, parameters: 4, body, dimensions });
    expectAlike({ module, range, args: [numbers(160), numbers(160), ...captured] });
  };
  const some = (place: Expr, value: Expr) => build.ifElse(op("gt", load(place), i32(4)), [store(place, value, at)]);

  test.each([1, 15, 16, 33, 100])("of one row, %i work-items", (size) => {
    alike([some(out(x), add(x, i32(100)))], [size]);
    alike([some(out(add(x, n)), load(other(x))), some(other(x), i32(-1))], [size]);
  });
  test.each([1, 3, 4, 7, 16, 40])("of rows, of which each is %i apart", (width) => {
    const place = out(add(times(x, n), y));
    // Rows lie in each other where they are narrower than the range: then nothing is written back.
    alike([some(place, add(times(x, i32(100)), y))], [3, 16], 2, [width, 0]);
    alike([some(place, i32(-1)), some(out(add(add(times(x, n), y), m)), i32(-2))], [3, 16], 2, [width, 64]);
  });
  test("of bytes, halves and doubles", () => {
    for (const type of ["u8", "i16", "f32", "f64"] as const) {
      const array = element(local(0, span(type)), x, 0);
      const value = type === "f64" || type === "f32" ? constant(type, 2.5) : i32(7);
      const limit = type === "f64" || type === "f32" ? constant(type, 4) : i32(4);
      const body = [build.ifElse(op("gt", load(array), limit), [store(array, value, at)])];
      const module = kernelModule({ locals: [span(type)], parameters: 1, body });
      const made = { u8: Uint8Array, i16: Int16Array, f32: Float32Array, f64: Float64Array }[type];
      expectAlike({ module, range: [37], args: [made.from(numbers(37))] });
    }
  });
});
