// The loader for Node: `node --import @lanewise/transformer/register app.ts`. Compiles the project of the starting program, or takes it from the
// cache, before any of it runs; other projects follow when they are loaded. `lanewise run` starts processes with it.

import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";
import { describeFailure } from "../faults/describe-failure.js";
import { installLoader } from "../run/load-program.js";
import { takeLoaderInput } from "../run/loader-input.js";
import type { ModuleTable } from "../run/module-table.js";
import { decodeProgram } from "../run/program-file.js";
import { printReport } from "../run/report.js";
import { createSession, findOrCompile, loadCheck, loadProfiler } from "../run/session.js";
import { isTypeScript } from "./typescript-files.js";

const { asked, trace, check, program: prepared } = takeLoaderInput();
const entry = entryFile();
const tables = entry === undefined ? [] : [tableOf(entry)];
if (trace !== undefined) loadProfiler()(trace);
if (check !== undefined && entry !== undefined) loadCheck()(entry, check);
installLoader(createSession({ tables, asked, entry: entry && pathToFileURL(entry).href }));

/** The TypeScript file that Node was started with. Workers have their own entry, which is compiled when loaded. */
function entryFile(): string | undefined {
  const [, named] = process.argv;
  if (!isMainThread || named === undefined) return undefined;
  const file = path.resolve(named);
  return isTypeScript(file) && existsSync(file) ? realpathSync(file) : undefined;
}

function tableOf(file: string): ModuleTable {
  try {
    return programOf(file).table;
  } catch (error) {
    process.stderr.write(`lanewise: ${describeFailure(error)}\n`);
    process.exit(1);
  }
}

function programOf(file: string) {
  const known = prepared === undefined ? undefined : decodeProgram(readFileSync(prepared));
  if (known) return known;
  const { program, report } = findOrCompile(file, asked);
  if (report) process.stderr.write(printReport(report, process.stderr));
  // A program with errors does not run at all.
  if (!program) process.exit(1);
  return program;
}
