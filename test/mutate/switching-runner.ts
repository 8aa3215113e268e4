// Runs each test without a mutant, and then again with each mutant that it has executed and that no test has noticed yet. Writes what it finds to a
// file, a line for each mutant and test, also before it starts: a mutant may hang.

import { appendFileSync, utimesSync } from "node:fs";
import { type RunnerTask, type RunnerTestCase, TestRunner } from "vitest";
import { type Finding, findingsIn } from "./findings.js";
import { switches } from "./switches.js";

const file = process.env.LANEWISE_MUTANTS_FOUND ?? "";
/** Those that are tried; others may be executed, too. */
const tried = new Set((process.env.LANEWISE_MUTANTS ?? "").split(",").map(Number));
const limit = Number(process.env.LANEWISE_MUTANT_SECONDS) * 1000;

const note = (finding: Finding): void => appendFileSync(file, `${JSON.stringify(finding)}\n`);

const nameOf = (task: RunnerTask): string =>
  task.suite ? `${nameOf(task.suite)} > ${task.name}` : `${task.file.name} > ${task.name}`;

interface Attempt {
  readonly mutant: number;
  readonly test: string;
  /** Milliseconds that the test takes without a mutant. */
  readonly usual: number;
}

export default class SwitchingRunner extends TestRunner {
  readonly #done = new Set<number>();
  /** Milliseconds of the processor, of tests that have passed with a mutant. */
  readonly #spent = new Map<number, number>();

  /** Also of files that other processes have run. One runner serves many files. */
  onBeforeRunFiles(): void {
    this.#done.clear();
    this.#spent.clear();
    this.#passed.clear();
    for (const finding of findingsIn(file)) this.#take(finding);
  }

  readonly #passed = new Set<string>();

  #take({ mutant, outcome, test, milliseconds = 0 }: Finding): void {
    if (outcome === "passed") this.#passed.add(`${mutant} ${test}`);
    const spent = (this.#spent.get(mutant) ?? 0) + (outcome === "tried" ? 0 : milliseconds);
    this.#spent.set(mutant, spent);
    if (outcome === "failed" || outcome === "ended" || spent > limit) this.#done.add(mutant);
  }

  #note(finding: Finding): void {
    note(finding);
    this.#take(finding);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (process.env.LANEWISE_MUTANT !== undefined) return run();
    // Whoever waits sees that tests go on.
    utimesSync(file, new Date(), new Date());
    const name = nameOf(test);
    for (const mutant of this.#left(name)) note({ outcome: "outside", mutant, test: test.file.name });
    switches.asked.clear();
    const start = Date.now();
    await run();
    const usual = Date.now() - start;
    const mutants = this.#left(name);
    switches.asked.clear();
    if (mutants.length === 0) return;
    if (!(await passes(run))) {
      for (const mutant of mutants) note({ outcome: "executed", mutant, test: name });
      return;
    }
    for (const mutant of mutants) await this.#try({ mutant, test: name, usual }, run);
    switches.asked.clear();
  }

  /** Of those asked, which a test has yet to try. */
  #left(test: string): readonly number[] {
    const isLeft = (mutant: number) => tried.has(mutant) && !this.#done.has(mutant);
    return [...switches.asked].filter((mutant) => isLeft(mutant) && !this.#passed.has(`${mutant} ${test}`));
  }

  async #try({ mutant, test, usual }: Attempt, run: () => unknown): Promise<void> {
    note({ outcome: "tried", mutant, test, milliseconds: usual });
    const start = process.cpuUsage();
    switches.on = mutant;
    const failure = await failureOf(run);
    switches.on = undefined;
    const { user, system } = process.cpuUsage(start);
    const milliseconds = Math.round((user + system) / 1000);
    // What a mutant leaves behind must not fail the next one.
    const isKilled = failure !== undefined && (await passes(run));
    this.#note({
      outcome: isKilled ? "failed" : failure === undefined ? "passed" : "executed",
      mutant,
      test,
      milliseconds,
      ...(failure === undefined ? {} : { failure: failure.replace(/\s+/g, " ").slice(0, 160) }),
    });
  }
}

async function failureOf(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message || error.name : String(error);
  }
}

const passes = async (run: () => unknown): Promise<boolean> => (await failureOf(run)) === undefined;
