// `lanewise/aot` and `lanewise/aot/full`: what they import, what bundlers leave out, and that programs which were generated ahead of time run
// with them.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { applyEdits } from "@lanewise/transformer";
import { build } from "rolldown";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { compileSource, programFolder } from "../support/compile-source.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The packages that a built module imports, itself and through others. */
function packagesOf(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:(?:import|export)\b[^;"']*?from |import )["']([^"']+)["'];$/gm,
    )) {
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else found.add(name);
    }
  };
  visit(entry);
  expect(seen.size).toBeGreaterThan(20);
  return found;
}

test("they do not import the code generator", () => {
  expect(packagesOf(join(root, "runtime/dist/aot.js"))).toEqual(new Set(["@lanewise/ir"]));
  expect(packagesOf(join(root, "runtime/dist/aot-full.js"))).toEqual(new Set(["@lanewise/ir"]));
  expect(packagesOf(join(root, "runtime/dist/index.js"))).toContain("@lanewise/codegen");
});

/** What a program that uses these names has of the runtime. */
function bundled(names: string, entry = "lanewise/aot"): Promise<ReadonlySet<string>> {
  return bundledText(`import { ${names} } from "${entry}"; globalThis.used = [${names}];`);
}

async function bundledText(text: string): Promise<ReadonlySet<string>> {
  const input = join(root, "bundled.mjs"); // from there "lanewise" is found
  const isInput = (id: string) => id === input;
  const { output } = await build({
    input,
    plugins: [
      { name: "text", resolveId: (id) => (isInput(id) ? id : null), load: (id) => (isInput(id) ? text : null) },
    ],
    external: /^node:/,
    platform: "browser",
    logLevel: "warn",
    write: false,
  });
  const files = output.flatMap((chunk) => (chunk.type === "chunk" ? Object.entries(chunk.modules) : []));
  return new Set(files.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [relative(dist, id)] : [])));
}
const dist = join(root, "runtime/dist");

test.each([
  ["structOf", "structs/struct-array.js"],
  ["deviceGlobal", "globals/global-copy.js"],
  ["reduction", "reductions/reducing-launch.js"],
  ["reduction", "reductions/taken-reductions.js"],
  ["nullPointer", "references/host-pointer.js"],
  ["DeviceBuffer", "memory/buffers/buffer-storage.js"],
])("what comes with %s is in no bundle without it", async (name, file) => {
  expect(await bundled("Queue", "lanewise/aot/full")).not.toContain(file);
  expect(await bundled(`Queue, ${name}`, "lanewise/aot/full")).toContain(file);
});

test("launches that a device completes later come with lanewise/gpu", async () => {
  const work = join("launch", "issued-work.js");
  expect(await bundled("Queue", "lanewise/aot/full")).not.toContain(work);
  expect(await bundled("requestGpu", "lanewise/gpu")).toContain(work);
});

test("what tells whether linked modules have changed comes with linked images", async () => {
  const links = join("images", "parts", "links.js");
  expect(await bundled("Queue", "lanewise/aot/full")).not.toContain(links);
  expect(await bundled("links", "lanewise/internal")).toContain(links);
});

test("what reads binaries of other compilers comes with deviceDlopen", async () => {
  expect(await bundled("Queue", "lanewise")).not.toContain("images/foreign/load-foreign.js");
  expect(await bundled("Queue, deviceDlopen", "lanewise")).toContain("images/foreign/load-foreign.js");
});

test("graphs and command groups come with lanewise/aot/full", async () => {
  const [small, full] = [await bundled("Queue"), await bundled("Queue", "lanewise/aot/full")];
  for (const file of ["graph/command-graph.js", "queue/handler.js", "launch/plain-launch.js"]) {
    expect(small).not.toContain(file);
    expect(full).toContain(file);
  }
});

const whole = `import { atomicRef, deviceGlobal, type i32, LanewiseError, Queue } from "lanewise/aot/full";
export const total = deviceGlobal<i32>(40);
const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
await q.submit((h) => h.singleTask(() => { atomicRef(total).fetchAdd(2); }));
q.parallelFor(3, (i) => { x[i] = x[i]! + i; });
q.waitSync();
const copy = new Float32Array(3);
await q.copy(x, copy);
let code = "";
try {
  q.parallelFor(3, (i) => { x[i] = 0; }, { bounds: "unchecked" });
} catch (error) {
  code = error instanceof LanewiseError ? error.code : String(error);
}
const graph = q.record(
  () => {
    q.parallelFor(3, (i) => { x[i] = x[i]! + 1; });
    q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
  },
  { fuse: true },
);
await graph.run();
console.log([...copy].join(), await q.read(total), code, [...x].join(), graph.fusion.map(({ reason }) => reason).join());
`;

function emit(targets: readonly string[], program = whole): string {
  const { compilation, typeErrors, pathOf } = compileSource({ "main.ts": program }, programFolder, { targets });
  expect([...typeErrors.map(({ messageText }) => messageText), ...compilation.diagnostics]).toEqual([]);
  const { code } = applyEdits("main.ts", program, compilation.files.get(pathOf("main.ts"))?.edits ?? []);
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  return ts.transpileModule(code, { fileName: "main.ts", compilerOptions }).outputText;
}

function run(text: string): string {
  const folder = mkdtempSync(join(root, "node_modules/.lanewise-aot-"));
  try {
    writeFileSync(join(folder, "main.mjs"), text);
    return execFileSync(process.execPath, [join(folder, "main.mjs")], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([["wasm"], ["ir,wasm"]])("programs built for %s run", (targets) => {
  expect(run(emit(targets.split(",")))).toMatch(
    /^2,5,8 42 no_suitable_image 6,12,18 .+ was generated ahead of time, without IR\n$/,
  );
});

const launches = `import { type f32, LanewiseError, ndRange, type NdItem, Queue, reduction, structOf } from "lanewise/aot";
interface Point { x: f32; y: f32 }
const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3, 4]);
const points = q.mallocShared(structOf<Point>(), 4);
const columns = q.mallocShared(structOf<Point>(), 4, { layout: "soa" });
for (const one of [points, columns]) await q.parallelFor(4, (i) => { one[i]!.y = x[i]! * 2; });
const sums = q.mallocShared(Float32Array, 2);
await q.parallelFor(4, reduction(sums, "add"), (i, sums) => sums.at(i % 2).combine(columns[i]!.y));
await q.parallelFor(ndRange(256, 256), (item: NdItem<1>) => { if (item.localId() < 4) x[item.globalId()] = 5; });
const codes: string[] = [];
const attempt = (launch: () => unknown) => {
  try { launch(); } catch (error) { codes.push(error instanceof LanewiseError ? error.code : String(error)); }
};
const untyped = (value: any) => value;
attempt(() => untyped(q).parallelFor(4, () => undefined));
q.fill(x, 1);
await q.wait();
console.log(points[3]!.y, [...columns.column("y")].join(), [...sums].join(), [...x].join(), codes.join());
`;

test("lanewise/aot runs compiled kernels alone", () => {
  expect(run(emit(["wasm"], launches))).toBe("8 2,4,6,8 8,12 1,1,1,1 kernel_not_compiled\n");
});

const kernels = {
  plain: "(i) => { x[i] = Math.sqrt(x[i]!) * 2; }",
  math: "(i) => { x[i] = Math.sin(x[i]!); }",
  wideMath: "(i) => { wide[i] = Math.sin(wide[i]!); }",
  groups: "(item: NdItem<1>) => { item.barrier(); x[item.globalId()] = 1; }",
  reduction: "(i, sum) => sum.combine(x[i]!)",
  bytes: "(i) => { bytes[i] = bytes[i]! + 1; }",
  shorts: "(i) => { tables[i]!.low = tables[i]!.low + 1; }",
  private: "(i) => { const kept = [1, 2, 3]; kept[i % 3] = x[i]!; x[i] = kept[0]!; }",
  structs: "(i) => { points[i]!.y = points[i]!.x; }",
} as const;
const ranges = { groups: "ndRange(256, 256)", reduction: 'reduction(x, "add")' } as const;

function programOf(kernel: keyof typeof kernels, entry: string): string {
  const range = kernel === "reduction" ? `4, ${ranges.reduction}` : kernel === "groups" ? ranges.groups : "4";
  const arrays = {
    bytes: "const bytes = q.mallocShared(Uint8Array, 256);",
    shorts: "interface Pair { low: i16; high: i16 } const tables = q.mallocShared(structOf<Pair>(), 256);",
    structs: "interface Point { x: f32; y: f32 } const points = q.mallocShared(structOf<Point>(), 256);",
  } as const satisfies Partial<Record<keyof typeof kernels, string>>;
  const array = Object.entries(arrays).find(([name]) => name === kernel)?.[1] ?? "";
  return `import { type f32, type i16, ndRange, type NdItem, Queue, reduction, structOf } from "${entry}";
const q = new Queue();
const x = q.mallocShared(Float32Array, 256), wide = q.mallocShared(Float64Array, 256); ${array}
await q.parallelFor(${range}, ${kernels[kernel]});
`;
}

// What is handed over, and a file that is in the bundle for it alone.
test.each([
  ["ir", "plain", undefined, undefined],
  ["ir", "math", "__lanewise_code.mathCode", "../../codegen/dist/math/trigonometric.js"],
  ["ir", "wideMath", "__lanewise_code.wideMathCode", "../../codegen/dist/math/f64/trigonometric.js"],
  [
    "ir",
    "groups",
    "__lanewise_code.groupCode, __lanewise_code.privateCode",
    "../../codegen/dist/groups/divide-kernel.js",
  ],
  [
    "ir",
    "reduction",
    "__lanewise_code.atomicCode, __lanewise_code.privateCode, __lanewise.privateCopies, __lanewise_code.reductionCode",
    "../../codegen/dist/reductions/reduce-in-blocks.js",
  ],
  [
    "ir",
    "reduction",
    "__lanewise_code.atomicCode, __lanewise_code.privateCode, __lanewise.privateCopies, __lanewise_code.reductionCode",
    "../../codegen/dist/wasm/gang/gang-atomics.js",
  ],
  [
    "ir",
    "groups",
    "__lanewise_code.groupCode, __lanewise_code.privateCode",
    "../../codegen/dist/wasm/gang/sub-group-gangs.js",
  ],
  ["ir", "bytes", "__lanewise_code.narrowCode", "../../codegen/dist/wasm/gang/narrow-vectors.js"],
  [
    "ir",
    "shorts",
    "__lanewise_code.columnCode, __lanewise_code.narrowCode, __lanewise_code.privateCode",
    "../../codegen/dist/analysis/lanes/choose-lanes.js",
  ],
  // Its file is there for fusion, too: page-bundle.test.ts.
  ["ir", "private", "__lanewise_code.privateCode", undefined],
  ["ir", "structs", "__lanewise_code.columnCode, __lanewise_code.privateCode", "../../codegen/dist/column-places.js"],
  ["wasm", "bytes", undefined, undefined],
  ["wasm", "math", undefined, undefined],
  ["wasm", "groups", "__lanewise.groups", "device/cpu/instances/run-groups.js"],
] as const)("images of format %s hand over what a kernel of kind %s needs", async (target, kernel, part, file) => {
  const entry = target === "ir" ? "lanewise" : "lanewise/aot";
  const text = emit([target], programOf(kernel, entry));
  expect(/parts: \[(.*?)\]/.exec(text)?.[1]).toBe(part);
  if (file === undefined) return;
  expect(await bundledText(text)).toContain(file);
  expect(await bundledText(emit([target], programOf("plain", entry)))).not.toContain(file);
});

const needing = {
  printing: 'const y = x; await q.parallelFor(4, (i) => { console.log("at", i, y[i]!); });',
  privateCopies:
    "const bins = q.mallocShared(Uint32Array, 1); await q.parallelFor(4, (i) => { atomicRef(bins, 0).fetchAdd(1); });",
  globals: "await q.singleTask(() => { total.value = 3; }); console.log(await q.read(total));",
  pointers:
    "const kept = q.mallocShared(BigUint64Array, 1); await q.singleTask(() => { const p = addressOf(x, 1); p.value = 4; }); console.log(kept.length, x[1]);",
  constants: "await q.singleTask(() => { x[2] = factor.value * 2; }); console.log(x[2]);",
} as const;

function needy(part: keyof typeof needing, entry: string): string {
  const first =
    part === "globals"
      ? "export const total = deviceGlobal<i32>();"
      : part === "constants"
        ? "export const factor = specConstant<f32>(4);"
        : "";
  return `import { addressOf, atomicRef, deviceGlobal, type f32, type i32, Queue, specConstant } from "${entry}";
${first}
const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3, 4]);
${needing[part]}
`;
}

test.each([
  ["printing", "globals, printing", "at 0 1\nat 1 2\nat 2 3\nat 3 4\n"],
  ["privateCopies", "privateCopies", ""],
  ["globals", "globals", "3\n"],
  ["pointers", "pointers", "1 4\n"],
  ["constants", "constants, globals", "8\n"],
] as const)("what kernels of kind %s need comes with them, and they run", (kind, parts, printed) => {
  const named = parts.split(", ").map((part) => `__lanewise.${part}`);
  const text = emit(["wasm"], needy(kind, "lanewise/aot"));
  expect(/parts: \[(.*?)\]/.exec(text)?.[1]).toBe(named.join(", "));
  expect(run(text)).toBe(printed);
  expect(run(emit(["ir"], needy(kind, "lanewise")))).toBe(printed);
});

test("the parts of several images are handed over once", () => {
  const launches = (["math", "math", "groups"] as const).map((kernel) => programOf(kernel, "lanewise").split("\n")[3]);
  const text = emit(["ir"], `${programOf("plain", "lanewise")}${launches.join("\n")}`);
  expect(text).toContain("parts: [__lanewise_code.groupCode, __lanewise_code.mathCode, __lanewise_code.privateCode]");
});

test("an image whose part nobody hands over is an error that names it", () => {
  const text = emit(["ir"], programOf("groups", "lanewise")).replace(/parts: \[.*?\]/, "parts: []");
  expect(() => run(text)).toThrow(/LW4009: A device image needs the part "groupCode" of lanewise/);
});
