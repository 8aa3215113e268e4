// Random programs of plain numbers (test/fuzz/number-program.ts) leave on every executor what they leave in plain JavaScript. The fuzzer `numbers`
// tries others each time; these are the same ones, unless LANEWISE_FUZZ_PROGRAMS says how many, and LANEWISE_FUZZ_SEED from which seed on.

import { expect, test } from "vitest";
import { numberSource } from "../fuzz/number-program.js";
import { judgeNumbers } from "../fuzz/numbers.js";

const programs = Math.ceil(Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 240) / 10);
const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
/** So many are compiled as one program. */
const BATCH = 12;

const batches = Array.from({ length: Math.ceil(programs / BATCH) }, (_, batch) => firstSeed + batch * BATCH);

test.each(batches)("random programs of plain numbers from seed %i", async (first) => {
  const texts = Array.from({ length: Math.min(BATCH, firstSeed + programs - first) }, (_, at) =>
    numberSource(first + at, 1 + ((first + at) % 7)),
  );
  const verdicts = await judgeNumbers(texts);
  const wrong = verdicts.flatMap(({ kind, text }, at) =>
    kind === "fine" ? [] : [`${kind}\n${text}\nin\n${texts[at]}`],
  );
  expect(wrong.join("\n\n")).toBe("");
});
