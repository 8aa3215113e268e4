// The source map of generated JavaScript: from its lines to the places in the user's sources that they came from, so that
// debuggers show these. Format: https://tc39.es/ecma426/.

import type { JavaScriptProgram } from "../program.js";

/** How many lines `new Function` writes before the text of the body. */
const WRAPPER_LINES = 2;

/** The program's source, for `new Function`, with its source map. `files` are the module's, `name` is the script's. */
export function withSourceMap(program: JavaScriptProgram, files: readonly string[], name: string): string {
  const map = encodeURIComponent(sourceMapOf(program, files, WRAPPER_LINES));
  const url = `lanewise:///${encodeURIComponent(name.replace(/\p{Cs}/gu, "_"))}.js`;
  return `${program.source}//# sourceMappingURL=data:application/json;charset=utf-8,${map}\n//# sourceURL=${url}\n`;
}

/** A source map, as JSON, of a program that begins `offset` lines below the script's first. Its sources are `files`. */
function sourceMapOf({ lines }: JavaScriptProgram, files: readonly string[], offset: number): string {
  let mappings = "";
  let line = 1;
  let before = { file: 0, line: 1, column: 1 };
  let isFirst = true;
  for (const mapping of lines) {
    const { at } = mapping;
    const generated = mapping.line + offset;
    if (generated > line) isFirst = true;
    mappings += ";".repeat(generated - line);
    line = generated;
    // A line has one place: its first.
    if (!isFirst) continue;
    isFirst = false;
    const differences = [0, at.file - before.file, at.line - before.line, at.column - before.column];
    mappings += differences.map(variableLength).join("");
    before = at;
  }
  return JSON.stringify({ version: 3, sources: files, names: [], mappings });
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 VLQ: five bits a digit, the least first, the sign in the least bit. */
function variableLength(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = "";
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}
