// `lanewise devices`: the devices that the project's own copy of lanewise offers on this machine. The transformer does not depend
// on the runtime, so it is found from the current folder and loaded here only.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Command } from "commander";
import { CommandError } from "./command-error.js";

/** What this command uses of a device of `lanewise`. */
interface Device {
  readonly kind: string;
  readonly name: string;
  readonly threads: number;
  /** Why there is one thread only; undefined where there are more. */
  readonly threadsReason: string | undefined;
  readonly features: readonly string[];
  readonly isDefault: boolean;
}

export function devicesCommand(): Command {
  return new Command("devices")
    .summary("list the devices that kernels can run on")
    .description(
      "Lists the devices of the lanewise that the current folder's project uses. LANEWISE_DEVICE selects one.",
    )
    .option("--json", "print a JSON array")
    .action(async (options: { json?: true }) => {
      const devices = await projectDevices();
      process.stdout.write(options.json ? `${JSON.stringify(devices, undefined, 2)}\n` : deviceTable(devices));
    });
}

async function projectDevices(): Promise<readonly Device[]> {
  const { getDevices }: { getDevices?: () => readonly Device[] } = await import(pathToFileURL(locateRuntime()).href);
  if (getDevices === undefined) throw new CommandError("the lanewise of this project is too old to list its devices.");
  return getDevices();
}

function locateRuntime(): string {
  try {
    return createRequire(path.join(process.cwd(), "package.json")).resolve("lanewise");
  } catch (cause) {
    throw new CommandError(
      `the package lanewise is not installed for ${process.cwd()}.\nInstall it with \`npm install lanewise\`.`,
      { cause },
    );
  }
}

function deviceTable(devices: readonly Device[]): string {
  const rows = devices.map(({ kind, name, threads, threadsReason, features, isDefault }) => [
    kind,
    name,
    threads === 1 ? `1 thread (${threadsReason})` : `${threads} threads`,
    features.join(", "),
    isDefault ? "(default)" : "",
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
