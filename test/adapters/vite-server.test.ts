// The plugin in Vite's development server: kernels are compiled on request, edits of what they call reach them, and pages are isolated.

import { join } from "node:path";
import lanewise from "@lanewise/transformer/vite";
import { createServer, type InlineConfig, type ViteDevServer } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { project, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const main = `import { Queue } from "lanewise";
import { scale } from "./scale.js";
export async function run(): Promise<string> {
  const q = new Queue({ device: "cpu", threads: 1 });
  const data = new Float32Array([1, 2, 3]);
  await q.parallelFor(3, (i) => { data[i] = scale(data[i]!); });
  return data.join();
}
`;
const scaleBy = (factor: number) => `export function scale(x: number): number {\n  return x * ${factor};\n}\n`;
const options = { types: ["node"], module: "esnext", moduleResolution: "bundler", rootDir: undefined };

async function serve(config: InlineConfig = {}): Promise<{ server: ViteDevServer; folder: string }> {
  const folder = project({ "index.html": "<p>page</p>", "src/main.ts": main, "src/scale.ts": scaleBy(3) }, options);
  const plugins = config.plugins ?? [lanewise()];
  const own = { root: folder, configFile: false, logLevel: "silent", appType: "spa" } as const;
  return { folder, server: await createServer({ ...own, ...config, plugins }) };
}

async function headersOf(server: ViteDevServer): Promise<(string | null)[]> {
  await server.listen(0);
  const { headers } = await fetch(server.resolvedUrls?.local[0] ?? "", { headers: { accept: "text/html" } });
  return [headers.get("cross-origin-opener-policy"), headers.get("cross-origin-embedder-policy")];
}

describe("Vite's development server", () => {
  test("runs kernels, also after edits of a called function, and reports mistakes until they are gone", async () => {
    const { server, folder } = await serve();
    // The module is what the file above says.
    const run = async () => ((await server.ssrLoadModule("/src/main.ts")) as { run(): Promise<string> }).run();
    try {
      expect(await run()).toBe("3,6,9");
      for (const factor of [4, 5, 6]) {
        await edit(server, folder, scaleBy(factor));
        expect(await run()).toBe(`${factor},${2 * factor},${3 * factor}`);
      }
      await edit(server, folder, scaleBy(6).replace("return", "throw"));
      await expect(run()).rejects.toThrow("LW1102");
      await edit(server, folder, scaleBy(7));
      expect(await run()).toBe("7,14,21");
    } finally {
      await server.close();
    }
  }, 60_000);

  test("an edit of a called function invalidates the module with the kernel", async () => {
    const { server, folder } = await serve();
    try {
      const before = await server.transformRequest("/src/main.ts");
      expect(before?.code).toContain("__lanewise.register");
      await edit(server, folder, scaleBy(4));
      expect((await server.transformRequest("/src/main.ts"))?.code).not.toBe(before?.code);
    } finally {
      await server.close();
    }
  });

  test("sends the headers of isolated pages, unless told otherwise", async () => {
    const isolated = await serve();
    const own = await serve({ server: { headers: { "Cross-Origin-Embedder-Policy": "credentialless" } } });
    const off = await serve({ plugins: [lanewise({ crossOriginIsolation: false })] });
    try {
      expect(await headersOf(isolated.server)).toEqual(["same-origin", "require-corp"]);
      expect(await headersOf(own.server)).toEqual(["same-origin", "credentialless"]);
      expect(await headersOf(off.server)).toEqual([null, null]);
    } finally {
      await Promise.all([isolated, own, off].map(({ server }) => server.close()));
    }
  });
});

/** Writes the called function, and tells the server as its watcher would. */
async function edit(server: ViteDevServer, folder: string, text: string): Promise<void> {
  const file = join(folder, "src/scale.ts");
  write(folder, { "src/scale.ts": text });
  for (const environment of Object.values(server.environments)) {
    for (const module of environment.moduleGraph.getModulesByFile(file) ?? []) {
      environment.moduleGraph.invalidateModule(module);
    }
  }
  await new Promise<void>((resolve) => {
    server.watcher.once("change", () => setTimeout(resolve, 50));
    server.watcher.emit("change", file);
  });
}
