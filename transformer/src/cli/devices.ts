// `lanewise devices`: the devices that the project's own copy of lanewise offers on this machine.

import { Command } from "commander";
import { CommandError } from "./command-error.js";
import { fromProject } from "./project-runtime.js";
import { formatTable } from "./table.js";

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
  // That is what lanewise exports under this name.
  const getDevices = (await fromProject("getDevices", "list its devices")) as () => readonly Device[];
  try {
    return getDevices();
  } catch (cause) {
    // LANEWISE_DEVICE or LANEWISE_THREADS names none. The class is that of the project's copy.
    if (!(cause instanceof Error && cause.name === "LanewiseError")) throw cause;
    throw new CommandError(cause.message, { cause });
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
  return formatTable(rows);
}
