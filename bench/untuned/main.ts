// `npm run bench:untuned [-- names... --before FOLDER]`: kernels that nobody tuned, one thread, against plain JavaScript and clang's WebAssembly; with
// --before, against another checkout that is built, the kernels of ../kernels too. By the processor's time, in turn, so that a machine with other work serves as well. Names may be parts of names.
// Without names and --before, writes bench/results/untuned.json.

import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { resultsFolder, rootFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { lowerQuartile, median } from "../statistics.js";
import type { Answer, Contender, Question } from "./question.js";
import { tuned, untuned } from "./table.js";

const rounds = 9;
const sampleMs = 60;
const warmUpMs = 400;

interface Side {
  readonly title: string;
  readonly process: ChildProcess;
  readonly contender: Contender;
}

const [names, before] = readArguments(process.argv.slice(2));
const here = start(rootFolder);
const side = (title: string, contender: Contender, child = here): Side => ({ title, process: child, contender });
const sides =
  before === undefined
    ? [side("ours", "ours"), side("javascript", "plain"), side("clang-wasm", "clang")]
    : [side("ours", "ours"), side("before", "ours", start(resolve(before)))];
const results = [];
try {
  const isAsked = (kernel: string) => names.length === 0 || names.some((name) => kernel.includes(name));
  const asked = (before === undefined ? untuned : [...untuned, ...tuned]).filter(({ name }) => isAsked(name));
  for (const { name } of asked) results.push(await measure(name));
  for (const { title } of sides.slice(1)) {
    const all = results.flatMap(({ ratios }) => ratios[title] ?? []);
    const mean = Math.exp(all.reduce((sum, one) => sum + Math.log(one), 0) / all.length);
    console.log(`geometric mean of ${all.length}, ${title}: ${mean.toFixed(2)}`);
  }
} finally {
  for (const { process: child } of sides) child.kill();
}
if (names.length === 0 && before === undefined) {
  const whole = { machine: describeMachine(), threads: 1, kernels: results };
  writeFileSync(join(resultsFolder, "untuned.json"), `${JSON.stringify(whole, null, 2)}\n`);
}

function readArguments(given: readonly string[]): readonly [readonly string[], string | undefined] {
  const at = given.indexOf("--before");
  if (at < 0) return [given, undefined];
  const folder = given[at + 1];
  if (folder === undefined) throw new Error("--before needs the folder of another checkout");
  return [given.toSpliced(at, 2), folder];
}

/** `lanewise run` of a checkout, as it was built there. */
function start(checkout: string): ChildProcess {
  const lanewise = join(checkout, "transformer/bin/lanewise.js");
  return fork(lanewise, ["run", join(checkout, "bench/untuned/contender.ts")], {
    cwd: checkout,
    execArgv: [],
    env: { ...process.env, LANEWISE_CACHE: "off" },
  });
}

function ask({ process: child, contender }: Side, name: string, times: number): Promise<Answer> {
  const question: Question = { name, contender, times };
  return new Promise((answered, failed) => {
    const ended = (): void => failed(new Error(`the process of ${name}, ${contender}, ended`));
    child.once("exit", ended);
    child.once("message", (answer: Answer) => {
      child.off("exit", ended);
      answered(answer);
    });
    child.send(question);
  });
}

/** Each side's times; a ratio is made within a round, and the median counts: above 1, ours is faster. */
async function measure(name: string) {
  const times = new Map<Side, { readonly repetitions: number; readonly ms: number[] }>();
  for (const one of sides) {
    const repetitions = await warmUp(one, name);
    if (typeof repetitions === "number") times.set(one, { repetitions, ms: [] });
    else console.log(`${name}: not measured: ${one.title}: ${repetitions}`);
  }
  for (let round = 0; round < rounds; round++) {
    const order = [...times.keys()];
    for (const one of round % 2 === 0 ? order : order.reverse()) {
      const answer = await ask(one, name, times.get(one)?.repetitions ?? 1);
      times.get(one)?.ms.push("ms" in answer ? answer.ms : Number.NaN);
    }
  }
  const all = new Map([...times].map(([{ title }, { ms }]) => [title, ms]));
  const own = all.get("ours") ?? [];
  const others = [...all].filter(([title]) => title !== "ours");
  const ratioOf = (ms: readonly number[]) => median(ms.map((time, round) => time / (own[round] ?? Number.NaN)));
  const ratios: Record<string, number> = Object.fromEntries(others.map(([title, ms]) => [title, ratioOf(ms)]));
  const ms = Object.fromEntries([...all].map(([title, one]) => [title, lowerQuartile(one)]));
  const shown = Object.entries(ratios).map(([title, ratio]) => `${title} ${ratio.toFixed(2)}`);
  console.log(`${name}: ${shown.join(", ")} (ours ${lowerQuartile(own).toFixed(2)} ms)`);
  return { name, ratios, ms };
}

/** How many times make a sample; or why there is none. */
async function warmUp(one: Side, name: string): Promise<number | string> {
  let [repetitions, spent] = [1, 0];
  for (;;) {
    const answer = await ask(one, name, repetitions);
    if ("reason" in answer) return answer.reason;
    spent += answer.ms * repetitions;
    const wanted = Math.max(1, Math.ceil(sampleMs / Math.max(answer.ms, 0.001)));
    if (spent >= warmUpMs) return wanted;
    repetitions = Math.min(wanted, 8 * repetitions);
  }
}
