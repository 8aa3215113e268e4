// The playground: a list of examples, and the one that the address names behind its #.

import type { Mode } from "./engine/runner.js";
import { gallery } from "./gallery.js";
import { docsLink } from "./shell/docs-link.js";
import { element } from "./shell/element.js";
import { themeButton } from "./shell/theme.js";
import { openView, type View } from "./shell/view.js";

const links = gallery.map(({ name, about }, index) =>
  element(
    "li",
    {},
    element("a", { href: `#${name}` }, element("span", { class: "number" }, `${index + 1}`), about.title),
  ),
);
const list = element("ul", {}, ...links);
const place = element("div", { class: "place" });
document.body.append(
  element("a", { class: "skip", href: "#main" }, "To the example"),
  element(
    "header",
    { class: "top" },
    element(
      "h1",
      {},
      element("img", { src: new URL("../lanes.svg", import.meta.url).href, alt: "" }),
      "Lanewise playground",
    ),
    element(
      "p",
      {},
      "Kernels written as TypeScript lambdas, compiled in this page to SIMD WebAssembly for all cores, and to WGSL for the GPU.",
    ),
    element("a", { href: "./edit.html" }, "Edit a kernel"),
    ...docsLink(),
    themeButton(),
  ),
  element("div", { class: "layout" }, element("nav", { "aria-label": "Examples" }, list), place),
);

let view: View | undefined;
let shown: string | undefined;
let mode: Mode = "all";

function show(): void {
  const asked = location.hash.slice(1);
  if (asked === "main" && view) {
    view.root.focus();
    return;
  }
  const entry = gallery.find(({ name }) => name === asked) ?? gallery[0];
  if (!entry || entry.name === shown) return;
  view?.close();
  shown = entry.name;
  for (const [index, link] of links.entries()) {
    const anchor = link.firstElementChild;
    if (gallery[index] === entry) {
      anchor?.setAttribute("aria-current", "page");
      // On phones the list is a strip that scrolls.
      list.scrollTo({ left: link.offsetLeft + link.offsetWidth / 2 - list.clientWidth / 2 });
    } else anchor?.removeAttribute("aria-current");
  }
  view = openView(entry, mode, (chosen) => {
    mode = chosen;
  });
  document.title = `${entry.about.title} – Lanewise playground`;
  place.replaceChildren(view.root);
}

addEventListener("hashchange", show);
show();
