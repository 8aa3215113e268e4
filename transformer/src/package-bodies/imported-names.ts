// What the text of a module imports, without a program.

import type { TypeScript } from "../pass-context.js";

export interface ImportedName {
  readonly name: string;
  /** Of the literal, with its quotation marks. */
  readonly start: number;
  readonly length: number;
  readonly isRequire: boolean;
}

/** TypeScript's own function for it does not know this form. */
const NAMESPACE = /\bexport\s*\*\s*as\s+(?:[\w$]+|"[^"]*"|'[^']*')\s*from\s*(["'])([^"'\n]+)\1/g;

export function importedNames(typescript: TypeScript, text: string): readonly ImportedName[] {
  const found = typescript.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos, end }) => ({
    ...{ name: fileName, start: pos, length: end - pos },
    isRequire: /\brequire\s*\(\s*$/.test(text.slice(Math.max(0, pos - 40), pos)),
  }));
  const namespaces = [...text.matchAll(NAMESPACE)].map((match) => {
    const [whole, , name = ""] = match;
    const length = name.length + 2;
    return { name, start: match.index + whole.length - length, length, isRequire: false };
  });
  return [...found, ...namespaces];
}
