// `lanewise devices`: lists the devices that the project's own copy of lanewise offers on this machine.

import { type Aspect, aspects } from "@lanewise/ir";
import { Command } from "commander";
import { CommandError } from "./command-error.js";
import { fromProject, loadFromProject } from "./project-runtime.js";
import { formatTable } from "./table.js";

/** The parts of a `lanewise` device that this command uses. */
interface Device {
  readonly kind: string;
  readonly name: string;
  readonly threads: number;
  /** Why there is only one thread; undefined if there are more. */
  readonly threadsReason: string | undefined;
  readonly features: readonly string[];
  readonly has: (aspect: Aspect) => boolean;
  readonly isDefault: boolean;
}

export function devicesCommand(): Command {
  return new Command("devices")
    .summary("list the devices that kernels can run on")
    .description(
      "Lists the devices that the current folder's project can use, as its version of lanewise finds them. LANEWISE_DEVICE selects one.",
    )
    .option("--json", "print a JSON array")
    .action(async (options: { json?: true }) => {
      const missing = await findGpu();
      const devices = (await projectDevices()).map((device) => ({ ...device, aspects: aspects.filter(device.has) }));
      process.stdout.write(options.json ? `${JSON.stringify(devices, undefined, 2)}\n` : deviceTable(devices));
      if (missing !== undefined && !options.json) process.stdout.write(`No GPU: ${missing}.\n`);
    });
}

/** Adds a GPU to the devices, even an emulated one; if there is none, returns the reason. */
async function findGpu(): Promise<string | undefined> {
  // lanewise exports these under those names.
  type RequestGpu = (options: { readonly software: true }) => Promise<Device | undefined>;
  const request = (await fromProject("requestGpu", "find GPUs", "lanewise/gpu")) as RequestGpu;
  const reason = (await fromProject("gpuReason", "find GPUs", "lanewise/gpu")) as () => string | undefined;
  await loadFromProject("lanewise/gpu/default"); // sets up LANEWISE_DEVICE=gpu
  return (await request({ software: true })) ? undefined : reason();
}

async function projectDevices(): Promise<readonly Device[]> {
  // lanewise exports this under that name.
  const getDevices = (await fromProject("getDevices", "list its devices")) as () => readonly Device[];
  try {
    return getDevices();
  } catch (cause) {
    // LANEWISE_DEVICE or LANEWISE_THREADS is invalid. The class belongs to the project's copy.
    if (!(cause instanceof Error && cause.name === "LanewiseError")) throw cause;
    throw new CommandError(cause.message, { cause });
  }
}

function deviceTable(devices: readonly Listed[]): string {
  const rows = devices.map(({ kind, name, threads, threadsReason, isDefault }) => [
    kind,
    name,
    threads === 1 ? `1 thread (${threadsReason})` : `${threads} threads`,
    isDefault ? "(default)" : "",
  ]);
  const lines = formatTable(rows).split("\n");
  const more = (name: string, words: readonly string[]) => (words.length > 0 ? [`  ${name}: ${words.join(", ")}`] : []);
  const texts = devices.flatMap(({ features, aspects: has }, index) => [
    lines[index],
    ...more("features", features),
    ...more("aspects", has),
  ]);
  return `${texts.join("\n")}\n`;
}

interface Listed extends Device {
  readonly aspects: readonly Aspect[];
}
