// A copy of the built packages and of the tests in a temporary folder, where one file at a time is replaced by its mutant: the checkout
// stays as it is. A process there (runner.ts) keeps vitest, and answers which files of tests failed; one that does not answer is ended.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import type { ExecutedPlaces, Place } from "./executed-places.js";
import type { AskedTests } from "./runner.js";

const packages = {
  ir: "@lanewise/ir",
  codegen: "@lanewise/codegen",
  transformer: "@lanewise/transformer",
  runtime: "lanewise",
};
const others = ["package.json", "tsconfig.base.json", "test"];
/** Large, and no test of the table asks for them. */
const unused = /test\/(typescript-versions|browser|adapters)$/;

/** Longer than the slowest file of tests takes, counted by V8. */
const MAP_SECONDS = 900;

/** "crashed": the process of the tests ended, out of memory as a rule. */
export type Outcome = "passed" | "failed" | "timeout" | "crashed";

export class Sandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "lanewise-mutants-")));
  readonly #root: string;
  #runner: { readonly process: ChildProcess; readonly ended: Promise<Outcome> } | undefined;

  constructor(root: string) {
    this.#root = root;
    for (const name of [...Object.keys(packages), ...others])
      cpSync(join(root, name), join(this.folder, name), { recursive: true, filter: (from) => !unused.test(from) });
    cpSync(join(root, "test/mutate/vitest.config.ts"), join(this.folder, "vitest.config.ts"));
    this.#linkModules();
    const { code } = transformSync(readFileSync(join(root, "test/mutate/runner.ts"), "utf8"), { loader: "ts" });
    writeFileSync(join(this.folder, "runner.mjs"), code);
  }

  #linkModules(): void {
    const [from, to] = [join(this.#root, "node_modules"), join(this.folder, "node_modules")];
    const own: readonly string[] = Object.values(packages);
    const scoped = readdirSync(from).flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(from, name)).map((inner) => `${name}/${inner}`) : [name],
    );
    const link = (target: string, name: string): void => {
      mkdirSync(dirname(join(to, name)), { recursive: true });
      symlinkSync(target, join(to, name));
    };
    for (const name of scoped) if (!own.includes(name) && name !== ".vite") link(join(from, name), name);
    for (const [folder, name] of Object.entries(packages)) link(join(this.folder, folder), name);
  }

  /** What the runner must read anew. */
  readonly #changed = new Set<string>();

  /** Puts the source in the place of what was built of a file; the next call of `restore` takes it back. */
  replace(file: string, source: string): void {
    const { code } = transformSync(source, { loader: "ts", target: "es2024" });
    writeFileSync(join(this.folder, builtOf(file)), code);
    this.#changed.add(join(this.folder, builtOf(file)));
  }

  restore(file: string): void {
    cpSync(join(this.#root, builtOf(file)), join(this.folder, builtOf(file)));
    this.#changed.add(join(this.folder, builtOf(file)));
  }

  #lastFailure = "";

  /** The first error of the last run that failed. */
  get lastFailure(): string {
    return this.#lastFailure;
  }

  /** Runs one file of tests without a mutant, and says what its tests execute; undefined if one fails. */
  async executedPlaces(file: string, places: readonly Place[]): Promise<ExecutedPlaces | undefined> {
    const folder = join(this.folder, "coverage");
    mkdirSync(folder);
    try {
      writeFileSync(join(folder, "places.json"), JSON.stringify(places));
      if ((await this.run([{ file }], MAP_SECONDS)) !== "passed") return undefined;
      return JSON.parse(readFileSync(join(folder, "executed.json"), "utf8"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async run(tests: readonly AskedTests[], seconds: number): Promise<Outcome> {
    const { process: runner, ended } = await this.#started();
    const answer = once(runner, "message").then(([failure]): Outcome => {
      this.#lastFailure = String(failure);
      return failure === "" ? "passed" : "failed";
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => resolve("timeout"), seconds * 1000);
    });
    runner.send({ tests, changed: [...this.#changed] });
    this.#changed.clear();
    const outcome = await Promise.race([answer, ended, late]);
    clearTimeout(timer);
    if (outcome === "timeout" || outcome === "crashed") this.#stop();
    return outcome;
  }

  async #started(): Promise<{ readonly process: ChildProcess; readonly ended: Promise<Outcome> }> {
    const { exitCode, signalCode } = this.#runner?.process ?? {};
    if (this.#runner && exitCode === null && signalCode === null) return this.#runner;
    const runner = fork(join(this.folder, "runner.mjs"), {
      cwd: this.folder,
      detached: true, // a group of its own: what it has started ends with it
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const started = { process: runner, ended: once(runner, "exit").then((): Outcome => "crashed") };
    this.#runner = started;
    await once(runner, "message");
    return started;
  }

  #stop(): void {
    const { pid } = this.#runner?.process ?? {};
    this.#runner = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      // It has ended already.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }

  close(): void {
    this.#stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What was built of a source. */
export const builtOf = (file: string): string => file.replace("/src/", "/dist/").replace(/\.ts$/, ".js");
