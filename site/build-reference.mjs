// The reference of the public entry points, as Markdown pages, from the docstrings in the packages' sources.

import { Application, Converter } from "typedoc";
import { publicEntryPoints } from "./entry-points.mjs";

export async function buildReference(root, out) {
  const entryPoints = publicEntryPoints(root);
  const application = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    tsconfig: `${root}site/tsconfig.json`,
    entryPoints: entryPoints.map(({ source }) => root + source),
    displayBasePath: root,
    skipErrorChecking: true,
    readme: "none",
    name: "Reference",
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    entryFileName: "index",
    outputFileStrategy: "members",
    logLevel: "Error",
    outputs: [{ name: "markdown", path: out }],
  });
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => nameModules(project, entryPoints));
  const project = await application.convert();
  if (project === undefined) throw new Error("TypeDoc found no project.");
  await application.generateOutputs(project);
  return project;
}

/** TypeDoc names modules after files; people import packages. */
function nameModules(project, entryPoints) {
  for (const module of project.children ?? []) {
    const entry = entryPoints.find(({ source }) => source.replace(/(\/index)?\.ts$/, "").endsWith(module.name));
    if (entry === undefined) throw new Error(`${module.name} is no entry point.`);
    module.name = entry.name;
  }
}
