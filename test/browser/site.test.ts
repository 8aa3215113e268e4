// The documentation's site with its playground, as `npm run site` builds it. A person who knows TypeScript walks from the first page to a kernel of
// his own on his own picture, with a mouse and with a finger; every kind of page is checked for accessibility, for complaints and for its first paint.
//
//     LANEWISE_SCREENSHOTS=/tmp/walk npx vitest run --config vitest.browser.config.ts test/browser/site.test.ts
//
// also writes a picture of each step and page into that folder. With LANEWISE_SITE=built, it takes the site that is in out/site, which must have been
// built with --base /lanewise/.

import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { startChromium } from "./support/chromium.js";
import { isolation, type Site, serve } from "./support/server.js";
import { type Visit, visit, visitors } from "./support/visit.js";

const { LANEWISE_SCREENSHOTS, LANEWISE_SITE } = process.env;
/** Seconds on a quiet machine; one that does much else takes minutes. */
vi.setConfig({ testTimeout: 300_000 });
/** A host serves the site under a path of its own. */
const base = "lanewise";

let browser: Browser;
let folder: string;
let server: Site;
beforeAll(async () => {
  // It fails if a link leads nowhere.
  if (LANEWISE_SITE !== "built") {
    const said = mustRun([join(root, "site/build.mjs"), "--base", `/${base}/`], root);
    expect(said).toMatch(/\d+ pages, [\d.]+ MB in out\/site/);
  }
  folder = temporaryFolder();
  symlinkSync(join(root, "out/site"), join(folder, base), "junction");
  [browser, server] = await Promise.all([startChromium(), serve(folder, isolation)]);
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  removeTemporaryFolders();
});

async function photograph(page: Page, name: string): Promise<void> {
  if (!LANEWISE_SCREENSHOTS) return;
  mkdirSync(LANEWISE_SCREENSHOTS, { recursive: true });
  writeFileSync(join(LANEWISE_SCREENSHOTS, `${name}.png`), await page.screenshot());
}

const open = (path: string, visitor: keyof typeof visitors, use: (visit: Visit) => Promise<void>, dark = false) =>
  visit(
    browser,
    server.url,
    `${base}/${path}`,
    { ...visitors[visitor], colorScheme: dark ? "dark" : "light" },
    async (opened) => {
      await use(opened);
      expect(opened.complaints).toEqual([]);
    },
  );

/** A page of each kind, and what shows that it is complete. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "index.html": (page) => page.getByRole("heading", { name: "A kernel" }).waitFor(),
  "learn/what-and-why.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "learn/first-kernel.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "cookbook/index.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "cookbook/photo-in-a-worker.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "reference/commands.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "reference/api/index.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "diagnostics.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "compare/gpu-rocks.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "architecture.html": (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  "playground/index.html#02-denoise": async (page) => {
    await page.locator(".figures", { hasText: "ms" }).first().waitFor();
    await page.getByRole("button", { name: "Compare all" }).waitFor();
  },
  "playground/edit.html": async (page) => {
    await page.locator("output", { hasText: /^Done/ }).waitFor();
    await page.locator(".why").first().waitFor();
  },
};

/** What axe finds, as `rule: elements`. */
async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY);

describe.each([
  ["desktop", false],
  ["phone", true],
] as const)("on a %s, dark: %s", (visitor, dark) => {
  test.each(Object.entries(pages))(
    "%s has no barrier that axe knows, no complaint, and a first paint",
    async (path, isComplete) => {
      await open(
        path,
        visitor,
        async ({ page }) => {
          await isComplete(page);
          await photograph(page, `${visitor}-${path.replace(/\W+/g, "-")}`);
          // A loaded machine is slow: a quiet one takes a tenth of this.
          expect(await firstPaint(page)).toBeLessThan(8000);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
          expect(await barriersOf(page)).toEqual([]);
        },
        dark,
      );
    },
  );
});

/** The bytes of all files in a folder. */
const bytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

test("the site and its playground have the sizes that decision 0055 states, within a twentieth", () => {
  const decision = readFileSync(join(root, "docs/decisions/0055-site.md"), "utf8");
  const [, site, playground] =
    /now \d+ pages have ([\d.]+) MB, of which the playground has ([\d.]+) MB/.exec(decision) ?? [];
  for (const [path, stated] of [
    ["", site],
    ["playground", playground],
  ] as const) {
    expect(Math.abs(bytesIn(join(root, "out/site", path)) / 1e6 / Number(stated) - 1), path).toBeLessThan(0.05);
  }
});

test("a first visit loads less than 1.5 MB", () =>
  open("index.html", "desktop", async ({ page }) => {
    await page.getByRole("heading", { name: "A kernel" }).waitFor();
    const bytes = await page.evaluate(() =>
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
        (sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize,
        0,
      ),
    );
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(1_500_000);
  }));

/** A photo of the visitor's own: red grows to the right, green downwards. */
const photo = new PNG({ width: 48, height: 32 });
for (let y = 0; y < photo.height; y++)
  for (let x = 0; x < photo.width; x++) photo.data.set([5 * x, 7 * y, 100, 255], 4 * (y * photo.width + x));

/** The bytes of a pixel on the page, read from a copy: browsers complain of canvases that are read again and again. */
const pixelAt = (page: Page, x: number, y: number): Promise<number[]> =>
  page.locator("canvas").evaluate(
    (canvas, at) => {
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      context?.drawImage(canvas as HTMLCanvasElement, -at.x, -at.y);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
    },
    { x, y },
  );

const status = (page: Page, text: RegExp): Promise<void> => page.locator("output", { hasText: text }).waitFor();

describe.each(["desktop", "phone"] as const)("on a %s", (visitor) => {
  const press = (found: Locator): Promise<void> => (visitor === "phone" ? found.tap() : found.click());

  /** Writes over a line of the program. */
  async function writeOver(page: Page, line: string, text: string): Promise<void> {
    await press(page.locator(".cm-line", { hasText: line }));
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.insertText(text);
  }

  test("a person goes from the first page to a kernel of his own on his own picture, and shares it", async () => {
    await open("index.html", visitor, async ({ page }) => {
      const link = (name: string): Locator => page.getByRole("main").getByRole("link", { name, exact: true });
      await photograph(page, `walk-${visitor}-1-first-page`);
      await press(link("Learn"));
      await page.getByRole("heading", { name: "What Lanewise is" }).waitFor();
      await photograph(page, `walk-${visitor}-2-what`);
      await press(link("your first kernel").first());
      await page.getByRole("heading", { name: "Your first kernel" }).waitFor();
      await photograph(page, `walk-${visitor}-3-first-kernel`);
      await press(link("the editor"));
      await status(page, /^Done/);
      await photograph(page, `walk-${visitor}-4-editor`);

      const chooser = page.waitForEvent("filechooser");
      await press(page.getByText("Open a picture"));
      await (await chooser).setFiles({ name: "mine.png", mimeType: "image/png", buffer: PNG.sync.write(photo) });
      await page.locator('canvas[width="48"]').waitFor();
      await status(page, /^Done/);
      expect(await page.getByRole("combobox").inputValue()).toBe("Your own picture");
      expect((await pixelAt(page, 10, 20))[1]).toBe(140);
      await photograph(page, `walk-${visitor}-5-own-picture`);

      await writeOver(page, "out[i + 1] = green;", "out[i + 1] = 255 - gren;");
      await status(page, /^Line \d+: .*gren.*green/);
      await page.locator(".cm-lint-marker-error").waitFor();
      await photograph(page, `walk-${visitor}-6-mistake`);

      await writeOver(page, "255 - gren;", "out[i + 1] = 255 - green;");
      await status(page, /^Compiled/);
      expect(await page.locator(".cm-lint-marker-error").count()).toBe(0);
      await press(page.getByRole("button", { name: "Run" }));
      await status(page, /^Done/);
      expect((await pixelAt(page, 10, 20))[1]).toBe(115);
      await page.locator("canvas").scrollIntoViewIfNeeded();
      await photograph(page, `walk-${visitor}-7-own-kernel`);

      await press(page.getByRole("button", { name: "Share" }));
      await status(page, /^The address|^Copied/);
      const address = new URL(page.url());
      await open(`${address.pathname.slice(base.length + 2)}${address.hash}`, visitor, async ({ page: other }) => {
        await status(other, /^Done/);
        expect(await other.getByRole("combobox").inputValue()).toBe("A shared program");
        await other.locator(".cm-line", { hasText: "out[i + 1] = 255 - green;" }).waitFor();
        await photograph(other, `walk-${visitor}-8-shared`);
      });
    });
  });
});

test("on a phone, a finger moves the strip of examples, and opens the last", async () => {
  await open("playground/index.html", "phone", async ({ page }) => {
    const strip = page.getByRole("navigation", { name: "Examples" });
    const list = strip.getByRole("list");
    await list.waitFor();
    const last = strip.getByRole("link").last();
    expect(await isInView(last)).toBe(false);
    const box = await list.boundingBox();
    if (!box) throw new Error("the strip is not on the page");
    for (let swipes = 0; swipes < 5; swipes++) await swipe(page, box.y + box.height / 2, 340, 60);
    await expect.poll(() => isInView(last), { timeout: 60_000 }).toBe(true);
    await photograph(page, "phone-strip");
    // The page itself has stayed.
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
    await last.tap();
    await page.locator(`h2`, { hasText: "out of bounds" }).waitFor();
  });
});

/** A finger goes across the screen, from one x to another. */
async function swipe(page: Page, y: number, from: number, to: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x: from, y });
  for (let step = 1; step <= 10; step++) await touch("touchMove", { x: from + ((to - from) * step) / 10, y });
  await touch("touchEnd");
}

/** Whether an element is wholly within the screen's width. */
const isInView = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
  });

test("where a host sets no headers, the site's service worker isolates the editor", async () => {
  const plain = await serve(folder, {});
  try {
    await visit(browser, plain.url, `${base}/playground/edit.html`, visitors.desktop, async ({ page }) => {
      await page.waitForFunction(() => crossOriginIsolated);
      await page.getByRole("combobox").selectOption("A first kernel");
      await page.getByRole("button", { name: "Run" }).click();
      await page.locator("pre", { hasText: /on [2-9]\d* threads/ }).waitFor();
    });
  } finally {
    await plain.close();
  }
});

test("without a network, the search finds a page", async () => {
  await open("index.html", "desktop", async ({ page }) => {
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("histogram");
    await page.getByRole("option").first().waitFor();
    await photograph(page, "search");
  });
});
