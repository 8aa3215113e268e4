// Finds a project's tsconfig.json files and adds the plugin's entry to their text, so that comments stay.

import path from "node:path";
import { ownTypeScript } from "../../own-typescript.js";
import { addMember, edit, jsonText, propertyOf, rootObject } from "./literal-edits.js";
import type { ProjectFolder } from "./project-folder.js";

const typescript = ownTypeScript();

const editor = { name: "@lanewise/transformer/editor" };
const patched = { transform: "@lanewise/transformer/tsc", transformProgram: true, ...editor };

/** With `isPatched`, tsc itself compiles kernels, through ts-patch. */
export function addPluginEntry(project: ProjectFolder, isPatched: boolean): void {
  for (const name of configsOf(project)) {
    const reason = addEntryTo(project, name, isPatched);
    if (reason === undefined) continue;
    const entry = JSON.stringify(isPatched ? patched : editor);
    project.steps.push(`${name}: not edited, since ${reason}. Add to "compilerOptions":\n    "plugins": [${entry}]`);
  }
}

const main = "tsconfig.json";

/** The references of tsconfig.json, if it has no files of its own. */
function referencesOf(project: ProjectFolder): readonly { path: string }[] | undefined {
  const { config = {} }: { config?: { files?: unknown[]; include?: unknown; references?: { path: string }[] } } =
    typescript.parseConfigFileTextToJson(main, project.read(main) ?? "{}");
  const hasFiles = config.files?.length !== 0 || config.include !== undefined;
  return hasFiles || !Array.isArray(config.references) ? undefined : config.references;
}

/** Whether only `lanewise build -b` compiles the project. */
export function isSolution(project: ProjectFolder): boolean {
  return referencesOf(project) !== undefined;
}

/** tsconfig.json, or the configurations that it refers to if it has no files of its own. */
function configsOf(project: ProjectFolder): readonly string[] {
  if (!project.has(main)) return [];
  const references = referencesOf(project);
  if (!references) return [main];
  return references
    .map(({ path: named }) => path.posix.normalize(String(named)))
    .map((named) => (named.endsWith(".json") ? named : `${named}/${main}`))
    .filter((name) => project.has(name) && !/\btsconfig\.node\.json$/.test(name));
}

/** Adds the entry; returns the reason if that is not possible. */
function addEntryTo(project: ProjectFolder, name: string, isPatched: boolean): string | undefined {
  const text = project.read(name) ?? "";
  if (text.includes(isPatched ? patched.transform : editor.name)) return undefined;
  const edited = edit(name, text);
  const root = rootObject(edited.source);
  const problem = typescript.parseConfigFileTextToJson(name, text).error;
  if (!root || problem) {
    const { line, character } = edited.source.getLineAndCharacterOfPosition(problem?.start ?? 0);
    const message = problem ? typescript.flattenDiagnosticMessageText(problem.messageText, "\n") : "expected an object";
    return `it has a mistake at ${line + 1}:${character + 1} (${message})`;
  }
  const options = propertyOf(root, "compilerOptions")?.initializer;
  const entry = isPatched ? patched : editor;
  const words = isPatched ? `adds the plugin ${patched.transform}, and that of editors` : `adds the plugin of editors`;
  if (!options) {
    const member = jsonText({ plugins: [entry] }, edited.source, 1);
    addMember(edited, root, `"compilerOptions": ${member}`, root.properties[0]);
  } else {
    if (!typescript.isObjectLiteralExpression(options)) return '"compilerOptions" is no object';
    const plugins = propertyOf(options, "plugins")?.initializer;
    if (!plugins && inherits(project, name)) return "it would hide the plugins of the file that it extends";
    if (plugins && !typescript.isArrayLiteralExpression(plugins)) return '"plugins" is no array';
    if (plugins) addMember(edited, plugins, oneLine(entry));
    else addMember(edited, options, `"plugins": [${oneLine(entry)}]`);
  }
  project.write(name, edited.output.toString(), words);
  return undefined;
}

/** An entry formatted as if written by hand. */
function oneLine(entry: object): string {
  const members = Object.entries(entry).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`);
  return `{ ${members.join(", ")} }`;
}

function inherits(project: ProjectFolder, name: string): boolean {
  const file = path.join(project.root, name);
  const { config } = typescript.readConfigFile(file, typescript.sys.readFile);
  const { options } = typescript.parseJsonConfigFileContent(
    config ?? {},
    typescript.sys,
    path.dirname(file),
    undefined,
    file,
  );
  return Array.isArray(options.plugins) && options.plugins.length > 0;
}
