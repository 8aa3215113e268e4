// Adds kernels to a project that is there: dependencies, what compiles, what an editor shows. Its own files are left to it.

import { addToBundler, bundlersOf } from "./bundlers.js";
import { addFields, type Manifest, packagesOf, ranges, readManifest } from "./manifest.js";
import type { ProjectFolder } from "./project-folder.js";
import { tellOfRunners, useLanewiseInScripts, usesTsPatch } from "./scripts.js";
import { defaultConfig } from "./templates.js";
import { addPluginEntry } from "./tsconfig.js";

export interface Existing {
  /** How it is built, for people. */
  readonly tools: readonly string[];
  readonly manifest: Manifest;
}

/** Undefined where there is nothing that tells how it is built: then it is a new project. */
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
  // With a bundler, tsc only looks for type errors.
  if (!isBundled && !isPatched) useLanewiseInScripts(project, manifest);
  tellOfRunners(project, manifest);
}
