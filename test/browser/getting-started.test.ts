// The path of docs/getting-started.md, from `npm init -y` to kernels of one's own in a page: its commands and its program are taken from there.
// What `npm install` would fetch are the packages' tarballs and tools of this workspace.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { write } from "../adapters/projects.js";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { link, packAll, unpack } from "../package/tarballs.js";
import { startChromium } from "./support/chromium.js";
import { isolation, serve } from "./support/server.js";

afterAll(removeTemporaryFolders);

const guide = readFileSync(join(root, "docs/getting-started.md"), "utf8");
/** The first block of commands; the first program, and the block of text after it, which it prints. */
const commands = block(/```sh\n([\s\S]*?)```/)
  .trim()
  .split("\n");
const program = block(/```ts\n([\s\S]*?)```/);
const printed = block(/```ts\n[\s\S]*?```[\s\S]*?```text\n([\s\S]*?)```/);

/** Fails where the guide has none: a page without a program prints what an empty block says. */
function block(pattern: RegExp): string {
  const found = pattern.exec(guide)?.[1] ?? "";
  if (found.trim() === "") throw new Error(`docs/getting-started.md has no block ${pattern}`);
  return found;
}

/** Puts the tarballs where npm would, and its commands where it links them. */
function installPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  for (const [name, tarball] of Object.entries(packAll())) unpack(tarball, join(modules, name));
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(modules, "@lanewise/transformer/package.json"), "utf8"),
  );
  for (const name of Object.keys(dependencies)) if (!name.startsWith("@lanewise/")) link(name, folder);
  mkdirSync(join(modules, ".bin"));
  symlinkSync(join(modules, "@lanewise/transformer/bin/lanewise.js"), join(modules, ".bin/lanewise"));
}

/** What `init` has written into package.json. */
function installOthers(folder: string): void {
  const { devDependencies }: { devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const names = Object.keys(devDependencies).filter((name) => !name.startsWith("@lanewise/"));
  expect(names).toContain("vite");
  for (const name of names) link(name, folder);
  symlinkSync(join(folder, "node_modules/vite/bin/vite.js"), join(folder, "node_modules/.bin/vite"));
}

test("the guide's commands and its kernels, in a page", { timeout: 300_000 }, async () => {
  const { FORCE_COLOR: _, ...env } = process.env;
  let folder = temporaryFolder();
  for (const line of commands) {
    const [tool = "", ...args] = line.split(" ");
    if (tool === "mkdir") mkdirSync(join(folder, args[0] ?? ""));
    else if (tool === "cd") folder = join(folder, args[0] ?? "");
    else if (line === "npm install lanewise @lanewise/transformer") installPackages(folder);
    else if (line === "npm install") installOthers(folder);
    else execFileSync(line, { cwd: folder, shell: true, env, stdio: "pipe" });
  }
  write(folder, { "src/main.ts": program });
  execFileSync("npm run build", { cwd: folder, shell: true, env, stdio: "pipe" });
  const [browser, server] = [await startChromium(), await serve(join(folder, "dist"), isolation)];
  try {
    const page = await browser.newPage();
    const lines: string[] = [];
    page.on("console", (message) => lines.push(`${message.text()}\n`));
    page.on("pageerror", (error) => lines.push(String(error)));
    await page.goto(`${server.url}/index.html`);
    await expect.poll(() => lines.join(""), { timeout: 20_000 }).toBe(printed);
  } finally {
    await browser.close();
    await server.close();
  }
});
