// A language service that extends TypeScript's own with our diagnostics, hovers and fixes.

import type ts from "typescript-6";
import { InternalError } from "../faults/internal-error.js";
import type { TypeScript } from "../pass-context.js";
import { fixableCodes, fixesAt, fixesInFile } from "./code-fixes.js";
import { conversionsAt } from "./conversion-fixes.js";
import { diagnosticsOf, failureIn } from "./diagnostics.js";
import { withKernels } from "./hover.js";
import { createProjectCompiler } from "./project-compiler.js";

export interface EditedProject {
  /** TypeScript's own service. */
  readonly service: ts.LanguageService;
  readonly host: Pick<ts.LanguageServiceHost, "getCancellationToken">;
  readonly log: (message: string) => void;
}

export function createEditorService(typescript: TypeScript, project: EditedProject): ts.LanguageService {
  const { service, log } = project;
  const compiler = createProjectCompiler(typescript, project);
  /** Our failures must not hide TypeScript's answers: logs them and returns `orElse`'s result. */
  const attempt = <T>(make: () => T, orElse: (error: unknown) => T): T => {
    try {
      return make();
    } catch (error) {
      if (error instanceof typescript.OperationCanceledException) throw error;
      log(
        error instanceof InternalError
          ? error.report
          : error instanceof Error
            ? (error.stack ?? error.message)
            : String(error),
      );
      return orElse(error);
    }
  };
  return {
    ...service,
    getSemanticDiagnostics(fileName) {
      const own = service.getSemanticDiagnostics(fileName);
      const ours = attempt(
        () => diagnosticsOf(typescript, compiler.compiled(), fileName),
        (error) => failureIn(typescript, service.getProgram(), fileName, error),
      );
      return [...own, ...ours];
    },
    getQuickInfoAtPosition(fileName, position, ...rest) {
      const own = service.getQuickInfoAtPosition(fileName, position, ...rest);
      return attempt(
        () => withKernels(typescript, compiler.compiled(), fileName, position, own),
        () => own,
      );
    },
    getSupportedCodeFixes: (fileName) => [...service.getSupportedCodeFixes(fileName), ...fixableCodes.map(String)],
    getCodeFixesAtPosition(fileName, start, end, errorCodes, format, preferences) {
      const own = service.getCodeFixesAtPosition(fileName, start, end, errorCodes, format, preferences);
      const fixes = () => [
        ...fixesAt(typescript, compiler.compiled(), fileName, { start, end }, errorCodes),
        ...conversionsAt(typescript, service.getProgram(), fileName, { start, end }, errorCodes),
      ];
      return [...attempt(fixes, () => []), ...own];
    },
    getCombinedCodeFix(scope, fixId, format, preferences) {
      const ours = attempt(
        () => fixesInFile(typescript, compiler.compiled(), scope.fileName, fixId),
        () => undefined,
      );
      return ours ?? service.getCombinedCodeFix(scope, fixId, format, preferences);
    },
  };
}
