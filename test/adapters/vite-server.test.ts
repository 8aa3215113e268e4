// The plugin in Vite's development server: kernels are compiled on request, edits of what they call reach them, and pages are isolated.

import { basename, join } from "node:path";
import lanewise from "@lanewise/transformer/vite";
import { createServer, type InlineConfig, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { project, smallNode, write } from "./projects.js";

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
const options = { types: smallNode, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

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
    const { ssr } = server.environments;
    if (!isRunnableDevEnvironment(ssr)) throw new Error("Vite's server can run modules");
    const run = async () => {
      // As a page does that is loaded again.
      ssr.runner.clearCache();
      const module: { run(): Promise<string> } = await ssr.runner.import("/src/main.ts");
      return module.run();
    };
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

  test("an edit of a called function makes the image anew; a module that goes gives it back", async () => {
    const { server, folder } = await serve();
    const image = async () =>
      /images: \["([^"]+)"/.exec((await server.transformRequest("/src/main.ts"))?.code ?? "")?.[1];
    try {
      const before = await image();
      expect(before?.length).toBeGreaterThan(100);
      await edit(server, folder, scaleBy(4));
      expect(await image()).not.toBe(before);
      const { code = "" } = (await server.transformRequest("/src/main.ts")) ?? {};
      expect(code).toContain('import.meta.hot.prune(() => __lanewise.unregister("app@1.0.0/src/main.ts"))');
    } finally {
      await server.close();
    }
  });

  test("answers a module anew only if an edit elsewhere makes another text of its kernels", async () => {
    const made: string[] = [];
    const counter: Plugin = {
      name: "counter",
      transform: (_, id) => {
        if (/(?:main|scale)\.ts$/.test(id)) made.push(basename(id));
      },
    };
    const { server, folder } = await serve({ plugins: [lanewise(), counter] });
    const madeAfter = async (text: string) => {
      made.length = 0;
      await edit(server, folder, text);
      for (const name of ["main", "scale"]) await server.transformRequest(`/src/${name}.ts`);
      return made.toSorted();
    };
    try {
      await madeAfter(scaleBy(3));
      expect(await madeAfter(`${scaleBy(3)}export const other = (x: number): number => x + 1;\n`)).toEqual([
        "scale.ts",
      ]);
      expect(await madeAfter(scaleBy(4))).toEqual(["main.ts", "scale.ts"]);
    } finally {
      await server.close();
    }
  }, 60_000);

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
  await new Promise<void>((resolve) => {
    server.watcher.once("change", () => setTimeout(resolve, 50));
    server.watcher.emit("change", file);
  });
}
