// Runs vitest.gpu.config.ts with kernels on a GPU, which Chromium's software driver of Vulkan emulates: its place must be known before a process starts.
// A GPU of the machine's own is taken where LANEWISE_TEST_GPU=own asks for it.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const folder = "/usr/lib/chromium";
const driver = `${folder}/vk_swiftshader_icd.json`;
const isOwn = process.env.LANEWISE_TEST_GPU === "own";
if (!isOwn && !existsSync(driver)) {
  console.log(
    `Left out: there is no ${driver}, which Debian's package chromium brings. LANEWISE_TEST_GPU=own takes the machine's GPU.`,
  );
  process.exit(0);
}
const emulated = { LD_LIBRARY_PATH: folder, VK_ICD_FILENAMES: driver };
const { status } = spawnSync("vitest", ["run", "--config", "vitest.gpu.config.ts", ...process.argv.slice(2)], {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: {
    ...process.env,
    ...(isOwn ? {} : emulated),
    // What takes too long on an emulated GPU is quick on a real one.
    LANEWISE_TEST_GPU: isOwn || process.env.LANEWISE_TEST_GPU === "all" ? "all" : "1",
  },
});
process.exit(status ?? 1);
