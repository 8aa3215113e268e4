// The plugin's settings for a Vite project, unless the project overrides them: server headers under which pages may use several threads, and no
// prebundling of `lanewise`, whose workers are found beside its modules.

import type { UserConfig } from "vite";

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
} as const;

export function viteSettings(user: UserConfig, isIsolated: boolean): UserConfig {
  const headersOf = (own: Readonly<Record<string, unknown>> = {}) =>
    isIsolated ? Object.fromEntries(Object.entries(isolation).filter(([name]) => !(name in own))) : {};
  return {
    optimizeDeps: { exclude: ["lanewise", "@lanewise/ir", "@lanewise/codegen"] },
    server: { headers: headersOf(user.server?.headers) },
    preview: { headers: headersOf(user.preview?.headers) },
  };
}
