// A link to the documentation, which lies above the playground on the project's site, and nowhere else.

import { element } from "./element.js";

export function docsLink(): readonly HTMLElement[] {
  const isOnSite = /\/playground\/[^/]*$/.test(location.pathname);
  return isOnSite ? [element("a", { href: "../learn/what-and-why.html" }, "Learn")] : [];
}
