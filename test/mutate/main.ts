// npm run mutate -- [--sample 40] [--seed 1] [--only codegen/src/analysis] [--shard 1/4] [--again FILE] [--minutes 20] [--slow] [--report FILE]:
// breaks the sources in small ways, a random sample of all (mutations.ts), and runs those of the nearest tests (nearest-tests.ts) that execute
// the mutant (tests-of-mutants.ts). A mutant that passes them all survives: a test is missing, or the code does nothing (equivalent.ts).
// `--slow` asks the slow tests, too; `--again FILE` takes those that survived in a report. Prints the survivors; `--report FILE` gets all
// results as JSON, after each mutant.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom } from "../support/random.js";
import { reasonOf } from "./equivalent.js";
import { type Mutant, mutantsOf, mutated } from "./mutations.js";
import { folderOf, folders } from "./nearest-tests.js";
import type { AskedTests } from "./runner.js";
import { Sandbox } from "./sandbox.js";
import { type Test, TestsOfMutants } from "./tests-of-mutants.js";

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "20" },
    slow: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    shard: { type: "string", default: "1/1" },
    again: { type: "string" },
    report: { type: "string" },
  },
});
for (const name of ["sample", "seed", "minutes"] as const) {
  if (Number(values[name]) > 0) continue;
  console.error(`--${name} is ${values[name]}; expected a positive number, as in --${name} 5.`);
  process.exit(1);
}
const [part = 0, parts = 0] = values.shard.split("/").map(Number);
if (!(part >= 1 && part <= parts)) {
  console.error(`--shard is ${values.shard}; expected a part and how many there are, as in --shard 1/4.`);
  process.exit(1);
}

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The quickest tests of a mutant, up to this sum, are asked first: most mutants need no others. */
const QUICK_MILLISECONDS = 3000;

interface Result extends Mutant {
  /** "unjudged": the tests that come next fail without a mutant, too. */
  readonly outcome: "killed" | "timeout" | "crashed" | "survived" | "equivalent" | "unjudged";
  /** How many tests execute it. */
  readonly tests?: number;
  readonly seconds?: number;
  /** The first error of the tests. */
  readonly failure?: string;
  readonly reason?: string;
}

const sources = new Map<string, string>();

function allMutants(): readonly Mutant[] {
  const names = ["ir", "codegen", "transformer", "runtime"].flatMap((name) =>
    readdirSync(join(root, name, "src"), { recursive: true, encoding: "utf8" }).map((file) => `${name}/src/${file}`),
  );
  const files = names
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && file.includes(values.only) && folderOf(file))
    .sort();
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    sources.set(file, source);
    return mutantsOf(file, source);
  });
}

/** In the order of the items: a shard's mutants then lie in few folders, whose tests need to pass without a mutant once. */
function sampleOf<T>(items: readonly T[], size: number): readonly T[] {
  const { below } = createRandom(Number(values.seed));
  const left = items.map((_, index) => index);
  const chosen = Array.from({ length: Math.min(size, left.length) }, () => left.splice(below(left.length), 1)).flat();
  return chosen.sort((a, b) => a - b).flatMap((index) => items[index] ?? []);
}

const shardOf = <T>(items: readonly T[]): readonly T[] =>
  items.slice(Math.floor(((part - 1) * items.length) / parts), Math.floor((part * items.length) / parts));

/** Those of a report that survived and are still in the sources. */
function survivorsOf(report: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const keyOf = ({ file, line, before, text, start }: Mutant): string => [file, line, start, before, text].join("\n");
  const results: readonly Result[] = JSON.parse(readFileSync(report, "utf8"));
  const keys = new Set(results.filter(({ outcome }) => outcome === "survived").map(keyOf));
  return mutants.filter((mutant) => keys.has(keyOf(mutant)));
}

/** What is asked of the runner: quick files first, so that it loads no more of them than it needs. */
function askedOf(tests: readonly Test[]): readonly AskedTests[] {
  const names = new Map<string, string[]>();
  for (const { file, name } of tests) names.set(file, [...(names.get(file) ?? []), name]);
  return [...names].map(([file, own]) => ({ file, names: own }));
}

/** Much longer than they took without a mutant, and time to load the compiler. */
const secondsOf = (tests: readonly Test[]): number =>
  60 + tests.reduce((sum, { milliseconds }) => sum + (5 * milliseconds) / 1000, 0);

/** Whether the files pass without a mutant, as they are asked about mutants, in one process: those that fail say nothing about mutants. */
async function areSound(files: readonly string[]): Promise<boolean> {
  const left = files.filter((file) => !sound.has(file));
  const all = await testsOfMutants.of(left);
  const outcome = all.length === 0 ? "passed" : await sandbox.run(askedOf(all), 2 * secondsOf(all));
  const failing = testsOfMutants.failing(left);
  const isPassed = outcome === "passed" && failing.length === 0;
  for (const file of left) sound.set(file, isPassed);
  if (!isPassed) {
    const names = failing.length > 0 ? failing : left;
    const found = `${outcome} (${oneLine(sandbox.lastFailure)})`;
    console.error(
      `Without a mutant, ${names.join(", ")}: ${found}; expected them to pass. Run: npx vitest run ${names.join(" ")}`,
    );
    process.exitCode = 1;
  }
  return files.every((file) => sound.get(file));
}

/** Quick tests first: two rounds at most. */
function roundsOf(tests: readonly Test[]): readonly (readonly Test[])[] {
  let sum = 0;
  const quick = tests.filter(({ milliseconds }) => {
    sum += milliseconds;
    return sum <= QUICK_MILLISECONDS;
  });
  return [quick, tests.slice(quick.length)].filter(({ length }) => length > 0);
}

async function judge(mutant: Mutant): Promise<Result> {
  const reason = reasonOf(mutant);
  if (reason !== undefined) return { ...mutant, outcome: "equivalent", reason };
  const folder = folderOf(mutant.file);
  const files = folder && [...new Set([...folder.nearest, ...folder.more, ...(values.slow ? folder.slow : [])])];
  if (!files || !(await areSound(files))) return { ...mutant, outcome: "unjudged" };
  const start = Date.now();
  const tests = await testsOfMutants.of(files, mutant);
  const resultOf = (outcome: Result["outcome"], failure?: string): Result => {
    const seconds = Math.round((Date.now() - start) / 100) / 10;
    return { ...mutant, outcome, tests: tests.length, seconds, ...(failure ? { failure: oneLine(failure) } : {}) };
  };
  sandbox.replace(mutant.file, mutated(sources.get(mutant.file) ?? "", mutant));
  try {
    for (const round of roundsOf(tests)) {
      const outcome = await sandbox.run(askedOf(round), secondsOf(round));
      if (outcome === "failed") return resultOf("killed", sandbox.lastFailure);
      if (outcome !== "passed") return resultOf(outcome);
    }
  } finally {
    sandbox.restore(mutant.file);
  }
  return resultOf("survived");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 100);

/** By folder: how many were tried, and how many of those that tests can notice survived. */
function printTable(results: readonly Result[]): void {
  console.log("\n| folder | mutants | killed | equivalent | survived |\n| --- | ---: | ---: | ---: | ---: |");
  const row = (name: string, own: readonly Result[]): void => {
    const count = (...outcomes: readonly Result["outcome"][]) =>
      own.filter((one) => outcomes.includes(one.outcome)).length;
    const [survived, equivalent] = [count("survived"), count("equivalent")];
    const share = Math.round((100 * survived) / Math.max(1, own.length - equivalent));
    console.log(
      `| ${name} | ${own.length} | ${count("killed", "timeout", "crashed")} | ${equivalent} | ${survived} (${share} %) |`,
    );
  };
  const judged = results.filter(({ outcome }) => outcome !== "unjudged");
  for (const folder of folders) {
    const own = judged.filter(({ file }) => folderOf(file) === folder);
    if (own.length > 0) row(folder.path, own);
  }
  row("all", judged);
  if (judged.length < results.length)
    console.log(`${results.length - judged.length} more, whose tests fail without a mutant, too.`);
}

const mutants = allMutants();
const sample = shardOf(
  values.again === undefined ? sampleOf(mutants, Number(values.sample)) : survivorsOf(values.again, mutants),
);
console.log(
  `${sample.length} of ${mutants.length} mutants, seed ${values.seed}, shard ${values.shard}, for ${values.minutes} minutes at most.`,
);
const end = Date.now() + Number(values.minutes) * 60_000;
const results: Result[] = [];
const sandbox = new Sandbox(root);
const testsOfMutants = new TestsOfMutants(root, sandbox, sample);
/** By file of tests. */
const sound = new Map<string, boolean>();
try {
  for (const mutant of sample) {
    if (Date.now() > end) break;
    const result = await judge(mutant);
    results.push(result);
    if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(results, undefined, 2)}\n`);
    if (result.outcome !== "survived") continue;
    console.log(
      `${mutant.file}:${mutant.line} ${mutant.mutation}: ${oneLine(mutant.before)} -> ${oneLine(mutant.text)} (${result.tests} tests)`,
    );
  }
} finally {
  sandbox.close();
}
printTable(results);
