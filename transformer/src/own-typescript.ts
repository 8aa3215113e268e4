// The TypeScript that this package brings, minified (scripts/bundle-typescript.mjs): a file of its own and no package, so that no `tsc` comes
// along. By require(): for `import`, Node would first read it in search of the names that it exports. And hooks of modules answer at once.

import { createRequire } from "node:module";
import type { TypeScript } from "./pass-context.js";

const require = createRequire(import.meta.url);
/** Beside the built JavaScript, not beside this source. */
const file = "./typescript/typescript.cjs";

export function ownTypeScript(): TypeScript {
  // It is what the declarations of its version say.
  return require(file) as TypeScript;
}
