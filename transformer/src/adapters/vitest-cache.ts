// Vitest's hook beside the plugin for Vite. Vitest caches transformed modules in files by their own text (vitest 5 with `fsModuleCache`, vitest 4
// with `experimental.fsModuleCache`). A kernel also depends on the files that it imports, so they must be part of the key.

import type { ProjectService } from "./project-service.js";
import { isTypeScript } from "./typescript-files.js";

/** An addition to the cache key; undefined adds nothing; false disables the cache for the module. */
type KeyGenerator = (module: { readonly id: string }) => string | false | undefined;
type Define = (generator: KeyGenerator) => void;

/** The parts of vitest's context used here, as named in versions 5 and 4. Older versions have neither, and no cache. */
interface VitestContext {
  readonly vitest: { readonly config: { readonly watch: boolean } };
  readonly defineCacheKeyGenerator?: Define;
  readonly experimental_defineCacheKeyGenerator?: Define;
}

export function vitestHooks(service: ProjectService) {
  return {
    configureVitest(context: VitestContext): void {
      const define = context.defineCacheKeyGenerator ?? context.experimental_defineCacheKeyGenerator;
      define?.(({ id }) => {
        const file = id.replace(/\?.*$/, "");
        if (!isTypeScript(file)) return undefined;
        // A watching vitest asks for a key once, and again only when the file itself changes.
        return context.vitest.config.watch ? false : service.digest(file);
      });
    },
  };
}
