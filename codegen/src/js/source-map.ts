// The source map of generated JavaScript: maps its lines to positions in the user's sources, which debuggers then show. Format:
// https://tc39.es/ecma426/.

import type { JavaScriptProgram, LineMapping } from "../program.js";

export interface Script {
  /** The name that debuggers list. */
  readonly url: string;
  /** The text of a function of (memory, globals, foreign) or its body, with the map in a comment. */
  readonly text: string;
}

/** How the text becomes a function. */
export type ScriptForm = "body of new Function" | "expression";

/** Lines that precede the program: `new Function` adds two before its body. */
const before = { "body of new Function": 2, expression: 1 } as const satisfies Record<ScriptForm, number>;

/** The program as a script with a source map. `sources` are the URLs of the module's files, `name` is the kernel's. */
export function scriptOf(
  program: JavaScriptProgram,
  form: ScriptForm,
  sources: readonly string[],
  name: string,
): Script {
  const map = encodeURIComponent(sourceMapOf(program, sources, before[form]));
  const comment = `//# sourceMappingURL=data:application/json;charset=utf-8,${map}\n`;
  const url = `lanewise:///${encodeURIComponent(name.replace(/\p{Cs}/gu, "_"))}.js`;
  const { source } = program;
  const text =
    form === "expression"
      ? `(function (memory, globals, foreign) {\n${source}})\n${comment}`
      : `${source}${comment}//# sourceURL=${url}\n`;
  return { url, text };
}

/** The source map, as JSON, of a program that begins `offset` lines below the script's first. */
function sourceMapOf(program: JavaScriptProgram, sources: readonly string[], offset: number): string {
  let mappings = "";
  let line = 1;
  let last = { file: 0, line: 1, column: 1 };
  let isFirst = true;
  for (const mapping of inStatements(program.lines)) {
    const { at } = mapping;
    const generated = mapping.line + offset;
    if (generated > line) isFirst = true;
    mappings += ";".repeat(generated - line);
    line = generated;
    // Each line maps only its first position.
    if (!isFirst) continue;
    isFirst = false;
    const differences = [0, at.file - last.file, at.line - last.line, at.column - last.column];
    mappings += differences.map(variableLength).join("");
    last = at;
  }
  return JSON.stringify({ version: 3, sources, names: [], mappings });
}

/**
 * Moves a statement's earlier lines to its position, so that a breakpoint at the statement stops at the first: what is computed before, such as a
 * call, is further right in the source than its use.
 */
function inStatements(lines: readonly LineMapping[]): LineMapping[] {
  let next: LineMapping | undefined;
  const placed = lines.toReversed().map((mapping): LineMapping => {
    const { file, line, column } = mapping.at;
    const isNear = next?.at.file === file && next.at.line === line && next.at.column < column;
    next = isNear && next ? { ...mapping, at: next.at } : mapping;
    return next;
  });
  return placed.reverse();
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 VLQ: five bits per digit, least significant first, the sign in the lowest bit. */
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
