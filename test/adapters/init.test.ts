// `lanewise init`, rules INIT1 to INIT6: in empty folders and in projects of each kind, whose results are built and run.

import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { command, type Files, read, run, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const tool = (name: string) => join(root, "node_modules", name);
const good = (stdout: string) => ({ code: 0, stdout, stderr: "" });
const nothing = "Nothing to change: the project already has everything that `lanewise init` adds.\n";

/** Files of a project; what it needs is installed only later, as by a user. */
function folderWith(files: Files = {}): string {
  const folder = temporaryFolder();
  write(folder, files);
  return folder;
}

/** In place of `npm install`. */
function install(folder: string): void {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
}

const init = (folder: string, ...args: string[]) => command(folder, "init", ...args);
const textOf = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Calls it again: nothing happens. */
function expectNoChange(folder: string): void {
  const before = read(folder);
  const { code, stdout } = init(folder);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(nothing) });
  expect(read(folder)).toEqual(before);
}

describe("INIT1: a new project", { timeout: 300_000 }, () => {
  const pi = "π is about 3.1415926536\n";

  test("in an empty folder: for Node, with a kernel that runs", () => {
    const folder = folderWith();
    const { code, stdout, stderr } = init(folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const part of ["A new project: ", "Template node: ", "package.json   new\n", "npm install\n"]) {
      expect(stdout).toContain(part);
    }
    const { version } = JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8"));
    const manifest = JSON.parse(textOf(folder, "package.json"));
    expect(manifest.dependencies).toEqual({ lanewise: `^${version}` });
    expect(manifest.devDependencies["@lanewise/transformer"]).toBe(`^${version}`);
    expectNoChange(folder);
    install(folder);
    expect(command(folder, "run", "src/main.ts")).toEqual(good(pi));
    expect(command(folder, "build")).toEqual(good(""));
    expect(run(folder, ["dist/main.js"])).toEqual(good(pi));
  });

  test("in a folder that is not there, whose name npm would not take", () => {
    const folder = folderWith();
    const { code, stdout } = init(folder, "My Kernels (2)");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("cd My Kernels (2)\n") });
    expect(JSON.parse(textOf(folder, "My Kernels (2)/package.json")).name).toBe("my-kernels-2");
  });

  test("after `npm init`, as CommonJS; files that are there stay", () => {
    const manifest = `{\n\t"name": "old",\n\t"scripts": {\n\t\t"start": "node ."\n\t},\n\t"type": "commonjs"\n}\n`;
    const folder = folderWith({ "package.json": manifest, ".gitignore": "out\n", "README.md": "# Old\n" });
    const { code, stdout } = init(folder);
    expect(code).toBe(0);
    expect(stdout).toContain('Note: package.json: the script "start" stays "node .".\n');
    expect(stdout).toContain("Note: .gitignore exists already, and stays as it is.\n");
    expect(textOf(folder, ".gitignore")).toBe("out\n");
    expect(textOf(folder, "package.json")).toMatch(
      /^\{\n\t"name": "old",\n\t"scripts": \{\n\t\t"start": "node \.",\n\t\t"build": "lanewise build",\n/,
    );
    expect(textOf(folder, "package.json")).not.toContain("private");
    expectNoChange(folder);
    install(folder);
    expect(command(folder, "build")).toEqual(good(""));
    expect(run(folder, ["dist/main.js"])).toEqual(good(pi));
  });

  test("a page, with Vite", () => {
    const folder = folderWith();
    expect(init(folder, "--template", "vite")).toMatchObject({ code: 0, stderr: "" });
    expectNoChange(folder);
    install(folder);
    expect(command(folder, "check")).toEqual(good(""));
    expect(run(folder, [tool("vite/bin/vite.js"), "build"])).toMatchObject({ code: 0 });
    const script = /src="\/(assets\/[^"]+)"/.exec(textOf(folder, "dist/index.html"))?.[1] ?? "";
    expect(textOf(folder, join("dist", script))).toContain("src/mandelbrot.ts");
    // What the page does, without one: a canvas that counts the pixels of each kind.
    const page = `globalThis.ImageData = class { constructor(data, width, height) { Object.assign(this, { data, width, height }); } };
const count = ({ data, width, height }) => {
  const pixels = new Uint32Array(data.buffer);
  console.log(width, height, pixels.filter((pixel) => pixel === 0xff000000).length, pixels.every((pixel) => pixel >>> 24 === 255));
};
const canvas = { width: 96, height: 64, getContext: () => ({ putImageData: count }) };
globalThis.document = { querySelector: () => canvas, querySelectorAll: () => [], getElementsByTagName: () => [], createElement: () => ({ relList: { supports: () => true } }) };
await import("./dist/${script}");
`;
    writeFileSync(join(folder, "page.mjs"), page);
    const { code, stdout, stderr } = run(folder, ["page.mjs"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [, width, height, inside, isOpaque] = /^(\d+) (\d+) (\d+) (\w+)\n$/.exec(stdout) ?? [];
    expect({ width, height, isOpaque }).toEqual({ width: "96", height: "64", isOpaque: "true" });
    // The set's area is 1.5066 of the picture's 6.
    expect(Number(inside) / (96 * 64)).toBeCloseTo(1.5066 / 6, 1);
  });

  test("a library, for programs that are not compiled", () => {
    const folder = folderWith();
    expect(init(folder, "smooth", "--template", "library")).toMatchObject({ code: 0, stderr: "" });
    const library = join(folder, "smooth");
    expectNoChange(library);
    install(library);
    expect(command(library, "build")).toEqual(good(""));
    const user = 'import { smooth } from "smooth";\nconsole.log((await smooth(Float32Array.of(2, 4, 8))).join());\n';
    write(library, { "user.mjs": user });
    expect(run(library, ["user.mjs"])).toEqual(good("1,2,4\n"));
  });
});

const program = `import { Queue } from "lanewise";
import { scale } from "./scale.js";

const data = new Float32Array([1, 2, 3]);
void new Queue().parallelFor(3, (i) => { data[i] = scale(data[i] ?? 0); }).then(() => console.log(data.join()));
`;
const sources: Files = {
  "src/main.ts": program,
  "src/scale.ts": "export function scale(x: number): number {\n  return x * 3;\n}\n",
};
/** With comments, which stay. */
const tsconfig = `{
  // of the team
  "compilerOptions": {
    "module": "nodenext", /* Node */
    "target": "es2023",
    "lib": ["es2023", "dom"],
    "types": [],
    "strict": true,
    "skipLibCheck": true,
    "rootDir": "src",
    "outDir": "dist" // not in git
  },
  "include": ["src"],
}
`;
const bundled = tsconfig.replace('"module": "nodenext",', '"module": "esnext", "moduleResolution": "bundler",');
const stripTypes = join(root, "test/adapters/bundlers/strip-types.cjs");

interface Project {
  readonly files: Files;
  readonly packages: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly type?: string;
  /** Lines of what is printed. */
  readonly says: readonly string[];
  /** Files as they are after it, in part. */
  readonly becomes: Files;
  readonly build: readonly string[];
  readonly output: string;
}

const projects: Readonly<Record<string, Project>> = {
  tsc: {
    files: { "tsconfig.json": tsconfig },
    packages: { typescript: "^6.0.0", "@types/node": "^22.0.0" },
    scripts: { build: "tsc -p .", check: "npx tsc --noEmit && echo good", start: "node dist/main.js" },
    says: [
      'script "build": "tsc -p ." becomes "lanewise build -p ."',
      'script "check": "npx tsc --noEmit && echo good" becomes "lanewise check && echo good"',
      "adds the plugin of editors",
    ],
    becomes: {
      "tsconfig.json": tsconfig.replace(
        '"dist" // not in git\n',
        '"dist", // not in git\n    "plugins": [{ "name": "@lanewise/transformer/editor" }]\n',
      ),
    },
    build: [tool("@lanewise/transformer/bin/lanewise.js"), "build"],
    output: "dist/main.js",
  },
  "tsc with ts-patch": {
    files: { "tsconfig.json": tsconfig },
    packages: { typescript: "^6.0.0", "ts-patch": "^4.0.0" },
    scripts: { build: "tspc" },
    says: ["adds the plugin @lanewise/transformer/tsc, and that of editors"],
    becomes: {
      "tsconfig.json":
        '{ "transform": "@lanewise/transformer/tsc", "transformProgram": true, "name": "@lanewise/transformer/editor" }',
    },
    build: [tool("ts-patch/bin/tspc.js")],
    output: "dist/main.js",
  },
  Vite: {
    files: {
      "tsconfig.json": bundled,
      "vite.config.ts": `import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  build: { ssr: 'src/main.ts' }, // for Node
})
`,
    },
    packages: { typescript: "^6.0.0", vite: "^8.0.0" },
    scripts: { build: "tsc && vite build" },
    says: ["vite.config.ts  adds the plugin @lanewise/transformer/vite"],
    becomes: {
      "vite.config.ts": `import { defineConfig } from 'vite'
import lanewise from '@lanewise/transformer/vite'

// https://vite.dev/config/
export default defineConfig({
  build: { ssr: 'src/main.ts' }, // for Node
  plugins: [lanewise()],
})
`,
      "package.json": '"build": "tsc && vite build"',
    },
    build: [tool("vite/bin/vite.js"), "build"],
    output: "dist/main.js",
  },
  "Vite without a configuration": {
    files: { "tsconfig.json": bundled },
    packages: { vite: "^8.0.0" },
    type: "commonjs",
    says: ["vite.config.mts  new: Vite with the plugin"],
    becomes: { "vite.config.mts": "plugins: [lanewise()]" },
    build: [tool("vite/bin/vite.js"), "build", "--ssr", "src/main.ts"],
    output: "dist/main.mjs",
  },
  esbuild: {
    files: {
      "tsconfig.json": bundled,
      "scripts/build.mjs": `import * as esbuild from "esbuild";
const options = {
  entryPoints: ["src/main.ts"],
  bundle: true, platform: "node", format: "esm",
  outfile: "dist/main.js"
};
await esbuild.build(options);
`,
    },
    packages: { esbuild: "^0.28.0" },
    scripts: { build: "node scripts/build.mjs --production" },
    says: ["scripts/build.mjs  adds the plugin @lanewise/transformer/esbuild"],
    becomes: {
      "scripts/build.mjs": `import * as esbuild from "esbuild";
import lanewise from "@lanewise/transformer/esbuild";
const options = {
  entryPoints: ["src/main.ts"],
  bundle: true, platform: "node", format: "esm",
  outfile: "dist/main.js",
  plugins: [lanewise()]
};
`,
    },
    build: ["scripts/build.mjs"],
    output: "dist/main.js",
  },
  "esbuild's command": {
    files: { "tsconfig.json": bundled },
    packages: { esbuild: "^0.28.0" },
    scripts: {
      build: "esbuild src/main.ts --bundle --platform=node --format=esm --define:DEBUG=false --outfile=dist/main.js",
    },
    says: ["esbuild.config.mjs  new", "which esbuild's command cannot take", "node esbuild.config.mjs"],
    becomes: {
      "package.json": '"build": "node esbuild.config.mjs"',
      "esbuild.config.mjs": `await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  platform: "node",
  format: "esm",
  define: { "DEBUG": "false" },
  outfile: "dist/main.js",
  plugins: [lanewise()],
});
`,
    },
    build: ["esbuild.config.mjs"],
    output: "dist/main.js",
  },
  webpack: {
    files: {
      "tsconfig.json": bundled,
      "webpack.config.js": `const path = require("path");

/** @type {import("webpack").Configuration} */
module.exports = {
  mode: "development",
  target: "node20",
  entry: "./src/main.ts",
  output: { path: path.join(__dirname, "dist"), filename: "main.js" },
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  module: { rules: [{ test: /\\.ts$/, loader: ${JSON.stringify(stripTypes)} }] },
  plugins: [
    { apply() {} },
  ],
};
`,
      "build.js": `require("webpack")(require("./webpack.config.js"), (error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
});
`,
    },
    packages: { webpack: "^5.0.0" },
    type: "commonjs",
    says: ["webpack.config.js  adds the plugin @lanewise/transformer/webpack"],
    becomes: {
      "webpack.config.js": `const path = require("path");
const lanewise = require("@lanewise/transformer/webpack").default;

/** @type`,
    },
    build: ["build.js"],
    output: "dist/main.js",
  },
  Rspack: {
    files: {
      "tsconfig.json": bundled,
      "config/rspack.mjs": `// @ts-check

/** @type {import("@rspack/core").Configuration} */
const config = {
  mode: "development",
  target: "node20",
  entry: "./src/main.ts",
  output: { filename: "main.js" },
  resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  module: {
    rules: [{ test: /\\.ts$/, loader: "builtin:swc-loader", options: { jsc: { parser: { syntax: "typescript" } } }, type: "javascript/auto" }],
  },
  plugins: [],
};
export default config;
`,
      "build.mjs": `import { rspack } from "@rspack/core";
import config from "./config/rspack.mjs";
rspack(config, (error, stats) => {
  if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
});
`,
    },
    packages: { "@rspack/core": "^2.0.0" },
    scripts: { build: "rspack build --config config/rspack.mjs" },
    says: ["config/rspack.mjs  adds the plugin @lanewise/transformer/rspack"],
    becomes: {
      "config/rspack.mjs": `// @ts-check

import lanewise from "@lanewise/transformer/rspack";

/** @type {import("@rspack/core").Configuration} */
const config`,
    },
    type: "commonjs",
    build: ["build.mjs"],
    output: "dist/main.js",
  },
  Rollup: {
    files: {
      "tsconfig.json": bundled,
      "rollup.config.mjs": `import { transform } from "esbuild";

const types = {
  name: "types",
  resolveId: (name) => name === "./scale.js" ? process.cwd() + "/src/scale.ts" : null,
  transform: (code, id) => id.endsWith(".ts") ? transform(code, { loader: "ts", sourcemap: "external" }) : null,
};
export default () => ({
  input: "src/main.ts",
  external: /^lanewise/,
  plugins: [types],
  output: { file: "dist/main.js" },
});
`,
    },
    packages: { rollup: "^4.0.0", esbuild: "^0.28.0" },
    says: ["rollup.config.mjs  adds the plugin @lanewise/transformer/rollup"],
    becomes: { "rollup.config.mjs": "plugins: [lanewise(), types]," },
    build: [tool("rollup/dist/bin/rollup"), "-c"],
    output: "dist/main.js",
  },
};

describe("INIT2: a project that is there", { timeout: 300_000 }, () => {
  test.each(Object.entries(projects))("%s", (_, { files, packages, scripts, type, says, becomes, build, output }) => {
    const manifest = { name: "app", version: "1.0.0", type: type ?? "module", scripts, devDependencies: packages };
    const before: Files = { "package.json": json(manifest), ...sources, ...files };
    const folder = folderWith(before);
    const { code, stdout, stderr } = init(folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of says) expect(stdout).toContain(line);
    for (const [name, part] of Object.entries(becomes)) expect(textOf(folder, name)).toContain(part);
    for (const name of Object.keys(sources)) expect(textOf(folder, name)).toBe(before[name]);
    const { dependencies, devDependencies } = JSON.parse(textOf(folder, "package.json"));
    expect([dependencies, devDependencies]).toMatchObject([
      { lanewise: expect.stringMatching(/^\^\d/) },
      { ...packages, "@lanewise/transformer": expect.stringMatching(/^\^\d/) },
    ]);
    expectNoChange(folder);
    install(folder);
    const built = run(folder, build);
    expect(built.code, built.stdout + built.stderr).toBe(0);
    expect(run(folder, [output])).toMatchObject({ code: 0, stdout: "3,6,9\n" });
    // It is the device's code that has run.
    expect(textOf(folder, output)).toContain("app@1.0.0/src/main.ts");
  });
});
