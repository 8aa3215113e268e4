// In place of javascript.ts where code may not be made from text, or often not: the interpreter does it all.

import type { Executable, TargetInput } from "../cpu/index.js";

export const generateJavaScript: ((input: TargetInput) => Executable) | undefined = undefined;
