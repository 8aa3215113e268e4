import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

/** A file with a text but no syntax tree, for positions in it. */
export function textOnly(typescript: TypeScript, name: string, text: string): ts.SourceFile {
  return Object.assign(typescript.createSourceFile(name, "", typescript.ScriptTarget.Latest), { text });
}
