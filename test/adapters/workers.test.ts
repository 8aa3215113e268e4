// Kernels in the modules of workers, which bundlers build apart from the page, and kernels that a bundle would have uncompiled.

import { join } from "node:path";
import lanewise from "@lanewise/transformer/vite";
import { build, type InlineConfig } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { bundlers } from "./bundlers/bundlers.js";
import { type Files, project, projectOn, read, smallNode, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const worker = `import { Queue } from "lanewise";
const q = new Queue();
const squares = new Float32Array(3);
q.parallelFor(3, (i) => { squares[i] = i * i; }).then(() => postMessage(squares));
`;
const options = { lib: ["es2023", "dom"], module: "esnext", moduleResolution: "bundler", rootDir: undefined };
const types = `declare module "*worker" { const Made: new () => Worker; export default Made; }
declare module "*inline" { const Made: new () => Worker; export default Made; }
`;

/** What stands in all that Vite writes of a page with this main module. */
async function pageOf(main: string, config: InlineConfig = { plugins: [lanewise()] }): Promise<string> {
  const page = '<script type="module" src="/src/main.ts"></script>';
  const files = { "index.html": page, "src/main.ts": `${main}\nexport {};\n`, "src/w.ts": worker };
  const root = project({ ...files, "src/types.d.ts": types }, options);
  const output = { outDir: "out", minify: false, chunkSizeWarningLimit: 5000 };
  await build({ root, configFile: false, logLevel: "error", ...config, build: output });
  return Object.values(read(join(root, "out"))).join("\n");
}

/** How often a kernel of w.ts is marked. Vite has the text of an inlined worker in a string. */
const marksOf = (text: string): number => text.match(/\.?kernel\(\\?"[^"]*src\/w\.ts:#0/g)?.length ?? 0;

const spawn = 'new Worker(new URL("./w.ts", import.meta.url), { type: "module" });';

describe("vite build", () => {
  test.each([
    ["a module worker", spawn],
    ["a classic worker", 'new Worker(new URL("./w.ts", import.meta.url));'],
    ["?worker", 'import Made from "./w?worker"; new Made();'],
    ["?worker&inline", 'import Made from "./w?worker&inline"; new Made();'],
    ["?sharedworker", 'import Made from "./w?sharedworker"; new Made();'],
  ])("compiles the kernels of %s", async (_, main) => {
    expect(marksOf(await pageOf(main))).toBe(1);
  });

  test("compiles them once where the project names the plugin for its workers, too", async () => {
    const kernels = lanewise();
    const named = { format: "es", plugins: () => [Promise.resolve([kernels])] } as const;
    expect(marksOf(await pageOf(spawn, { plugins: [kernels], worker: named }))).toBe(1);
  });

  test("leaves the plugins that the project names for its workers", async () => {
    const banner = { name: "own", transform: (code: string) => `globalThis.own = 1;\n${code}` };
    const text = await pageOf(spawn, { plugins: [lanewise()], worker: { plugins: () => [banner] } });
    expect(text).toContain("globalThis.own = 1");
    expect(marksOf(text)).toBe(1);
  });
});

const nodeOptions = { types: smallNode, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

describe.each(["webpack", "rspack"])("%s", (name) => {
  test("compiles the kernels of a worker that its main module starts", async () => {
    const folder = project({ "src/main.ts": `${spawn}\n`, "src/w.ts": worker }, options);
    await bundlers[name]?.build(folder);
    const scripts = Object.entries(read(join(folder, "out"))).filter(([file]) => !file.endsWith(".map"));
    expect(marksOf(scripts.map(([, text]) => text).join("\n"))).toBe(1);
  });
});

describe.each(Object.entries(bundlers))("%s fails", (name, { build }) => {
  const kernel = "q.parallelFor(3, (i) => { data[i] = i; });";
  const launch = `import { Queue } from "lanewise";\nconst q = new Queue();\nconst data = new Float32Array(3);\n${kernel}\n`;
  const faultOf = (files: Files, changed: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    failureOf(project(files, { ...nodeOptions, ...changed }));
  const failureOf = async (folder: string): Promise<string> => {
    try {
      await build(folder);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return `${name} has built it`;
  };

  test("at a kernel in a JavaScript module", async () => {
    const files = { "src/main.ts": 'import "./kernels.jsx";\n', "src/kernels.jsx": launch };
    const message = await faultOf(files);
    expect(message).toContain("LW1926");
    expect(message).toMatch(/src\/kernels\.jsx[(:]4[,:]1[678]\b/);
  });

  test("at a kernel whose lanewise TypeScript does not find", async () => {
    const lost = { moduleResolution: "classic", ignoreDeprecations: "6.0" };
    expect(await faultOf({ "src/main.ts": launch }, lost)).toContain("LW1927");
  });

  test.each(["jsx", "ts"])(
    "at a kernel in a package that was built without the compiler, in .%s",
    async (extension) => {
      const folder = projectOn({ "src/main.ts": `import "../node_modules/part/index.${extension}";\n` }, "module", {});
      const manifest = { name: "part", version: "1.0.0", type: "module", exports: `./index.${extension}` };
      const part = { "package.json": JSON.stringify(manifest), [`index.${extension}`]: launch };
      write(join(folder, "node_modules/part"), part);
      const message = await failureOf(folder);
      expect(message).toContain("LW1929");
      expect(message).toContain("the package part was built without Lanewise");
      expect(message).toMatch(/node_modules\/part\/index\.[jt]sx?[(:]4[,:]1[678]\b/);
    },
  );

  test("at none in JavaScript that launches what others compile", async () => {
    const wrapper = `import { Queue } from "lanewise";\nexport const launch = (kernel) => new Queue().parallelFor(3, kernel);\n`;
    const files = { "src/main.ts": 'import "./wrapper.jsx";\n', "src/wrapper.jsx": wrapper };
    expect(await faultOf(files)).toBe(`${name} has built it`);
  });
});

test("vite fails at a kernel in a script of a page, at its place", async () => {
  const script = `import { Queue } from "lanewise";
const q = new Queue();
const data = new Float32Array(3);
q.parallelFor(3, (i) => { data[i] = i; });`;
  const page = `<p>A page</p>\n<script type="module">\n${script}\n</script>\n`;
  const root = project({ "index.html": page, "src/main.ts": "export {};\n" }, options);
  const failing = build({ root, configFile: false, logLevel: "silent", plugins: [lanewise()] });
  await expect(failing).rejects.toThrow("LW1926: ");
  await expect(failing).rejects.toThrow(/index\.html\(6,18\): error .*an HTML page/);
});

describe("vite fails at a kernel in a component", () => {
  const kernel = "q.parallelFor(3, (i) => { data[i] = i; });";
  const script = `import { Queue } from "lanewise";\nconst q = new Queue();\nconst data = new Float32Array(3);\n${kernel}\n`;
  test.each([
    ["vue", `<template><p>{{ data }}</p></template>\n<script setup lang="ts">\n${script}</script>\n`, 6],
    ["svelte", `<script lang="ts">\n${script}</script>\n<p>{data}</p>\n`, 5],
    ["astro", `<p>a page</p>\n<script>\n${script}</script>\n`, 6],
  ])("of %s, at its place", async (kind, component, line) => {
    const main = `import "./Page.${kind}";\n`;
    // The plugin comes first; what reads such components is not asked.
    const folder = project({ "src/main.ts": main, [`src/Page.${kind}`]: component }, nodeOptions);
    const failing = bundlers.vite?.build(folder);
    await expect(failing).rejects.toThrow("LW1926: ");
    await expect(failing).rejects.toThrow(new RegExp(`src/Page\\.${kind}\\(${line},18\\): error .*a component`));
  });
});
