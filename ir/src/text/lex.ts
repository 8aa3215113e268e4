// Splits the text form into tokens, with the line and column where each begins, for parse.ts.

import { IrSyntaxError } from "./syntax-error.js";

export type TokenKind = "name" | "position" | "string" | "number" | "word" | "mark" | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const string = String.raw`"(?:[^"\\\n]|\\.)*"`;
const patterns: readonly (readonly [TokenKind | "space", string])[] = [
  ["space", String.raw`[ \t\r\n]+|;[^\n]*`],
  // A sigil, an index, and perhaps a name: %2.sum, ->1."a b".
  ["name", String.raw`(?:[%$#!]|->)\d+(?:\.(?:[A-Za-z_$][\w$]*|${string}))?`],
  ["position", String.raw`@\d+:\d+(?::\d+)?`],
  ["string", string],
  ["number", String.raw`-?(?:Infinity|\d+(?:\.\d+)?(?:e[-+]?\d+)?n?)|NaN`],
  ["word", String.raw`[A-Za-z_][\w.]*`],
  ["mark", String.raw`->|[(){}<>[\]:,=&]`],
];
const token = new RegExp(patterns.map(([, pattern]) => `(${pattern})`).join("|"), "y");

/** All tokens of the text, the last one "end". */
export function lex(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  for (let offset = 0; offset < text.length; ) {
    token.lastIndex = offset;
    const match = token.exec(text);
    const column = offset - lineStart + 1;
    if (!match) throw new IrSyntaxError(`unexpected ${JSON.stringify(text[offset])}`, line, column);
    const [found, ...groups] = match;
    const kind = patterns[groups.findIndex((group) => group !== undefined)]?.[0];
    if (kind !== "space" && kind !== undefined) tokens.push({ kind, text: found, line, column });
    for (let at = found.indexOf("\n"); at >= 0; at = found.indexOf("\n", at + 1)) {
      line++;
      lineStart = offset + at + 1;
    }
    offset += found.length;
  }
  tokens.push({ kind: "end", text: "the end", line, column: text.length - lineStart + 1 });
  return tokens;
}
