// The site's build. `npm run site` collects the pages first (../build.mjs).

import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfigWithTheme, type HeadConfig } from "vitepress";
import { githubSlug } from "../github-slug.js";
import { type Group, sections } from "../sidebar.js";

const base = process.env.LANEWISE_SITE_BASE ?? "/";
const icon: HeadConfig = ["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }];

interface ThemeConfig extends DefaultTheme.Config {
  readonly sections: readonly (readonly Group[])[];
}

export default defineConfigWithTheme<ThemeConfig>({
  base,
  // Else each page has the addresses of all.
  metaChunk: true,
  title: "Lanewise",
  description: "TypeScript kernels, compiled to SIMD WebAssembly on all cores, and to WGSL on the GPU.",
  lang: "en",
  srcDir: "pages",
  outDir: fileURLToPath(new URL("../../out/site", import.meta.url)),
  head: [icon],
  // Pages without .html in their address need a host that knows of them.
  cleanUrls: false,
  // Our own checker asks more: files and anchors, in the pages as they are built.
  ignoreDeadLinks: true,
  // The theme's front page has no landmark.
  transformHtml: (code) => code.replace('<div class="VPHome"', '<div role="main" class="VPHome"'),
  // Drawings have a light and a dark version, which the style tells apart by their addresses: none becomes part of the text.
  vite: { build: { chunkSizeWarningLimit: 3000, assetsInlineLimit: 0 } },
  markdown: {
    // Types such as Item<D> are text, and no elements of Vue.
    html: false,
    anchor: { slugify: githubSlug },
    languageAlias: { nginx: "ini" },
    // The default's colours have too little contrast.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Drawings scroll on phones (theme/style.css), and what scrolls must be within the keyboard's reach.
    config: (markdown) => {
      markdown.core.ruler.push("drawings", ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          const isDrawing = tokens[index + 1]?.children?.some((one) => one.attrGet("src")?.includes(".svg"));
          if (token.type === "paragraph_open" && isDrawing) token.attrSet("tabindex", "0");
        }
      });
    },
  },
  themeConfig: {
    logo: { light: "/logo.svg", dark: "/logo-dark.svg", alt: "" },
    nav: [
      { text: "Learn", link: "/learn/what-and-why", activeMatch: "^/(learn|getting-started)" },
      { text: "Cookbook", link: "/cookbook/", activeMatch: "^/cookbook/" },
      { text: "Reference", link: "/kernel-language", activeMatch: "^/(kernel-language|reference/(?!api))" },
      { text: "API", link: "/reference/api/", activeMatch: "^/reference/api" },
      { text: "Playground", link: "/playground/index.html", target: "_self" },
      { text: "Editor", link: "/playground/edit.html", target: "_self" },
      {
        text: "More",
        items: [
          { text: "Compare and move", link: "/compare/plain-loops" },
          { text: "Troubleshooting", link: "/troubleshooting" },
          { text: "FAQ", link: "/faq" },
          { text: "Internals", link: "/architecture" },
        ],
      },
    ],
    // The theme makes the sidebars of these.
    sections,
    outline: { level: [2, 3] },
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: "https://github.com/lanewise/lanewise" }],
    footer: { message: "Apache-2.0" },
  },
});
