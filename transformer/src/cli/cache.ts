// `lanewise cache`: shows or clears the generated code that the project's lanewise caches between runs, and the programs that `lanewise run`
// and the loader have compiled.

import { Command } from "commander";
import { createProgramCache, type KeptProgramFile } from "../run/program-cache.js";
import { fromProject } from "./project-runtime.js";
import { formatTable, terminalWidth } from "./table.js";

interface KeptProgram {
  readonly kernel: string;
  readonly size: number;
  readonly lastUsed: Date;
}

/** The part of `codeCache` that this command uses. */
interface CodeCache {
  readonly place: string | undefined;
  list(): Promise<readonly KeptProgram[]>;
  clear(): Promise<number>;
}

export function cacheCommand(): Command {
  const cache = new Command("cache")
    .summary("show or remove cached code")
    .description(
      "Lanewise keeps generated code and compiled programs in a folder, so that the next run of a program can reuse them. Set the environment variable LANEWISE_CACHE to another folder, or to off.",
    );
  cache
    .command("ls")
    .summary("list the cached files, the most recently used first")
    .option("--json", "print a JSON array")
    .action(async (options: { json?: true }) => {
      const { place, list } = await projectCache();
      const kept = await list();
      const programs = createProgramCache();
      const compiled = programs.list();
      process.stdout.write(
        options.json
          ? `${JSON.stringify([...kept, ...compiled], undefined, 2)}\n`
          : `${describe(place, kept)}${describePrograms(programs.place, compiled)}`,
      );
    });
  cache
    .command("clear")
    .summary("remove all cached files")
    .action(async () => {
      const { place, clear } = await projectCache();
      process.stdout.write(place === undefined ? nothing : `${count(await clear())} removed from ${place}\n`);
      const programs = createProgramCache();
      const removed = programs.clear();
      if (removed > 0) process.stdout.write(`${countCompiled(removed)} removed from ${programs.place}\n`);
    });
  return cache;
}

const nothing = "Nothing is kept: LANEWISE_CACHE is off, or there is no folder for it.\n";
const count = (programs: number) => `${programs} program${programs === 1 ? "" : "s"}`;
const countCompiled = (programs: number) => `${programs} compiled program${programs === 1 ? "" : "s"}`;

async function projectCache(): Promise<CodeCache> {
  // lanewise exports this under that name.
  return (await fromProject("codeCache", "keep generated code")) as CodeCache;
}

function describe(folder: string | undefined, kept: readonly KeptProgram[]): string {
  if (folder === undefined) return nothing;
  const rows = kept.map(({ kernel, size, lastUsed }) => row(kernel, size, lastUsed));
  return `${formatTable(rows, { width: terminalWidth(process.stdout) })}${count(kept.length)}, ${sum(kept)} in ${folder}\n`;
}

function describePrograms(folder: string | undefined, kept: readonly KeptProgramFile[]): string {
  if (kept.length === 0) return "";
  const rows = kept.map(({ program, size, lastUsed }) => row(program, size, lastUsed));
  return `${formatTable(rows, { width: terminalWidth(process.stdout) })}${countCompiled(kept.length)}, ${sum(kept)} in ${folder}\n`;
}

function row(name: string, size: number, lastUsed: Date): string[] {
  return [name, `${(size / 1024).toFixed(1)} KiB`, lastUsed.toISOString().slice(0, 16).replace("T", " ")];
}

function sum(kept: readonly { readonly size: number }[]): string {
  return `${(kept.reduce((total, { size }) => total + size, 0) / 2 ** 20).toFixed(1)} MiB`;
}
