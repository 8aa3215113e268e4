// The kernels' source and their WebAssembly, as text.

import type { Entry } from "../gallery.js";
import { element } from "./element.js";
import { coloured, type Language } from "./highlight.js";

/** More lines of WebAssembly than this make the page slow, and nobody reads them. */
const mostLines = 3000;

export interface CodePane {
  readonly root: HTMLElement;
  /** Marks a line of the source, and shows it. */
  mark(line: number | undefined): void;
}

export function codePane({ file, source }: Entry, wat: () => Promise<string>): CodePane {
  const texts: Readonly<Record<Language, { readonly title: string; readonly load: () => Promise<string> }>> = {
    ts: { title: "kernels.ts", load: source },
    wat: { title: "WebAssembly", load: wat },
  };
  const pre = element("pre", { tabindex: 0, id: "code", role: "tabpanel" });
  const note = element("p", { class: "note" });
  let marked: number | undefined;
  let shown: Language = "ts";

  const showMark = (): void => {
    for (const line of pre.querySelectorAll(".marked")) line.classList.remove("marked");
    if (shown !== "ts" || marked === undefined) return;
    const line = pre.children[marked - 1];
    line?.classList.add("marked");
    if (line instanceof HTMLElement) pre.scrollTo({ top: line.offsetTop - pre.clientHeight / 2, behavior: "smooth" });
  };
  const show = async (language: Language): Promise<void> => {
    shown = language;
    for (const tab of tabs) tab.setAttribute("aria-selected", String(tab.dataset.language === language));
    const text = await texts[language].load();
    if (shown !== language) return;
    const lines = text.trimEnd().split("\n");
    pre.className = language;
    pre.replaceChildren(...lines.slice(0, mostLines).map((line) => coloured(line, language)));
    const left = lines.length > mostLines ? `the first ${mostLines} of ${lines.length} lines of ` : "";
    note.textContent =
      language === "ts" ? file : `${left}what this browser runs, and npx lanewise inspect --wat ${file} prints`;
    showMark();
  };
  const tabs = Object.entries(texts).map(([language, { title }]) => {
    const tab = element(
      "button",
      { type: "button", role: "tab", "aria-controls": "code", "data-language": language },
      title,
    );
    // The keys are the languages.
    tab.addEventListener("click", () => void show(language as Language));
    return tab;
  });
  const list = element("div", { role: "tablist", "aria-label": "Code" }, ...tabs);
  list.addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const other = tabs.find((tab) => tab.dataset.language !== shown);
    other?.click();
    other?.focus();
  });
  void show("ts");
  return {
    root: element("section", { class: "code", "aria-label": "Code" }, element("header", {}, list, note), pre),
    mark(line) {
      marked = line;
      showMark();
    },
  };
}
