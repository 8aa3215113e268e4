// What the benchmark makes of its samples: medians, spreads, ratios within a run, equality of results.

import { describe, expect, test } from "vitest";
import { findDifference } from "../../bench/harness/equality.js";
import { ratioOf } from "../../bench/harness/measures.js";
import { median, spread } from "../../bench/statistics.js";

test("median", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test("spread: the largest above the smallest", () => {
  expect(spread([2, 2, 2])).toBe(0);
  expect(spread([2, 3, 2.5])).toBe(0.5);
});

describe("ratioOf", () => {
  const times = new Map([
    ["lanewise", [1, 2, 4]],
    ["javascript", [10, 10, 12]],
    ["other", [2, 2, 2]],
  ]);

  test("is the median of the ratios within each run, not the ratio of medians", () => {
    expect(ratioOf({ over: ["javascript"], under: ["lanewise"], steady: ["javascript"] }, times)).toEqual({
      ratio: 5,
      spread: expect.closeTo(0.2),
    });
  });
  test("multiplies several", () => {
    const measure = { over: ["javascript", "lanewise"], under: ["other", "lanewise"], steady: ["other"] };
    expect(ratioOf(measure, times)).toEqual({ ratio: 5, spread: 0 });
  });
  test("is undefined where a contender is missing", () => {
    expect(ratioOf({ over: ["gpu.js"], under: ["lanewise"], steady: ["gpu.js"] }, times)).toBeUndefined();
  });
});

describe("findDifference", () => {
  const exactly = { absolute: 0, relative: 0, outliers: 0 };

  test("within the tolerance nothing differs", () => {
    expect(findDifference([[1, 2]], [[1, 2]], exactly)).toBeUndefined();
    expect(findDifference([[1.1, 101]], [[1, 100]], { absolute: 0.1, relative: 0.01, outliers: 0 })).toBeUndefined();
    expect(findDifference([[1, 9, 1, 1]], [[1, 1, 1, 1]], { ...exactly, outliers: 0.25 })).toBeUndefined();
  });
  test("names the first element beyond it", () => {
    const text = "2 of 3 elements differ; element 1 is 5, expected 2";
    expect(findDifference([[1, 5, 6]], [[1, 2, 3]], exactly)).toBe(text);
  });
  test("NaN is never equal, nor is another length", () => {
    expect(findDifference([[Number.NaN]], [[1]], { ...exactly, absolute: 1e9 })).toContain("differ");
    expect(findDifference([[1]], [[1, 2]], exactly)).toBe("1 elements, expected 2");
    expect(findDifference([], [[1]], exactly)).toBe("0 outputs, expected 1");
  });
});
