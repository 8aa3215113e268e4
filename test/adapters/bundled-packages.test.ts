// Packages whose JavaScript kernels were compiled with, in bundles that have another file of theirs: which is a warning that says how both become one.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import vitePlugin from "@lanewise/transformer/vite";
import webpackPlugin from "@lanewise/transformer/webpack";
import * as esbuild from "esbuild";
import * as vite from "vite";
import { afterAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { removeTemporaryFolders } from "../examples/programs.js";
import { type Files, project, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const main = `import { Queue } from "lanewise";
import { scale } from "pack";
const q = new Queue();
const out = q.mallocShared(Float64Array, [1, 2, 3]);
q.parallelFor(3, (i) => { out[i] = scale(out[i]!); });
`;
const declared = "export function scale(x: number): number;\n";
const scaleBy = (factor: number) => `export function scale(x) {\n  return x * ${factor};\n}\n`;
const files = {
  "index.d.ts": declared,
  "index.js": scaleBy(2),
  "page.js": scaleBy(3),
};

interface Setup {
  readonly files?: Files;
  readonly options?: Readonly<Record<string, unknown>>;
}

function app(manifest: object, { files: own = files, options = {} }: Setup = {}): string {
  const folder = project(
    { "src/main.ts": main },
    { module: "esnext", moduleResolution: "bundler", rootDir: undefined, plugins: undefined, ...options },
  );
  mkdirSync(join(folder, "src/node_modules"));
  write(folder, {
    "src/node_modules/pack/package.json": JSON.stringify({
      name: "pack",
      version: "1.0.0",
      type: "module",
      ...manifest,
    }),
    ...Object.fromEntries(Object.entries(own).map(([name, text]) => [`src/node_modules/pack/${name}`, text])),
  });
  return folder;
}

interface Asked {
  readonly alias?: Readonly<Record<string, string>>;
  readonly external?: readonly string[];
}

/** Each as for a page. Gives the warnings. */
const bundlers = {
  esbuild: async (folder: string, { alias = {}, external = [] }: Asked = {}) => {
    const { warnings } = await esbuild.build({
      ...{ absWorkingDir: folder, entryPoints: ["src/main.ts"], bundle: true, write: false, logLevel: "silent" },
      ...{ format: "esm", outdir: "out", external: ["lanewise", "lanewise/*", ...external], alias: { ...alias } },
      plugins: [esbuildPlugin()],
    });
    return warnings.map(({ text, notes, location }) =>
      [`${location?.file}:${location?.line}:${location?.column}`, text, ...notes.map((note) => note.text)].join(" "),
    );
  },
  vite: async (folder: string, { alias = {}, external = [] }: Asked = {}) => {
    const warnings: string[] = [];
    await vite.build({
      ...{
        root: folder,
        configFile: false,
        logLevel: "silent",
        plugins: [vitePlugin()],
        resolve: { alias: { ...alias } },
      },
      build: {
        write: false,
        rolldownOptions: {
          ...{ input: join(folder, "src/main.ts"), external: [/^lanewise/, ...external] },
          onwarn: ({ message }) => warnings.push(message),
          checks: { bundlerTimings: false }, // a slow machine is no finding
        },
      },
    });
    return warnings;
  },
  webpack: (folder: string, { alias = {}, external = [] }: Asked = {}) =>
    new Promise<string[]>((resolve, reject) => {
      const compiler = webpack({
        ...{ mode: "development", context: folder, entry: join(folder, "src/main.ts"), devtool: false },
        output: { path: join(folder, "out") },
        externals: [
          ({ request = "" }: { request?: string }, told: (error?: null, found?: string) => void) => {
            if (/^lanewise/.test(request) || external.includes(request)) told(null, `var ${JSON.stringify(request)}`);
            else told();
          },
        ],
        resolve: { alias: { ...alias } },
        plugins: [webpackPlugin()],
        module: { rules: [{ test: /\.ts$/, use: join(import.meta.dirname, "bundlers/strip-types.cjs") }] },
      });
      compiler.run((error, stats) => {
        const { warnings = [], errors = [] } = stats?.toJson({ all: false, warnings: true, errors: true }) ?? {};
        const failure = error ?? (errors.length > 0 && new Error(errors.map(({ message }) => message).join()));
        compiler.close(() => (failure ? reject(failure) : resolve(warnings.map(({ message }) => message))));
      });
    }),
};

/** Serves the program, with the package bundled before or not. Gives the warnings. */
async function served(folder: string, optimizeDeps: vite.DepOptimizationOptions): Promise<readonly string[]> {
  const warnings: string[] = [];
  const customLogger = { ...vite.createLogger("silent"), warn: (text: string) => void warnings.push(text) };
  const server = await vite.createServer({
    ...{ root: join(folder, "src"), configFile: false, customLogger, plugins: [vitePlugin()], optimizeDeps },
    ...{ server: { middlewareMode: true, ws: false }, appType: "custom" },
  });
  try {
    await server.environments.client.transformRequest("/main.ts");
  } finally {
    await server.close();
  }
  return warnings;
}

const ofBrowser = { browser: "page.js", main: "index.js", types: "index.d.ts" };
const ofConditions = { exports: { types: "./index.d.ts", browser: "./page.js", default: "./index.js" } };
const warned = (name: string, help: string) =>
  expect.stringMatching(
    new RegExp(
      `LW1905: \`${name}\` leads to node_modules/pack/page\\.js in this bundle, but kernels are compiled from node_modules/pack/index\\.js[^]*help: Write ${help}, so that both`,
    ),
  );
const byAlias = (name: string) =>
  `an alias in the bundler's configuration, from "${name}" to "node_modules/pack/index\\.js"`;
const byConditions = '"customConditions": \\["browser"\\] in tsconfig\\.json';

describe.each(Object.entries(bundlers))("%s", (_, build) => {
  test('the field "browser"', async () => {
    const folder = app(ofBrowser);
    expect(await build(folder)).toEqual([warned("pack", byAlias("pack"))]);
    // What is proposed.
    expect(await build(folder, { alias: { pack: join(folder, "src/node_modules/pack/index.js") } })).toEqual([]);
  });

  test("a condition", async () => {
    expect(await build(app(ofConditions))).toEqual([warned("pack", byConditions)]);
    expect(await build(app(ofConditions, { options: { customConditions: ["browser"] } }))).toEqual([]);
  });

  test("an alias", async () => {
    const folder = app({ main: "index.js", types: "index.d.ts" });
    expect(await build(folder)).toEqual([]);
    const alias = { pack: join(folder, "src/node_modules/pack/page.js") };
    expect(await build(folder, { alias })).toEqual([warned("pack", byAlias("pack"))]);
  });

  test("a file of the package in place of another", async () => {
    const manifest = {
      main: "main.js",
      types: "index.d.ts",
      browser: { "./index.js": "./page.js", "./unused.js": "./page.js" },
    };
    const own = {
      ...files,
      "main.js": 'export { scale } from "./index.js";\nexport * as unused from "./unused.js";\n',
      "unused.js": "export const one = 1;\n",
    };
    const [first = "", ...others] = await build(app(manifest, { files: own }));
    expect(others).toEqual([]);
    expect(first).toContain(
      "`./index.js`, as node_modules/pack/main.js imports it, leads to node_modules/pack/page.js in this bundle",
    );
    expect(first).toMatch(/main\.ts[:(]2/);
  });

  test('the field "module", which TypeScript does not know', async () => {
    const fields = { type: undefined, main: "main.js", module: "index.js", types: "index.d.ts" };
    const own = { ...files, "main.js": `exports.scale = (x) => x * 4;\n` };
    expect(await build(app(fields, { files: own }))).toEqual([]);
    const folder = app({ ...fields, browser: "page.js" }, { files: own });
    expect(await build(folder)).toEqual([warned("pack", byAlias("pack"))]);
  });

  test("require() and import lead where each leads", async () => {
    const folder = app(
      { type: "commonjs", main: "index.js", types: "index.d.ts" },
      {
        // In projects for bundlers, the compiler does not follow CommonJS.
        options: { module: "nodenext", moduleResolution: undefined },
        files: {
          "index.d.ts": declared,
          "index.js":
            'var inner = require("inner");\nexports.scale = scale;\nfunction scale(x) {\n  return inner.times(x);\n}\n',
          "node_modules/inner/package.json": JSON.stringify({
            ...{ name: "inner", version: "1.0.0", exports: { require: "./required.cjs", import: "./imported.mjs" } },
          }),
          "node_modules/inner/required.cjs": "exports.times = times;\nfunction times(x) {\n  return x * 2;\n}\n",
          "node_modules/inner/imported.mjs": "export const times = (x) => x * 2;\n",
        },
      },
    );
    expect(await build(folder)).toEqual([]);
  });

  test("what is not in the bundle is nobody's", async () => {
    expect(await build(app(ofBrowser), { external: ["pack"] })).toEqual([]);
  });
});

test.each([{ include: ["pack"] }, { exclude: ["pack"] }])("a server of Vite: %o", async (optimizeDeps) => {
  expect(await served(app({ main: "index.js", types: "index.d.ts" }), optimizeDeps)).toEqual([]);
  expect(await served(app(ofConditions), optimizeDeps)).toEqual([warned("pack", byConditions)]);
});

test("gl-matrix", async () => {
  const text = main.replace("pack", "gl-matrix").replace("scale }", "vec3 }");
  const kernel = "{ const a: [number, number, number] = [i, 2, 3]; vec3.scale(a, a, 2); out[i] = a[0]; }";
  const folder = app({ main: "index.js" });
  write(folder, { "src/main.ts": text.replace("{ out[i] = scale(out[i]!); }", kernel) });
  for (const build of Object.values(bundlers)) expect(await build(folder)).toEqual([]);
});
