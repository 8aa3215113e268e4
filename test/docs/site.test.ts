// The documentation's site (site/): each page of docs/ is in its sidebar, and each link between documents leads to a file and a heading.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { githubSlug } from "../../site/github-slug.js";
import { sections } from "../../site/sidebar.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => normalize(join(folder, name)));
}

const pages = markdownIn("docs");
const documents = [
  ...pages,
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "bench/README.md", "test/fuzz/README.md"],
  ...["ir", "codegen", "transformer", "runtime", "cluster"].map((folder) => `${folder}/README.md`),
  ...markdownIn("examples"),
];

/** Without code, whose brackets are no links. */
function textOf(document: string): string {
  return readFileSync(join(root, document), "utf8")
    .replace(/^([ \t]*)```[\s\S]*?^\1```/gm, "")
    .replace(/`[^`\n]+`/g, (code) => code.replace(/[[\]()]/g, "_"));
}

const linksOf = (text: string): string[] => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);

function anchorsOf(document: string): Set<string> {
  const text = readFileSync(join(root, document), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    githubSlug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "")),
  );
  const seen = new Map<string, number>();
  return new Set(
    headings.map((slug) => {
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    }),
  );
}

/** What is wrong with a link; undefined where nothing is. The API's pages are made with the site, which checks links to them. */
function problemOf(document: string, target: string): string | undefined {
  if (
    /^[a-z]+:/.test(target) ||
    target.startsWith("/") ||
    target.includes("reference/api/") ||
    target.startsWith("api/")
  )
    return undefined;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : normalize(join(dirname(document), decodeURI(path)));
  if (!existsSync(join(root, file))) return `${document}: ${target}: no such file`;
  if (anchor === undefined || !file.endsWith(".md") || anchorsOf(file).has(anchor)) return undefined;
  return `${document}: ${target}: no such heading`;
}

test("each link between documents leads to a file, and to a heading of it", () => {
  const problems = documents.flatMap((document) =>
    linksOf(textOf(document)).flatMap((target) => problemOf(document, target) ?? []),
  );
  expect(problems).toEqual([]);
  expect(problemOf("docs/memory.md", "no.md")).toContain("no such file");
  expect(problemOf("docs/memory.md", "spec.md#no-such-rule")).toContain("no such heading");
});

test("each page is in a sidebar, once", () => {
  const listed = sections.flatMap((groups) => groups.flatMap(({ items }) => items.map(({ link }) => link)));
  const expected = pages.filter((page) => page !== "docs/index.md").map((page) => page.replace(/^docs(.*)\.md$/, "$1"));
  expect(listed.toSorted()).toEqual([...expected, "/reference/api/index"].toSorted());
});
