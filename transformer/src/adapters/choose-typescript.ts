// Chooses the TypeScript that an adapter compiles with: ours, or a given module that has the functions the compiler calls. A project may
// have another one, and TypeScript 7's package has no such module at all (decision 0031).

import type { TypeScript } from "../compile.js";
import { OptionError } from "../diagnostics/option-error.js";
import { ownTypeScript } from "../own-typescript.js";
import type { TypeScriptModule } from "../typescript-types.js";

/** In older versions, typed arrays lack the type of their buffers, and kernels cannot capture them. */
const least = { major: 5, minor: 7 };

/** Some of the functions that the compiler calls; a module with these has the others too. */
const needed = [
  "createProgram",
  "createSourceFile",
  "forEachChild",
  "getParsedCommandLineOfConfigFile",
  "preProcessFile",
  "resolveModuleName",
  "sys",
] as const satisfies readonly (keyof TypeScript)[];

export function chooseTypeScript(given: TypeScriptModule | undefined): TypeScript {
  return given === undefined ? ownTypeScript() : usableTypeScript(given, "The module of the option `typescript`");
}

/** Checks a TypeScript module; `what` is its name in messages. Throws OptionError. */
export function usableTypeScript(given: unknown, what: string): TypeScript {
  const fail = (found: string) => {
    throw new OptionError("LW1925", [what, found]);
  };
  // Object() makes property access safe for any value.
  const module = Object(given) as Readonly<Record<string, unknown>>;
  const { version } = module;
  const [, major, minor] = (typeof version === "string" && /^(\d+)\.(\d+)/.exec(version)) || [];
  if (major === undefined) fail("has no version: it is not TypeScript's");
  const isOld = Number(major) < least.major || (Number(major) === least.major && Number(minor) < least.minor);
  if (isOld) fail(`is TypeScript ${version}`);
  const missing = needed.filter((name) => module[name] === undefined);
  if (missing.length > 0) fail(`is TypeScript ${version}, and has no ${missing.join(", no ")}`);
  // Checked as far as possible.
  return given as TypeScript;
}
