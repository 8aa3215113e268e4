// Kernels on the host device are scripts that Node's debuggers step through (docs/debugging.md; spec, DBG1 to DBG4).

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilers, project, run } from "../adapters/projects.js";
import { type Outcome, removeTemporaryFolders } from "../examples/programs.js";
import { calleeSource, kernelSource, lineOf } from "./sources.js";

afterAll(removeTemporaryFolders);

const own = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

const main = `import { Worker } from "node:worker_threads";
import { launch } from "./kernel.js";

const workerData: unknown = JSON.parse(process.argv[2] ?? "");
const driver = new Worker(new URL("../dist/node-driver.js", import.meta.url), { workerData });
let stops: unknown = [];
await new Promise((resolve) => {
  driver.on("message", (message: unknown) => {
    if (message === "ready") resolve(undefined);
    else stops = message;
  });
});
const result = await launch();
await new Promise((resolve) => setTimeout(resolve, 100));
console.log(JSON.stringify({ result, ...(stops as object) }));
process.exit();
`;

const folder = project(
  {
    "src/main.ts": main,
    "src/kernel.ts": kernelSource,
    "src/half.ts": calleeSource,
    "src/drive.ts": own("drive.ts"),
    "src/node-driver.ts": own("node-driver.ts"),
  },
  { types: ["node"] },
);

beforeAll(() => {
  expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
});

interface Seen {
  readonly reason: string;
  readonly source: string;
  readonly line: number;
  readonly stack: readonly string[];
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

function debugged(
  work: object,
  start = ["dist/main.js"],
): { readonly result: number[]; readonly stops: readonly Seen[] } {
  const { stdout, stderr, code }: Outcome = run(folder, [...start, JSON.stringify(work)]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { result: number[]; stops: readonly Seen[] };
}

const sumLine = lineOf("let sum = value * 10");

test("DBG1, DBG2 a breakpoint that is set before the kernel exists is hit, with the values of its variables; steps follow the source", () => {
  const { result, stops } = debugged({
    breakpoints: [{ source: "src/kernel.ts", line: sumLine }],
    expressions: ["value", "sum", "i", "[...input.elements]"],
    steps: ["stepOver", "stepOver", "stepOver"],
  });
  expect(result).toEqual([18, 23]);
  const [first, second, third] = stops;
  expect(first).toMatchObject({ reason: "breakpoint", source: "kernel.ts", line: sumLine });
  expect(first?.values).toMatchObject({ value: 3, "[...input.elements]": [3, 4] });
  expect(second).toMatchObject({ reason: "step", source: "kernel.ts", line: sumLine + 1 });
  expect(second?.values).toMatchObject({ sum: 30 });
  expect(third).toMatchObject({ reason: "step", source: "kernel.ts", line: sumLine + 1 });
});

test("DBG3, DBG4 `debugger` stops on the host device; variables have their names, also where two blocks have one of the same", () => {
  const { stops } = debugged({
    breakpoints: [{ source: "src/kernel.ts", line: lineOf("let i = 5") }],
    expressions: ["sum", "i"],
    steps: ["stepOver", "stepOver"],
  });
  const at = stops.filter(({ reason }) => reason === "debugger");
  expect(at.map(({ line }) => line)).toEqual([lineOf("debugger;"), lineOf("debugger;")]);
  expect(at.map(({ values }) => values.sum)).toEqual([36, 46]);
  expect(at[0]?.names).toEqual(expect.arrayContaining(["value", "sum", "result", "item", "input", "output"]));
  expect(stops.find(({ values }) => values.i === 5)?.line).toBe(lineOf("let i = 5"));
});

test("DBG1 steps lead into functions that kernels call, and out of them", () => {
  const { stops } = debugged({
    breakpoints: [{ source: "src/kernel.ts", line: lineOf("half(sum)") }],
    expressions: ["value", "whole"],
    steps: ["resume", "stepInto", "stepOver", "stepOut"],
  });
  const inside = stops.find(({ source }) => source === "half.ts");
  expect(inside?.stack[0]).toBe("half");
  expect(inside?.values.value).toBe(36);
  expect(stops.some(({ source, line, values }) => source === "half.ts" && line === 3 && values.whole === 36)).toBe(
    true,
  );
});

test("DBG1 as with `lanewise run`, which has no emitted files", () => {
  const start = ["--import", "@lanewise/transformer/register", "src/main.ts"];
  const { stops } = debugged(
    { breakpoints: [{ source: "src/kernel.ts", line: sumLine }], expressions: ["value"], steps: [] },
    start,
  );
  expect(stops[0]).toMatchObject({ reason: "breakpoint", source: "kernel.ts", line: sumLine, values: { value: 3 } });
});
