// A language service that answers as TypeScript's own does, and adds what we have to say.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { diagnosticsOf, failureIn } from "./diagnostics.js";
import { createProjectCompiler } from "./project-compiler.js";

export interface EditedProject {
  /** TypeScript's own. */
  readonly service: ts.LanguageService;
  readonly host: Pick<ts.LanguageServiceHost, "getCancellationToken">;
  readonly log: (message: string) => void;
}

export function createEditorService(typescript: TypeScript, project: EditedProject): ts.LanguageService {
  const { service, log } = project;
  const compiler = createProjectCompiler(typescript, project);
  /** What fails in us must not take TypeScript's answers away: it is logged, and there is what `orElse` makes of it. */
  const attempt = <T>(make: () => T, orElse: (error: unknown) => T): T => {
    try {
      return make();
    } catch (error) {
      if (error instanceof typescript.OperationCanceledException) throw error;
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
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
  };
}
