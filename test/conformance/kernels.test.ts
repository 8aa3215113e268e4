// Conformance, the compiler's side: what is a kernel and a device global, what of a program is compiled, and how the emitted
// modules meet the runtime. Titles begin with the ids of the requirements they show, or with the case they port.

import { decodeModule } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const head = `import { atomicRef, deviceGlobal, type DeviceGlobal, type FixedArray, type i32, type Kernel1, type KernelFunction, Queue } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Int32Array, 8);
export const used = [atomicRef, deviceGlobal] as const;
export type Used = [DeviceGlobal<i32>, FixedArray<i32, 2>, KernelFunction<(i: i32) => void>, Kernel1];
`;

function compile(text: string, others: Readonly<Record<string, string>> = {}) {
  const { compilation, typeErrors, pathOf } = compileSource({ "main.ts": head + text, ...others });
  const images = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  return {
    codes: compilation.diagnostics.map(({ code }) => code),
    diagnostics: compilation.diagnostics,
    typeCodes: typeErrors.map(({ code }) => code),
    images,
    modules: images.map(({ code }) => decodeModule(code)),
    text: compilation.files.get(pathOf("main.ts"))?.edits.map(({ text: inserted }) => inserted) ?? [],
  };
}
const kernelsOf = (text: string) => compile(text).images.flatMap(({ symbols }) => symbols);

describe("declarations", () => {
  test("D1: a module-level const, exported or not, is a device global", () => {
    const [image] = compile(
      "const a = deviceGlobal<i32>(); export const b = deviceGlobal<i32>(); q.singleTask(() => { a.value = b.value; });",
    ).images;
    expect(Object.keys(image?.properties["SYCL/device globals"] ?? {})).toEqual([
      "app@1.0.0/main.ts:a",
      "app@1.0.0/main.ts:b",
    ]);
  });
  test.each([
    ["let", "LW1408", "export let g = deviceGlobal<i32>();"],
    ["local", "LW1407", "export function f() { const g = deviceGlobal<i32>(); return g; }"],
    ["array of globals", "LW1411", "export const g = [deviceGlobal<i32>()];"],
    ["field", "LW1409", "export class C { readonly g = deviceGlobal<i32>(); }"],
  ])("D1, D2, D3: %s is no place for a device global", (_, code, text) => {
    expect(compile(text).codes).toEqual([code]);
  });
  test("D7: numbers, booleans and fixed arrays of them", () => {
    const types = ["i32", "boolean", "FixedArray<i32, 3>", "FixedArray<FixedArray<boolean, 2>, 3>"];
    const text = types.map((type, index) => `export const g${index} = deviceGlobal<${type}>();`).join("\n");
    expect(compile(text).codes).toEqual([]);
    expect(compile("export const g = deviceGlobal<string>();").codes).not.toEqual([]);
  });
  test("D9: an initial value is a compile-time constant", () => {
    expect(
      compile("const two = 1 + 1; export const g = deviceGlobal<FixedArray<i32, 3>>([two, two * 2]);").codes,
    ).toEqual([]);
    expect(compile("export const g = deviceGlobal<i32>(Date.now());").codes).not.toEqual([]);
  });
  test("D12: by brand, whatever the names are", () => {
    const text = `import { deviceGlobal as shared, Queue as Line } from "lanewise";
      const each = (line: Line, body: KernelFunction<(i: i32) => void>) => line.parallelFor(8, body);
      const g = shared<i32>(); each(new Line(), (i) => { out[i] = g.value; });`;
    expect(kernelsOf(text)).toHaveLength(1);
    const imposter = `const other = { parallelFor: (n: number, f: (i: number) => void) => f(n) };
      const namesake = (deviceGlobal: () => number) => deviceGlobal();
      export const x = namesake(() => 3); other.parallelFor(8, (i) => { console.log("text", i); });`;
    expect(compile(imposter)).toMatchObject({ codes: [], images: [] });
  });
  test("D13: a kernel reads constants and captures, and assigns to neither", () => {
    expect(compile("const k = 3; q.parallelFor(8, (i) => { out[i] = k; });").codes).toEqual([]);
    expect(compile("let sum = 0; q.parallelFor(8, (i) => { sum += i; }); export const s = () => sum;").codes).toEqual([
      "LW1203",
    ]);
  });
});

describe("properties", () => {
  test("P1: every property and value type-checks, others do not", () => {
    const good = [
      'hostAccess: "read"',
      'hostAccess: "write"',
      'hostAccess: "read_write"',
      'hostAccess: "none"',
      'initMode: "reset"',
      'initMode: "reprogram"',
      "implementInCsr: true",
      "implementInCsr: false",
      "deviceImageScope: true",
    ];
    const text = good
      .map((property, index) => `export const g${index} = deviceGlobal<i32, { ${property} }>();`)
      .join("\n");
    expect(compile(text)).toMatchObject({ codes: [], typeCodes: [] });
    expect(compile('export const g = deviceGlobal<i32, { hostAccess: "all" }>();').typeCodes).not.toEqual([]);
  });
  test("P3: a copy that host_access forbids does not type-check", () => {
    const declare = (access: string) =>
      `export const g = deviceGlobal<FixedArray<i32, 2>, { hostAccess: "${access}" }>();`;
    const [to, from] = ["q.copy(new Int32Array(2), g);", "q.copy(g, new Int32Array(2));"];
    const allowed = (access: string) =>
      [to, from].map((copy) => compile(`${declare(access)} ${copy}`).typeCodes.length === 0);
    expect(["read", "write", "none", "read_write"].map(allowed)).toEqual([
      [false, true],
      [true, false],
      [false, false],
      [true, true],
    ]);
  });
});

describe("compilation", () => {
  test("X1: only what kernels reach is compiled; host code is unconstrained", () => {
    const text = `export async function host() { try { return JSON.parse("{}") as unknown; } catch { throw new RegExp("x"); } }
      const used2 = (k: i32) => k + 1; export const unused = (k: i32) => k - 1;
      q.parallelFor(8, (i) => { out[i] = used2(i); });`;
    const { codes, modules } = compile(text);
    expect(codes).toEqual([]);
    expect(modules[0]?.functions).toHaveLength(2);
  });
  test("X2: captures are flat parameters, in the order of use", () => {
    const text = "const n = out.length; const flag = n > 3; q.parallelFor(8, (i) => { if (flag) out[i] = n; });";
    expect(kernelsOf(text)[0]?.parameters.map(({ name }) => name)).toEqual(["flag", "out", "n"]);
  });
  test("X3: what a kernel calls is restricted too, with the calls that lead there", () => {
    const { codes, diagnostics } =
      compile(`const inner = (k: i32): i32 => { throw k; }; const outer = (k: i32) => inner(k);
      q.parallelFor(8, (i) => { out[i] = outer(i); });`);
    expect(codes).toEqual(["LW1102"]);
    expect(diagnostics[0]?.notes.length).toBeGreaterThanOrEqual(2);
  });
  test("X4, L5: symbols, parameters and types stand in the image", () => {
    const [symbol] = kernelsOf("q.parallelFor([2, 4], (y, x) => { out[y * 4 + x] = 1; });");
    expect(symbol).toMatchObject({ dimensions: 2, parameters: [{ name: "out", access: "write" }] });
    expect(symbol?.parameters[0]?.type).toEqual({ kind: "span", element: "i32" });
  });
  test("V3: indexing only where the type supports it", () => {
    expect(compile("const g = deviceGlobal<i32>(); q.singleTask(() => { g[0] = 1; });").typeCodes).not.toEqual([]);
    expect(
      compile("const g = deviceGlobal<FixedArray<i32, 2>>(); q.singleTask(() => { g[1] = 1; });").typeCodes,
    ).toEqual([]);
  });
});

describe("ids and images", () => {
  test("F1: ids name package, path and variable; the same at every build", () => {
    const text = "const a = deviceGlobal<i32>(); q.singleTask(() => { a.value = 1; });";
    const ids = () => compile(text).modules.flatMap(({ globals }) => globals.map(({ id }) => id));
    expect(ids()).toEqual(["app@1.0.0/main.ts:a"]);
    expect(ids()).toEqual(ids());
  });
  test("F2: registration precedes the first statement", () => {
    const { text } = compile("export const a = deviceGlobal<i32>();");
    expect(text.find((edit) => edit.includes("register("))).toContain("__lanewise_footer()");
    expect(text.at(-1)).toContain('"app@1.0.0/main.ts:a": { object: () => a, type: "i32" }');
  });
  test("L2, case 21 (test_global_variable): property bytes of the globals in use; other variables have none", () => {
    const [image] = compile(`export const three = deviceGlobal<FixedArray<i32, 3>>(); const plain = 4;
      const scoped = deviceGlobal<i32, { deviceImageScope: true }>();
      q.singleTask(() => { three[0] = scoped.value + plain; });`).images;
    const sets = image?.properties["SYCL/device globals"] ?? {};
    expect(
      Object.fromEntries(
        Object.entries(sets).map(([id, bytes]) => [id, bytes instanceof Uint8Array ? [...bytes] : bytes]),
      ),
    ).toEqual({
      "app@1.0.0/main.ts:three": [12, 0, 0, 0, 0],
      "app@1.0.0/main.ts:scoped": [4, 0, 0, 0, 1],
    });
  });
  test("L4: an image without device globals has no such set", () => {
    const [image] = compile("q.parallelFor(8, (i) => { out[i] = 1; });").images;
    expect(image?.properties["SYCL/device globals"]).toBeUndefined();
  });
  test("case 44 (circular_global): circular host values do not break the compilation", () => {
    const text = `interface Ring { next: Ring; g: unknown } const g = deviceGlobal<i32>();
      const ring: Ring = { next: undefined as never, g }; ring.next = ring; export { ring };
      q.singleTask(() => { g.value = 1; });`;
    const other = { "other.ts": 'import { used } from "./main.js"; export const back = () => used;' };
    expect(compile(`import { back } from "./other.js"; export const there = back; ${text}`, other)).toMatchObject({
      codes: [],
      typeCodes: [],
    });
  });
});
