// Runs before each file of tests in the sandbox. Where `coverage/places.json` lists places of the built packages, it writes
// `coverage/executed.json`: which of them each test executes, as V8 counts; processes that a test starts are counted when they end.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeEach, type RunnerTestCase } from "vitest";

/** A character of a built file. */
export interface Place {
  readonly url: string;
  readonly offset: number;
}

export interface ExecutedPlaces {
  /** Outside tests: by what is imported, by `describe` and `beforeAll`. Indices of places. */
  readonly around: readonly number[];
  readonly tests: readonly {
    readonly name: string;
    readonly milliseconds: number;
    readonly places: readonly number[];
  }[];
}

const folder = resolve("coverage");

/** A place is executed if the smallest range around it is. */
function isExecuted(offset: number, { functions }: Profiler.ScriptCoverage): boolean {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return (around[0]?.count ?? 0) > 0;
}

function countsOfChildren(children: string): readonly Profiler.ScriptCoverage[] {
  const files = readdirSync(children).map((name) => resolve(children, name));
  return files.flatMap((file) => {
    const { result } = JSON.parse(readFileSync(file, "utf8"));
    rmSync(file);
    return result;
  });
}

const nameOf = ({ suite, name }: Pick<RunnerTestCase, "suite" | "name">): string =>
  suite ? `${nameOf(suite)} ${name}` : name;

function record(places: readonly Place[]): void {
  const children = resolve(folder, "children");
  mkdirSync(children, { recursive: true });
  process.env.NODE_V8_COVERAGE = children;
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const indices = new Map<string, number[]>();
  for (const [index, { url }] of places.entries()) indices.set(url, [...(indices.get(url) ?? []), index]);

  /** Those executed since the last call. */
  const executed = (): readonly number[] => {
    const scripts = [...countsOfChildren(children)];
    // It is called at once: the session is of this thread.
    session.post("Profiler.takePreciseCoverage", (error, answer) => {
      if (error) throw error;
      scripts.push(...answer.result);
    });
    const isIn = (index: number, script: Profiler.ScriptCoverage) => isExecuted(places[index]?.offset ?? 0, script);
    const found = scripts.flatMap((script) => indices.get(script.url)?.filter((index) => isIn(index, script)) ?? []);
    return [...new Set(found)];
  };
  const around = new Set<number>();
  const tests: ExecutedPlaces["tests"][number][] = [];
  let start = 0;
  const takeAround = () => {
    for (const index of executed()) around.add(index);
    start = performance.now();
  };
  beforeEach(takeAround);
  afterEach(({ task }) => {
    const milliseconds = performance.now() - start;
    tests.push({ name: nameOf(task), milliseconds, places: executed() });
  });
  afterAll(() => {
    takeAround();
    writeFileSync(resolve(folder, "executed.json"), JSON.stringify({ around: [...around], tests }));
  });
}

if (existsSync(resolve(folder, "places.json")))
  record(JSON.parse(readFileSync(resolve(folder, "places.json"), "utf8")));
