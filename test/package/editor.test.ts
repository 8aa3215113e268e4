// Quick fixes as a user of the packages gets them: the tarballs in a project with a TypeScript of its own, whose server is asked as editors ask
// it. For the commonest mistakes, the fix that is offered (rule ED7).

import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Server, startServer } from "../adapters/editor/server.js";
import { type Files, write } from "../adapters/projects.js";
import { removeTemporaryFolders, root, temporaryFolder } from "../examples/programs.js";
import { link, packAll, unpack } from "./tarballs.js";

const typescripts = { "5.7": "test/typescript-versions/5/node_modules/typescript", "6.0": "node_modules/typescript" };

let packages = "";
let server: Server | undefined;
beforeAll(() => {
  packages = temporaryFolder();
  for (const [name, tarball] of Object.entries(packAll())) {
    unpack(tarball, join(packages, "node_modules", name));
  }
}, 300_000);
afterEach(() => server?.stop());
afterAll(removeTemporaryFolders);

function project(typescript: string, files: Files): string {
  const folder = temporaryFolder();
  cpSync(join(packages, "node_modules"), join(folder, "node_modules"), { recursive: true });
  // The server looks for plugins beside itself: a link would lead it away.
  cpSync(join(root, typescript), join(folder, "node_modules/typescript"), { recursive: true, dereference: true });
  for (const name of ["@jridgewell/sourcemap-codec", "magic-string"]) link(name, folder);
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2023", lib: ["es2023", "esnext.disposable", "dom"], types: [], strict: true },
    ...{ noUncheckedIndexedAccess: true, plugins: [{ name: "@lanewise/transformer/editor" }] },
  };
  write(folder, {
    "package.json": '{ "name": "app", "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
    ...files,
  });
  return folder;
}

const head = `import { deviceFn, deviceGlobal, Queue, type f32, type i32, type u32 } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 16);
const ints = q.mallocShared(Int32Array, 16);
const words = q.mallocShared(Uint32Array, 16);
`;
const kernel = (body: string, top = "") => `${head}${top}q.parallelFor(16, (i) => { ${body} });\n`;

/** What somebody writes on the first day, and the fix. */
const mistakes = {
  sum: [kernel("total += out[i]!;", "let total = 0;\n"), 91203, "lanewise-reduction"],
  fraction: [kernel("out[i / 2] = 1;"), 91301, "lanewise-floor"],
  table: [kernel("out[i] = table[0]!;", "const table: number[] = [1, 2];\n"), 91220, "lanewise-constant-array"],
  tables: [kernel("out[i] = t.a[0]!;", "const t = { a: [1, 2] };\n"), 91220, "lanewise-constant-array"],
  signs: [kernel("const a: i32 = ints[i]!; const b: u32 = words[i]!; out[i] = a + b;"), 91302, "lanewise-signed"],
  flavour: [kernel("const x: f32 = Math.sqrt(i); const y: i32 = x; out[i] = y;"), 2322, "lanewise-convert"],
  signature: [`${head}export const twice = deviceFn((x: number) => x * 2);\n`, 91432, "lanewise-flavour-f32"],
  global: [`${head}export const scale = deviceGlobal<number>();\n`, 91404, "lanewise-flavour-f32"],
  exception: [kernel("if (i > 3) throw new Error('x'); out[i] = 1;"), 91102, "lanewise-assert"],
  update: [kernel("out[0]! += i;"), 91505, "lanewise-atomic"],
  early: [`${kernel("out[i] = 1;")}console.log(out[0]);\n`, 91510, "lanewise-await-launch"],
  random: [kernel("out[i] = Math.random();"), 91307, "lanewise-random"],
  array: [kernel("const a = new Array(4); a[0] = i; out[i] = a[0];"), 91237, "lanewise-fixed-array"],
} as const satisfies Readonly<Record<string, readonly [text: string, code: number, fix: string]>>;

describe.each(["5.7", "6.0"] as const)("TypeScript %s", { timeout: 300_000 }, (version) => {
  test("its server offers a fix for each of the commonest mistakes", async () => {
    const files = Object.entries(mistakes).map(([name, [text]]) => [`src/${name}.ts`, text] as const);
    const folder = project(typescripts[version], Object.fromEntries(files));
    server = startServer(folder, [], [], join(folder, "node_modules/typescript/lib/tsserver.js"));
    const offered: Record<string, unknown> = {};
    for (const [name, [text, code]] of Object.entries(mistakes)) {
      const file = join(folder, `src/${name}.ts`);
      server.open(file, text);
      const found = (await server.events(file)).find((one) => one.code === code);
      const { start, end } = found ?? { start: { line: 1, offset: 1 }, end: { line: 1, offset: 1 } };
      const span = { startLine: start.line, startOffset: start.offset, endLine: end.line, endOffset: end.offset };
      const fixes = (await server.request("getCodeFixes", { file, ...span, errorCodes: [code] })) as {
        readonly fixName: string;
      }[]; // the server's answer to that command
      offered[name] = [found?.code, fixes.map(({ fixName }) => fixName)];
    }
    const expected = Object.entries(mistakes).map(([name, [, code, fix]]) => [
      name,
      [code, expect.arrayContaining([fix])],
    ]);
    expect(offered).toEqual(Object.fromEntries(expected));
    // VS Code asks only once, and of no file.
    const supported = await server.request("getSupportedCodeFixes", undefined);
    expect(supported).toEqual(expect.arrayContaining(["91203", "91301", "91102"]));
  });
});
