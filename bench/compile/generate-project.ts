// Writes a project of many files, each with a loop (a kernel or plain), a helper that another file uses, and ordinary host code
// around them: what the front end is measured on.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

function sourceOf(index: number, count: number, hasKernel: boolean): string {
  const next = (index + 1) % count;
  return `import { Queue } from "lanewise";
import { mix${next} } from "./file${next}.js";

export interface Settings${index} {
  readonly name: string;
  readonly size: number;
  readonly gain: number;
}

export function mix${index}(a: number, b: number, t: number): number {
  return a + (b - a) * Math.min(Math.max(t, 0), 1);
}

export async function run${index}(queue: Queue, settings: Settings${index}): Promise<number[]> {
  const { size, gain } = settings;
  const x = queue.mallocShared(Float32Array, size);
  const y = queue.mallocShared(Float32Array, size);
  for (const [i] of x.entries()) x[i] = i / size;
  ${hasKernel ? "await queue.parallelFor(size, (i) => {" : "for (let i = 0; i < size; i++) {"}
    let sum = 0;
    for (let k = -2; k <= 2; k++) {
      const at = Math.min(Math.max(i + k, 0), size - 1);
      sum += mix${next}(x[at]!, x[i]!, 0.25) * gain;
    }
    y[i] = sum / 5 + ${index};
  }${hasKernel ? ")" : ""};
  const found = new Map<string, number[]>();
  found.set(settings.name, Array.from(y).filter((value) => value > 0.5));
  return found.get(settings.name) ?? [];
}
`;
}

/** Every `kernelEvery`th file has a kernel. The folder's tsconfig.json includes all of it; `lanewise` and its types come from `modules`. */
export function generateProject(folder: string, count: number, modules: string, kernelEvery: number): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  for (let index = 0; index < count; index++) {
    writeFileSync(join(folder, "src", `file${index}.ts`), sourceOf(index, count, index % kernelEvery === 0));
  }
  symlinkSync(modules, join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "generated", version: "1.0.0", type: "module" }));
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    noUncheckedIndexedAccess: true,
    sourceMap: true,
    skipLibCheck: true,
    types: [],
    rootDir: "src",
    outDir: "dist",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
}
