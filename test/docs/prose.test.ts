// The English of the documents and the messages: phrases that readers stumble over, each with what to write, and how hard the pages of the Learn path
// and the cookbook are to read. `npm run docs` has no part in this; the list grows when a reviewer finds another phrase.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const documents = [
  "README.md",
  ...readdirSync(new URL("docs/", root), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions"))
    .map((name) => `docs/${name}`),
];
const read = (document: string): string => readFileSync(new URL(document, root), "utf8");

/** What is read as text: no code, tables, links' addresses and marks. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?^---\n/, "")
    .replace(/^([ \t]*)```[\s\S]*?^\1```/gm, "")
    .replace(/^\|.*$/gm, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/`[^`\n]*`/g, "code")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_]/g, "");
}

test("prose is what stands between blocks of code, and not in them", () => {
  expect(proseOf("before\n\n```ts\ncode;\n```\n\nbetween\n\n```text\noutput\n```\n").split(/\s+/)).toEqual([
    "before",
    "between",
    "",
  ]);
});

const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bwhat comes of it\b/i, "the result"],
  [/\bhangs? on (?:other|the|its|what)\b/i, "depends on"],
  [/\bthey go before what\b/i, "they win over"],
  [/\bpassed over, but\b/i, "ignored, except"],
  [/\bit is not known here\b/i, "the compiler cannot see"],
  [/\bgives to:/i, "writes"],
  [/\b\d+ values? differs? between them\b/i, "values each"],
  [/\bNothing is to be\b/i, "you need no"],
  [/\bwithout a word\b/i, "silently"],
  [/\btold of\b/i, "reports"],
  [/\bis a matter of its\b/i, "decides"],
  [/\blies? beside each other\b/i, "neighbouring"],
  [/\bmay be one if\b/i, "can become one if"],
  [/\bwhat is nowhere\b/i, "what no image defines"],
  [/\b(?:is|are) mended\b/i, "is fixed"],
  [/(?:^|[.:] )Who (?:calls|has|wants|writes)\b/m, "users that call"],
  [/\bas if (?:it|they) were not there\b/i, "is ignored"],
  [/\bkept code\b/i, "code cache"],
  [/\bfound out by\b/i, "that can report"],
  [/\bproject that is there\b/i, "existing project"],
  [/\bwith what was measured\b/i, "with the measured value"],
  [/\bmay (?:it )?all of that\b/i, "can do all of that"],
  [/\bis said of\b/i, "the message for, the report about"],
  [/\bwhat it is asked\b/i, "the queries are"],
  [/\bhands? (?:it|them) over\b/i, "registers, passes"],
  [/\bwhat of (?:it|them)\b/i, "which part"],
  [/\bis none of (?:those|what)\b/i, "is not one of"],
  [/\bgets on only\b/i, "makes progress only"],
  [/\blooked at between\b/i, "checked between"],
  [/\bof which there is \w+ alone\b/i, "which exists only as"],
  [/\b(?:in a row|freed) already\b/i, "already freed"],
  [/\bthat is meant\b/i, "that you mean"],
  [/\bstands where\b/i, "can appear where"],
  [/\bthe (?:queue|job|program) goes on\b/i, "continues"],
  [/\bin a form that is none\b/i, "has an unknown form"],
  [/\bis of (?:another (?:copy|context)|several)\b/i, "comes from, belongs to"],
  [/\bnot do what is asked\b/i, "rejects the request"],
  [/\ba row of its own\b/i, "its own row"],
  [/\bis no (?:typed array|whole|GPUDevice|Lanewise)\b/i, "is not a"],
  [/\bneedless to say\b/i, "leave it out"],
  [/\b(?:utilize|leverage|facilitate)s?\b/i, "use, help"],
  [/\bin order to\b/i, "to"],
  [/\bplease note\b/i, "leave it out"],
  [/\b(?:simply|obviously|of course)\b/i, "leave it out"],
];

function problemsOf(document: string, text: string): string[] {
  return phrases.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text);
    return found ? [`${document}: "${found[0]}": write "${instead}"`] : [];
  });
}

test("no document has a phrase of the list", () => {
  expect(documents.flatMap((document) => problemsOf(document, proseOf(read(document))))).toEqual([]);
  expect(problemsOf("x", "and what comes of it depends on luck")).toEqual([
    'x: "what comes of it": write "the result"',
  ]);
});

/** Each text in quotes or backquotes that stands in one line. */
const textsOf = (source: string): string =>
  [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g)].map(([text]) => text).join("\n");

test("no message of the compiler and the runtime has a phrase of the list", () => {
  const sources = ["ir", "codegen", "transformer", "runtime", "cluster"].flatMap((folder) =>
    readdirSync(new URL(`${folder}/src/`, root), { encoding: "utf8", recursive: true })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/src/${name}`),
  );
  expect(sources.flatMap((source) => problemsOf(source, textsOf(read(source))))).toEqual([]);
  expect(problemsOf("x", textsOf("// hangs on it\nthrow new Error(`this hangs on its file`);"))).toHaveLength(1);
});

/** Words longer than about 20 a sentence, or many of three syllables, make it rise: Flesch and Kincaid's grade, in years of school. */
function gradeOf(prose: string): number {
  const sentences = prose.split(/[.!?:](?=\s)|\n\n|\n(?=[-\d#])/).filter((sentence) => /\w/.test(sentence));
  const words = prose.match(/[A-Za-z']+/g) ?? [];
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** Groups of vowels, without an e that is not spoken. */
function syllablesOf(word: string): number {
  const spoken = word.toLowerCase().replace(/(?:[^laeiouy]es|[^laeiouytd]ed|[^laeiouy]e)$/, "");
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}

const easy = documents.filter((name) => /^docs\/(?:learn|cookbook|compare|faq)/.test(name));
test.each(easy)("%s reads at grade 9 or below", (document) => {
  expect(gradeOf(proseOf(read(document)))).toBeLessThanOrEqual(9);
});
