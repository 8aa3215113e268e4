// `lanewise worker` and `lanewise cluster status`: run the project's own copy of @lanewise/cluster with a NATS server.

import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { CommandError } from "./command-error.js";
import { fromProject } from "./project-runtime.js";
import { formatTable } from "./table.js";

const PACKAGE = "@lanewise/cluster";

interface ServerOptions {
  readonly servers: string;
  readonly creds?: string;
  readonly user?: string;
  readonly passwordFile?: string;
  readonly tlsCa?: string;
}

/** The connection options of @lanewise/cluster. */
interface Connection {
  readonly servers: readonly string[];
  readonly credentials?: string;
  readonly user?: string;
  readonly password?: string;
  readonly tls?: { readonly ca: string };
}
interface WorkerOptions extends Connection {
  readonly device?: string;
  readonly threads?: number;
  readonly signal: AbortSignal;
  readonly onReady: (name: string) => void;
}
interface Status {
  readonly workers: readonly {
    readonly worker: string;
    readonly pin: string;
    readonly threads: number;
    readonly done: number;
    readonly chunks: readonly string[];
    readonly rate: number;
  }[];
  readonly jobs: readonly { readonly job: string; readonly chunks: number; readonly done: number }[];
  readonly waiting: number;
}

export function workerCommand(): Command {
  return withServers(new Command("worker"))
    .summary("run chunks of kernels that other programs send through a NATS server")
    .description(
      "Runs chunks of kernels for clients of the same NATS servers. On SIGINT or SIGTERM it finishes the chunks that it has, and ends. It uses the @lanewise/cluster of the current folder's project.",
    )
    .addOption(new Option("--device <kind>", "what to compute on").choices(["cpu", "gpu"]).default("cpu"))
    .option("--threads <n>", "threads of the processor to compute with (default: all)", wholeNumber)
    .action(async (options: ServerOptions & { device: string; threads?: number }) => {
      // The package exports this under that name.
      const start = (await fromProject("startWorker", "run workers", PACKAGE)) as (o: WorkerOptions) => Promise<void>;
      const stop = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
      const { device, threads } = options;
      await orMessage(() =>
        start({
          ...connectionOf(options),
          device,
          ...(threads === undefined ? {} : { threads }),
          signal: stop.signal,
          onReady: (name) => process.stdout.write(`worker ${name} is ready\n`),
        }),
      );
    });
}

export function clusterCommand(): Command {
  const cluster = new Command("cluster")
    .summary("show the workers and jobs of a NATS server")
    .description("Shows who computes chunks of kernels through a NATS server. `lanewise worker` starts a worker.");
  withServers(cluster.command("status"))
    .summary("list the workers with their rates, and the jobs")
    .option("--json", "print a JSON object")
    .action(async (options: ServerOptions & { json?: true }) => {
      // The package exports this under that name.
      const ask = (await fromProject("clusterStatus", "show a cluster", PACKAGE)) as (o: Connection) => Promise<Status>;
      const status = await orMessage(() => ask(connectionOf(options)));
      process.stdout.write(options.json ? `${JSON.stringify(status, undefined, 2)}\n` : describe(status));
    });
  return cluster;
}

function withServers(command: Command): Command {
  return command
    .requiredOption("--servers <addresses>", "addresses of NATS servers, separated by commas")
    .option("--creds <file>", "a credentials file of NATS")
    .option("--user <name>", "a user of the servers")
    .option("--password-file <file>", "a file whose first line is the user's password")
    .option(
      "--tls-ca <file>",
      "the certificate that signed the servers' certificates, if this machine does not know it",
    );
}

function connectionOf({ servers, creds, user, passwordFile, tlsCa }: ServerOptions): Connection {
  return {
    servers: servers.split(","),
    ...(creds === undefined ? {} : { credentials: read(creds) }),
    ...(user === undefined ? {} : { user }),
    ...(passwordFile === undefined ? {} : { password: read(passwordFile).split(/\r?\n/, 1)[0] ?? "" }),
    ...(tlsCa === undefined ? {} : { tls: { ca: read(tlsCa) } }),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CommandError(`${file} cannot be read.`, { cause });
  }
}

async function orMessage<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    // The class belongs to the project's copy.
    if (cause instanceof Error && cause.name === "ClusterError") throw new CommandError(cause.message, { cause });
    throw cause;
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("Expected a whole number from 1.");
}

function describe({ workers, jobs, waiting }: Status): string {
  const lines = workers.map(({ worker, pin, threads, done, rate, chunks }) => [
    worker,
    pin,
    `${threads} thread${threads === 1 ? "" : "s"}`,
    `${done} done`,
    `${rate.toFixed(1)}/s`,
    chunks.join(", "),
  ]);
  const shown = jobs.map(({ job, done, chunks }) => [`job ${job}`, `${done} of ${chunks} chunks`]);
  const list = lines.length > 0 ? formatTable(lines) : "no workers\n";
  return `${list}${shown.length > 0 ? formatTable(shown) : ""}${waiting} chunks wait\n`;
}
