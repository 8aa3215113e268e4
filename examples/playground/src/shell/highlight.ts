// Colours for a line of TypeScript or WebAssembly text: comments, strings, numbers, words of the language. Lines by themselves, so that a comment
// or a string that goes over several has none.

import { element } from "./element.js";

export type Language = "ts" | "wat";

/** Each named group is a class. */
const tokens: Readonly<Record<Language, RegExp>> = {
  ts: /(?<comment>\/\/.*|\/\*.*|^\s*\*.*)|(?<string>"[^"]*"|`[^`]*`)|(?<word>\b(?:as|break|case|class|const|continue|default|do|else|export|extends|for|from|function|get|if|import|interface|let|new|of|private|readonly|return|static|switch|this|type|while)\b)|(?<type>\b(?:[iuf](?:8|16|32|64)|number|boolean|void|[A-Z]\w*)\b)|(?<number>\b\d[\w.]*)/g,
  wat: /(?<comment>;;.*|\(;.*?;\))|(?<string>"[^"]*")|(?<type>\b(?:[if](?:8|16|32|64)(?:x\d+)?|v128)\b(?!\.))|(?<word>\b(?:module|func|param|result|local|import|export|memory|type|block|loop|if|then|else|br|br_if|return|call|unreachable)\b(?![.\w]))|(?<operation>\b[a-z]+\d*(?:x\d+)?\.[a-z_0-9.]+)|(?<number>-?\b(?:0x)?[\d.]+\w*)/g,
};

export function coloured(line: string, language: Language): HTMLElement {
  const row = element("code", {});
  let end = 0;
  for (const match of line.matchAll(tokens[language])) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    row.append(line.slice(end, match.index), element("span", kind === undefined ? {} : { class: kind }, match[0]));
    end = match.index + match[0].length;
  }
  row.append(`${line.slice(end)}\n`);
  return row;
}
