// Sets up a new project from a template. Existing files stay unchanged and are reported.

import path from "node:path";
import { addFields, readManifest } from "./manifest.js";
import type { ProjectFolder } from "./project-folder.js";
import { type TemplateName, templates } from "./templates.js";

export function setUpNew(project: ProjectFolder, name: TemplateName): void {
  const { fields, files } = templates[name];
  const isNew = !project.has("package.json");
  const { private: _, type, ...others } = fields;
  // Existing JavaScript may have been written for CommonJS.
  const added = isNew ? fields : { ...others, ...(!hasJavaScript(project) && { type }) };
  addFields(project, { name: packageName(project.root), ...added });
  const manifest = readManifest(project);
  for (const [script, command] of Object.entries(Object(fields.scripts))) {
    const found = manifest?.scripts?.[script];
    if (found !== command) project.notes.push(`package.json: the script "${script}" stays "${found}".`);
  }
  for (const [file, text] of Object.entries(files(manifest?.type === "module"))) {
    if (!project.has(file)) project.write(file, text, "new");
    else if (project.read(file) !== text) project.notes.push(`${file} exists already, and stays as it is.`);
  }
}

function hasJavaScript(project: ProjectFolder): boolean {
  return [".", "src", "test", "scripts"].some((folder) => project.names(folder).some((name) => name.endsWith(".js")));
}

/** The folder's name as a valid npm name. */
function packageName(root: string): string {
  const name = path
    .basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  return name === "" ? "lanewise-app" : name;
}
