// Queries a checked program while TypeScript can follow its sources: nesting that is too deep leaves an unusable tree, after which no more queries
// are made.

import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { followed, NESTED_TOO_DEEP } from "../faults/nesting.js";
import { codeNumber, toTypeScriptDiagnostic } from "./typescript-diagnostic.js";

/** Returns the result of `make`, or that of `orElse` with the diagnostics about nesting. */
export type Follower = <T>(make: () => T, orElse: (found: readonly ts.Diagnostic[]) => T, file?: ts.SourceFile) => T;

/** `errors` are the errors found by the compiler. */
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
