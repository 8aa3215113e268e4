// In place of javascript.ts where code may not be made from text, or often not: the interpreter does it all.

import type { Target } from "./target.js";

export const generateJavaScript: Target | undefined = undefined;
