// The code behind methods that few programs call is in bundles whose modules name these (docs/decisions/0105-methods.md).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-6";
import { afterAll, describe, expect, test, vi } from "vitest";
import { methodsOfSource, namedMethods } from "../../transformer/src/adapters/named-methods.js";
import { removeTemporaryFolders } from "../examples/programs.js";
import { bundlers } from "./bundlers/bundlers.js";
import { type Files, project, run, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);
vi.setConfig({ testTimeout: 300_000 });

const options = { types: smallNode, module: "esnext", moduleResolution: "bundler", rootDir: undefined };

async function bundled(name: string, folder: string, plugin: object): Promise<{ text: string; lines: string[] }> {
  await bundlers[name]?.build(folder, "esm", "whole", plugin);
  const { stdout, stderr } = run(folder, ["out/main.mjs"]);
  if (stdout === "") throw new Error(stderr);
  return { text: readFileSync(join(folder, "out/main.mjs"), "utf8"), lines: stdout.trimEnd().split("\n") };
}

/** Only its helpers name methods: a module of TypeScript, one of JavaScript, and two packages. */
const namingFiles: Files = {
  "src/main.ts": `import { Context, Queue } from "lanewise";
import { fused } from "./fused.js";
import { filled } from "./filled.js";
import { submitted } from "./submitted.js";
import { modules } from "dependent";
import { drawn } from "independent";

const context = new Context();
const q = new Queue({ threads: 1, context });
const x = q.mallocShared(Float32Array, [1, 2, 3]);
console.log(fused(q, x));
console.log(filled(q, x));
console.log(await submitted(q));
console.log(modules(context));
try { drawn(q, new Uint8Array(4)); } catch (error) { console.log(String(error).split("\\n")[0]?.replace(/^LanewiseError: /, "")); }
`,
  "src/fused.ts": `import type { Queue } from "lanewise";
export function fused(q: Queue, x: Float32Array): string {
  const { record: made } = q;
  const graph = made.call(q, () => {
    q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
    q.parallelFor(3, (i) => { x[i] = x[i]! + 1; });
  }, { fuse: true });
  return graph.explain().replace(/:.*/s, "");
}
`,
  "src/filled.js": `export const filled = (q, x) => { q.fill(x, 7); q.waitSync(); return q.toHost(x).join(); };
`,
  "src/filled.d.ts":
    'import type { Queue } from "lanewise";\nexport function filled(q: Queue, x: Float32Array): string;\n',
  "src/submitted.js": `export async function submitted(q) {
  let seen = "";
  await q.submit((h) => h.hostTask(() => { seen = "a host task"; }));
  return seen;
}
`,
  "src/submitted.d.ts":
    'import type { Queue } from "lanewise";\nexport function submitted(q: Queue): Promise<string>;\n',
  "src/node_modules/dependent/package.json": JSON.stringify({
    name: "dependent",
    version: "1.0.0",
    type: "module",
    types: "index.d.ts",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    peerDependencies: { lanewise: "*" },
  }),
  "src/node_modules/dependent/index.js": `export const modules = (context) => context.getModules("input").length;\n`,
  "src/node_modules/dependent/index.d.ts": `export function modules(context: object): number;\n`,
  "src/node_modules/independent/package.json": JSON.stringify({
    name: "independent",
    version: "1.0.0",
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  }),
  "src/node_modules/independent/index.js": `export const drawn = (q, array) => q.toCanvas(array, undefined);\n`,
  "src/node_modules/independent/index.d.ts": `export function drawn(q: object, array: Uint8Array): void;\n`,
};

/** Calls all by names that nobody sees. */
const unnamed = `import { Context, Queue } from "lanewise";

const context = new Context();
const q = new Queue({ threads: 1, context });
const x = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
const call = (object: object, name: string, ...given: unknown[]) => {
  try {
    const method: unknown = Reflect.get(object, name.replaceAll("_", ""));
    if (typeof method === "function") Reflect.apply(method, object, given);
    console.log("done");
  } catch (error) {
    console.log(error instanceof Error ? error.message.split("\\n")[0] : "");
  }
};
const pixels = { canvas: { width: 1, height: 1 }, createImageData: () => ({ data: new Uint8ClampedArray(4) }), putImageData() {} };
call(q, "co_py", x, x);
call(q, "mem_cpy", x, x);
call(q, "fi_ll", x, 0);
call(q, "to_Host", x);
call(q, "re_cord", () => {});
call(q, "sub_mit", (h: object) => call(h, "fi_ll", x, 0));
call(q, "to_Canvas", new Uint8Array(4), pixels);
call(context, "get_Modules", "input");
call(q, "parallel_For", 1, () => {});
`;
const missing = (method: string) => `LW4017: ${method}: the bundle has no code for it.`;

describe.each(Object.keys(bundlers))("0105 %s", (name) => {
  test("modules of the program and of packages that depend on lanewise bring what they name", async () => {
    const folder = project(namingFiles, options);
    const { lines } = await bundled(name, folder, {});
    expect(lines).toEqual(["fused", "7,7,7", "a host task", "1", missing("q.toCanvas")]);
  });

  test("what nobody names is left out, and says so", async () => {
    const folder = project({ "src/main.ts": unnamed }, options);
    const { text, lines } = await bundled(name, folder, {});
    expect(lines).toEqual([
      ...["q.copy", "q.memcpy", "q.fill", "q.toHost"].map(missing),
      ...["q.record", "q.submit", "q.toCanvas", "context.getModules", "A kernel that is not compiled"].map(missing),
    ]);
    // In mode "development", webpack and Rspack leave nothing else out.
    if (/pack$/.test(name)) return;
    expect(/not_recordable"|h\.useModule: |putImageData\(pixels/.test(text.replace(unnamed, ""))).toBe(false);
  });

  test("unless the plugin is told to have all", async () => {
    const folder = project({ "src/main.ts": unnamed }, options);
    expect((await bundled(name, folder, { methods: "all" })).lines).toEqual(Array.from({ length: 10 }, () => "done"));
  });
});

test("0105 algorithms copy, whatever methods the program names", async () => {
  const main = `import { Queue } from "lanewise";
import { reduce, sort } from "lanewise/algorithms";
const q = new Queue({ threads: 1 });
const x = q.mallocShared(Float32Array, [3, 1, 2]);
const sum = await reduce(q, x, "add");
await sort(q, x);
console.log(sum, x.join());
`;
  const { lines } = await bundled("rolldown", project({ "src/main.ts": main }, options), {});
  expect(lines).toEqual(["6 1,2,3"]);
});

test("TypeScript knows which methods are those of others; a queue may be behind everything else", () => {
  const text = `import type { Queue } from "lanewise";
declare const form: HTMLFormElement, q: Queue, fn: any;
form.submit();
q.parallelFor(3, (i) => {});
`;
  const named = (more: string) => {
    const file = join(project({ "src/main.ts": text + more }, { lib: ["es2023", "dom"] }), "src/main.ts");
    const program = ts.createProgram([file], { lib: ["lib.es2023.d.ts", "lib.dom.d.ts"], types: [], module: 199 });
    const source = program.getSourceFile(file);
    return source && methodsOfSource(ts, program, source);
  };
  expect(named("")).toEqual([]);
  expect(named("const some: { record(f: () => void): void } = q; some.record(() => {});")).toEqual(["record"]);
  expect(named("(q as any).submit(fn);")).toEqual(["submit"]);
  expect(named("q.singleTask(fn);")).toEqual(["singleTask"]);
  expect(named('const name = "toCanvas";')).toEqual(["toCanvas"]);
  expect(named("const { getModules } = q.context;")).toEqual(["getModules"]);
});

describe("imports go where a tool reads them", () => {
  const find = async (name: string) => `/node_modules/${name}`;
  const edited = (name: string, text: string) => namedMethods("wasm").edited(join("/nowhere", name), text, find);
  const graphs = '"lanewise/internal/methods/graphs"';
  test.each([
    ["a.js", "export const go = (q) => q.record(() => {});", "\n import;"],
    ["a.cjs", "exports.go = (q) => q.record(() => {});", "\n require();"],
    [
      "a.vue",
      "<template/>\n<script setup>q.record(f)</script>",
      "<template/>\n<script setup>import; q.record(f)</script>",
    ],
    ["a.svelte", '<script lang="ts">q.record(f)</script>', '<script lang="ts">import; q.record(f)</script>'],
    ["a.astro", "---\nq.record(f)\n---\n", "---\nimport; q.record(f)\n---\n"],
  ])("%s", async (name, text, expected) => {
    const written = expected.replace("import;", `import ${graphs};`).replace("require()", `require(${graphs})`);
    const appended = written.startsWith("\n ") ? text + written.replace("\n ", "\n") : written;
    expect(await edited(name, text)).toBe(appended);
  });
  test("none without a name, and none where the bundle has no lanewise", async () => {
    expect(await edited("a.js", "export {};")).toBeUndefined();
    const none = namedMethods(undefined).edited("/nowhere/a.js", "q.record(f)", async () => undefined);
    expect(await none).toBeUndefined();
  });
  test("a module whose package has its queues from another imports the files", async () => {
    const within = async (name: string, from: string) =>
      from.startsWith("/far/lanewise/") ? `/far/${name}.js` : undefined;
    expect(await namedMethods(undefined).ending("/nowhere/a.ts", ["record"], within, "/far/lanewise")).toBe(
      '\nimport "/far/lanewise/internal/methods/graphs.js";\nimport "/far/lanewise/internal/methods/fusion.js";',
    );
  });
});
