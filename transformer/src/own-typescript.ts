// The TypeScript that this package brings. By require(): for `import`, Node would first read the nine megabytes in search of the
// names that they export, which takes a third as long as running them. And hooks of modules answer at once.

import { createRequire } from "node:module";
import type { TypeScript } from "./pass-context.js";

const require = createRequire(import.meta.url);

export function ownTypeScript(): TypeScript {
  // It is what its own declarations say.
  return require("typescript-6") as TypeScript;
}
