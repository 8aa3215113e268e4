// `lanewise run --watch`: runs the program in a child process, stops it when a dependency changes, recompiles with the compiler in this process,
// and restarts it. With errors, nothing runs until the next change. Prints the messages of Node's own --watch, on stderr.

import type { ChildProcess } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { CompiledProgram, RunCompiler } from "../../run/compile-program.js";
import { changeSince, type Dependencies } from "../../run/dependencies.js";
import { createProgramCache } from "../../run/program-cache.js";
import { encodeProgram } from "../../run/program-file.js";
import { printReport } from "../../run/report.js";
import { loadCompiler } from "../../run/session.js";
import { exitCodeOf, type Start, startChild } from "./child.js";
import { watchDependencies } from "./watch-dependencies.js";

/** The time that a stopped program has to end by itself. */
const GRACE_MS = 5000;

const waiting = "Waiting for file changes before restarting...";

export async function watchProgram(start: Start): Promise<never> {
  const file = realpathSync(start.file);
  const name = path.relative(process.cwd(), start.file);
  const { asked } = start.given;
  const program = path.join(mkdtempSync(path.join(os.tmpdir(), "lanewise-")), "program");
  process.once("exit", () => rmSync(path.dirname(program), { recursive: true, force: true }));
  const say = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };
  const cache = createProgramCache();
  let compile: RunCompiler | undefined;
  let child: ChildProcess | undefined;
  endWith(() => child);

  const run = (compiled: Omit<CompiledProgram, "dependencies">): void => {
    if (compiled.report) process.stderr.write(printReport(compiled.report, process.stderr));
    if (!compiled.program) {
      say(`Failed compiling '${name}'. ${waiting}`);
      return;
    }
    writeFileSync(program, encodeProgram(compiled.program), { mode: 0o600 });
    const started = startChild({ ...start, given: { ...start.given, program } });
    child = started;
    void exitCodeOf(started).then((code) => {
      if (child !== started) return;
      child = undefined;
      say(`${code === 0 ? "Completed" : "Failed"} running '${name}'. ${waiting}`);
    });
  };
  const compiled = (): CompiledProgram => {
    compile ??= loadCompiler(asked);
    return compile(file);
  };

  const known = cache.find(file, asked);
  let dependencies: Dependencies;
  if (known) {
    run({ program: known, report: known.warnings });
    ({ dependencies } = known);
    // Compile while the program runs, so that the first change is as quick as later ones.
    setImmediate(() => {
      if (changeSince(known.dependencies).change === "none") compiled();
    });
  } else {
    const made = compiled();
    ({ dependencies } = made);
    run(made);
    if (made.program) cache.keep(file, asked, made.program);
  }
  for (;;) {
    await watchDependencies(dependencies, say);
    say(`Restarting '${name}'`);
    const before = child;
    child = undefined;
    if (before) await stop(before);
    const made = compiled();
    ({ dependencies } = made);
    run(made);
    if (made.program) cache.keep(file, asked, made.program);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = exitCodeOf(child);
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS);
  await ended;
  clearTimeout(timer);
}

/** On a signal, ends the program first, and then this process. */
function endWith(current: () => ChildProcess | undefined): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, async () => {
      const child = current();
      if (child) await stop(child);
      process.exit(128 + os.constants.signals[signal]);
    });
  }
}
