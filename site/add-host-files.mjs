// What hosts need beside the pages, so that the playground has all threads: the headers, and a service worker that adds them where a host cannot.
// Both are the blocks of docs/deploy.md, which test/browser/deploy.test.ts runs.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

export function addHostFiles(root, output) {
  const document = readFileSync(`${root}docs/deploy.md`, "utf8");
  writeFileSync(`${output}/_headers`, block(document, "text", "/*"));
  // Without it, GitHub Pages leaves out files that begin with an underscore.
  writeFileSync(`${output}/.nojekyll`, "");
  if (!existsSync(`${output}/playground`)) return;
  writeFileSync(`${output}/playground/isolation.js`, block(document, "js", "skipWaiting"));
  for (const name of ["index.html", "edit.html"]) {
    const page = `${output}/playground/${name}`;
    const html = readFileSync(page, "utf8");
    writeFileSync(page, html.replace("<head>", '<head>\n    <script src="isolation.js"></script>'));
  }
}

function block(document, language, has) {
  const blocks = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const found = blocks.find(([, candidate, text]) => candidate === language && text.includes(has));
  if (found === undefined) throw new Error(`docs/deploy.md has no block of ${language} with ${has}.`);
  return found[2];
}
