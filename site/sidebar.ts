// The sections of the site, and the order of their pages: a section's sidebar, and with it each page's next and previous. A page that is missing
// here fails test/docs/site.test.ts.

import { readdirSync, readFileSync } from "node:fs";

interface Page {
  readonly link: string;
  readonly text: string;
}

export interface Group {
  readonly text: string;
  readonly items: Page[];
}

/** site/pages, a copy of docs/ with the reference of the API, when the site is built; docs/ in tests. */
const docs = new URL("../docs/", import.meta.url);

const page = (link: string, text?: string): Page => ({ link: `/${link}`, text: text ?? titleOf(link) });
const pages = (...links: string[]): Page[] => links.map((link) => page(link));

function titleOf(link: string): string {
  const title = /^# (.*)$/m.exec(readFileSync(new URL(`${link}.md`, docs), "utf8"))?.[1];
  if (title === undefined) throw new Error(`docs/${link}.md has no title.`);
  return title.replaceAll("`", "");
}

/** The pages of a folder, in the order of their names. */
function pagesIn(folder: string): Page[] {
  const names = readdirSync(new URL(`${folder}/`, docs)).filter((file) => file.endsWith(".md") && file !== "index.md");
  return names.map((file) => page(`${folder}/${file.slice(0, -3)}`));
}

/** The groups of docs/cookbook/index.md, which lists each recipe once. */
function recipes(): Group[] {
  const [, ...groups] = readFileSync(new URL("cookbook/index.md", docs), "utf8").split(/^## /m);
  return groups.map((group) => ({
    text: group.slice(0, group.indexOf("\n")),
    items: [...group.matchAll(/\[([^\]]*)\]\(([^)]*)\.md\)/g)].map(([, text = "", name]) =>
      page(`cookbook/${name}`, text),
    ),
  }));
}

const learn: Group[] = [
  {
    text: "Learn",
    items: [
      page("learn/what-and-why"),
      page("getting-started", "Install"),
      ...pages("learn/first-kernel", "learn/numbers", "learn/memory", "learn/groups"),
      page("errors", "Errors"),
      page("debugging", "Debugging"),
      page("testing", "Testing"),
      page("learn/fast"),
      page("gpu"),
    ],
  },
];

const reference: Group[] = [
  { text: "API", items: [page("reference/api/index", "All entry points")] },
  {
    text: "Tools",
    items: pages("reference/commands", "reference/options", "reference/environment", "reference/limits", "diagnostics"),
  },
  {
    text: "The language of kernels",
    items: pages(
      "kernel-language",
      "execution",
      "structs",
      "math",
      "library",
      "algorithms",
      "device-globals",
      "printing",
      "device-code",
    ),
  },
  {
    text: "Queues and memory",
    items: pages(
      "queues",
      "memory",
      "buffers",
      "graphs",
      "specialization",
      "kernel-bundles",
      "races",
      "overflow",
      "cluster",
    ),
  },
  {
    text: "Building and shipping",
    items: pages(
      "run",
      "tsc",
      "bundlers",
      "editor",
      "typescript-versions",
      "transformer-hosts",
      "packages",
      "packages-in-kernels",
      "deploy",
      "ahead-of-time",
      "code-cache",
      "dynamic-linking",
    ),
  },
];

export const sections: readonly (readonly Group[])[] = [
  learn,
  [{ text: "Cookbook", items: [page("cookbook/index", "All recipes")] }, ...recipes()],
  reference,
  [
    { text: "Compare and move", items: pagesIn("compare") },
    { text: "Help", items: pages("troubleshooting", "faq") },
  ],
  [
    { text: "Internals", items: pages("architecture", "ir", "image", "spec", "reliability", "recipes") },
    { text: "Decisions", items: pagesIn("decisions") },
  ],
];
