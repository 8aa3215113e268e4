// The debugger of a browser steps through kernels while their page is developed (docs/debugging.md; spec, DBG5); pages that are published make no code
// from text.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import vitePlugin from "@lanewise/transformer/vite";
import * as esbuild from "esbuild";
import type { Browser } from "playwright-core";
import { build, createServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { project } from "../adapters/projects.js";
import { debug, type Stop } from "../debugging/drive.js";
import { calleeSource, kernelSource, lineOf } from "../debugging/sources.js";
import { removeTemporaryFolders } from "../examples/programs.js";
import { startChromium } from "./support/chromium.js";
import { openPage } from "./support/open-page.js";
import { serve, strictPolicy } from "./support/server.js";

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  removeTemporaryFolders();
});

const folder = project(
  {
    "index.html": '<!doctype html><body></body><script type="module" src="/src/main.ts"></script>',
    "src/main.ts": `import { launch } from "./kernel.js";
declare const report: (value: unknown) => void;
report(await launch());
`,
    "src/kernel.ts": kernelSource,
    "src/half.ts": calleeSource,
  },
  {
    lib: ["es2023", "esnext.disposable", "dom"],
    module: "esnext",
    moduleResolution: "bundler",
    declaration: undefined,
    declarationMap: undefined,
  },
);

test("DBG5 a breakpoint that is set before the kernel exists is hit in Vite's server, with values and steps", async () => {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "error",
    plugins: [vitePlugin()],
    server: { port: 0 },
  });
  await server.listen();
  const context = await browser.newContext();
  try {
    const stops: { readonly stop: Stop; readonly values: readonly unknown[] }[] = [];
    const line = lineOf("let sum = value * 10");
    const { outcome } = await openPage<number[]>(context, server.resolvedUrls?.local[0] ?? "", async (page) => {
      page.setDefaultNavigationTimeout(240_000);
      const session = await context.newCDPSession(page);
      const inspector = {
        // Methods and events by names that the test gives.
        post: (method: string, params?: object) => session.send(method as "Debugger.enable", params as undefined),
        on: (event: string, listener: (params: object) => void) => session.on(event as "Debugger.paused", listener),
      };
      await debug(inspector, [{ source: "src/kernel.ts", line }], async (stop) => {
        stops.push({ stop, values: [await stop.evaluate("value"), await stop.evaluate("sum")] });
        return stop.reason === "breakpoint" ? "stepOver" : "resume";
      });
    });
    expect(outcome).toEqual([18, 23]);
    const seen = stops.map(({ stop, values }) => [stop.reason, stop.source, stop.line, ...values]);
    expect(seen).toEqual([
      ["breakpoint", "kernel.ts", line, 3, undefined],
      ["step", "kernel.ts", line + 1, 3, 30],
      ["debugger", "kernel.ts", lineOf("debugger;"), 3, 36],
      ["breakpoint", "kernel.ts", line, 4, undefined],
      ["step", "kernel.ts", line + 1, 4, 40],
      ["debugger", "kernel.ts", lineOf("debugger;"), 4, 46],
    ]);
  } finally {
    await context.close();
    await server.close();
  }
}, 300_000);

test("DBG5 where a page's policy forbids code from text, kernels are interpreted, and a warning says why nothing stops", async () => {
  const outfile = join(folder, "strict/main.js");
  const plugins = [esbuildPlugin({ debug: true })];
  await esbuild.build({ entryPoints: [join(folder, "src/main.ts")], bundle: true, format: "esm", outfile, plugins });
  writeFileSync(
    join(folder, "strict/index.html"),
    '<!doctype html><body></body><script type="module" src="/main.js"></script>',
  );
  const server = await serve(join(folder, "strict"), strictPolicy);
  const context = await browser.newContext();
  try {
    const { outcome, messages } = await openPage<number[]>(context, `${server.url}/index.html`);
    expect(outcome).toEqual([18, 23]);
    expect(messages.filter((message) => message.includes("'unsafe-eval' to script-src"))).toHaveLength(1);
  } finally {
    await context.close();
    await server.close();
  }
}, 300_000);

test("DBG5 what is built to be published has none of it", async () => {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    plugins: [vitePlugin()],
    build: { write: false },
  });
  const { output } = built as { readonly output: readonly { readonly code?: string }[] };
  const text = output.map(({ code = "" }) => code).join("\n");
  expect(text).toContain("parallelFor");
  // Not the texts themselves: they are long.
  expect(/new Function|\$elementAt/.test(text)).toBe(false);
  expect(/new Function/.test(readFileSync(join(folder, "strict/main.js"), "utf8"))).toBe(true);
}, 300_000);
