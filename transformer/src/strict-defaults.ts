// The compiler options for files without a tsconfig.json above them: strict, modules as in Node, all installed @types.

import type ts from "typescript-6";
import type { TypeScript } from "./pass-context.js";

export function strictDefaults(typescript: TypeScript): ts.CompilerOptions {
  return {
    module: typescript.ModuleKind.NodeNext,
    target: typescript.ScriptTarget.ESNext,
    strict: true,
    skipLibCheck: true,
    types: ["*"],
  };
}
