// The language-service plugin for editors, in the form of TypeScript's server. The server supplies its TypeScript; editor/plugin.cjs loads
// this.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { fixableCodes } from "./code-fixes.js";
import { createEditorService } from "./editor-service.js";

export function createPlugin({ typescript }: { readonly typescript: TypeScript }): ts.server.PluginModule {
  announceFixes(typescript);
  return {
    create({ languageService, languageServiceHost, project }) {
      const log = (message: string) => project.projectService.logger.info(`lanewise: ${message}`);
      return createEditorService(typescript, { service: languageService, host: languageServiceHost, log });
    },
  };
}

/** Internal to TypeScript. */
interface FixRegistry {
  readonly codefix?: {
    registerCodeFix?(fixes: { errorCodes: readonly number[]; getCodeActions: () => readonly [] }): void;
  };
}

const announced = new WeakSet<TypeScript>();

/**
 * Registers our fixes globally: VS Code asks once, without a file, which diagnostics have fixes (microsoft/vscode#219273), and
 * that list does not come from services.
 */
function announceFixes(typescript: TypeScript & FixRegistry): void {
  if (announced.has(typescript)) return;
  announced.add(typescript);
  typescript.codefix?.registerCodeFix?.({ errorCodes: fixableCodes, getCodeActions: () => [] });
}
