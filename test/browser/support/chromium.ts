// The browser of these tests: a Chromium that is installed here, without a window, without the network, with an empty profile.

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const { LANEWISE_CHROMIUM } = process.env;
const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export interface ChromiumOptions {
  /** With WebGPU on a GPU that is emulated on the processor (SwiftShader). Default: there is `navigator.gpu`, but it finds no GPU. */
  readonly hasWebGpu?: boolean;
}

/** Fails where there is none, and says how to get one. */
export function startChromium({ hasWebGpu = false }: ChromiumOptions = {}): Promise<Browser> {
  const executablePath = (LANEWISE_CHROMIUM ? [LANEWISE_CHROMIUM] : usual).find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      `There is no Chromium for the browser tests${LANEWISE_CHROMIUM ? ` at ${LANEWISE_CHROMIUM}` : ""}. Install it (Debian: sudo apt-get install --no-install-recommends chromium), ` +
        "or name the file of one in LANEWISE_CHROMIUM.",
    );
  }
  return chromium.launch({
    executablePath,
    // Containers seldom allow its sandbox; all pages are our own.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...(hasWebGpu ? ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"] : []),
    ],
  });
}
