// Elements of the page in one expression each.

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** `element("a", { href: "#" }, "text", other)`; an attribute that is true stands alone, one that is false is left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}
