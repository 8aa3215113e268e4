// Whether edited files may affect members that were looked up before (replaced-members.ts, stand-ins.ts), judged by the members' names alone,
// since findings of files hold no types. A false positive only compiles something again.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { ANY_MEMBER, replacementsIn } from "./replaced-members.js";
import { hasStandIn } from "./stand-ins.js";

export function createReplacementSearch(
  context: PassContext,
  files: readonly ts.SourceFile[],
): (names: ReadonlySet<string>) => boolean {
  const known = new Map<string, boolean>();
  let found: ReturnType<typeof replacementsIn> | undefined;
  const isReplaced = (name: string): boolean => {
    found ??= replacementsIn(context, files);
    const { subclasses, assigned, literals, patches } = found;
    const classes = [...subclasses.values()].flat();
    return (
      patches.length > 0 ||
      assigned.has(name) ||
      literals.has(name) ||
      classes.some(({ members }) => name === ANY_MEMBER || members.some((member) => member.name?.getText() === name)) ||
      hasStandIn(context, name, files)
    );
  };
  return (names) =>
    files.length > 0 &&
    [...names].some((name) => {
      const answer = known.get(name) ?? isReplaced(name);
      known.set(name, answer);
      return answer;
    });
}
