// What the plugin sets in a Vite project, unless the project says otherwise: headers of its servers under which pages may use several threads, and
// that `lanewise` is served as it is, because its workers are found beside its modules.

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
