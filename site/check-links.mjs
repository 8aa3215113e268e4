// Every link of the built site: the file is there, and so is the anchor. Links to other hosts are not followed.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

/** `absent`: a folder that this build has left out; links into it are not checked. */
export function checkLinks(output, base, absent) {
  const files = readdirSync(output, { recursive: true }).filter((file) => statSync(join(output, file)).isFile());
  const pages = files.filter((file) => file.endsWith(".html"));
  const html = new Map(pages.map((file) => [file.split(sep).join("/"), readFileSync(join(output, file), "utf8")]));
  const problems = [];
  for (const [page, text] of html) {
    for (const [, target = ""] of text.matchAll(/<(?:a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      const problem = problemOf(target.replaceAll("&amp;", "&"), page);
      if (problem !== undefined) problems.push(`${page}: ${target}: ${problem}`);
    }
  }
  const bytes = files.reduce((sum, file) => sum + statSync(join(output, file)).size, 0);
  return { problems, pages: pages.length, bytes };

  function problemOf(target, page) {
    if (/^[a-z]+:/.test(target) || target.startsWith("//")) return undefined;
    const [address = "", anchor] = target.split("#");
    const path = address === "" ? page : pathOf(decodeURI(address.split("?")[0]), page);
    if (absent !== undefined && path?.startsWith(`${absent}/`)) return undefined;
    const file = path === undefined ? undefined : fileAt(path);
    if (file === undefined) return "no such file";
    if (!anchor || !html.has(file)) return undefined;
    return html.get(file).includes(` id="${decodeURIComponent(anchor)}"`) ? undefined : "no such heading";
  }

  /** Within the output; undefined outside of the site. */
  function pathOf(address, page) {
    if (!address.startsWith("/")) return posix.join(posix.dirname(page), address);
    return address.startsWith(base) ? address.slice(base.length) : undefined;
  }

  function fileAt(path) {
    const candidates = [path, `${path}.html`, posix.join(path, "index.html")].map((file) =>
      relative(".", file).split(sep).join("/"),
    );
    return candidates.find((file) => existsSync(join(output, file)) && statSync(join(output, file)).isFile());
  }
}
