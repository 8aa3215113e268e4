// `lanewise build` and `check`: like tsc, but with our own TypeScript 6 and without ts-patch, so that projects may have another
// TypeScript. Same files, same exit codes: 0; 2 with errors; 1 if errors prevented the output.

import path from "node:path";
import { Command } from "commander";
import type { BuildOptions } from "../build-options.js";
import type { TypeScript } from "../compile.js";
import { ownTypeScript } from "../own-typescript.js";
import { buildOnce } from "./build/build-once.js";
import { buildSolution } from "./build/solution.js";
import { watchProject } from "./build/watch.js";
import { compileWith, withBuildOptions } from "./build-arguments.js";
import { CommandError } from "./command-error.js";
import { failWhereUncaught } from "./or-fail.js";
import { findProject, isSolution, projectsWithFiles, readProject } from "./project.js";

interface Arguments extends BuildOptions {
  readonly project?: string;
  readonly noEmit?: boolean;
  readonly pretty?: string | true;
  readonly watch?: boolean;
  readonly preserveWatchOutput?: boolean;
  readonly build?: boolean;
  readonly verbose?: boolean;
  readonly dry?: boolean;
  readonly force?: boolean;
  readonly clean?: boolean;
  readonly stopBuildOnErrors?: boolean;
}

/** Options for project references only. */
const solutionOptions = {
  verbose: "say what is built and why",
  dry: "say what would be built or deleted",
  force: "also build what is up to date",
  clean: "delete what the projects have written",
  stopBuildOnErrors: "build no project whose references have errors",
} as const;
// The table's keys, which TypeScript types as strings.
const solutionOptionNames = Object.keys(solutionOptions) as readonly (keyof typeof solutionOptions)[];

export function buildCommand(): Command {
  const command = projectCommand("build")
    .summary("compile a project: TypeScript and kernels to JavaScript")
    .description("Checks and compiles the project like tsc, with the kernels compiled into the JavaScript.")
    .argument("[projects...]", "with -b: the projects to build (default: that of the current folder)")
    .option("--noEmit", "report errors, write nothing")
    .option("-b, --build", "build projects and the projects that they refer to, if they are out of date");
  for (const name of solutionOptionNames) command.option(`--${name}`, `with -b: ${solutionOptions[name]}`);
  return command.action((projects: readonly string[], options: Arguments) => {
    process.exitCode = buildProjects(projects, options);
  });
}

export function checkCommand(): Command {
  return projectCommand("check")
    .summary("report errors in a project and its kernels, and write nothing")
    .description(
      "Checks a project and compiles its kernels like build, but writes nothing. If the project consists only of references, it checks the referenced projects.",
    )
    .action((options: Arguments) => {
      process.exitCode = checkProjects(options);
    });
}

function projectCommand(name: string): Command {
  const command = new Command(name)
    .option("-p, --project <path>", "the tsconfig.json, or its folder (default: the nearest above the current folder)")
    .option("-w, --watch", "keep running, and build again when files change")
    .option("--preserveWatchOutput", "with -w: do not clear the terminal before each build")
    .option("--pretty [boolean]", "colours and source lines in errors (default: on a terminal)");
  return withBuildOptions(command);
}

/** Returns the exit code, the worst of all projects; undefined while watching. */
function checkProjects(options: Arguments): number | undefined {
  const typescript = ownTypeScript();
  const compile = compileWith(options);
  const overrides = overridesOf({ ...options, noEmit: true });
  const named = findProject(typescript, options.project);
  const projects = projectsWithFiles(typescript, named);
  if (options.watch === true) failWhereUncaught();
  else {
    return Math.max(0, ...projects.map((project) => buildOnce(typescript, compile, project, overrides)));
  }
  const [project = named] = projects;
  if (projects.length === 1) return watchProject(typescript, compile, project, overrides);
  const paths = projects.map((one) => path.relative(process.cwd(), one));
  throw new CommandError(
    `${path.relative(process.cwd(), named)} leads to ${projects.length} projects (${paths.join(", ")}), and --watch checks one.\n` +
      `Name it: \`lanewise check --watch -p ${paths[0]}\`.`,
  );
}

function overridesOf({ noEmit, preserveWatchOutput, pretty }: Arguments) {
  return {
    ...(noEmit && { noEmit }),
    ...(preserveWatchOutput && { preserveWatchOutput }),
    ...(pretty !== undefined && { pretty: pretty !== "false" }),
  };
}

/** Returns the exit code; undefined while watching. */
function buildProjects(projects: readonly string[], options: Arguments): number | undefined {
  assertMode(projects, options);
  const typescript = ownTypeScript();
  const compile = compileWith(options);
  const overrides = overridesOf(options);
  const isWatching = options.watch === true;
  if (isWatching) failWhereUncaught();
  if (options.build) {
    const asked = Object.fromEntries(solutionOptionNames.flatMap((name) => (options[name] ? [[name, true]] : [])));
    return buildSolution(typescript, compile, projects, { ...overrides, ...asked }, isWatching);
  }
  const project = findProject(typescript, options.project);
  assertFiles(typescript, project, options);
  return isWatching
    ? watchProject(typescript, compile, project, overrides)
    : buildOnce(typescript, compile, project, overrides);
}

/** Fails for a solution, which tsc silently does not compile. */
function assertFiles(typescript: TypeScript, project: string, { project: named, noEmit }: Arguments): void {
  if (!isSolution(readProject(typescript, project, {}))) return;
  const at = named === undefined ? "" : ` ${named}`;
  throw new CommandError(
    `${path.relative(process.cwd(), project)} has references and no files of its own, so that there is nothing to build without -b.\n` +
      `Build what it refers to with \`lanewise build -b${at}\`${noEmit ? ", or look for errors with `lanewise check`" : ""}.`,
  );
}

/** The same as tsc's. */
const exclusive = [
  ["clean", "force"],
  ["clean", "verbose"],
  ["clean", "watch"],
  ["watch", "dry"],
] as const satisfies readonly (readonly [keyof Arguments, keyof Arguments])[];

function assertMode([first]: readonly string[], options: Arguments): void {
  if (options.build) {
    if (options.project !== undefined) {
      throw new CommandError(`-p and -b exclude each other.\nName the project after -b: -b ${options.project}.`);
    }
    const pair = exclusive.find(([one, other]) => options[one] && options[other]);
    if (pair) throw new CommandError(`--${pair[0]} and --${pair[1]} exclude each other; leave one out.`);
    return;
  }
  if (first !== undefined) {
    throw new CommandError(
      `${first}: without -b, build takes no arguments.\nName a project with \`-p ${first}\`, or build it and its references with \`-b ${first}\`.`,
    );
  }
  const stray = solutionOptionNames.find((name) => options[name]);
  if (stray !== undefined)
    throw new CommandError(`--${stray} is an option of -b: write \`lanewise build -b --${stray}\`.`);
}
