// A project's bundlers, including vitest: how they are detected, where their plugin goes, and the steps left to the user if an edit is not
// safe.

import { replaceCommand } from "./esbuild-command.js";
import { type Manifest, packagesOf } from "./manifest.js";
import { addPlugin, importLine, isCommonJs, type OptionsPlace } from "./plugin-edit.js";
import type { ProjectFolder } from "./project-folder.js";

interface Bundler {
  readonly name: string;
  /** The package that installs it. */
  readonly package: string;
  /** Its configuration, without the extension; undefined if a script of the project calls it. */
  readonly config?: string;
  /** The entry of our plugin, after `@lanewise/transformer/`. */
  readonly plugin: string;
  /** A configuration for a project without one; undefined if it cannot work without. */
  readonly initial?: string;
}

const viteConfig = (module: string) => `import lanewise from "@lanewise/transformer/vite";
import { defineConfig } from "${module}";

export default defineConfig({
  plugins: [lanewise()],
});
`;

const bundlers = [
  { name: "Vite", package: "vite", config: "vite.config", plugin: "vite", initial: viteConfig("vite") },
  { name: "vitest", package: "vitest", config: "vitest.config", plugin: "vite", initial: viteConfig("vitest/config") },
  { name: "esbuild", package: "esbuild", plugin: "esbuild" },
  { name: "webpack", package: "webpack", config: "webpack.config", plugin: "webpack" },
  { name: "Rspack", package: "@rspack/core", config: "rspack.config", plugin: "rspack" },
  { name: "Rollup", package: "rollup", config: "rollup.config", plugin: "rollup" },
  { name: "rolldown", package: "rolldown", config: "rolldown.config", plugin: "rolldown" },
] as const satisfies readonly Bundler[];

const endings = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];

interface Found {
  readonly bundler: Bundler;
  /** The files to add our plugin to. */
  readonly files: readonly string[];
}

export function bundlersOf(project: ProjectFolder, manifest: Manifest | undefined): readonly Found[] {
  const installed = packagesOf(manifest);
  const found = bundlers.flatMap((bundler): Found[] => {
    const files = filesOf(bundler, project, manifest);
    return bundler.package in installed || files.length > 0 ? [{ bundler, files }] : [];
  });
  const has = (name: string) => found.some(({ bundler, files }) => bundler.package === name && files.length > 0);
  // Without a configuration, vitest uses Vite's; esbuild called by another tool is not the project's own.
  return found.filter(
    ({ bundler, files }) =>
      files.length > 0 ||
      !(
        (bundler.package === "vitest" && (has("vite") || "vite" in installed)) ||
        (bundler.package === "esbuild" && found.length > 1)
      ),
  );
}

function filesOf({ package: tool, config }: Bundler, project: ProjectFolder, manifest: Manifest | undefined): string[] {
  const scripts = Object.values(manifest?.scripts ?? {});
  if (config === undefined) return esbuildScripts(project, scripts);
  const standard = endings.map((ending) => config + ending).find((name) => project.has(name));
  const command = tool === "@rspack/core" ? "rspack" : tool;
  const given = scripts.flatMap((script) => {
    const named = new RegExp(`\\b${command}\\b[^&|;]*?\\s(?:-c|--config)[ =](\\S+)`).exec(script)?.[1];
    return named !== undefined && project.has(named) ? [named] : [];
  });
  return [...new Set([...(standard === undefined ? [] : [standard]), ...given])];
}

/** The scripts that package.json starts with Node and that call esbuild, and files named after it. */
function esbuildScripts(project: ProjectFolder, scripts: readonly string[]): string[] {
  const started = scripts.flatMap((script) => [...script.matchAll(/\bnode\s+(?:-\S+\s+)*(\S+\.[cm]?[jt]s)\b/g)]);
  const names = [
    ...started.map(([, name = ""]) => name),
    ...project.names().filter((name) => /^esbuild\b.*\.[cm]?[jt]s$/.test(name)),
  ];
  return [...new Set(names.map((name) => name.replace(/^\.\//, "")))].filter((name) =>
    /(?:from|require\()\s*["']esbuild["']/.test(project.read(name) ?? ""),
  );
}

export function addToBundler(project: ProjectFolder, { bundler, files }: Found, manifest: Manifest): void {
  for (const file of files) addToFile(project, bundler, file);
  if (files.length > 0) return;
  if (bundler.package === "esbuild" && replaceCommand(project, manifest)) return;
  const { config, initial } = bundler;
  if (config !== undefined && initial !== undefined) {
    // Both load a .mts as an ES module, whatever the package's type.
    project.write(
      `${config}${manifest.type === "module" ? ".ts" : ".mts"}`,
      initial,
      `new: ${bundler.name} with the plugin`,
    );
    return;
  }
  const reason =
    config === undefined ? "no script of the project's that calls its `build` was found" : `no ${config}.js was found`;
  project.steps.push(`${bundler.name}: ${reason}. Where you call it, add:\n${linesFor(bundler, false)}`);
}

function addToFile(project: ProjectFolder, bundler: Bundler, file: string): void {
  const text = project.read(file) ?? "";
  const place: OptionsPlace = bundler.config === undefined ? "esbuild's calls" : "exported";
  const result = addPlugin(file, text, bundler.plugin, place);
  if (result.kind === "edited")
    project.write(file, result.text, `adds the plugin @lanewise/transformer/${bundler.plugin}`);
  if (result.kind === "unsure") {
    project.steps.push(
      `${file}: not edited, since ${result.reason}. Add:\n${linesFor(bundler, isCommonJs(file, text))}`,
    );
  }
  if (/\bts-loader\b/.test(text) && !/\btranspileOnly\b/.test(text)) {
    project.steps.push(
      `${file}: ts-loader must not compile by itself. Add to its rule:\n    options: { transpileOnly: true },`,
    );
  }
}

function linesFor({ plugin }: Bundler, isRequired: boolean): string {
  return `    ${importLine(plugin, isRequired)}\n    plugins: [lanewise(), /* the others */],`;
}
