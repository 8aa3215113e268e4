// A page's sidebar is its section's. VitePress wants a sidebar for each start of a path, and would repeat a section's in each page's data:
// the data has each section once, and the theme unfolds them.

import type { Group } from "./sidebar.js";

/** VitePress takes the first start that fits, so that longer ones come first. */
export function sectionSidebars(sections: readonly (readonly Group[])[]): Record<string, Group[]> {
  const starts = sections.flatMap((section) =>
    section.flatMap(({ items }) =>
      items.map(({ link }): [string, Group[]] => [link.replace(/index$/, ""), [...section]]),
    ),
  );
  return Object.fromEntries(starts.sort(([a], [b]) => b.length - a.length));
}
