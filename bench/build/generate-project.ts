// Writes the project that builds are measured on: 200 files, each with a kernel, a helper that kernels of other files call, and ordinary host
// code, under the libraries and types that most projects have. Their imports are layered as people do it, or one circle.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const shapes = ["layers", "circle"] as const;
export type Shape = (typeof shapes)[number];

/** Which files a file imports. */
const imports: Record<Shape, (index: number, count: number) => readonly number[]> = {
  // Ten files that all others use, directly or not; each of the others has three from the layers below.
  layers: (index) => {
    if (index < 10) return [];
    const below = index < 50 ? 10 : index < 120 ? 50 : 120;
    return [...new Set([index % 10, (index * 7) % below, (index * 13 + 5) % below])];
  },
  circle: (index, count) => [(index + 1) % count],
};

export interface Edits {
  /** What the helper adds: an edit of its body. */
  readonly body?: number;
  /** The type of its last parameter: an edit of what importers see. */
  readonly parameter?: string;
  /** What the kernel adds. */
  readonly kernel?: number;
}

export interface GeneratedProject {
  readonly folder: string;
  /** The module that imports all. */
  readonly main: string;
  nameOf(index: number): string;
  /** Writes a file anew. */
  edit(index: number, edits: Edits): void;
}

export function generateProject(folder: string, shape: Shape, count: number, modules: string): GeneratedProject {
  const nameOf = (index: number) => join(folder, "src", `file${index}.ts`);
  const edit = (index: number, edits: Edits) =>
    writeFileSync(nameOf(index), sourceOf(index, imports[shape](index, count), edits));
  mkdirSync(join(folder, "src"), { recursive: true });
  symlinkSync(modules, join(folder, "node_modules"), "dir");
  for (let index = 0; index < count; index++) edit(index, {});
  const all = Array.from({ length: count }, (_, index) => `export { run${index} } from "./file${index}.js";\n`);
  const main = join(folder, "src", "main.ts");
  writeFileSync(main, `${all.join("")}if (import.meta.hot) import.meta.hot.accept();\n`);
  writeFileSync(join(folder, "index.html"), '<script type="module" src="/src/main.ts"></script>');
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "generated", version: "1.0.0", type: "module" }));
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "dom"],
    types: ["node"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    rootDir: "src",
    outDir: "dist",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  return { folder, main, nameOf, edit };
}

function sourceOf(index: number, imported: readonly number[], edits: Edits): string {
  const { body = 0, parameter = "number", kernel = index } = edits;
  const [first] = imported;
  const calls = imported.map((one) => ` + mix${one}(x[at]!, x[i]!, gain)`).join("");
  return `import type { Queue } from "lanewise";
${imported.map((one) => `import { mix${one}, type Settings${one} } from "./file${one}.js";\n`).join("")}
export interface Settings${index} {
  readonly name: string;
  readonly size: number;
  readonly gain: number;${first === undefined ? "" : `\n  readonly before?: Settings${first};`}
}

export function mix${index}(a: number, b: number, t: ${parameter}): number {
  return a + (b - a) * Math.min(Math.max(t, 0), 1) + ${body};
}

export async function run${index}(queue: Queue, settings: Settings${index}): Promise<number[]> {
  const { size, gain } = settings;
  const x = queue.mallocShared(Float32Array, size);
  const y = queue.mallocShared(Float32Array, size);
  for (const [i] of x.entries()) x[i] = i / size;
  await queue.parallelFor(size, (i) => {
    let sum = ${kernel};
    for (let k = -2; k <= 2; k++) {
      const at = Math.min(Math.max(i + k, 0), size - 1);
      sum += mix${index}(x[at]!, x[i]!, 0.25)${calls};
    }
    y[i] = sum / 5;
  });
  const found = new Map<string, number[]>();
  found.set(settings.name, Array.from(y).filter((value) => value > 0.5));
  return found.get(settings.name) ?? [];
}
`;
}
