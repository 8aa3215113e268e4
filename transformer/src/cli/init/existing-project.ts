// Adds kernels to an existing project: dependencies, the compiler plugin, the editor plugin. Leaves its own files alone.

import { addToBundler, bundlersOf } from "./bundlers.js";
import { addFields, type Manifest, packagesOf, ranges, readManifest } from "./manifest.js";
import type { ProjectFolder } from "./project-folder.js";
import { tellOfRunners, useLanewiseInScripts, usesTsPatch } from "./scripts.js";
import { defaultConfig } from "./templates.js";
import { addPluginEntry } from "./tsconfig.js";

export interface Existing {
  /** The build tools, for people. */
  readonly tools: readonly string[];
  readonly manifest: Manifest;
}

/** The existing project; undefined if nothing shows how it is built, so that it counts as new. */
export function existingIn(project: ProjectFolder): Existing | undefined {
  const manifest = readManifest(project);
  const tools = bundlersOf(project, manifest).map(({ bundler }) => bundler.name);
  if (manifest && usesTsPatch(manifest)) tools.push("tsc with ts-patch");
  else if (project.has("tsconfig.json") || "typescript" in packagesOf(manifest)) tools.push("tsc");
  return tools.length > 0 ? { tools, manifest: manifest ?? {} } : undefined;
}

export function addToExisting(project: ProjectFolder, { manifest }: Existing): void {
  const isPatched = usesTsPatch(manifest);
  const bundlers = bundlersOf(project, manifest);
  const isBundled = bundlers.some(({ bundler }) => bundler.package !== "vitest");
  addFields(project, {
    dependencies: { lanewise: ranges.lanewise },
    devDependencies: { "@lanewise/transformer": ranges["@lanewise/transformer"] },
  });
  for (const name of ["lanewise", "@lanewise/transformer"] as const) {
    const range = packagesOf(manifest)[name];
    if (range !== undefined && range !== ranges[name]) {
      project.notes.push(`package.json: ${name} stays ${range}; this command is of ${ranges[name].slice(1)}.`);
    }
  }
  if (!project.has("tsconfig.json")) {
    project.write("tsconfig.json", defaultConfig(isBundled), "new");
    if (!isBundled) addFields(project, { devDependencies: { "@types/node": ranges["@types/node"] } });
  }
  for (const found of bundlers) addToBundler(project, found, manifest);
  addPluginEntry(project, isPatched);
  // With a bundler, tsc only checks types.
  if (!isBundled && !isPatched) useLanewiseInScripts(project, manifest);
  tellOfRunners(project, manifest);
}
