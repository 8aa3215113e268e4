// Says why code generated ahead of time does not fit the loaded modules: it was linked with others.

import type { PrebuiltCode } from "../index.js";
import { imagePart } from "../registry/index.js";

/** Why the code does not fit; undefined if it does. */
export function changeOf({ header }: Pick<PrebuiltCode, "header">): string | undefined {
  const { linked, called, imports } = header;
  const isAlone = Object.keys({ ...linked, ...called }).length + imports.length === 0;
  return isAlone ? undefined : imagePart("links").changeOf({ header });
}
