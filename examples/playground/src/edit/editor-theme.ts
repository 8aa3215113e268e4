// The editor's colours, light and dark. The documentation's choice of appearance, if a visitor has made one there, is the playground's too.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier], color: "light-dark(#8a1a8a, #d8a0ff)" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#8f2f14, #f0b28a)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#0b6b3a, #9fe0a8)" },
  { tag: tags.comment, color: "light-dark(#5c6670, #b6c0ca)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className], color: "light-dark(#0f5c7a, #8fd4f0)" },
  { tag: tags.definition(tags.variableName), color: "light-dark(#123f9e, #a9c4ff)" },
]);

const darkness = new Compartment();
const system = matchMedia("(prefers-color-scheme: dark)");
// VitePress keeps it under this name.
const chosen = localStorage.getItem("vitepress-theme-appearance");
const isChosen = chosen === "dark" || chosen === "light";

const isDark = (): boolean => (isChosen ? chosen === "dark" : system.matches);

export const colours: Extension = [syntaxHighlighting(style), darkness.of(EditorView.darkTheme.of(isDark()))];

/** Once, with the page's editor. */
export function followAppearance(view: EditorView): void {
  if (isChosen) document.documentElement.style.colorScheme = chosen;
  system.addEventListener("change", () =>
    view.dispatch({ effects: darkness.reconfigure(EditorView.darkTheme.of(isDark())) }),
  );
}
