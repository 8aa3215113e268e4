// The language-service plugin for editors, as TypeScript's server takes it. The server brings its TypeScript; editor/plugin.cjs loads this.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { createEditorService } from "./editor-service.js";

export function createPlugin({ typescript }: { readonly typescript: TypeScript }): ts.server.PluginModule {
  return {
    create({ languageService, languageServiceHost, project }) {
      const log = (message: string) => project.projectService.logger.info(`lanewise: ${message}`);
      return createEditorService(typescript, { service: languageService, host: languageServiceHost, log });
    },
  };
}
