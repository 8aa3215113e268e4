// The `lanewise` command and its subcommands.

import { createRequire } from "node:module";
import { Command } from "commander";
import { buildCommand, checkCommand } from "./build.js";
import { cacheCommand } from "./cache.js";
import { endWhenOutputCloses } from "./closed-output.js";
import { clusterCommand, workerCommand } from "./cluster.js";
import { completionCommand } from "./completion.js";
import { devicesCommand } from "./devices.js";
import { initCommand } from "./init.js";
import { inspectCommand } from "./inspect.js";
import { linkCommand } from "./link.js";
import { orFail } from "./or-fail.js";
import { runCommand } from "./run.js";

const commands = [
  initCommand,
  buildCommand,
  checkCommand,
  runCommand,
  inspectCommand,
  linkCommand,
  devicesCommand,
  cacheCommand,
  workerCommand,
  clusterCommand,
  completionCommand,
];

const { version }: { version: string } = createRequire(import.meta.url)("../../package.json");

const lanewise = new Command("lanewise")
  .description("Data-parallel kernels in TypeScript, compiled to WebAssembly.")
  .version(version, "-V, --version")
  .enablePositionalOptions()
  .showHelpAfterError("(lanewise --help lists the commands)");
for (const command of commands) lanewise.addCommand(command());

lanewise.hook("preAction", (_, command) => {
  if (command.name() !== "run") endWhenOutputCloses();
});

await orFail(() => lanewise.parseAsync());
