// What the runtime needs from the place it runs in, chosen once by what that place offers: Node (node.ts) or a browser
// (browser.ts). Nothing else in the runtime asks where it runs.

import { createBrowserHost } from "./browser.js";
import { createNodeHost } from "./node.js";

export interface Host {
  /** The value of an environment variable; undefined where there is none. */
  variable(name: string): string | undefined;
  /** Calls `task` soon, after other tasks of the event loop had their turn; keeps the process alive until then. */
  defer(task: () => void): void;
  /** Whether code may be made from text (`new Function`); false in browsers, whose pages often forbid it, and where Node does. */
  readonly canGenerateCode: boolean;
}

export const host: Host = createNodeHost() ?? createBrowserHost();
