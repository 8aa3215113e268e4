// Builds the programs of these tests into pages, as a user does: `lanewise build`, then a bundler.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { command, type Files, project } from "../../adapters/projects.js";

const programs = fileURLToPath(new URL("../programs", import.meta.url));
const options = { lib: ["es2023", "esnext.disposable", "dom"], declaration: undefined, declarationMap: undefined };

/** A project with the page `<name>.html` and the compiled `dist/<name>.js` for each of the programs, which are files of test/browser/programs; `others` are sources beside these. */
export function buildPrograms(names: readonly string[], others: Files = {}): string {
  const sources = readdirSync(programs).map((file) => [`src/${file}`, readFileSync(join(programs, file), "utf8")]);
  const pages = names.map((name) => [
    `${name}.html`,
    `<!doctype html><script type="module" src="/dist/${name}.js"></script>`,
  ]);
  const folder = project({ ...Object.fromEntries([...sources, ...pages]), ...others }, options);
  const { code, stderr } = command(folder, "build");
  if (code !== 0) throw new Error(`lanewise build failed:\n${stderr}`);
  return folder;
}

/** The folder of a site, which Vite has made of such a project. */
export async function buildSite(names: readonly string[], others: Files = {}): Promise<string> {
  const folder = buildPrograms(names, others);
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    worker: { format: "es" },
    build: {
      outDir: "site",
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: names.map((name) => join(folder, `${name}.html`)) },
    },
  });
  return join(folder, "site");
}
