// Programs in Chromium: on a page and in a worker, with shared memory and without, under a strict policy, on both devices.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import type { Checks, Results } from "./programs/checks.js";
import type { WorkerChecks } from "./programs/in-worker.js";
import { startChromium } from "./support/chromium.js";
import { openPage, type Visit } from "./support/open-page.js";
import { type Headers, isolation, serve, strictPolicy } from "./support/server.js";
import { buildSite } from "./support/site.js";

let browser: Browser;
let site: string;
beforeAll(async () => {
  [browser, site] = await Promise.all([startChromium(), buildSite(["page", "worker-page"])]);
});
afterAll(async () => {
  await browser?.close();
  removeTemporaryFolders();
});

const source = readFileSync(new URL("programs/checks.ts", import.meta.url), "utf8").split("\n");
const right: Results = {
  scaled: [3, 6, 9, 12, 15, 18, 21, 24],
  reversed: [12, 9, 6, 3, 24, 21, 18, 15],
  sum: 108,
  global: 7,
  wrong: 0,
  error: {
    code: "out_of_bounds",
    file: "src/checks.ts",
    line: source.findIndex((line) => line.includes("the line of the error")) + 1,
  },
};
const results = { cpu: right, host: right };
const notIsolated = /not cross-origin isolated \(send Cross-Origin-Opener-Policy: same-origin and /;

/** Opens a page, gives what it says and how many workers it has. */
async function visit<T>(path: string, headers: Headers): Promise<Visit<T> & { readonly workers: readonly string[] }> {
  const [server, context] = [await serve(site, headers), await browser.newContext()];
  try {
    const found = await openPage<T>(context, `${server.url}/${path}`);
    return { ...found, workers: found.page.workers().map((worker) => new URL(worker.url()).pathname) };
  } finally {
    await context.close();
    await server.close();
  }
}

/** The program launches with a timeout on the host device, too, where nobody can end a kernel. */
const unguarded = expect.stringContaining("a timeout cannot interrupt a kernel here");

describe("a page", () => {
  test("that is isolated runs kernels on all threads, from the worker's file that the bundler emitted", async () => {
    const { outcome, workers, messages } = await visit<Checks>("page.html", isolation);
    expect(outcome).toEqual({ isIsolated: true, threads: expect.any(Number), results });
    expect(outcome.threads).toBeGreaterThan(1);
    expect(workers).toHaveLength(outcome.threads);
    expect(new Set(workers).size).toBe(1);
    expect(messages).toEqual([unguarded]);
  });

  test("that is not isolated runs them on one, and says so once", async () => {
    const { outcome, workers, messages } = await visit<Checks>("page.html", {});
    expect(outcome).toEqual({
      isIsolated: false,
      threads: 1,
      threadsReason: expect.stringMatching(notIsolated),
      results,
    });
    expect(workers).toEqual([]);
    expect(messages).toEqual([expect.stringMatching(notIsolated), unguarded]);
  });

  test("needs no code from text", async () => {
    const { outcome, workers, messages } = await visit<Checks>("page.html", { ...isolation, ...strictPolicy });
    expect(outcome.results).toEqual(results);
    expect(workers.length).toBeGreaterThan(1);
    expect(messages).toEqual([unguarded]);
  });

  test("finds the worker's file where workerUrl says", async () => {
    const [file] = readdirSync(join(site, "assets")).filter((name) => name.startsWith("lanewise-worker"));
    const { outcome, workers } = await visit<Checks>(`page.html?worker=/assets/${file}`, isolation);
    expect(outcome.results).toEqual(results);
    expect(workers).toContain(`/assets/${file}`);
  });

  test("runs kernels on one thread where workerUrl leads nowhere, and says so", async () => {
    const { outcome, messages } = await visit<Checks>("page.html?worker=/nowhere.js", isolation);
    expect(outcome.results).toEqual(results);
    expect(messages).toContainEqual(
      expect.stringContaining("Lanewise: kernels run on one thread: workers do not run here"),
    );
  });
});

describe("a module worker", () => {
  test.each([
    ["that is isolated has threads", isolation, true],
    ["that is not has one", {}, false],
  ])("%s, and may wait", async (_, headers, isIsolated) => {
    const { outcome } = await visit<WorkerChecks>("worker-page.html", headers);
    expect(outcome.waited).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]);
    expect(outcome.checks.isIsolated).toBe(isIsolated);
    expect(outcome.checks.threads > 1).toBe(isIsolated);
    expect(outcome.checks.results).toEqual(results);
  });
});
