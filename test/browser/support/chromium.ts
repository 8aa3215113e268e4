// The browser of these tests: a Chromium that is installed here, without a window, without the network, with an empty profile.

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = [
  process.env.LANEWISE_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Fails where there is none, and says how to get one. */
export function startChromium(): Promise<Browser> {
  const executablePath = places.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      "There is no Chromium for the browser tests. Install it (Debian: sudo apt-get install --no-install-recommends chromium), " +
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
    ],
  });
}
