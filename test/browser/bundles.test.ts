// Pages of bundlers that are told nothing of Lanewise's workers: they have all threads, unless the page's policy leaves no way to start them.

import { cpSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, temporaryFolder } from "../examples/programs.js";
import type { Checks } from "./programs/checks.js";
import { pageBundlers } from "./support/bundle-page.js";
import { startChromium } from "./support/chromium.js";
import { openPage } from "./support/open-page.js";
import { type Headers, isolation, serve, strictPolicy } from "./support/server.js";
import { buildPrograms } from "./support/site.js";

let browser: Browser;
let project: string;
beforeAll(async () => {
  project = buildPrograms(["page"]);
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  removeTemporaryFolders();
});

interface Found extends Checks {
  readonly workers: readonly string[];
}

async function open(site: string, headers: Headers): Promise<Found> {
  const [server, context] = [await serve(site, headers), await browser.newContext()];
  try {
    const { outcome, page } = await openPage<Checks>(context, `${server.url}/index.html`);
    // What drives the browser hears of a worker some time after the page.
    if (outcome.threads > 1) await expect.poll(() => page.workers().length).toBeGreaterThanOrEqual(outcome.threads);
    return { ...outcome, workers: page.workers().map((worker) => worker.url()) };
  } finally {
    await context.close();
    await server.close();
  }
}

async function bundled(name: string, hasPlugin = false): Promise<string> {
  const site = temporaryFolder();
  const bundler = pageBundlers[name];
  await bundler?.bundle(join(project, "dist/page.js"), site, hasPlugin);
  const kind = bundler?.isModule ? ' type="module"' : "";
  writeFileSync(join(site, "index.html"), `<!doctype html><body></body><script${kind} src="/main.js"></script>`);
  return site;
}

describe.each(Object.keys(pageBundlers))("%s", (name) => {
  test("the page has all threads", async () => {
    const { threads, threadsReason, workers, results } = await open(await bundled(name), isolation);
    expect(threadsReason).toBeUndefined();
    expect(threads).toBeGreaterThan(1);
    expect(results.cpu.wrong).toBe(0);
    expect(workers).toHaveLength(threads);
  }, 120_000);

  test("with the plugin it needs no blobs", async () => {
    const { threads, workers } = await open(await bundled(name, true), { ...isolation, ...strictPolicy });
    expect(threads).toBeGreaterThan(1);
    expect(workers).toHaveLength(threads);
    expect(workers.filter((url) => url.startsWith("blob:"))).toEqual([]);
  }, 120_000);
});

describe("a strict policy", () => {
  const strict = { ...isolation, ...strictPolicy };

  test("lets workers start from the file beside the bundle", async () => {
    const site = await bundled("esbuild");
    cpSync(createRequire(import.meta.url).resolve("lanewise/worker"), join(site, "lanewise-worker.js"));
    const { threads, workers } = await open(site, strict);
    expect(threads).toBeGreaterThan(1);
    expect(new Set(workers.map((url) => new URL(url).pathname))).toEqual(new Set(["/lanewise-worker.js"]));
  });

  test("lets them start from blobs where it says so", async () => {
    const policy = `${strictPolicy["Content-Security-Policy"]}; worker-src 'self' blob:`;
    const { threads, workers } = await open(await bundled("esbuild"), { ...strict, "Content-Security-Policy": policy });
    expect(threads).toBeGreaterThan(1);
    expect(workers.every((url) => url.startsWith("blob:"))).toBe(true);
  });

  test("else leaves one thread, with all that was tried", async () => {
    const { threads, threadsReason, results } = await open(await bundled("esbuild"), strict);
    expect(threads).toBe(1);
    expect(threadsReason).toBe(
      "workers do not run here: the worker's file lanewise-worker.js is not beside the bundle; " +
        "the page's policy has no worker-src blob: (publish lanewise/worker as a file, and name it by workerUrl)",
    );
    expect(results.cpu.wrong).toBe(0);
  });
});
