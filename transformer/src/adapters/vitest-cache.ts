// What vitest needs beside the plugin for Vite. It keeps what became of a module in files, and finds it there by the module's own text (vitest 5
// with `fsModuleCache`, vitest 4 with `experimental.fsModuleCache`). A kernel also depends on the files that it imports: they must be part of the key.

import type { ProjectService } from "./project-service.js";
import { isTypeScript } from "./typescript-files.js";

/** What else decides; undefined: nothing; false: the module is not to be kept. */
type KeyGenerator = (module: { readonly id: string }) => string | false | undefined;
type Define = (generator: KeyGenerator) => void;

/** The part of what vitest passes that is of use here, by its names in versions 5 and 4. Older ones have neither, and keep nothing. */
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
        // A watching vitest asks once for a key, and again only when the file itself changes.
        return context.vitest.config.watch ? false : service.digest(file);
      });
    },
  };
}
