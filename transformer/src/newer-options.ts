// tsconfig.json options for TypeScript 7 that the compiler's TypeScript 6 does not know. They affect how TypeScript 7 works, not its
// diagnostics or output, so they are not mistakes here.

import type ts from "typescript-6";

const newer = ["checkers", "deduplicatePackages", "pprofDir", "quiet", "singleThreaded"];

const UNKNOWN_OPTION = 5023;
const UNKNOWN_OPTION_SIMILAR = 5025;

/** Whether a diagnostic is a real mistake in tsconfig.json, not one of these options. */
export function isMistakeOfOptions({ code, messageText }: ts.Diagnostic): boolean {
  if (code !== UNKNOWN_OPTION && code !== UNKNOWN_OPTION_SIMILAR) return true;
  return !newer.some((name) => typeof messageText === "string" && messageText.includes(`'${name}'`));
}
