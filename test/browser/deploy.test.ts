// The configurations of docs/deploy.md, each given to what reads it: nginx itself where it is installed, servers that do what hosts do with theirs.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import type { Checks } from "./programs/checks.js";
import { startChromium } from "./support/chromium.js";
import { openPage } from "./support/open-page.js";
import { type Headers, serve } from "./support/server.js";
import { buildSite } from "./support/site.js";

const document = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");

/** The block of the document in that language which has that text. */
function block(language: string, has: string): string {
  const blocks = [...document.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const [, , text] = blocks.find(([, found, content = ""]) => found === language && content.includes(has)) ?? [];
  if (text === undefined) throw new Error(`docs/deploy.md has no ${language} with ${has}`);
  return text;
}

let browser: Browser;
let site: string;
beforeAll(async () => {
  [browser, site] = await Promise.all([startChromium(), buildSite(["page"])]);
});
afterAll(async () => {
  await browser?.close();
  removeTemporaryFolders();
});

async function threadsOn(url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const { outcome } = await openPage<Checks>(context, `${url}/page.html`);
    expect(outcome.results.cpu.wrong).toBe(0);
    return outcome.threads;
  } finally {
    await context.close();
  }
}

async function threadsWith(headers: Headers): Promise<number> {
  const server = await serve(site, headers);
  try {
    return await threadsOn(server.url);
  } finally {
    await server.close();
  }
}

describe("a page has threads", () => {
  test("with _headers, as Netlify and Cloudflare Pages read it: a line with a path, then its headers", async () => {
    const [path, ...lines] = block("text", "/*").trimEnd().split("\n");
    expect(path).toBe("/*");
    const entries = lines.map((line) => {
      const [, name = "", value] = /^ +([\w-]+): (.+)$/.exec(line) ?? [];
      return [name, value ?? ""] as const;
    });
    expect(await threadsWith(Object.fromEntries(entries))).toBeGreaterThan(1);
  });

  test("with vercel.json", async () => {
    const { headers } = JSON.parse(block("json", "source"));
    const [{ source, headers: found }] = headers;
    expect(new RegExp(`^${source}$`).test("/assets/page.js")).toBe(true);
    const entries = found.map(({ key, value }: { key: string; value: string }) => [key, value]);
    expect(await threadsWith(Object.fromEntries(entries))).toBeGreaterThan(1);
  });

  test("with the service worker, where a server sets no headers", async () => {
    const folder = temporaryFolder();
    cpSync(site, folder, { recursive: true });
    writeFileSync(join(folder, "isolation.js"), block("js", "isolated(request)"));
    const page = readFileSync(join(site, "page.html"), "utf8");
    writeFileSync(
      join(folder, "page.html"),
      page.replace("<!doctype html>", '<!doctype html><script src="isolation.js"></script>'),
    );
    const [server, context] = [await serve(folder, {}), await browser.newContext()];
    try {
      const opened = await context.newPage();
      const threads = await new Promise<number>((resolve, reject) => {
        opened.on("pageerror", reject);
        const report = (found: Checks) => found.isIsolated && resolve(found.threads);
        const gone = opened.exposeFunction("report", report).then(() => opened.goto(`${server.url}/page.html`));
        // The page loads itself again while it is being opened.
        gone.catch((error: Error) => error.message.includes("interrupted") || reject(error));
      });
      expect(threads).toBeGreaterThan(1);
    } finally {
      await context.close();
      await server.close();
    }
  });
});

const { LANEWISE_NGINX: nginx = "nginx" } = process.env;
const hasNginx = spawnSync(nginx, ["-v"]).error === undefined;

test.skipIf(!hasNginx)("with nginx, if it is installed or LANEWISE_NGINX names it", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "temporary"));
  const port = await freePort();
  const server = block("nginx", "server")
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("/var/www/app", site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path temporary;`);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {}
http {\naccess_log off;\n${paths.join("\n")}\ntypes { text/html html; text/javascript js; }\n${server}}\n`,
  );
  const started = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    await answers(`http://localhost:${port}/page.html`, started);
    expect(await threadsOn(`http://localhost:${port}`)).toBeGreaterThan(1);
  } finally {
    started.kill();
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("it listens on a port");
  return address.port;
}

/** Waits until a server answers; fails when it ends. */
async function answers(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server ended with code ${server.exitCode}`);
}
