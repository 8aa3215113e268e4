// Misuse beyond the table: for every parameter of every row of misuse-rows.ts whatever fast-check makes. The call succeeds, or throws a
// LanewiseError that says so; afterwards kernels run as before.

import fc from "fast-check";
import { LanewiseError } from "lanewise";
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
