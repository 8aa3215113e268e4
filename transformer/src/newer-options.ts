// Options that tsconfig.json may have for TypeScript 7 and that the compiler's TypeScript 6 does not know. They are about how TypeScript 7
// works, not about what it says or emits, so that they are no mistakes here.

import type ts from "typescript-6";

const newer = ["checkers", "deduplicatePackages", "pprofDir", "quiet", "singleThreaded"];

const UNKNOWN_OPTION = 5023;
const UNKNOWN_OPTION_SIMILAR = 5025;

/** Whether a mistake in a tsconfig.json is one. */
export function isMistakeOfOptions({ code, messageText }: ts.Diagnostic): boolean {
  if (code !== UNKNOWN_OPTION && code !== UNKNOWN_OPTION_SIMILAR) return true;
  return !newer.some((name) => typeof messageText === "string" && messageText.includes(`'${name}'`));
}
