// Random programs of the whole kernel language, from text to every target: all executors leave what plain JavaScript does.

import type { Fuzzer } from "./fuzzer.js";
import { groupSource } from "./group-program.js";
import { judge, judgeAll, type Verdict } from "./judge.js";
import { endGroups, isOfGroups, judgeGroups } from "./judge-groups.js";
import { fuzzSource } from "./program.js";
import { reduce } from "./reduce.js";

const REDUCING = 60_000;

/** Every third one is of work-groups. */
const textOf = (seed: number): string => {
  const size = 2 + (Math.abs(seed) % 5);
  return seed % 3 === 0 ? groupSource(seed, size) : fuzzSource(seed, size);
};

export const programs: Fuzzer = {
  name: "programs",
  about: "programs of the kernel language leave on every executor what they leave in plain JavaScript",
  screen: async (seeds) => {
    const all = seeds.map((seed) => ({ seed, text: textOf(seed) }));
    const [groups, others] = [true, false].map((isWanted) => all.filter(({ text }) => isOfGroups(text) === isWanted));
    const textsOf = (some: typeof all | undefined): readonly string[] => (some ?? []).map(({ text }) => text);
    const verdicts = [
      ...(await judgeGroups(textsOf(groups))),
      ...judgeAll(
        textsOf(others),
        (others ?? []).map(({ seed }) => seed),
      ),
    ];
    const wrong = [...(groups ?? []), ...(others ?? [])].filter((_, at) => verdicts[at]?.kind !== "fine");
    return wrong.map(({ seed }) => seed);
  },
  run: async (seed) => report(textOf(seed)),
  end: async () => endGroups(),
};

/** Of a program of either kind. */
export async function judgeProgram(text: string): Promise<Verdict> {
  if (!isOfGroups(text)) return judge(text);
  const [verdict] = await judgeGroups([text]);
  return verdict ?? { kind: "invalid", text: "no program" };
}

/** Another element of another array is the same finding; another error, or an error in place of contents, is not. */
const wayOf = ({ kind, text }: Verdict): string =>
  kind + (/expected contents, found .*/.exec(text)?.[0] ?? text.slice(0, 40).replace(/[:[].*/s, ""));

/** The verdict, and what is left of the program. */
async function report(text: string): Promise<string | undefined> {
  const whole = await judgeProgram(text);
  if (whole.kind === "fine") return undefined;
  const isWrong = async (smaller: string) => wayOf(await judgeProgram(smaller)) === wayOf(whole);
  const small = await reduce(text, isWrong, performance.now() + REDUCING);
  const place = "Belongs into test/fuzz/corpus/NAME.ts, behind a line `// whole: what was wrong`.";
  return `${whole.kind}\n${whole.text}\n\n${small}\n${(await judgeProgram(small)).text}\n${place}`;
}
