// The project's own copy of lanewise, for commands that ask it something. The transformer does not depend on the runtime, so it is found
// from the current folder and loaded then.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "./command-error.js";

/** What `lanewise` exports under `name`; `purpose` completes "too old to …". */
export async function fromProject(name: string, purpose: string): Promise<unknown> {
  const runtime: Readonly<Record<string, unknown>> = await import(pathToFileURL(locateRuntime()).href);
  const found = runtime[name];
  if (found === undefined) throw new CommandError(`the lanewise of this project is too old to ${purpose}.`);
  return found;
}

function locateRuntime(): string {
  try {
    return createRequire(path.join(process.cwd(), "package.json")).resolve("lanewise");
  } catch (cause) {
    throw new CommandError(
      `the package lanewise is not installed for ${process.cwd()}.\nInstall it with \`npm install lanewise\`.`,
      { cause },
    );
  }
}
