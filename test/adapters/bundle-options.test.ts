// What the plugins leave out of bundles that are published: the code generator (`target: "wasm"`) and the texts of errors (`errorTexts: false`).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import lanewise from "@lanewise/transformer/rolldown";
import { build } from "rolldown";
import { afterAll, describe, expect, test, vi } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { bundlers } from "./bundlers/bundlers.js";
import { project, run, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);
vi.setConfig({ testTimeout: 300_000 });

const files = {
  "src/main.ts": `import { KernelError, LanewiseError, Queue } from "lanewise";

const q = new Queue({ threads: 1 });
const x = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
const errors: unknown[] = [];
try { q.free(new Float32Array(3)); } catch (error) { errors.push(error); }
await q.parallelFor(3, (i) => { x[i] = x[i + 1]!; }).then(undefined, (error: unknown) => errors.push(error));
const [freed, failed] = errors;
if (!(freed instanceof LanewiseError) || !(failed instanceof KernelError)) throw new Error("they fail");
console.log(JSON.stringify({
  sum: x[0],
  freed: [freed.code, freed.number, freed.message, freed.help],
  failed: [failed.code, failed.array, failed.index, failed.length, failed.line],
}));
`,
};
const options = { types: smallNode, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

interface Printed {
  readonly freed: readonly string[];
  readonly failed: readonly unknown[];
}

async function bundled(name: string, plugin: object): Promise<{ readonly text: string; readonly printed: Printed }> {
  const folder = project(files, options);
  await bundlers[name]?.build(folder, "esm", "whole", plugin);
  const { stdout, stderr } = run(folder, ["out/main.mjs"]);
  if (stdout === "") throw new Error(stderr);
  return { text: readFileSync(join(folder, "out/main.mjs"), "utf8"), printed: JSON.parse(stdout) as Printed };
}

describe.each(Object.keys(bundlers))("BU4 %s", (name) => {
  test("with both options: WebAssembly without a code generator, and errors with code and data alone", async () => {
    const { text, printed } = await bundled(name, { target: "wasm", errorTexts: false });
    expect(printed.freed.slice(0, 3)).toEqual(["not_usm", "LW4003", "LW4003: not_usm"]);
    expect(printed.freed[3]).toBe("");
    expect(printed.failed).toEqual(["out_of_bounds", "x", 3, 3, 8]);
    // Of the code generator, and of an error.
    expect(/"i32x4\.splat"|Use arrays that a queue of the same device/.test(text)).toBe(false);
  });
});

test("BU4 without them, there are both", async () => {
  const { text, printed } = await bundled("rolldown", {});
  expect(printed.freed[2]).toMatch(/^LW4003: .+\n {2}help: .+/);
  expect(/"i32x4\.splat"/.test(text) && /Use arrays that a queue of the same device/.test(text)).toBe(true);
  // Of an error that few programs get.
  const ofFew = "Its package must ship IR";
  expect(text).toContain(ofFew);
  expect((await bundled("rolldown", { errorTexts: false })).text).not.toContain(ofFew);
});

test("a page that imports its kernels when it needs them loads nothing of the library before", async () => {
  const folder = project(
    {
      "src/main.ts": `const { doubled } = await import("./kernels.js");\nconsole.log(await doubled(21));\n`,
      "src/kernels.ts": `import { Queue } from "lanewise";

export async function doubled(value: number): Promise<number | undefined> {
  const q = new Queue({ threads: 1 });
  const x = q.mallocShared(Float32Array, [value]);
  await q.parallelFor(1, (i) => { x[i] = x[i]! * 2; });
  return x[0];
}
`,
    },
    options,
  );
  await build({
    input: join(folder, "src/main.ts"),
    cwd: folder,
    platform: "node",
    external: /^node:/,
    plugins: [lanewise()],
    output: { dir: join(folder, "out"), entryFileNames: "main.mjs", chunkFileNames: "[name].mjs", minify: true },
  });
  expect(readFileSync(join(folder, "out/main.mjs"), "utf8").length).toBeLessThan(1000);
  expect(run(folder, ["out/main.mjs"]).stdout).toBe("42\n");
});
