// Reads the build options in our plugin's tsconfig entry.

import type ts from "typescript-6";
import { type BuildOptions, buildOptionNames, buildOptionValues } from "./build-options.js";
import type { Span } from "./diagnostics/diagnostic.js";
import type { PassContext } from "./pass-context.js";
import { targetForms, toTargets } from "./targets.js";

/** The options in the tsconfig's plugin entry; reports unlisted values. */
export function projectOptions(context: Pick<PassContext, "ts" | "program" | "reporter">): BuildOptions {
  const entry = pluginEntry(context.program.getCompilerOptions());
  const found: Record<string, unknown> = {};
  for (const name of buildOptionNames) {
    const value = entry[name];
    const known: readonly unknown[] = buildOptionValues[name];
    if (value === undefined) continue;
    if (known.includes(value)) found[name] = value;
    else reportMistake(context, name, value, buildOptionValues[name].map((one) => JSON.stringify(one)).join(" or "));
  }
  const { targets } = entry;
  if (targets !== undefined) {
    if (Array.isArray(targets) && toTargets(targets)) found.targets = targets;
    else reportMistake(context, "targets", targets, `a list of ${targetForms}`);
  }
  // Only listed values of each option were copied.
  return found as BuildOptions;
}

function pluginEntry({ plugins }: ts.CompilerOptions): Readonly<Record<string, unknown>> {
  // TypeScript declares only an entry's name and keeps the rest unchanged.
  const entries: readonly unknown[] = Array.isArray(plugins) ? plugins : [];
  const ours = entries.filter(isRecord).filter(({ transform, name }) => [transform, name].some(isOurs));
  // There may be an entry for tsc and one for editors: both count, and the first wins.
  const found: Record<string, unknown> = {};
  for (const entry of ours.toReversed()) Object.assign(found, entry);
  return found;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isOurs(module: unknown): boolean {
  return typeof module === "string" && module.includes("@lanewise/transformer");
}

function reportMistake(
  { ts: typescript, program, reporter }: Pick<PassContext, "ts" | "program" | "reporter">,
  name: string,
  value: unknown,
  legal: string,
): void {
  const config = configFileOf(program.getCompilerOptions());
  const [root = ""] = program.getRootFileNames();
  const start = { file: config?.fileName ?? root, start: 0, length: 0 };
  const place = (config && findProperty(typescript, config, name, value)) ?? start;
  reporter.report("LW1901", place, [name, JSON.stringify(value), legal]);
}

/** The syntax tree of tsconfig.json, which TypeScript keeps in the options. */
export function configFileOf(options: ts.CompilerOptions): ts.TsConfigSourceFile | undefined {
  // Internal to TypeScript; undefined if the options come from elsewhere.
  return options.configFile as ts.TsConfigSourceFile | undefined;
}

function findProperty(
  typescript: PassContext["ts"],
  config: ts.TsConfigSourceFile,
  name: string,
  value: unknown,
): Span | undefined {
  const visit = (node: ts.Node): Span | undefined => {
    const isNamed = typescript.isPropertyAssignment(node) && node.name.getText(config).replace(/["']/g, "") === name;
    const text = isNamed ? node.initializer.getText(config) : undefined;
    if (isNamed && text && (text === JSON.stringify(value) || typeof value === "object")) {
      return { file: config.fileName, start: node.initializer.getStart(config), length: text.length };
    }
    return typescript.forEachChild(node, visit);
  };
  return visit(config);
}
