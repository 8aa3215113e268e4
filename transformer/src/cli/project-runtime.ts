// Loads the project's own copy of lanewise, or of another of our packages. The transformer does not depend on the runtime, so it is found from the
// current folder and loaded on demand.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "./command-error.js";

/** The export `name` of a package, `lanewise` by default; `purpose` completes "too old to …". */
export async function fromProject(name: string, purpose: string, packageName = "lanewise"): Promise<unknown> {
  const exported = await loadFromProject(packageName);
  const found = exported[name];
  if (found === undefined) throw new CommandError(`the ${packageName} of this project is too old to ${purpose}.`);
  return found;
}

/** The exports of a package, or of one of its entries. */
export async function loadFromProject(packageName: string): Promise<Readonly<Record<string, unknown>>> {
  return await import(pathToFileURL(locate(packageName)).href);
}

function locate(packageName: string): string {
  try {
    return createRequire(path.join(process.cwd(), "package.json")).resolve(packageName);
  } catch (cause) {
    throw new CommandError(
      `the package ${packageName} is not installed for ${process.cwd()}.\nInstall it with \`npm install ${packageName}\`.`,
      { cause },
    );
  }
}
