// Copies docs/ to the folder that VitePress reads. Links out of docs/, which work in a checkout and on GitHub, become links to GitHub; those to the
// playground's pages become links to the playground, which is part of the site.

import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

const repository = "https://github.com/lanewise/lanewise/blob/main/";

export function collectPages(docs, pages) {
  cpSync(docs, pages, { recursive: true });
  cpSync(join(docs, "../site/public"), join(pages, "public"), { recursive: true });
  // The front page's picture is in its head, which bundlers do not read.
  cpSync(join(docs, "images/contact-sheet.png"), join(pages, "public/contact-sheet.png"));
  for (const file of readdirSync(docs, { recursive: true })) {
    if (!file.endsWith(".md")) continue;
    const folder = posix.dirname(relative(".", file).split(sep).join("/"));
    writeFileSync(join(pages, file), withRepositoryLinks(readFileSync(join(docs, file), "utf8"), folder));
  }
}

function withRepositoryLinks(markdown, folder) {
  return markdown.replace(/\]\((\.\.\/[^)\s]*)\)/g, (link, target) => {
    const path = posix.normalize(posix.join("docs", folder, target));
    if (path.startsWith("docs/")) return link;
    const [, page] = /^examples\/(playground\/\w+\.html)$/.exec(path) ?? [];
    // With a target, VitePress does not take it for a link to one of its own pages.
    return page === undefined ? `](${repository}${path})` : `](${posix.relative(folder, page)}){target="_self"}`;
  });
}
