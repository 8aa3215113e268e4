// The plugin in a TypeScript server: what it says of files while they are edited (rules ED1 to ED5).

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { removeTemporaryFolders, temporaryFolder } from "../../examples/programs.js";
import { compilers, type Files, faultyFile, project, typeError } from "../projects.js";
import { type Diagnostic, type Server, startServer } from "./server.js";

const both = { transform: "@lanewise/transformer/tsc", transformProgram: true, name: "@lanewise/transformer/editor" };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(removeTemporaryFolders);

interface Opened {
  readonly server: Server;
  readonly folder: string;
  readonly path: (name: string) => string;
  /** `5:33 error 91203`, with the beginning of the message. */
  readonly found: (name: string) => Promise<string[]>;
  readonly all: (name: string) => Promise<Diagnostic[]>;
}

function open(files: Files, entry: unknown = both, nodeOptions: readonly string[] = []): Opened {
  const folder = project(files, { plugins: [entry] });
  const server = startServer(folder, nodeOptions);
  servers.push(server);
  const path = (name: string) => join(folder, name);
  for (const name of Object.keys(files)) server.open(path(name));
  const all = (name: string) => server.diagnostics(path(name));
  return { server, folder, path, all, found: async (name) => (await all(name)).map(brief) };
}

function brief({ startLocation: { line, offset }, category, code, message }: Diagnostic): string {
  return `${line}:${offset} ${category} ${code} ${message.slice(0, 28)}`;
}

describe("diagnostics in an editor", () => {
  test("have place, code, category, source and help, as tsc's have [ED1]", async () => {
    const { folder, all } = open({ "src/faulty.ts": faultyFile });
    expect(await all("src/faulty.ts")).toEqual([
      {
        message:
          "LW1203: `sum` is captured: the kernel gets a copy and cannot assign to it.\n  help: Write the result to an array of the queue or to a device global.",
        start: 133,
        length: 3,
        category: "error",
        code: 91203,
        source: "lanewise",
        startLocation: { line: 5, offset: 33 },
        endLocation: { line: 5, offset: 36 },
      },
    ]);
    const tsc = compilers.tspc(folder);
    expect(tsc.stdout).toContain("src/faulty.ts(5,33): error TS91203: LW1203: `sum` is captured");
  });

  test("keep warnings, name second places, and stand beside TypeScript's own [ED1]", async () => {
    const main = `import { Queue } from "lanewise";
import { half } from "./math.js";
const queue = new Queue();
const out = new Float32Array(8);
queue.parallelFor(8, (i) => { out[half(i)] = 1; });
queue.parallelFor(8, (i) => i * 2);
${typeError}`;
    const { found, all, path } = open({
      "src/main.ts": main,
      "src/math.ts": "export const half = (x: number): number => x / 2;\n",
    });
    expect(await found("src/main.ts")).toEqual([
      "7:14 error 2322 Type 'number' is not assigna",
      "6:29 warning 91140 LW1140: This kernel stores n",
    ]);
    const [fault, ...rest] = await all("src/math.ts");
    expect(rest).toEqual([]);
    expect(fault).toMatchObject({
      startLocation: { line: 1, offset: 44 },
      endLocation: { line: 1, offset: 49 },
      relatedInformation: [
        { message: "used as an index here", span: { file: path("src/main.ts"), start: { line: 5, offset: 35 } } },
        { message: "called from the kernel", span: { file: path("src/main.ts"), start: { line: 5, offset: 35 } } },
      ],
    });
  });

  test("follow edits of a callee in another file, as often as there are any [ED2]", async () => {
    const main = `import { type i32, Queue } from "lanewise";
import { pick } from "./pick.js";
const queue = new Queue();
const out = new Int32Array(8);
queue.parallelFor(8, (i) => { const base: i32 = out[i]!; out[i] = base + pick(i); });
`;
    let text = 'import type { i32, u32 } from "lanewise";\nexport const pick = (i: i32): i32 => i;\n';
    const { server, found, path } = open({ "src/main.ts": main, "src/pick.ts": text });
    const edit = (from: string, to: string) => {
      text = server.change(path("src/pick.ts"), text, from, to);
      return found("src/main.ts");
    };
    const wrong = ["5:67 error 91302 LW1302: `base` is i32 and `u"];
    expect(await found("src/main.ts")).toEqual([]);
    expect(await edit("i32 => i", "u32 => i >>> 0")).toEqual(wrong);
    expect(await edit("u32 => i >>> 0", "i32 => i + 1")).toEqual([]);
    expect(await edit("i32 => i + 1", "u32 => (i + 2) >>> 0")).toEqual(wrong);
    // Lines above move what stands below.
    expect(await edit("import type", "\n\nimport type")).toEqual(wrong);
    expect(await edit("u32 => (i + 2) >>> 0", "i32 => i")).toEqual([]);
  });

  test("stand where the launch stands now, for a kernel of another file that is launched there [ED2]", async () => {
    const kernels = "export const fill = (y: number, x: number): void => { const cell = y * x; void cell; };\n";
    let text = `import { Queue } from "lanewise";
import { fill } from "./kernels.js";
new Queue().parallelFor([2, 2], fill);
new Queue().parallelFor([2, 2, 2], fill as never as (z: number, y: number, x: number) => void);
`;
    const { server, found, path } = open({ "src/main.ts": text, "src/kernels.ts": kernels });
    const before = await found("src/main.ts");
    text = server.change(path("src/main.ts"), text, "import", "\n\n\nimport");
    const after = await found("src/main.ts");
    expect(after).toEqual(before.map((one) => one.replace(/^\d+/, (line) => String(Number(line) + 3))));
  });

  test("of the tsconfig.json stand at the import of the library [ED3]", async () => {
    const { all, path } = open(
      { "src/faulty.ts": faultyFile, "src/other.ts": "export {};\n" },
      { ...both, fp: "fast" },
    );
    const [, config] = await all("src/faulty.ts");
    expect(config).toMatchObject({
      message: expect.stringContaining('LW1901: `fp` of the plugin in tsconfig.json is "fast"'),
      startLocation: { line: 1, offset: 23 },
      endLocation: { line: 1, offset: 33 },
      relatedInformation: [{ message: "It is here.", span: { file: path("tsconfig.json") } }],
    });
    expect(await all("src/other.ts")).toEqual([]);
  });

  test("have fixes that the server knows, for a place and for a file [ED7, ED8]", async () => {
    const text = `import { Queue } from "lanewise";
const out = new Float32Array(8);
new Queue().parallelFor(8, (i) => { out[i / 2] = out[i / 4]!; });
`;
    const { server, path } = open({ "src/main.ts": text });
    const file = path("src/main.ts");
    expect(await server.request("getSupportedCodeFixes", undefined)).toContain("91301");
    expect(await server.request("getSupportedCodeFixes", { file })).toContain("91301");
    const span = { startLine: 3, startOffset: 41, endLine: 3, endOffset: 46 };
    const change = (start: number, end: number, newText: string) => ({
      start: { line: 3, offset: start },
      end: { line: 3, offset: end },
      newText,
    });
    const offered = await server.request("getCodeFixes", { file, ...span, errorCodes: [91301] });
    expect(offered).toMatchObject([
      {
        fixName: "lanewise-floor",
        fixId: "lanewise-floor",
        description: "Round down with Math.floor",
        fixAllDescription: "Round down with Math.floor, everywhere in this file",
        changes: [{ fileName: file, textChanges: [change(41, 46, "Math.floor(i / 2)")] }],
      },
      { fixName: "lanewise-trunc" },
      { fixName: "lanewise-round" },
      { fixName: "lanewise-bits" },
    ]);
    const scope = { type: "file", args: { file } };
    expect(await server.request("getCombinedCodeFix", { scope, fixId: "lanewise-floor" })).toMatchObject({
      changes: [
        {
          fileName: file,
          textChanges: [change(41, 46, "Math.floor(i / 2)"), change(54, 59, "Math.floor(i / 4)")],
        },
      ],
    });
  });

  test("are there without ts-patch's entry, and one of both takes its options from either [ED3]", async () => {
    const { found } = open({ "src/faulty.ts": faultyFile }, { name: "@lanewise/transformer/editor" });
    expect(await found("src/faulty.ts")).toEqual(["5:33 error 91203 LW1203: `sum` is captured: t"]);
  });

  test("come after the plugin has been imported, where Node cannot require modules [ED4]", async () => {
    const { found } = open({ "src/faulty.ts": faultyFile }, both, ["--no-experimental-require-module"]);
    await expect.poll(() => found("src/faulty.ts"), { timeout: 50_000 }).toHaveLength(1);
  });

  test("are what a cancelled request leaves to the next [ED5]", async () => {
    const folder = project({ "src/faulty.ts": faultyFile }, { plugins: [both] });
    const path = (name: string) => join(folder, name);
    const pipe = temporaryFolder();
    const next = startServer(folder, [], ["--cancellationPipeName", `${join(pipe, "request")}*`]);
    servers.push(next);
    next.open(path("src/faulty.ts"));
    // The second request: it is cancelled before it begins.
    writeFileSync(join(pipe, "request2"), "");
    expect(await next.diagnostics(path("src/faulty.ts"))).toEqual({ canceled: true });
    expect(await next.diagnostics(path("src/faulty.ts"))).toHaveLength(1);
  });
});
