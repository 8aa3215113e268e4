// Random programs of the whole kernel language, from text to every target: all executors leave what plain JavaScript does.

import type { Fuzzer } from "./fuzzer.js";
import { judge, judgeAll } from "./judge.js";
import { fuzzSource } from "./program.js";
import { reduce } from "./reduce.js";

const REDUCING = 60_000;

const textOf = (seed: number): string => fuzzSource(seed, 2 + (seed % 5));

export const programs: Fuzzer = {
  name: "programs",
  about: "programs of the kernel language leave on every executor what they leave in plain JavaScript",
  screen: async (seeds) => {
    const verdicts = judgeAll(seeds.map(textOf), seeds);
    return seeds.filter((_, at) => verdicts[at]?.kind !== "fine");
  },
  run: async (seed) => report(textOf(seed)),
};

/** The verdict, and what is left of the program. */
function report(text: string): string | undefined {
  const whole = judge(text);
  if (whole.kind === "fine") return undefined;
  const wayOf = (verdict: typeof whole): string => verdict.kind + verdict.text.slice(0, 40).replace(/[:[].*/s, "");
  const small = reduce(text, (smaller) => wayOf(judge(smaller)) === wayOf(whole), performance.now() + REDUCING);
  const place = "Belongs into test/fuzz/corpus/NAME.ts, behind a line `// whole: what was wrong`.";
  return `${whole.kind}\n${whole.text}\n\n${small}\n${judge(small).text}\n${place}`;
}
