// `lanewise init`: sets up a new project, or adds what kernels need to an existing one.

import { Command, Option } from "commander";
import type { InitOptions } from "./init/init-project.js";

export function initCommand(): Command {
  return new Command("init")
    .summary("set up a project, or add Lanewise to one")
    .description(
      "Sets up a new project in an empty folder. If the project already uses tsc, Vite, vitest, esbuild, webpack, Rspack, Rollup or rolldown, it adds dependencies, the plugin and scripts. " +
        "It prints every change, installs nothing, and changes nothing if you run it again.",
    )
    .argument("[folder]", "the project's folder, which may be new", ".")
    .addOption(
      new Option("-t, --template <name>", "what a new project is (default: node)").choices(["node", "vite", "library"]),
    )
    .option("-y, --yes", "ask nothing")
    .option("--dry-run", "show what would change as a diff, and write nothing")
    .action(async (folder: string, options: InitOptions) => {
      // Imported here, since it loads TypeScript.
      const { initProject } = await import("./init/init-project.js");
      process.exitCode = await initProject(folder, options);
    });
}
