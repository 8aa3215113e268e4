// Loads the TypeScript in this package, minified (scripts/bundle-typescript.mjs): a file rather than a package, so that no `tsc` is
// installed. Uses require(): for `import`, Node would first scan it for exported names. Module hooks also need it synchronously.

import { createRequire } from "node:module";
import type { TypeScript } from "./pass-context.js";
import { seePlugAndPlay } from "./pnp-system.js";

const require = createRequire(import.meta.url);
/** Beside the built JavaScript, not beside this source. */
const file = "./typescript/typescript.cjs";

let loaded: TypeScript | undefined;

export function ownTypeScript(): TypeScript {
  if (loaded === undefined) {
    // The bundled version matches the declarations.
    loaded = require(file) as TypeScript;
    seePlugAndPlay(loaded.sys);
  }
  return loaded;
}
