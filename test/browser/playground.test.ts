// The playground (examples/playground), built and served as a site: each example draws a picture, the modes agree, and nothing is complained of.
//
//     LANEWISE_SCREENSHOTS=write npx vitest run --config vitest.browser.config.ts test/browser/playground.test.ts
//
// also takes the pictures that the README shows, docs/images/playground-*.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { PNG } from "pngjs";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { startChromium } from "./support/chromium.js";
import { type Headers, isolation, type Site, serve, strictPolicy } from "./support/server.js";

const folder = join(root, "examples/playground");
const names = readdirSync(join(folder, "src/examples")).toSorted();
const { LANEWISE_SCREENSHOTS } = process.env;

/** The mean difference of a byte between plain JavaScript, which computes in f64, and kernels in f32. */
const tolerances: Readonly<Record<string, number>> = {
  "01-mandelbrot": 1,
  "02-denoise": 0.01,
  "03-fluid": 0.2,
  "04-path-tracer": 0.1,
  "05-options": 0.01,
  "06-density": 0.05,
  "07-words": 0.5,
  "08-out-of-bounds": 0.01,
};
/** The pages that the README shows, and what is done there before. */
const screenshots: Readonly<
  Record<string, { readonly scheme: "light" | "dark"; prepare(page: Page): Promise<unknown> }>
> = {
  "03-fluid": {
    scheme: "dark",
    async prepare(page) {
      await framesSeen(page, 100);
      await stroke(page, [0.2, 0.7], [0.75, 0.3]);
      await stroke(page, [0.8, 0.8], [0.3, 0.5]);
      await framesSeen(page, 160);
    },
  },
  "04-path-tracer": { scheme: "light", prepare: (page) => framesSeen(page, 150).then(() => compare(page)) },
  "06-density": {
    scheme: "dark",
    async prepare(page) {
      await framesSeen(page);
      await page.locator("canvas").hover();
      await page.mouse.wheel(0, -300);
      await framesSeen(page, 2);
    },
  },
  "08-out-of-bounds": {
    scheme: "light",
    async prepare(page) {
      await page.locator("code.marked").waitFor();
      await page.evaluate(() => scrollTo(0, 380));
      await page.waitForTimeout(1000);
    },
  },
};

interface Row {
  readonly mode: "plain" | "one" | "all" | "gpu";
  readonly ms?: number;
  readonly difference?: { readonly mean: number; readonly most: number };
  readonly failure?: { readonly message: string; readonly line?: number };
}

/** It fails until its slider is at 0. */
const faulty = "08-out-of-bounds";

let browser: Browser;
let site: string;
beforeAll(async () => {
  site = temporaryFolder();
  const built = build({
    configFile: join(folder, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: site, emptyOutDir: true },
  });
  [browser] = await Promise.all([startChromium({ webGpu: "kernels" }), built]);
});
afterAll(async () => {
  await browser?.close();
  removeTemporaryFolders();
});

interface Visit {
  readonly page: Page;
  /** What the page and its workers have complained of. */
  readonly messages: readonly string[];
  close(): Promise<void>;
}

/** `name` as in the address: `?gpu=software#01-mandelbrot` takes a GPU that is emulated. */
async function open(server: Site, name: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  // Machines that do much else take their time.
  page.setDefaultTimeout(100_000);
  const messages: string[] = [];
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "warning" || message.type() === "error") messages.push(message.text());
  });
  await page.goto(`${server.url}/index.html${name.startsWith("?") ? "" : "#"}${name}`);
  return { page, messages, close: () => context.close() };
}

async function withSite<T>(headers: Headers, use: (server: Site) => Promise<T>): Promise<T> {
  const server = await serve(site, headers);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const framesSeen = (page: Page, least = 1): Promise<unknown> =>
  page.waitForFunction(
    (count) => Number(document.querySelector<HTMLElement>(".picture")?.dataset.frames) >= count,
    least,
  );

/** How many colours the picture on the page has. */
async function colours(page: Page): Promise<number> {
  const { data, width, height } = PNG.sync.read(await page.locator("canvas").screenshot());
  return new Set(new Uint32Array(data.buffer, data.byteOffset, width * height)).size;
}

async function setSlider(page: Page, label: string, key: string): Promise<void> {
  const slider = page.getByRole("slider", { name: label });
  await slider.focus();
  await slider.press(key);
}

/** From one place of the picture to another, both as parts of its size. */
async function stroke(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const box = await page.locator("canvas").boundingBox();
  if (!box) throw new Error("the picture is not on the page");
  const at = ([x, y]: readonly [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 40 });
  await page.mouse.up();
}

async function compare(page: Page): Promise<readonly Row[]> {
  await page.getByRole("button", { name: "Compare all" }).click();
  const said = page.locator(".said[data-compared]");
  await said.waitFor();
  return JSON.parse((await said.getAttribute("data-compared")) ?? "[]");
}

describe("the playground", { timeout: 120_000 }, () => {
  test.each(names)(
    "%s draws, is the same on one thread and on all, and close to it in plain JavaScript",
    async (name) => {
      await withSite({ ...isolation, ...strictPolicy }, async (server) => {
        const { page, messages, close } = await open(server, name);
        if (name === faulty) await setSlider(page, "Rows too many", "Home");
        await framesSeen(page);
        expect(await colours(page)).toBeGreaterThan(20);

        const rows = await compare(page);
        expect(rows.map(({ mode, failure }) => [mode, failure])).toEqual([
          ["plain", undefined],
          ["one", undefined],
          ["all", undefined],
        ]);
        const [plain, one] = rows;
        expect(one?.difference?.most).toBe(0);
        expect(plain?.difference?.mean).toBeLessThanOrEqual(tolerances[name] ?? 0);

        await page.getByRole("tab", { name: "WebAssembly" }).click();
        await page.locator("pre.wat", { hasText: "(module" }).waitFor();
        expect(messages).toEqual([]);
        const shot = screenshots[name];
        if (LANEWISE_SCREENSHOTS === "write" && shot) {
          await page.emulateMedia({ colorScheme: shot.scheme });
          await page.reload();
          await page.locator(".picture[data-frames]").waitFor();
          await shot.prepare(page);
          const file = join(root, `docs/images/playground-${name.replace(/^\d+-/, "")}.jpg`);
          writeFileSync(file, await page.screenshot({ type: "jpeg", quality: 82 }));
        }
        await close();
      });
    },
  );

  test.each(["01-mandelbrot", "05-options", "07-words"])("%s on the GPU draws about the same", async (name) => {
    await withSite({ ...isolation, ...strictPolicy }, async (server) => {
      const { page, messages, close } = await open(server, `?gpu=software#${name}`);
      await framesSeen(page);
      const row = page.locator(".mode[data-mode=gpu]");
      await row.getByText("Lanewise, GPU (", { exact: false }).waitFor();
      const rows = await compare(page);
      const gpu = rows.find(({ mode }) => mode === "gpu");
      expect(gpu?.failure).toBeUndefined();
      expect(gpu?.difference?.mean).toBeLessThanOrEqual(tolerances[name] ?? 0);
      expect(await page.locator(".said").innerText()).toMatch(/the GPU (differs by .* of 255|gives the same picture)/);
      await row.click();
      await page.locator(".picture[data-mode=gpu]").waitFor();
      expect(await colours(page)).toBeGreaterThan(20);
      expect(await row.innerText()).toMatch(/[\d.]+ ms · [\d.]+ frames\/s/);
      expect(messages).toEqual([]);
      await close();
    });
  });

  test("says why there is no GPU", async () => {
    await withSite(isolation, async (server) => {
      const refused = await open(server, "05-options");
      const row = refused.page.locator(".mode[data-mode=gpu]");
      await row.getByText(/not here: .* is emulated on the processor/).waitFor();
      expect(await row.locator("input").isDisabled()).toBe(true);
      await refused.close();
    });
  });

  test("fits a phone, whose list of examples shows the open one", async () => {
    await withSite(isolation, async (server) => {
      const { page, close } = await open(server, "05-options", { viewport: { width: 390, height: 844 } });
      await framesSeen(page);
      await page.locator(".facts td").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const current = await page.locator("[aria-current=page]").boundingBox();
      expect(current?.x).toBeGreaterThanOrEqual(0);
      expect((current?.x ?? 0) + (current?.width ?? 0)).toBeLessThanOrEqual(390);
      await close();
    });
  });

  test("without isolation runs on one thread, and says so", async () => {
    await withSite({}, async (server) => {
      const { page, messages, close } = await open(server, "01-mandelbrot");
      await framesSeen(page);
      expect(await page.locator(".banner").innerText()).toContain("one thread");
      expect(await page.locator(".mode[data-mode=all]").innerText()).toContain("(1)");
      expect(messages).toEqual([expect.stringContaining("not cross-origin isolated")]);
      await close();
    });
  });

  test("takes wheel, keys and controls, and keeps the place when the mode changes", async () => {
    await withSite(isolation, async (server) => {
      const { page, messages, close } = await open(server, "01-mandelbrot");
      await framesSeen(page);
      const zoom = (): Promise<number> => page.locator(".facts td").nth(1).innerText().then(Number);
      const zoomed = (least: number): Promise<unknown> =>
        page.waitForFunction((value) => Number(document.querySelectorAll(".facts td")[1]?.textContent) > value, least);
      await page.locator("canvas").hover();
      await page.mouse.wheel(0, -400);
      await zoomed(2);
      await page.locator("canvas").press("+");
      await zoomed(3);
      const reached = await zoom();
      await page.locator(".mode[data-mode=plain]").click();
      await page.locator(".picture[data-mode=plain]").waitFor();
      expect(await zoom()).toBe(reached);

      await setSlider(page, "Iterations", "Home");
      await page.locator("output", { hasText: /^50$/ }).waitFor();
      expect(messages).toEqual([]);
      await close();
    });
  });

  test.each(["all", "gpu"])("tells of an error with the line of the source, and marks it: %s", async (mode) => {
    const lines = readFileSync(join(folder, "src/examples", faulty, "kernels.ts"), "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes("heights[(y + reach) * width + x]!")) + 1;
    await withSite(isolation, async (server) => {
      const { page, messages, close } = await open(server, `?gpu=software#${faulty}`);
      await page.locator(`.mode[data-mode=${mode}]`).click();
      const said = page.getByRole("alert");
      await page.locator(`.picture[data-failed=${mode}]`).waitFor();
      expect(await said.innerText()).toMatch(/heights.*256000[\s\S]*kernels\.ts:\d+/);
      expect(await said.innerText()).toContain(`kernels.ts:${line}`);
      expect((await page.locator("code.marked").textContent())?.trim()).toBe(lines[line - 1]?.trim());
      expect(await colours(page)).toBeGreaterThan(20);
      // Plain JavaScript does not notice.
      await page.locator(".mode[data-mode=plain]").click();
      await page.locator(".picture[data-mode=plain]").waitFor();
      expect(await said.isHidden()).toBe(true);
      expect(messages).toEqual([]);
      await close();
    });
  });

  test("takes a photo, and says where a file is none", async () => {
    await withSite(isolation, async (server) => {
      const { page, messages, close } = await open(server, "02-denoise");
      await framesSeen(page);
      const photo = new PNG({ width: 60, height: 90 });
      photo.data.fill(200);
      const input = page.getByLabel("Photo", { exact: true });
      await input.setInputFiles({ name: "grey.png", mimeType: "image/png", buffer: PNG.sync.write(photo) });
      await page.waitForFunction(() => document.querySelector("canvas")?.style.aspectRatio === "60 / 90");
      await input.setInputFiles({ name: "text.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
      await page.getByText("This file is not a picture").waitFor();
      expect(messages).toEqual([]);
      await close();
    });
  });

  test("finds the nearest words at each keystroke", async () => {
    await withSite(isolation, async (server) => {
      const { page, messages, close } = await open(server, "07-words");
      await framesSeen(page);
      await page.getByLabel("Word", { exact: true }).fill("thundr");
      const nearest = page.locator(".facts tbody tr").first();
      await nearest.getByText("thunder", { exact: true }).waitFor();
      expect(messages).toEqual([]);
      await close();
    });
  });
});
