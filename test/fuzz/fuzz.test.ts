// Random programs of the whole kernel language, from text to every target: all executors leave what plain JavaScript does.
// LANEWISE_FUZZ_SECONDS sets for how long (npm run fuzz: minutes), LANEWISE_FUZZ_SEED the first seed, LANEWISE_FUZZ_MOST the most
// programs: CI meets the same ones each time. What is found is printed with its seed and reduced; it belongs into corpus/.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judge, judgeAll } from "./judge.js";
import { fuzzSource } from "./program.js";
import { reduce } from "./reduce.js";

const seconds = Number(process.env.LANEWISE_FUZZ_SECONDS ?? 5);
const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
const most = Number(process.env.LANEWISE_FUZZ_MOST ?? Number.POSITIVE_INFINITY);
/** Programs compiled together. */
const BATCH = 10;
const REDUCING = 60_000;

const sizeOf = (seed: number): number => 2 + (seed % 5);

/** The message of what is wrong with a program: its seed, the verdict, and what is left of it. */
function report(seed: number, text: string): string {
  const whole = judge(text);
  const wayOf = (verdict: typeof whole): string => verdict.kind + verdict.text.slice(0, 40).replace(/[:[].*/s, "");
  const small = reduce(text, (smaller) => wayOf(judge(smaller)) === wayOf(whole), performance.now() + REDUCING);
  return `seed ${seed}: ${whole.kind}\n${whole.text}\n\n${small}\n${judge(small).text}`;
}

test(
  "random programs mean on every executor what they mean in plain JavaScript",
  () => {
    const end = performance.now() + seconds * 1000;
    const found: string[] = [];
    let seed = firstSeed;
    for (; performance.now() < end && seed < firstSeed + most; seed += BATCH) {
      const seeds = Array.from({ length: BATCH }, (_, at) => seed + at);
      const texts = seeds.map((each) => fuzzSource(each, sizeOf(each)));
      judgeAll(texts, seeds).forEach(({ kind }, at) => {
        const text = texts[at];
        if (kind === "fine" || text === undefined) return;
        const message = report(seeds[at] ?? 0, text);
        process.stderr.write(`${message}\n`);
        found.push(message);
      });
    }
    if (process.env.LANEWISE_FUZZ_SECONDS) process.stderr.write(`random programs: seeds ${firstSeed} to ${seed - 1}\n`);
    expect(found.join("\n\n")).toBe("");
  },
  seconds * 1000 + 20 * REDUCING,
);

test("programs are the same for one seed, and differ between seeds", () => {
  expect(fuzzSource(7, 4)).toBe(fuzzSource(7, 4));
  expect(fuzzSource(7, 4)).not.toBe(fuzzSource(8, 4));
});

describe("the judge and the reducer", () => {
  const wrong = fuzzSource(1, 2).replace(
    "  return (i) => {",
    "  return (i) => {\n    row_i32[i] = 7;\n    row_f64[i] = nowhere;",
  );

  test("a program that does not compile is told", () => {
    expect(judge(wrong)).toMatchObject({ kind: "invalid", text: expect.stringContaining("nowhere") });
  });

  test("a program gets smaller", () => {
    const small = reduce(wrong, (text) => text.includes("nowhere"), performance.now() + REDUCING);
    expect(small).toContain("nowhere");
    expect(small).not.toContain("row_i32[i]");
  });
});

/** The other files there are for test/differential/source.test.ts: their kernels have other parameters. */
const corpus = new URL("corpus/", import.meta.url);
const files = readdirSync(corpus).filter((name) => readFileSync(new URL(name, corpus), "utf8").startsWith("// whole"));
test.each(files)("found before: %s", (name) => {
  expect(judge(readFileSync(new URL(name, corpus), "utf8"))).toEqual({ kind: "fine", text: "" });
});
