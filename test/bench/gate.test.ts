// The gate of `npm run bench`: which goals are met, and the exit code.

import { describe, expect, test } from "vitest";
import { exitCode, gateReport, judge } from "../../bench/harness/gate.js";
import { type Goals, goalsFor } from "../../bench/harness/goals.js";
import type { KernelResult } from "../../bench/harness/results.js";

const goals: Goals = {
  kernels: [{ kernel: "triad", size: 10, type: "f32", against: "clang-wasm", op: ">=", goal: 0.95 }],
  figures: [{ section: "launch", what: "submit", unit: "us", op: "<=", goal: 2 }],
};

function resultsWith(ratio: { ratio: number; spread: number } | undefined, submit: number) {
  const row: KernelResult = {
    kernel: "triad",
    title: "Triad",
    size: 10,
    type: "f32",
    times: {},
    ratios: ratio ? { "clang-wasm": ratio } : {},
    notMeasured: ratio ? {} : { "clang-wasm": "clang is not installed" },
  };
  return { kernels: [row], figures: [{ section: "launch", what: "submit", unit: "us", value: submit }] } as const;
}

const verdicts = (...results: Parameters<typeof resultsWith>) =>
  judge(goals, resultsWith(...results)).map(({ verdict }) => verdict);
const code = (...results: Parameters<typeof resultsWith>) => exitCode(judge(goals, resultsWith(...results)));

describe("judge", () => {
  test("both directions, and the goal itself is enough", () => {
    expect(verdicts({ ratio: 0.95, spread: 0.01 }, 2)).toEqual(["met", "met"]);
    expect(verdicts({ ratio: 0.94, spread: 0.01 }, 2.1)).toEqual(["missed", "missed"]);
  });
  test("an unsteady baseline is inconclusive on either side", () => {
    expect(verdicts({ ratio: 2, spread: 0.11 }, 1)).toEqual(["inconclusive", "met"]);
    expect(verdicts({ ratio: 0.1, spread: 0.11 }, 1)).toEqual(["inconclusive", "met"]);
  });
  test("what is missing is not measured, with the reason", () => {
    const [first] = judge(goals, resultsWith(undefined, 1));
    expect(first?.verdict).toBe("not measured");
    expect(first?.text).toContain("clang is not installed");
    expect(judge(goals, { kernels: [], figures: [] }).map(({ verdict }) => verdict)).toEqual([
      "not measured",
      "not measured",
    ]);
  });
});

describe("exitCode", () => {
  test("0 when all are met", () => expect(code({ ratio: 1, spread: 0 }, 1)).toBe(0));
  test("1 when one is missed or not measured", () => {
    expect(code({ ratio: 0.5, spread: 0 }, 1)).toBe(1);
    expect(code(undefined, 1)).toBe(1);
  });
  test("2 when noise hides it", () => expect(code({ ratio: 0.5, spread: 0.2 }, 1)).toBe(2));
  test("a certain shortfall wins over noise", () => expect(code({ ratio: 0.5, spread: 0.2 }, 3)).toBe(1));
});

test("the report lists what is not met", () => {
  const report = gateReport(judge(goals, resultsWith({ ratio: 0.5, spread: 0 }, 1)));
  expect(report).toBe("missed        triad 10 f32, clang-wasm: goal >= 0.95, found 0.50\n1 of 2 goals met.");
});

test("a run of some kernels has only their goals", () => {
  expect(goalsFor(goals, [])).toEqual(goals);
  expect(goalsFor(goals, ["triad"])).toEqual({ kernels: goals.kernels, figures: [] });
  expect(goalsFor(goals, ["launch"])).toEqual({ kernels: [], figures: goals.figures });
});
