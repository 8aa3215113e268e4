// Finds a module's imports in its text, without a program.

import type { TypeScript } from "../pass-context.js";

export interface ImportedName {
  readonly name: string;
  /** The position of the literal, with its quotes. */
  readonly start: number;
  readonly length: number;
  readonly isRequire: boolean;
}

/** A form that TypeScript's own function does not know. */
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
