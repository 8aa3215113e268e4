// The steps of `lanewise init`, in order: inspects the folder, asks, plans, shows, writes.

import path from "node:path";
import { CommandError } from "../command-error.js";
import { formatTable } from "../table.js";
import { addToExisting, existingIn } from "./existing-project.js";
import { readManifest } from "./manifest.js";
import { setUpNew } from "./new-project.js";
import { packageManagerOf } from "./package-managers.js";
import { ProjectFolder } from "./project-folder.js";
import { choose, confirm, isInteractive } from "./questions.js";
import { type TemplateName, templateNames, templates } from "./templates.js";

export interface InitOptions {
  readonly template?: TemplateName;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** The exit code if steps are left to the user; everything else is done. */
const STEPS_LEFT = 2;

/** Returns the exit code. */
export async function initProject(folder: string, options: InitOptions): Promise<number> {
  const project = new ProjectFolder(path.resolve(folder));
  const asks = options.yes !== true && options.dryRun !== true && isInteractive();
  const existing = existingIn(project);
  if (existing && options.template !== undefined) {
    throw new CommandError(
      `${project.root} has a project already (${existing.tools.join(", ")}); --template is for new ones.\n` +
        "Leave it out to add Lanewise to the project, or name a new folder.",
    );
  }
  const template = existing ? undefined : await chooseTemplate(options.template, asks);
  if (existing) addToExisting(project, existing);
  if (template) setUpNew(project, template);
  say(existing ? `A project with ${existing.tools.join(", ")}: ${project.root}` : `A new project: ${project.root}`);
  if (template && options.template === undefined && !asks) {
    say(`Template ${template}: ${templates[template].description}. Others: --template vite, --template library.`);
  }
  if (project.isUnchanged) say("Nothing to change: the project already has everything that `lanewise init` adds.");
  else if (options.dryRun) say(`\n${project.diff()}\nNothing was written (--dry-run).`);
  else {
    say(`\n${project.describe()}`);
    if (asks && !(await confirm("Write that?"))) {
      say("Nothing was written.");
      return 1;
    }
    project.apply();
  }
  for (const note of project.notes) say(`Note: ${note}`);
  if (project.steps.length > 0) say(`\nLeft to you:\n${project.steps.map((step) => `  ${step}\n`).join("")}`);
  if (!project.isUnchanged && !options.dryRun) sayNext(project, folder, template);
  return project.steps.length > 0 ? STEPS_LEFT : 0;
}

async function chooseTemplate(given: TemplateName | undefined, asks: boolean): Promise<TemplateName> {
  if (given !== undefined) return given;
  if (!asks) return "node";
  return choose("Which kind of project?", templateNames, (name) => templates[name].description);
}

function sayNext(project: ProjectFolder, folder: string, template: TemplateName | undefined): void {
  const { install, run, execute } = packageManagerOf(project.root, readManifest(project));
  const commands: (readonly [command: string, what?: string])[] = [];
  if (path.resolve(folder) !== process.cwd()) commands.push([`cd ${folder}`]);
  commands.push([install]);
  if (template)
    commands.push(...templates[template].next.map(({ script, what }) => [`${run} ${script}`, what] as const));
  else commands.push([`${execute} lanewise check`, "looks for errors, also in kernels"]);
  const rows = commands.map(([command, what]) => [`  ${command}`, ...(what === undefined ? [] : [`# ${what}`])]);
  say(`\nNext:\n${formatTable(rows)}`);
}

function say(text: string): void {
  process.stdout.write(`${text.replace(/\n$/, "")}\n`);
}
