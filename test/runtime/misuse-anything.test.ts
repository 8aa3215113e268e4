// Misuse beyond the table: for every parameter of every row of misuse-rows.ts whatever fast-check makes. The call succeeds, or throws a
// LanewiseError that says so; afterwards kernels run as before. What kernels call, too, converts as JavaScript does.

import fc from "fast-check";
import { LanewiseError } from "lanewise";
import * as random from "lanewise/random";
import * as vec from "lanewise/vec";
import { afterAll, expect, test } from "vitest";
import { set } from "./kernels.js";
import { type Row, rows } from "./misuse-rows.js";
import { createWorld, type ValueName, values } from "./misuse-values.js";

const world = createWorld();
afterAll(() => world.context[Symbol.asyncDispose]());

/** What would be a launch of minutes, or memory that others need, is a small number. */
const small = (value: unknown): unknown =>
  typeof value === "number" && Math.abs(value) > 64 && Math.abs(value) < 2 ** 33 ? value % 64 : value;

const anything = fc
  .oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true }),
    fc.integer({ min: -3, max: 40 }),
    fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 53, -0, Number.NaN),
    ...[1, 2, 3].map(() => fc.constantFrom(...(Object.keys(values) as ValueName[])).map((name) => values[name](world))),
  )
  .map(small);

/** What is given in place of one or two parameters. */
const given = (row: Row) => {
  const one = fc.record({ index: fc.nat(Object.keys(row.parameters).length - 1), value: anything });
  return fc.oneof({ weight: 4, arbitrary: fc.tuple(one) }, { weight: 1, arbitrary: fc.tuple(one, one) });
};

test.each(Object.entries(rows))(
  "USE1: whatever is passed to %s, it succeeds or throws an error of the library",
  async (name, row) => {
    const property = fc.asyncProperty(given(row), async (chosen) => {
      const passed = Object.values(row.parameters).map(({ good }, at) => {
        const one = chosen.find(({ index }) => index === at);
        return one ? one.value : good?.(world);
      });
      try {
        await row.call(world, ...passed);
      } catch (error) {
        if (!(error instanceof LanewiseError)) throw error;
      }
    });
    await fc.assert(property, { numRuns: 150, seed: name.length });
    await world.q.parallelFor(8, set(world.ints, 5) as () => void);
    expect([...world.ints]).toEqual(Array(8).fill(5));
  },
);

type AnyFunction = (...given: readonly unknown[]) => unknown;
type AnyClass = new (...given: readonly unknown[]) => object;
const isClass = (value: unknown): value is AnyClass => /^class\b/.test(String(value));
/** Every function of these modules, and every constructor and method of their classes: with what they take, of anything. */
const hostCalls = Object.entries({ ...random, ...vec }).flatMap(([name, value]): (readonly [string, AnyFunction])[] => {
  if (!isClass(value)) return [[name, value as AnyFunction]];
  const make: AnyFunction = (...given) => new value(...given);
  const methods = Object.getOwnPropertyNames(value.prototype).filter((method) => method !== "constructor");
  const statics = Object.getOwnPropertyNames(value).filter((one) => typeof Reflect.get(value, one) === "function");
  return [
    [`new ${name}`, make],
    ...methods.map((method): [string, AnyFunction] => [
      `${name}.${method}`,
      (...given) => (Reflect.get(value.prototype, method) as AnyFunction).call(make(1, 2, 3, 4), ...given),
    ]),
    ...statics.map((one): [string, AnyFunction] => [`${name}.${one}`, (...given) => Reflect.get(value, one)(...given)]),
  ];
});

test.each(hostCalls)("USE1: whatever is passed to %s on the host, it converts as JavaScript does", (name, call) => {
  const given = fc.array(fc.oneof(anything, fc.double()), { minLength: 0, maxLength: 9 });
  const property = fc.property(given, (passed) => {
    try {
      call(...passed);
    } catch (error) {
      // What is no number, or has not the fields that are asked for.
      if (!(error instanceof TypeError)) throw error;
    }
  });
  fc.assert(property, { numRuns: 150, seed: name.length });
});

const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 53, -0));
const isWord = (value: number) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isPart = (value: number) => value >= 0 && value < 1;
test("USE1: whatever numbers are passed to lanewise/random, words are words, and parts are below 1", () => {
  const property = fc.property(number, number, number, (seed, index, n) => {
    const stream = new random.Philox(seed as never, index);
    const words = [random.randomU32(seed as never, index, n), stream.nextU32(), random.pcgHash(n as never)];
    expect(words.every(isWord), words.join()).toBe(true);
    const parts = [random.randomUniform(seed as never, index, n), stream.uniform(), stream.uniformF64()];
    expect(parts.every(isPart), parts.join()).toBe(true);
    for (const normal of [random.randomNormal(seed as never, index, n), stream.normal()])
      expect(Math.abs(normal)).toBeLessThan(5.8);
  });
  fc.assert(property, { numRuns: 1000, seed: 1 });
});
