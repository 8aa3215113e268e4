// Kernels on WebGPU in Chromium, on a page and in a worker. The GPU is SwiftShader, which is part of Chromium.

import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import type { GpuChecks, GpuResults } from "./programs/gpu-checks.js";
import { startChromium } from "./support/chromium.js";
import { openPage } from "./support/open-page.js";
import { type Headers, isolation, serve, strictPolicy } from "./support/server.js";
import { buildSite } from "./support/site.js";

let browsers: Readonly<Record<"with" | "without", Browser>>;
let site: string;
beforeAll(async () => {
  const [built, withGpu, without] = await Promise.all([
    buildSite(["gpu-page", "gpu-worker-page"]),
    startChromium({ webGpu: "canvases" }),
    startChromium(),
  ]);
  [site, browsers] = [built, { with: withGpu, without }];
});
afterAll(async () => {
  await Promise.all(Object.values(browsers ?? {}).map((browser) => browser.close()));
  removeTemporaryFolders();
});

async function visit(path: string, headers: Headers, has: "with" | "without" = "with") {
  const [server, context] = [await serve(site, headers), await browsers[has].newContext()];
  try {
    return await openPage<GpuChecks>(context, `${server.url}/${path}`);
  } finally {
    await context.close();
    await server.close();
  }
}

const source = readFileSync(new URL("programs/gpu-checks.ts", import.meta.url), "utf8").split("\n");
const line = source.findIndex((text) => text.includes("the line of the error")) + 1;
const picture = [0, 1].flatMap((y) => [0, 100, 200].flatMap((x) => [x, 255 * y, 10, 255]));
const results: GpuResults = {
  name: expect.stringMatching(/^GPU \(.*swiftshader/i),
  scaled: [3, 6, 9, 12, 15, 18, 21, 24],
  reversed: [12, 9, 6, 3, 24, 21, 18, 15],
  sums: [108, 50_000],
  global: 7,
  bytes: [0, 30, 90, 150, 210, 255, 255],
  drawn: { gpu: picture, part: picture, host: picture, twoD: picture },
  error: {
    code: "out_of_bounds",
    file: "src/gpu-checks.ts",
    line,
    index: 4,
    message: expect.stringMatching(new RegExp(`y.*4.*src/gpu-checks\\.ts:${line}`, "s")),
  },
};

test.each([
  ["a page with a strict policy", "gpu-page.html", { ...isolation, ...strictPolicy }],
  ["a module worker that is not isolated", "gpu-worker-page.html", {}],
])("%s runs kernels on the GPU, whose errors name the line", async (_, path, headers) => {
  const { outcome, messages } = await visit(path, headers);
  expect(outcome).toEqual({ reason: expect.stringContaining("is emulated on the processor"), results });
  expect(messages).toEqual([]);
});

test("a page without a GPU says why", async () => {
  const { outcome } = await visit("gpu-page.html", isolation, "without");
  expect(outcome).toEqual({ reason: expect.stringContaining("WebGPU finds no GPU here"), results: undefined });
});
