// The button that chooses between light and dark; at first the page is as the system is.

import { element } from "./element.js";

const key = "lanewise-playground-theme";
const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

export function themeButton(): HTMLElement {
  const button = element("button", { type: "button", class: "theme" });
  const stored = themes.find((theme) => theme === localStorage.getItem(key));
  let theme: Theme = stored ?? "system";
  const show = (): void => {
    document.documentElement.style.colorScheme = theme === "system" ? "light dark" : theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    localStorage.setItem(key, theme);
    show();
  });
  show();
  return button;
}
