// VitePress's own theme without its font, whose files would be half of the site, and with our colours.

import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { sectionSidebars } from "../../section-sidebars.js";
import "./style.css";

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    const { themeConfig } = siteData.value;
    const sidebar = sectionSidebars(themeConfig.sections);
    siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, sidebar } };
  },
};

export default theme;
