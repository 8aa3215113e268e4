// npm run mutate -- [--folder codegen/src/analysis] [--count 25] [--seed 1] [--list] [--seconds 20] [--minutes 20] [--again FILE] [--slow]
// [--report FILE]: breaks the sources in small ways, a random sample of each folder (mutations.ts), and runs the nearest tests (nearest-tests.ts)
// with those that they execute (switching-runner.ts). A mutant that passes them all survives: a test is missing, or the code does nothing
// (equivalent.ts). README.md says what the options do.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom } from "../support/random.js";
import { reasonOf } from "./equivalent.js";
import type { Finding } from "./findings.js";
import { type Mutant, mutantsOf } from "./mutations.js";
import { type Folder, folderOf, folders } from "./nearest-tests.js";
import { Sandbox } from "./sandbox.js";
import type { NumberedMutant } from "./switched.js";
import { createTypeCheck } from "./type-errors.js";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "" },
    count: { type: "string", default: "25" },
    seed: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
    seconds: { type: "string", default: "20" },
    minutes: { type: "string", default: "20" },
    again: { type: "string" },
    slow: { type: "boolean", default: false },
    report: { type: "string" },
  },
});
for (const name of ["count", "seed", "seconds", "minutes"] as const) {
  if (Number(values[name]) > 0) continue;
  console.error(`--${name} is ${values[name]}; expected a positive number, as in --${name} 5.`);
  process.exit(1);
}

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Result extends Mutant {
  /** "refused": by TypeScript; "untried": the time was over. */
  readonly outcome: "killed" | "ended" | "survived" | "equivalent" | "refused" | "untried";
  /** How many tests passed with it. */
  readonly tests?: number;
  /** The test that failed, and its error. */
  readonly test?: string;
  readonly failure?: string;
  readonly reason?: string;
}

const sources = new Map<string, string>();

function allMutants(): readonly Mutant[] {
  const names = ["ir", "codegen", "transformer", "runtime"].flatMap((name) =>
    readdirSync(join(root, name, "src"), { recursive: true, encoding: "utf8" }).map((file) => `${name}/src/${file}`),
  );
  const files = names.filter((file) => /(?<!\.d)\.ts$/.test(file) && file.includes(values.folder) && folderOf(file));
  return files.sort().flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    sources.set(file, source);
    return mutantsOf(file, source);
  });
}

/** In the order of the items. One folder's sample does not depend on another's sources. */
function sampleOf<T>(items: readonly T[], size: number): readonly T[] {
  const { below } = createRandom(Number(values.seed));
  const left = items.map((_, index) => index);
  const chosen = Array.from({ length: Math.min(size, left.length) }, () => left.splice(below(left.length), 1)).flat();
  return chosen.sort((a, b) => a - b).flatMap((index) => items[index] ?? []);
}

const samplesOf = (mutants: readonly Mutant[]): readonly Mutant[] =>
  folders.flatMap((folder) =>
    sampleOf(
      mutants.filter(({ file }) => folderOf(file) === folder),
      Number(values.count),
    ),
  );

/** Those of a report that survived and are still in the sources, perhaps some lines away. */
function survivorsOf(report: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const results: readonly Result[] = JSON.parse(readFileSync(report, "utf8"));
  const found = results.flatMap(({ outcome, file, before, text, line }) => {
    if (outcome !== "survived") return [];
    const alike = mutants.filter((one) => one.file === file && one.before === before && one.text === text);
    return alike.sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line)).slice(0, 1);
  });
  return mutants.filter((mutant) => found.includes(mutant));
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 100);
const lineOf = ({ file, line, mutation, before, text }: Mutant): string =>
  `${file}:${line} ${mutation}: ${oneLine(before)} -> ${oneLine(text)}`;

/** How often a process that a mutant has ended is followed by another. */
const MOST_PROCESSES = 20;

/** Runs the tests of a folder with its mutants. Returns the numbers of those that there was no time for. */
async function tryAll(
  sandbox: Sandbox,
  folder: Folder,
  mutants: readonly NumberedMutant[],
): Promise<ReadonlySet<number>> {
  const untried = new Set<number>();
  const files = [...new Set([...folder.nearest, ...folder.more, ...(values.slow ? folder.slow : [])])];
  const tried = mutants.map(({ id }) => id);
  for (let processes = 0; processes < MOST_PROCESSES; processes++) {
    const { outcome, output } = await sandbox.run(files, { tried, seconds: Number(values.seconds) });
    const { unfinished } = sandbox;
    if (unfinished) {
      sandbox.note({ ...unfinished, outcome: "ended" });
      continue;
    }
    if (outcome === "passed") break;
    console.error(`Without a mutant, tests of ${folder.paths[0]} are ${outcome}:\n${failuresIn(output)}`);
    process.exitCode = 1;
    break;
  }
  // Tests never run again with what is executed outside of them, or with what it leaves: those files run once more, with the mutant from the start.
  for (const { id } of mutants) {
    const own = sandbox.findings.filter(({ mutant }) => mutant === id);
    if (own.some(({ outcome }) => outcome === "failed" || outcome === "ended")) continue;
    const some = own.filter(({ outcome }) => outcome === "outside" || outcome === "executed");
    const outside = [...new Set(some.map(({ test }) => test.split(" > ")[0] ?? ""))].slice(0, MOST_FILES);
    if (outside.length === 0) continue;
    if (isOver()) {
      untried.add(id);
      continue;
    }
    const { outcome, output } = await sandbox.run(outside, { mutant: id });
    if (outcome === "passed" || (await sandbox.run(outside, { mutant: NO_MUTANT })).outcome !== "passed") continue;
    sandbox.note({ outcome: "failed", mutant: id, test: outside.join(), failure: failureIn(output) });
  }
  return untried;
}
const MOST_FILES = 6;
/** Not a number of one: the tests run as with one that is on from the start. */
const NO_MUTANT = -1;

/** Of a report in TAP, or all of it where no test failed. */
const failuresIn = (output: string): string =>
  output
    .split("\n")
    .filter((line) => line.startsWith("not ok"))
    .join("\n") || output.slice(-3000);

const failureIn = (output: string): string => oneLine(output.slice(output.indexOf("not ok")));

function resultOf(mutant: NumberedMutant, findings: readonly Finding[], isTried: boolean): Result {
  const { id, ...one } = mutant;
  const own = findings.filter((finding) => finding.mutant === id);
  const killing = own.find(({ outcome }) => outcome === "failed" || outcome === "ended");
  const tests = own.filter(({ outcome }) => outcome === "passed").length;
  if (killing) {
    const { test, failure } = killing;
    const outcome = killing.outcome === "ended" ? "ended" : "killed";
    return { ...one, outcome, tests, test, ...(failure === undefined ? {} : { failure }) };
  }
  return { ...one, outcome: isTried ? "survived" : "untried", tests };
}

/** By folder: how many were tried, and how many of those that tests can notice survived. */
function printTable(results: readonly Result[]): void {
  console.log(
    "\n| folder | mutants | refused | equivalent | killed | survived |\n| --- | ---: | ---: | ---: | ---: | ---: |",
  );
  const row = (name: string, own: readonly Result[]): void => {
    const count = (...outcomes: readonly Result["outcome"][]) =>
      own.filter((one) => outcomes.includes(one.outcome)).length;
    const [survived, killed] = [count("survived"), count("killed", "ended")];
    const share = Math.round((100 * survived) / Math.max(1, killed + survived));
    const others = `${count("refused")} | ${count("equivalent")}`;
    console.log(`| ${name} | ${own.length} | ${others} | ${killed} | ${survived} (${share} %) |`);
  };
  const tried = results.filter(({ outcome }) => outcome !== "untried");
  for (const folder of folders) {
    const own = tried.filter(({ file }) => folderOf(file) === folder);
    if (own.length > 0) row(folder.paths[0] ?? "", own);
  }
  row("all", tried);
  if (tried.length < results.length) console.log(`${results.length - tried.length} more were not tried.`);
}

const mutants = allMutants();
const sample = values.again === undefined ? samplesOf(mutants) : survivorsOf(values.again, mutants);
console.log(
  `${sample.length} of ${mutants.length} mutants, seed ${values.seed}, for ${values.minutes} minutes at most.`,
);
if (values.list) {
  console.log(sample.map(lineOf).join("\n"));
  process.exit();
}
const end = Date.now() + Number(values.minutes) * 60_000;
const isOver = (): boolean => Date.now() > end;
const hasTypeErrors = createTypeCheck(root);
const results: Result[] = [];
const numbered: NumberedMutant[] = [];
for (const mutant of sample) {
  const source = sources.get(mutant.file) ?? "";
  const reason = reasonOf(mutant, source);
  if (reason !== undefined) results.push({ ...mutant, outcome: "equivalent", reason });
  else if (hasTypeErrors(mutant, source)) results.push({ ...mutant, outcome: "refused" });
  else numbered.push({ ...mutant, id: numbered.length });
}
const sandbox = new Sandbox(root, numbered);
try {
  for (const folder of folders) {
    const own = numbered.filter(({ file }) => folderOf(file) === folder);
    if (own.length === 0) continue;
    const untried = isOver() ? new Set(own.map(({ id }) => id)) : await tryAll(sandbox, folder, own);
    const found = own.map((mutant) => resultOf(mutant, sandbox.findings, !untried.has(mutant.id)));
    results.push(...found);
    if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(results, undefined, 2)}\n`);
    for (const one of found) if (one.outcome === "survived") console.log(`${lineOf(one)} (${one.tests} tests)`);
  }
} finally {
  sandbox.close();
}
printTable(results);
