// Replaces javascript.ts where code may not, or often may not, be made from text: kernels are interpreted unless `lanewise/debug` is loaded.

import type { JavaScriptTarget } from "./javascript.js";

export const javaScriptTarget: JavaScriptTarget | undefined = undefined;
