// `lanewise cache`: the generated code that the project's lanewise keeps between runs of programs.

import { Command } from "commander";
import { fromProject } from "./project-runtime.js";
import { formatTable } from "./table.js";

interface KeptProgram {
  readonly kernel: string;
  readonly size: number;
  readonly lastUsed: Date;
}

/** What this command uses of `codeCache`. */
interface CodeCache {
  readonly place: string | undefined;
  list(): Promise<readonly KeptProgram[]>;
  clear(): Promise<number>;
}

export function cacheCommand(): Command {
  const cache = new Command("cache")
    .summary("show or remove the code that is kept between runs")
    .description(
      "Generated code is kept in a folder, so that the next run of a program need not generate it again. The environment variable LANEWISE_CACHE names another folder, or is off.",
    );
  cache
    .command("ls")
    .summary("list the programs that are kept, those used last first")
    .option("--json", "print a JSON array")
    .action(async (options: { json?: true }) => {
      const { place, list } = await projectCache();
      const kept = await list();
      process.stdout.write(options.json ? `${JSON.stringify(kept, undefined, 2)}\n` : describe(place, kept));
    });
  cache
    .command("clear")
    .summary("remove them")
    .action(async () => {
      const { place, clear } = await projectCache();
      process.stdout.write(place === undefined ? nothing : `${count(await clear())} removed from ${place}\n`);
    });
  return cache;
}

const nothing = "Nothing is kept: LANEWISE_CACHE is off, or there is no folder for it.\n";
const count = (programs: number) => `${programs} program${programs === 1 ? "" : "s"}`;

async function projectCache(): Promise<CodeCache> {
  // That is what lanewise exports under this name.
  return (await fromProject("codeCache", "keep generated code")) as CodeCache;
}

function describe(folder: string | undefined, kept: readonly KeptProgram[]): string {
  if (folder === undefined) return nothing;
  const rows = kept.map(({ kernel, size, lastUsed }) => [
    kernel,
    `${(size / 1024).toFixed(1)} KiB`,
    lastUsed.toISOString().slice(0, 16).replace("T", " "),
  ]);
  const total = kept.reduce((sum, { size }) => sum + size, 0);
  return `${formatTable(rows)}${count(kept.length)}, ${(total / 2 ** 20).toFixed(1)} MiB in ${folder}\n`;
}
