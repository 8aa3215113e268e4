// A copy of the built packages and of the tests in a temporary folder, whose sources have all mutants of a sample behind switches (switched.ts): the
// checkout stays as it is. Runs vitest there, and ends it where it says nothing for too long.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { type Finding, findingsIn } from "./findings.js";
import { type NumberedMutant, switched } from "./switched.js";

const packages = {
  ir: "@lanewise/ir",
  codegen: "@lanewise/codegen",
  transformer: "@lanewise/transformer",
  runtime: "lanewise",
};
const others = ["package.json", "tsconfig.base.json", "test", "bench/rocks", "bench/untuned"];
/** Large, and no test of the table asks for them. */
const unused = /test\/(typescript-versions|browser|adapters)$/;

/** What was built of a source. */
const builtOf = (file: string): string => file.replace("/src/", "/dist/").replace(/\.ts$/, ".js");

/** How long the tests may say nothing. */
const SILENT_SECONDS = 300;
/** How long one may take with a mutant, and how many times as long as without: most that take longer never end. */
const [LEAST_SECONDS, TIMES] = [20, 20];

/** While a mutant is tried, that is soon. */
function mayBeSilent(unfinished: Finding | undefined): number {
  if (!unfinished) return SILENT_SECONDS * 1000;
  return Math.min(SILENT_SECONDS * 1000, LEAST_SECONDS * 1000 + TIMES * (unfinished.milliseconds ?? 0));
}

interface RunOptions {
  /** The mutants that each test tries. */
  readonly tried?: readonly number[];
  /** On from the start, for tests of which none runs again. */
  readonly mutant?: number;
  /** Of tests for each mutant. */
  readonly seconds?: number;
}

export class Sandbox {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "lanewise-mutants-")));
  readonly #root: string;
  readonly #found = join(this.folder, "found.jsonl");
  #process: ChildProcess | undefined;

  constructor(root: string, mutants: readonly NumberedMutant[]) {
    this.#root = root;
    for (const name of [...Object.keys(packages), ...others])
      cpSync(join(root, name), join(this.folder, name), { recursive: true, filter: (from) => !unused.test(from) });
    cpSync(join(root, "test/mutate/vitest.config.ts"), join(this.folder, "vitest.config.ts"));
    writeFileSync(this.#found, "");
    this.#linkModules();
    for (const file of new Set(mutants.map((one) => one.file))) {
      const source = readFileSync(join(root, file), "utf8");
      const text = switched(
        source,
        mutants.filter((one) => one.file === file),
      );
      writeFileSync(join(this.folder, file), text);
      writeFileSync(join(this.folder, builtOf(file)), transformSync(text, { loader: "ts", target: "es2024" }).code);
    }
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

  get findings(): readonly Finding[] {
    return findingsIn(this.#found);
  }

  /** Whether all tests pass: without `mutant`, what they do without any. `output` is what they print. "silent": nothing came for too long. */
  async run(files: readonly string[], { tried = [], mutant, seconds = 60 }: RunOptions) {
    const environment = {
      ...process.env,
      LANEWISE_MUTANTS_FOUND: this.#found,
      LANEWISE_MUTANTS: tried.join(),
      LANEWISE_MUTANT_TESTS: files.join(),
      LANEWISE_MUTANT_SECONDS: String(seconds),
      ...(mutant === undefined ? {} : { LANEWISE_MUTANT: String(mutant) }),
    };
    const options = mutant === undefined ? [] : ["--bail", "1"];
    const vitest = join(this.#root, "node_modules/vitest/vitest.mjs");
    const running = spawn(process.execPath, [vitest, "run", "--reporter", "tap-flat", ...options, ...files], {
      cwd: this.folder,
      detached: true, // a group of its own: what it has started ends with it
      env: { ...environment, CI: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = running;
    let [output, last] = ["", Date.now()];
    for (const stream of [running.stdout, running.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
        last = Date.now();
      });
    let isSilent = false;
    const watch = setInterval(() => {
      last = Math.max(last, statSync(this.#found).mtimeMs);
      isSilent ||= Date.now() - last > mayBeSilent(this.unfinished);
      if (isSilent) this.#stop();
    }, 1000);
    const [code] = await once(running, "exit");
    clearInterval(watch);
    return { outcome: isSilent ? "silent" : code === 0 ? "passed" : "failed", output } as const;
  }

  /** The mutant that was tried last, if nothing was said of it since. */
  get unfinished(): Finding | undefined {
    const last = this.findings.at(-1);
    return last?.outcome === "tried" ? last : undefined;
  }

  note(finding: Finding): void {
    appendFileSync(this.#found, `${JSON.stringify(finding)}\n`);
  }

  #stop(): void {
    const { pid, exitCode, signalCode } = this.#process ?? {};
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
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
