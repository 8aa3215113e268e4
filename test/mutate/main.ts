// npm run mutate -- [--sample 40] [--seed 1] [--only codegen/src/analysis] [--shard 1/4] [--again FILE] [--minutes 20] [--stages 2] [--report FILE]:
// breaks the sources in small ways, a random sample of all (mutations.ts), and runs the nearest tests (nearest-tests.ts). A mutant that passes
// them all survives: a test is missing, or the code does nothing (equivalent.ts). `--stages 2` asks the first two stages of tests alone,
// `--again FILE` takes those that survived in a report. Prints the survivors; `--report FILE` gets all results as JSON, after each mutant.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom } from "../support/random.js";
import { reasonOf } from "./equivalent.js";
import { type Mutant, mutantsOf, mutated } from "./mutations.js";
import { folderOf, folders } from "./nearest-tests.js";
import { type Outcome, Sandbox } from "./sandbox.js";

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "20" },
    stages: { type: "string", default: "9" },
    only: { type: "string", default: "" },
    shard: { type: "string", default: "1/1" },
    again: { type: "string" },
    report: { type: "string" },
  },
});
for (const name of ["sample", "seed", "minutes", "stages"] as const) {
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
/** Longer than the slowest stage takes without a mutant. */
const SECONDS = 300;

interface Result extends Mutant {
  /** "unjudged": the tests that come next fail without a mutant, too. */
  readonly outcome: "killed" | "timeout" | "crashed" | "survived" | "equivalent" | "unjudged";
  /** Files of the stage that noticed. */
  readonly by?: readonly string[];
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

/** Whether the tests pass without a mutant: those that fail say nothing about mutants. */
async function isSound(sandbox: Sandbox, tests: readonly string[], known: Map<string, boolean>): Promise<boolean> {
  const key = tests.join();
  const before = known.get(key);
  if (before !== undefined) return before;
  const outcome = await sandbox.run(tests, 2 * SECONDS);
  known.set(key, outcome === "passed");
  if (outcome === "passed") return true;
  console.error(
    `Without a mutant, ${tests.join(", ")}: ${outcome} (${oneLine(sandbox.lastFailure)}); expected them to pass. Run: npx vitest run ${tests.join(" ")}`,
  );
  process.exitCode = 1;
  return false;
}

async function judge(sandbox: Sandbox, mutant: Mutant, sound: Map<string, boolean>): Promise<Result> {
  const reason = reasonOf(mutant);
  if (reason !== undefined) return { ...mutant, outcome: "equivalent", reason };
  const source = sources.get(mutant.file) ?? "";
  for (const by of folderOf(mutant.file)?.stages.slice(0, Number(values.stages)) ?? []) {
    if (!(await isSound(sandbox, by, sound))) return { ...mutant, outcome: "unjudged", by };
    let outcome: Outcome;
    try {
      sandbox.replace(mutant.file, mutated(source, mutant));
      outcome = await sandbox.run(by, SECONDS);
    } finally {
      sandbox.restore(mutant.file);
    }
    if (outcome !== "passed") return { ...mutant, outcome: outcome === "failed" ? "killed" : outcome, by };
  }
  return { ...mutant, outcome: "survived" };
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
try {
  const sound = new Map<string, boolean>();
  for (const mutant of sample) {
    if (Date.now() > end) break;
    const result = await judge(sandbox, mutant, sound);
    results.push(result);
    if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(results, undefined, 2)}\n`);
    if (result.outcome !== "survived") continue;
    console.log(
      `${mutant.file}:${mutant.line} ${mutant.mutation}: ${oneLine(mutant.before)} -> ${oneLine(mutant.text)}`,
    );
  }
} finally {
  sandbox.close();
}
printTable(results);
