// What is asked of a checked program, as far as TypeScript can follow its sources: where they nest too deep it leaves a tree behind that it cannot go
// over again, so that from then on it is not asked any more.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { followed, NESTED_TOO_DEEP } from "../faults/nesting.js";
import { codeNumber, toTypeScriptDiagnostic } from "./typescript-diagnostic.js";

/** What `make` makes, or what `orElse` makes of what is said of the nesting. */
export type Follower = <T>(make: () => T, orElse: (found: readonly ts.Diagnostic[]) => T, file?: ts.SourceFile) => T;

/** `errors` are what the compiler has found. */
export function createFollower(
  typescript: TypeScript,
  checked: ts.Program,
  errors: readonly ts.Diagnostic[],
): Follower {
  let lost = errors.filter(({ code }) => code === codeNumber(NESTED_TOO_DEEP));
  return (make, orElse, file) => {
    if (lost.length > 0) return orElse(lost);
    return followed(
      typescript,
      file,
      () => checked.getSourceFiles(),
      make,
      (found) => {
        lost = [toTypeScriptDiagnostic(typescript, checked, found)];
        return orElse(lost);
      },
    );
  };
}
