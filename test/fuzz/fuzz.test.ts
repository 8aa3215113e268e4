// The fuzzers of fuzzers.ts, and what they have found before. LANEWISE_FUZZ_SECONDS sets for how long, for all of them together,
// LANEWISE_FUZZ_SEED the first seed, LANEWISE_FUZZ_MOST the most cases of each: CI meets the same ones each time; LANEWISE_FUZZ_ONLY
// names one of them. What is found is printed with its seed and reduced; it belongs into the corpus.

import { readdirSync, readFileSync } from "node:fs";
import { type Module, printModule, verify } from "@lanewise/ir";
import { afterAll, describe, expect, test } from "vitest";
import { randomProgram } from "../support/ir-arbitrary.js";
import { replay } from "./api.js";
import { runFuzzer } from "./fuzzer.js";
import { fuzzers } from "./fuzzers.js";
import { groupSource } from "./group-program.js";
import { judgeWritten } from "./ir.js";
import { judge } from "./judge.js";
import { endGroups, judgeGroups } from "./judge-groups.js";
import { numberSource } from "./number-program.js";
import { judgeNumbers, NUMBERS } from "./numbers.js";
import { fuzzSource } from "./program.js";
import { judgeProgram } from "./programs.js";
import { reduce } from "./reduce.js";
import { reduceModule } from "./reduce-ir.js";

const { LANEWISE_FUZZ_SECONDS, LANEWISE_FUZZ_SEED = "1", LANEWISE_FUZZ_MOST, LANEWISE_FUZZ_ONLY } = process.env;
const only = LANEWISE_FUZZ_ONLY;
const chosen = fuzzers.filter(({ name }) => only === undefined || name === only);
const seconds = Number(LANEWISE_FUZZ_SECONDS ?? 5) / Math.max(1, chosen.length);
const most = Number(LANEWISE_FUZZ_MOST ?? Number.POSITIVE_INFINITY);
const REDUCING = 60_000;

test("the fuzzer that is asked for is there", () => {
  const names = fuzzers.map(({ name }) => name).join(", ");
  expect(chosen.length > 0, `no fuzzer is called ${only}; there are: ${names}`).toBe(true);
});

test.each(chosen)(
  "$name: $about",
  async (fuzzer) => {
    const limits = { seed: Number(LANEWISE_FUZZ_SEED), seconds, most };
    const { cases, findings } = await runFuzzer(fuzzer, limits, (finding) => process.stderr.write(`${finding}\n\n`));
    if (LANEWISE_FUZZ_SECONDS)
      process.stderr.write(`${fuzzer.name}: ${cases} cases from seed ${limits.seed}, findings: ${findings.length}\n`);
    expect(findings.join("\n\n")).toBe("");
  },
  seconds * 1000 + 20 * REDUCING,
);

afterAll(async () => {
  endGroups();
  for (const { end } of chosen) await end?.();
});

describe.runIf(only === undefined)("the runner", () => {
  const always = { name: "odd", about: "", run: async (seed: number) => (seed % 2 === 1 ? "is odd" : undefined) };

  test("finds, says how to do it again, and stops after so many cases", async () => {
    const told: string[] = [];
    const result = await runFuzzer(always, { seed: 1, seconds: 60, most: 4 }, (finding) => told.push(finding));
    expect(result).toEqual({ cases: 4, findings: told });
    expect(told).toEqual([
      "odd, seed 1\nis odd\nAgain: npm run fuzz -- --only odd --seed 1 --cases 1",
      "odd, seed 3\nis odd\nAgain: npm run fuzz -- --only odd --seed 3 --cases 1",
    ]);
  });

  test("looks at those alone that are suspect", async () => {
    const looked: number[] = [];
    const run = async (seed: number) => void looked.push(seed);
    const fuzzer = { ...always, run, screen: async (seeds: readonly number[]) => seeds.slice(-1) };
    expect(await runFuzzer(fuzzer, { seed: 5, seconds: 60, most: 12 }, () => undefined)).toEqual({
      cases: 12,
      findings: [],
    });
    expect(looked).toEqual([14, 16]);
  });
});

describe.runIf(only === undefined || only === "programs")("programs", () => {
  const wrong = fuzzSource(1, 2).replace(
    "  return (i) => {",
    "  return (i) => {\n    row_i32[i] = 7;\n    row_f64[i] = nowhere;",
  );

  test("are the same for one seed, and differ between seeds", () => {
    expect(fuzzSource(7, 4)).toBe(fuzzSource(7, 4));
    expect(fuzzSource(7, 4)).not.toBe(fuzzSource(8, 4));
  });

  test("one that does not compile is told", () => {
    expect(judge(wrong)).toMatchObject({ kind: "invalid", text: expect.stringContaining("nowhere") });
  });

  test("of work-groups are the same for one seed; one whose result is open is told", async () => {
    const text = groupSource(6, 2);
    expect(groupSource(6, 2)).toBe(text);
    const open = text.replace("    item.barrier();", "    item.barrier();\n    added_i32[0] = i;");
    expect(await judgeGroups([text, open])).toEqual([
      { kind: "fine", text: "" },
      { kind: "invalid", text: expect.stringContaining("what it leaves is open: added_i32[0]") },
    ]);
  });

  test("get smaller", async () => {
    const small = await reduce(wrong, async (text) => text.includes("nowhere"), performance.now() + REDUCING);
    expect(small).toContain("nowhere");
    expect(small).not.toContain("row_i32[i]");
  });

  /** The other files there are for test/differential/source.test.ts: their kernels have other parameters. */
  const corpus = new URL("corpus/", import.meta.url);
  const files = readdirSync(corpus).filter((name) =>
    readFileSync(new URL(name, corpus), "utf8").startsWith("// whole"),
  );
  test.each(files)("found before: %s", async (name) => {
    expect(await judgeProgram(readFileSync(new URL(name, corpus), "utf8"))).toEqual({ kind: "fine", text: "" });
  });
});

describe.runIf(only === undefined || only === "numbers")("programs of plain numbers", () => {
  test("are the same for one seed, and differ between seeds", () => {
    expect(numberSource(7, 4)).toBe(numberSource(7, 4));
    expect(numberSource(7, 4)).not.toBe(numberSource(8, 4));
  });

  test("one that stores to an element of another work-item is told", async () => {
    const body = "return (i) => { out_f64[0] = i; out_f64[i * 4] += out_f64[0]; };\n}\n";
    const open = numberSource(7, 1).replace(/return \(i\) => \{.*/s, body);
    const [verdict] = await judgeNumbers([open]);
    expect(verdict?.kind).toBe("difference");
  });

  const corpus = new URL("corpus/", import.meta.url);
  const textOf = (name: string): string => readFileSync(new URL(name, corpus), "utf8");
  test.each(readdirSync(corpus).filter((name) => textOf(name).startsWith(NUMBERS)))(
    "found before: %s",
    async (name) => {
      expect(await judgeNumbers([textOf(name)])).toEqual([{ kind: "fine", text: "" }]);
    },
  );
});

describe.runIf(only === undefined || only === "api")("sequences of calls", () => {
  const corpus = new URL("api-corpus/", import.meta.url);
  test.each(readdirSync(corpus))("%s", async (name) => {
    await replay(JSON.parse(readFileSync(new URL(name, corpus), "utf8")));
  });
});

describe.runIf(only === undefined || only === "ir")("kernels in IR", () => {
  test("get smaller, and stay sound", () => {
    const { module } = randomProgram(7, { size: 24 });
    const isWrong = (one: Module) => printModule(one).includes("loop");
    const small = reduceModule(module, isWrong, performance.now() + REDUCING);
    expect(isWrong(small)).toBe(true);
    expect(verify(small)).toEqual([]);
    expect(printModule(small).length).toBeLessThan(printModule(module).length / 3);
  });

  const corpus = new URL("ir-corpus/", import.meta.url);
  test.each(readdirSync(corpus))("%s", (name) => {
    expect(judgeWritten(readFileSync(new URL(name, corpus), "utf8"))).toBeUndefined();
  });
});
