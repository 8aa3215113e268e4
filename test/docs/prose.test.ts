// The English of the documents and the messages: phrases that readers stumble over, each with what to write, and how hard each page is to read. `npm run docs` has no part in this; the list grows when a reviewer finds another phrase.

import { readdirSync, readFileSync } from "node:fs";
import { ParseEnglish } from "parse-english";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRetext from "remark-retext";
import retextRedundantAcronyms from "retext-redundant-acronyms";
import retextRepeatedWords from "retext-repeated-words";
import retextSimplify from "retext-simplify";
import { unified } from "unified";
import { VFile } from "vfile";
import { expect, test } from "vitest";
import { gradeOf, longerThan, proseOf } from "./prose.js";

const root = new URL("../../", import.meta.url);
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(new URL("docs/", root), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions"))
    .map((name) => `docs/${name}`),
];
const read = (document: string): string => readFileSync(new URL(document, root), "utf8");

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
  [/\blooks? whether\b/i, "checks whether"],
  [/; else (?:give|use|write)\b/i, "otherwise"],
  [/\bwhere the kernel stands\b/i, "which has the kernel"],
  [/\bgive the place\b/i, "give what receives it"],
  [/\bnobody else was faster\b/i, "no other work-item changed it"],
  [/\bgiven up here\b/i, "the compiler stopped here"],
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

// Words of the field, and those that say exactly what is meant (`however many`, `a number of any type`, `a multiple of 16`).
const ownWords = [
  ..."a number of|address|all of|allocate|combined|component|contains|delete|effect|frequently|function|however".split(
    "|",
  ),
  ..."in between|initial|interface|it is|multiple|notify|option|parameter|parameters|previous|relative to".split("|"),
  ..."remainder|request|require|requirement|submit|there are|there is|type".split("|"),
];
const linter = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRetext, ParseEnglish)
  .use(retextRepeatedWords)
  .use(retextRedundantAcronyms)
  .use(retextSimplify, { ignore: ownWords });

async function lint(path: string, value: string): Promise<readonly string[]> {
  const file = new VFile({ path, value });
  await linter.run(linter.parse(file), file);
  return file.messages.map(({ line, reason }) => `${path}:${line}: ${reason}`);
}

test("retext finds no word twice, and none for which there is a simpler one", async () => {
  const found = await Promise.all(documents.map((document) => lint(document, read(document))));
  expect(found.flat()).toEqual([]);
  expect(await lint("x", "The the queue can utilize all cores.")).toHaveLength(2);
});

interface Limit {
  readonly documents: RegExp;
  readonly grade: number;
  /** The words of the longest sentence. */
  readonly words: number;
}

/** A document's limit is the first that fits. */
const limits: readonly Limit[] = [
  {
    documents: /^docs\/(?:learn|cookbook|compare|index|faq|getting-started|troubleshooting)|^README/,
    grade: 6.5,
    words: 27,
  },
  // The rules, which are read one at a time.
  { documents: /^docs\/spec/, grade: 7.5, words: 45 },
  // The table of files.
  { documents: /^docs\/recipes/, grade: 8, words: 75 },
  { documents: /^docs\/(?:architecture|ir|image|reliability)\.md|^[A-Z]+\.md/, grade: 7.5, words: 30 },
  { documents: /./, grade: 7, words: 30 },
];

test.each(documents)("%s is as easy to read as its limit says", (document) => {
  const prose = proseOf(read(document));
  const limit = limits.find(({ documents }) => documents.test(document));
  expect(longerThan(limit?.words ?? 0, prose)).toEqual([]);
  expect(gradeOf(prose)).toBeLessThanOrEqual(limit?.grade ?? 0);
});

test("a table's cells count, and a sentence that is too long is found", () => {
  const cell = proseOf("| a | b |\n| --- | --- |\n| one two three four five six | `x` |\n");
  expect(longerThan(5, cell)).toEqual(["one two three four five six"]);
  expect(gradeOf("The cat sat on the mat.")).toBeLessThan(0);
  expect(gradeOf("Heterogeneous architectures necessitate sophisticated compilation methodologies.")).toBeGreaterThan(
    15,
  );
});
