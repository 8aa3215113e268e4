// The templates of new projects: their files and package.json fields.

import { ranges } from "./manifest.js";

export interface Template {
  readonly description: string;
  /** Fields of package.json, besides `name`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Texts by path; `isModule` is package.json's type. */
  files(isModule: boolean): Readonly<Record<string, string>>;
  /** The next steps after installation. */
  readonly next: readonly { readonly script: string; readonly what: string }[];
}

export const templateNames = ["node", "vite", "library"] as const;
export type TemplateName = (typeof templateNames)[number];

const compilerOptions = {
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  types: [] as readonly string[],
  strict: true,
  skipLibCheck: true,
} as const;
const inEditors = { plugins: [{ name: "@lanewise/transformer/editor" }] };
const output = { rootDir: "src", outDir: "dist" };
const gitignore = "node_modules/\ndist/\n";

export const templates: Readonly<Record<TemplateName, Template>> = {
  node: {
    description: "a program for Node",
    fields: {
      version: "0.1.0",
      private: true,
      type: "module",
      scripts: { start: "lanewise run src/main.ts", build: "lanewise build", check: "lanewise check" },
      dependencies: { lanewise: ranges.lanewise },
      devDependencies: pick("@lanewise/transformer", "@types/node", "typescript"),
    },
    files: (isModule) => ({
      "tsconfig.json": config({ ...compilerOptions, types: ["node"], ...output, sourceMap: true, ...inEditors }),
      "src/main.ts": program(isModule),
      ".gitignore": gitignore,
    }),
    next: [
      { script: "start", what: "compiles and runs src/main.ts" },
      { script: "build", what: "writes dist/main.js, for `node dist/main.js`" },
    ],
  },
  vite: {
    description: "a page, with Vite",
    fields: {
      version: "0.1.0",
      private: true,
      type: "module",
      scripts: { dev: "vite", build: "lanewise check && vite build", preview: "vite preview" },
      dependencies: { lanewise: ranges.lanewise },
      devDependencies: pick("@lanewise/transformer", "typescript", "vite"),
    },
    files: () => ({
      "tsconfig.json": config({
        ...compilerOptions,
        module: "esnext",
        moduleResolution: "bundler",
        lib: [...compilerOptions.lib, "dom"],
        types: ["vite/client"],
        noEmit: true,
        ...inEditors,
      }),
      "vite.config.ts": viteConfig,
      "index.html": page,
      "src/main.ts": pageProgram,
      "src/mandelbrot.ts": mandelbrot,
      ".gitignore": gitignore,
    }),
    next: [
      { script: "dev", what: "serves the page, and compiles again what you edit" },
      { script: "build", what: "writes dist/" },
    ],
  },
  library: {
    description: "a package with kernels, for others to use",
    fields: {
      version: "0.1.0",
      type: "module",
      engines: { node: ">=20.19" },
      sideEffects: false,
      exports: {
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
      files: ["dist"],
      scripts: { build: "lanewise build", check: "lanewise check", prepack: "lanewise build" },
      peerDependencies: { lanewise: ranges.lanewise },
      devDependencies: pick("@lanewise/transformer", "lanewise", "typescript"),
    },
    files: () => ({
      "tsconfig.json": config({ ...compilerOptions, ...output, declaration: true, ...inEditors }),
      "src/index.ts": library,
      ".gitignore": gitignore,
    }),
    next: [
      { script: "build", what: "writes dist/, which `npm publish` packs" },
      { script: "check", what: "only looks for errors" },
    ],
  },
};

function pick(...names: readonly (keyof typeof ranges)[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, ranges[name]]));
}

/** Formats a tsconfig.json, with short lists on one line. */
function config(options: object): string {
  const text = JSON.stringify({ compilerOptions: options, include: ["src"] }, undefined, 2);
  const lists = text.replace(/\[\s*("[^[\]{}]*?")\s*\]/g, (_, members: string) => `[${members.replace(/\s+/g, " ")}]`);
  return `${lists.replace(/\[\s*\{\s*("name": "[^"]*")\s*\}\s*\]/, "[{ $1 }]")}\n`;
}

/** For an existing project without a tsconfig.json; bundlers write the files themselves. */
export function defaultConfig(isBundled: boolean): string {
  const bundled = { module: "esnext", moduleResolution: "bundler", lib: [...compilerOptions.lib, "dom"], noEmit: true };
  const { types: _, ...options } = compilerOptions;
  return config({ ...options, ...(isBundled ? bundled : { types: ["node"], ...output }) });
}

const launch = `// 1 / n of the area under 4 / (1 + x²), for each i: in SIMD instructions, on all cores.
await q.parallelFor(n, reduction(sum, "add"), (i, sum) => {
  const x = (i + 0.5) / n;
  sum.combine(4 / (1 + x * x) / n);
});
console.log(\`π is about \${sum[0].toFixed(10)}\`);
`;

function program(isModule: boolean): string {
  const body = isModule
    ? launch
    : `async function main(): Promise<void> {\n${launch.replace(/^(?=.)/gm, "  ")}}\n\nvoid main();\n`;
  return `import { Queue, reduction } from "lanewise";

const n = 10_000_000;
const q = new Queue();
const sum = q.mallocShared(Float64Array, 1);

${body}`;
}

const viteConfig = `import lanewise from "@lanewise/transformer/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [lanewise()],
});
`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Lanewise</title>
  </head>
  <body>
    <canvas width="960" height="640"></canvas>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
`;

const pageProgram = `import { Queue } from "lanewise";
import { mandelbrot } from "./mandelbrot.js";

const canvas = document.querySelector("canvas");
const context = canvas?.getContext("2d");
if (!canvas || !context) throw new Error("the page has no canvas");

const { width, height } = canvas;
const pixels = await mandelbrot(new Queue(), width, height);
context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
`;

const mandelbrot = `import type { Queue } from "lanewise";

/** Pixels of a canvas: four bytes each, of which the last is opacity. */
export async function mandelbrot(q: Queue, width: number, height: number): Promise<Uint32Array<ArrayBuffer>> {
  const pixels = new Uint32Array(width * height);
  // For each pixel: in SIMD instructions, on all cores.
  await q.parallelFor([height, width], (row, column) => {
    const cx = (3 * column) / width - 2.2;
    const cy = (2 * row) / height - 1;
    let x = 0.0;
    let y = 0.0;
    let steps = 0;
    while (steps < 255 && x * x + y * y < 4) {
      const next = x * x - y * y + cx;
      y = 2 * x * y + cy;
      x = next;
      steps++;
    }
    const grey = 255 - steps;
    pixels[row * width + column] = 0xff000000 | (grey << 16) | (grey << 8) | grey;
  });
  return pixels;
}
`;

const library = `import { deviceFn, type f32, Queue } from "lanewise";

/** For kernels of others: linked into theirs. */
export const soften = deviceFn((x: f32, strength: f32): f32 => x * (1 - strength));

/** For everybody: its kernel is compiled here. */
export async function smooth(values: Float32Array, q = new Queue()): Promise<Float32Array> {
  await q.parallelFor(values.length, (i) => {
    values[i] = soften(values[i], 0.5);
  });
  return values;
}
`;
