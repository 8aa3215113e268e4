// Replaces esbuild's command, which takes no plugins: a script of package.json that calls it becomes a Node script with a file that calls
// `build` with the same options and the plugin. If an option is not certain, the script stays, and the user is told what to write.

import type { Manifest } from "./manifest.js";
import { replaceScript } from "./manifest.js";
import type { ProjectFolder } from "./project-folder.js";

const FILE = "esbuild.config.mjs";

/** Options of the command by their form in `build`. */
const flags = new Set([
  "bundle",
  "minify",
  "splitting",
  "metafile",
  "keep-names",
  "minify-whitespace",
  "minify-syntax",
]);
const texts = new Set(["outfile", "outdir", "outbase", "format", "platform", "global-name", "tsconfig", "charset"]);
const lists = new Set(["target", "main-fields", "conditions"]);
const groups = { define: "object", loader: "object", external: "list" } as const;

type Options = Record<string, unknown>;

/** Whether a script of the project calls the command; if so, replaces it or tells the user why not. */
export function replaceCommand(project: ProjectFolder, { scripts = {} }: Manifest): boolean {
  const calls = Object.entries(scripts).filter(([, script]) => /^(?:npx )?esbuild\s/.test(script));
  const [first] = calls;
  if (!first) return Object.values(scripts).some((script) => tellOfCommand(project, script));
  const [name, script] = first;
  const options = calls.length === 1 && !project.has(FILE) ? optionsOf(script) : undefined;
  if (!options) return tellOfCommand(project, script);
  project.write(
    FILE,
    buildScript(options),
    "new: what the command did, with the plugin, which esbuild's command cannot take",
  );
  replaceScript(project, name, script, `node ${FILE}`);
  return true;
}

function tellOfCommand(project: ProjectFolder, script: string): boolean {
  if (!/(?:^|&&|;)\s*(?:npx )?esbuild\s/.test(script)) return false;
  project.steps.push(
    `esbuild: \`${script}\` calls the command, which takes no plugins. Call \`build\` in a script of Node instead, with:\n` +
      '    import lanewise from "@lanewise/transformer/esbuild";\n    plugins: [lanewise(), /* the others */],',
  );
  return true;
}

/** The options of a command; undefined if it has an unknown word. */
function optionsOf(script: string): Options | undefined {
  if (/["'`$&|;<>\\]/.test(script)) return undefined;
  const [, ...words] = script.replace(/^npx /, "").trim().split(/\s+/);
  const entryPoints: string[] = [];
  const options: Options = { entryPoints };
  for (const word of words) {
    if (!word.startsWith("-")) entryPoints.push(word);
    else if (!addOption(options, word)) return undefined;
  }
  return entryPoints.length > 0 ? options : undefined;
}

function addOption(options: Options, word: string): boolean {
  const [, name = "", separator, value = ""] = /^--([\w-]+)(?:([=:])(.*))?$/.exec(word) ?? [];
  const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (separator === undefined && (flags.has(name) || name === "sourcemap")) options[key] = true;
  else if (separator === "=" && (texts.has(name) || name === "sourcemap")) options[key] = value;
  else if (separator === "=" && lists.has(name)) options[key] = value.split(",");
  else if (separator === ":" && name in groups)
    return addToGroup(options, name as keyof typeof groups, value); // checked by `in`
  else return false;
  return true;
}

function addToGroup(options: Options, name: keyof typeof groups, value: string): boolean {
  if (groups[name] === "list") options[name] = [...((options[name] as string[] | undefined) ?? []), value]; // always created as one
  const [, key, text] = /^([^=]+)=(.*)$/.exec(value) ?? [];
  if (groups[name] === "object") {
    if (key === undefined) return false;
    options[name] = { ...Object(options[name]), [key]: text };
  }
  return true;
}

function buildScript(options: Options): string {
  const lines = Object.entries(options).map(([name, value]) => `  ${name}: ${literal(value)},\n`);
  return `import lanewise from "@lanewise/transformer/esbuild";
import { build } from "esbuild";

await build({
${lines.join("")}  plugins: [lanewise()],
});
`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`);
  return `{ ${members.join(", ")} }`;
}
