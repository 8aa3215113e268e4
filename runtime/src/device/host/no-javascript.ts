// In place of javascript.ts where code may not be made from text, or often not: the interpreter does it all, unless `lanewise/debug` is there.

import type { JavaScriptTarget } from "./javascript.js";

export const javaScriptTarget: JavaScriptTarget | undefined = undefined;
