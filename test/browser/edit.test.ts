// The playground's editor (examples/playground/edit.html), built and served as a site in a folder: a visitor changes a program, sees its mistakes at
// their lines, runs it, and shares it. The page needs nothing from elsewhere.

import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { startChromium } from "./support/chromium.js";
import { isolation, type Site, serve } from "./support/server.js";

const folder = join(root, "examples/playground");
let browser: Browser;
let server: Site;
beforeAll(async () => {
  const site = temporaryFolder();
  const outDir = join(site, "some/playground");
  const built = build({
    configFile: join(folder, "vite.config.ts"),
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  [browser] = await Promise.all([startChromium(), built]);
  server = await serve(site, isolation);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  removeTemporaryFolders();
});

async function withPage(hash: string, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("request", (request) => {
    if (!/^(?:blob:|data:)/.test(request.url()) && !request.url().startsWith(server.url))
      complaints.push(request.url());
  });
  await page.goto(`${server.url}/some/playground/edit.html${hash}`);
  await status(page, /^Done|^Failed/);
  await use(page);
  expect(complaints).toEqual([]);
  await context.close();
}

/** Waits until the page says so. */
const status = (page: Page, text: RegExp) => page.locator("output", { hasText: text }).waitFor();
const output = (page: Page) => page.locator("pre").textContent();

async function write(page: Page, program: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
}

async function runIt(page: Page, end: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Run" }).click();
  await status(page, end);
}

test("the first program draws a picture, beside a link to the site that the page is part of", () =>
  withPage("", async (page) => {
    expect(await page.getByRole("link", { name: "Learn" }).getAttribute("href")).toBe("../learn/what-and-why.html");
    await page.locator("canvas").waitFor();
    const colours = await page.locator("canvas").evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const data = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data;
      return new Set(data && new Uint32Array(data.buffer)).size;
    });
    expect(colours).toBeGreaterThan(100);
  }));

test("an edited program prints what its kernel computes, on all threads", () =>
  withPage("", async (page) => {
    await page.getByRole("combobox").selectOption("A first kernel");
    await runIt(page, /^Done/);
    expect(await output(page)).toMatch(/sum: 31 on [2-9]\d* threads/);
    await write(
      page,
      `import { Queue } from "lanewise";
import { sort } from "lanewise/algorithms";
const q = new Queue();
const x = Int32Array.of(30, 10, 20);
await q.parallelFor(3, (i) => { x[i] = x[i] + i; });
await sort(q, x);
console.log(x);`,
    );
    await runIt(page, /^Done/);
    expect(await output(page)).toBe("Int32Array [11, 22, 30]\n");
  }));

test("kernels call lanewise/random and lanewise/vec, whose sources the page has; checks can be turned on", () =>
  withPage("", async (page) => {
    await page.getByRole("combobox").selectOption("Pi by random points");
    await runIt(page, /^Done/);
    expect(await output(page)).toMatch(/^pi is about 3\.14\d+\n$/);
    // The picture of the program before.
    expect(await page.locator("canvas").isVisible()).toBe(false);
    await write(
      page,
      `import { Queue } from "lanewise";
import { checkOverflow } from "lanewise/overflow";
import { checkRaces } from "lanewise/races";
import { Vec2 } from "lanewise/vec";
const q = new Queue();
const sides = Float32Array.of(0, 0, 3, 4);
const lengths = new Float32Array(2);
await q.parallelFor(2, (i) => { lengths[i] = new Vec2(sides[2 * i], sides[2 * i + 1]).length(); });
console.log(lengths, typeof checkRaces, typeof checkOverflow);`,
    );
    await runIt(page, /^Done|^Failed|^Line/);
    expect(await output(page)).toBe("Float32Array [0, 5] function function\n");
  }));

test("a program works on the picture that a visitor opens, at first on a cat's", () =>
  withPage("", async (page) => {
    await page.getByRole("combobox").selectOption("Your own picture");
    await runIt(page, /^Done/);
    const size = () =>
      page.locator("canvas").evaluate((canvas) => [canvas.clientWidth > 0, canvas.getAttribute("width")]);
    expect(await size()).toEqual([true, "451"]);
    await page.getByLabel("Open a picture").setInputFiles(join(root, "docs/images/contact-sheet.png"));
    await page.locator('canvas[width="726"]').waitFor();
    await status(page, /^Done/);
  }));

test("what became of each line stands behind it, can be hidden, and goes when there are mistakes", () =>
  withPage("", async (page) => {
    const program = `import { Queue } from "lanewise";
const q = new Queue();
const x = new Float32Array(64);
const y = new Float32Array(64);
await q.parallelFor(16, (i) => {
  y[i] = x[i * i % 64];
});`;
    await write(page, program);
    await page.locator(".why", { hasText: "load x: gathered" }).waitFor();
    const line = page.locator(".cm-line", { hasText: "y[i] =" });
    expect(await line.textContent()).toMatch(/load x: gathered.*store y: vector|store y: vector.*load x: gathered/);
    expect(await page.locator(".cm-line", { hasText: "parallelFor" }).textContent()).toMatch(/\d+ at a time/);
    await page.getByText("Why the code is as it is").click();
    expect(await page.locator("details li").allTextContents()).toContainEqual(expect.stringMatching(/^Line 6, load x/));
    await page.getByRole("checkbox").uncheck();
    expect(await page.locator(".why").first().isVisible()).toBe(false);
    await write(page, `${program}\nconst z: string = 1;`);
    await status(page, /^Line 8/);
    expect(await page.locator(".why").count()).toBe(0);
  }));

test("the editor is dark in a dark page", () =>
  withPage("", async (page) => {
    const colour = () => page.locator(".cm-editor").evaluate((editor) => getComputedStyle(editor).backgroundColor);
    const light = await colour();
    await page.emulateMedia({ colorScheme: "dark" });
    expect([light, await colour()]).toEqual(["rgb(255, 255, 255)", "rgb(22, 25, 29)"]);
  }));

test("what ran when is a chart and a table, which go with the next run", () =>
  withPage("", async (page) => {
    await page.getByRole("combobox").selectOption("A first kernel");
    await runIt(page, /^Done/);
    await page.getByText("What ran when").click();
    expect(await page.locator(".timeline .kernel").count()).toBeGreaterThanOrEqual(2);
    expect(await page.locator(".timeline .compile").first().getAttribute("title")).toMatch(
      /^compile .*: [\d.e+-]+ ms$/,
    );
    const widths = await page
      .locator(".timeline i")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(0);
    const row = page.locator("details tr", { hasText: /^compile/ }).first();
    expect(await row.textContent()).toMatch(/ms$/);
    await write(page, "const n: number = 1;\nconsole.log(n);");
    await runIt(page, /^Done/);
    expect(await page.getByText("What ran when").isVisible()).toBe(false);
  }));

test("a program asks for the GPU, and learns why there is none", () =>
  withPage("", async (page) => {
    await write(
      page,
      `import { Queue } from "lanewise";
import { gpuReason, requestGpu } from "lanewise/gpu";
const gpu = await requestGpu();
const q = new Queue({ device: gpu ?? "cpu" });
const x = new Int32Array(3);
await q.parallelFor(3, (i) => { x[i] = i * i; });
console.log(x, gpuReason());`,
    );
    await runIt(page, /^Done|^Failed|^Line/);
    expect(await output(page)).toMatch(/^Int32Array \[0, 1, 4\] WebGPU finds no GPU here/);
  }));

test("mistakes are shown at their lines: TypeScript's, the compiler's, and those of the run", () =>
  withPage("", async (page) => {
    await write(page, `import { Queue } from "lanewise";\nconst q: string = new Queue();\n`);
    await status(page, /^Line 2: Type 'Queue/);
    await write(
      page,
      `import { Queue } from "lanewise";
const q = new Queue();
const x = new Float32Array(4);
q.parallelFor(4, (i) => {
  try { x[i] = 1; } catch {}
});`,
    );
    await status(page, /^Line 5: LW\d+: /);
    await page.locator(".cm-lint-marker-error").waitFor();
    await runIt(page, /^Line 5/);
    expect(await output(page)).toMatch(/^Line 5: LW\d+: .*\n *help: /);
    await page.getByRole("combobox").selectOption("An index out of bounds");
    await runIt(page, /^Failed/);
    expect(await output(page)).toMatch(/out of bounds|index 10/);
  }));

test("a program without an end can be stopped, and one in the address is shared", () =>
  withPage("", async (page) => {
    await write(page, "for (;;) {}");
    await page.getByRole("button", { name: "Run" }).click();
    await status(page, /^Running/);
    await page.getByRole("button", { name: "Stop" }).click();
    await status(page, /^Stopped/);
    await write(page, 'console.log("shared: ½");');
    await page.getByRole("button", { name: "Share" }).click();
    await status(page, /^The address|^Copied/);
    const hash = new URL(page.url()).hash;
    await withPage(hash, async (other) => expect(await output(other)).toBe("shared: ½\n"));
  }));
