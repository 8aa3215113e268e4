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
  /**
   * "kernels": with WebGPU on a GPU that is emulated on the processor (SwiftShader). "canvases": it also draws the page, slowly; else
   * the process for GPUs ends where a program asks a canvas for WebGPU. "none": there is `navigator.gpu`, but it finds no GPU.
   */
  readonly webGpu?: keyof typeof webGpuFlags;
}

const swiftShader = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
const webGpuFlags = {
  none: ["--disable-gpu"],
  kernels: ["--disable-gpu", ...swiftShader],
  canvases: [
    ...swiftShader,
    "--ignore-gpu-blocklist",
    "--use-angle=swiftshader",
    "--use-vulkan=swiftshader",
    "--disable-vulkan-surface",
    "--enable-features=Vulkan,VulkanFromANGLE,DefaultANGLEVulkan",
  ],
} as const;

/** Fails where there is none, and says how to get one. */
export function startChromium({ webGpu = "none" }: ChromiumOptions = {}): Promise<Browser> {
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
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...webGpuFlags[webGpu],
    ],
  });
}
