// `npm run site`: builds the documentation's site into out/site, as static files for any host.
//   --base /docs/     the path that the site is published under; / without it
//   --no-playground   leaves the playground out, which takes a build of its own
// The first run installs what site/package-lock.json locks; later ones need no network.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addHostFiles } from "./add-host-files.mjs";
import { checkLinks } from "./check-links.mjs";
import { collectPages } from "./collect-pages.mjs";

const site = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));
const output = `${root}out/site`;

const { values: options } = parseArgs({
  options: { base: { type: "string", default: "/" }, playground: { type: "boolean", default: true } },
  allowNegative: true,
});
const base = `/${options.base}/`.replace(/\/+/g, "/");

const playground = ["--outDir", `${output}/playground`, "--emptyOutDir", "--logLevel", "warn"];

install();
rmSync(output, { recursive: true, force: true });
rmSync(`${site}pages`, { recursive: true, force: true });
collectPages(`${root}docs`, `${site}pages`);
// Imported late: TypeDoc may have been installed just now.
const { buildReference } = await import("./build-reference.mjs");
await buildReference(root, `${site}pages/reference/api`);
process.env.LANEWISE_SITE_BASE = base;
run("node_modules/vitepress/bin/vitepress.js", ["build", "."], site);
if (options.playground) run("node_modules/vite/bin/vite.js", ["build", "examples/playground", ...playground], root);
addHostFiles(root, output);
const { problems, pages, bytes } = checkLinks(output, base);
console.log(`${pages} pages, ${(bytes / 1e6).toFixed(1)} MB in out/site, to be served at ${base}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** npm alone knows whether what is installed is right, and takes seconds to say so: a stamp says that nothing changed since. */
function install() {
  const lock = createHash("sha256")
    .update(readFileSync(`${site}package-lock.json`))
    .digest("hex");
  const stamp = `${site}node_modules/.installed`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = spawnSync("npm", options, {
    cwd: site,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("The site's dependencies could not be installed.", { cause: error });
  writeFileSync(stamp, lock);
}

function run(script, parameters, cwd) {
  const { status, error } = spawnSync(process.execPath, [script, ...parameters], { cwd, stdio: "inherit" });
  if (status !== 0) throw new Error(`${script} failed.`, { cause: error });
}
