// Conformance of dynamic linking: device images that need each other, at launches and in kernel bundles, and the programs that are kept in
// memory. Titles begin with the ids of the requirements they show, or with the case they port.

import { readFileSync } from "node:fs";
import { encodeImage } from "@lanewise/ir";
import {
  build,
  Context,
  compile,
  createKernelBundle,
  type ExecutableBundle,
  getKernelBundle,
  link,
  Queue,
} from "lanewise";
import { kernel, register } from "lanewise/internal";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toBase64 } from "../runtime/emitted.js";
import { allParts } from "../support/all-parts.js";
import { compileSource, type Sources } from "../support/compile-source.js";
import { errorOf } from "../support/thrown-error.js";

const head =
  'import { deviceFn, type f32, type FixedArray, fixedArray, type i32, type Kernel1, Queue, specConstant } from "lanewise";\n';
const used =
  "export type Used = [f32, FixedArray<f32, 1>, i32, Kernel1, Queue]; export const used = [deviceFn, fixedArray, specConstant] as const;\n";

/** The device images of each file. */
function imagesOf(prefix: string, sources: Sources): (name: string) => readonly Uint8Array[] {
  const texts = Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [`${prefix}/${name}`, `${head}${used}${text}`]),
  );
  const { compilation, typeErrors, pathOf } = compileSource(texts);
  expect([typeErrors.map(({ messageText }) => messageText), compilation.diagnostics]).toEqual([[], []]);
  return (name) => (compilation.files.get(pathOf(`${prefix}/${name}`))?.images ?? []).map(encodeImage);
}

/** Registers them as modules that Node has loaded. */
function load(prefix: string, sources: Sources, which = Object.keys(sources)): void {
  const of = imagesOf(prefix, sources);
  for (const name of which) {
    register({
      protocol: 2,
      parts: allParts,
      module: `app@1.0.0/${prefix}/${name}`,
      images: of(name).map(toBase64),
      globals: {},
    });
  }
}

/** Programs that were compiled since the test began. */
let compiled = 0;
let latest: BufferSource | undefined;
const { Module } = WebAssembly;
WebAssembly.Module = class extends Module {
  constructor(bytes: BufferSource) {
    super(bytes);
    latest = bytes;
    compiled++;
  }
};
afterAll(() => {
  WebAssembly.Module = Module;
});
beforeEach(() => {
  compiled = 0;
});

/** Runs a kernel that stores into the one array that it captures. */
async function outputOf(q: Queue, symbol: string): Promise<readonly number[]> {
  const out = q.mallocShared(Int32Array, 4);
  const original = () => {
    throw new Error("the original of a compiled kernel is not called");
  };
  await q.parallelFor(
    4,
    kernel(`app@1.0.0/${symbol}`, () => [out], original),
  );
  return [...out];
}

async function outputIn(bundle: ExecutableBundle, q: Queue): Promise<readonly number[]> {
  const out = q.mallocShared(Int32Array, 4);
  await q.submit((h) => {
    h.setArgs({ out });
    h.parallelFor(4, bundle.getKernel("run"));
  });
  return [...out];
}

const chain = {
  "a.ts": `import { b } from "./b.js";
declare const out: Int32Array;
export const run: Kernel1 = (i) => { out[i] = b(i) * 10; };`,
  "b.ts": `import { c } from "./c.js";\nexport const b = deviceFn((v: i32): i32 => c(v) * 10 + 1);`,
  "c.ts": "export const c = deviceFn((v: i32): i32 => v * 10 + 2);",
};
const launched = (text: string) =>
  text.replace("declare const out: Int32Array;\n", "export const out = new Queue().mallocShared(Int32Array, 4);\n");
const loadedChain = { ...chain, "a.ts": launched(chain["a.ts"]) };

describe("Y1, case 27 (DynamicLinking BasicCase): A needs B needs C: three images, one link", () => {
  test.each(["cpu", "host"] as const)("of loaded modules, on %s", async (device) => {
    load(`basic-${device}`, loadedChain);
    const q = new Queue({ device, context: new Context(), threads: 1 });
    expect(await outputOf(q, `basic-${device}/a.ts:run#0`)).toEqual([210, 1210, 2210, 3210]);
    if (device === "cpu") expect(compiled).toBe(1);
  });

  test("of a bundle", async () => {
    const of = imagesOf("basic-bundle", chain);
    const q = new Queue({ device: "cpu", context: new Context() });
    const lines: string[] = [];
    const images = ["c.ts", "b.ts", "a.ts"].flatMap(of);
    const bundle = build(createKernelBundle(q.context, images), { log: (line) => lines.push(line) });
    expect(lines.filter((line) => line.startsWith("linked"))).toEqual([
      expect.stringMatching(
        /^linked run .*: images of app@1\.0\.0\/basic-bundle\/a\.ts, app@1\.0\.0\/basic-bundle\/b\.ts, app@1\.0\.0\/basic-bundle\/c\.ts, /,
      ),
    ]);
    expect(await outputIn(bundle, q)).toEqual([210, 1210, 2210, 3210]);
  });
});

describe("Y3, M4, case 28 (UnresolvedDep): an error that names the symbol, and all that was tried", () => {
  const message = (prefix: string) =>
    `No device image found for external symbol app@1.0.0/${prefix}/c.ts:c, which kernel run (a.ts:`;
  const tried = (prefix: string) => `image of app@1.0.0/${prefix}/b.ts, which exports app@1.0.0/${prefix}/b.ts:b`;

  test("at the launch", async () => {
    load("unresolved", loadedChain, ["a.ts", "b.ts"]);
    const q = new Queue({ device: "cpu", context: new Context(), threads: 1 });
    const error = await outputOf(q, "unresolved/a.ts:run#0").catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "link_program_error",
      message: expect.stringContaining(message("unresolved")),
    });
    expect(error).toMatchObject({ message: expect.stringContaining(tried("unresolved")) });
  });

  test("in a bundle, whose images were tried, too", () => {
    const of = imagesOf("without-c", chain);
    const input = createKernelBundle(new Context(), [...of("a.ts"), ...of("b.ts")]);
    const object = compile(input); // nothing is missing as long as nothing is linked
    const error = errorOf(() => link(object));
    expect([error.code, error.message]).toEqual(["link_program_error", expect.stringContaining(message("without-c"))]);
    expect(error.message).toContain(tried("without-c"));
  });
});

test("Y5, case 29 (MutualDependency): images that need each other: each kernel is compiled once, and found again", async () => {
  const sides = (own: string, other: string, digit: number) => `import { ${other} } from "./${other}.js";
export const out = new Queue().mallocShared(Int32Array, 4);
export const ${own} = deviceFn((v: i32): i32 => v * 10 + ${digit});
export const run: Kernel1 = (i) => { out[i] = ${own}(${other}(i)); };`;
  load("mutual", { "a.ts": sides("a", "b", 1), "b.ts": sides("b", "a", 2) });
  const q = new Queue({ device: "cpu", context: new Context(), threads: 1 });
  expect(await outputOf(q, "mutual/a.ts:run#0")).toEqual([21, 121, 221, 321]);
  expect(await outputOf(q, "mutual/b.ts:run#0")).toEqual([12, 112, 212, 312]);
  expect(compiled).toBe(2);
  for (const side of ["a", "b", "a"]) await outputOf(q, `mutual/${side}.ts:run#0`);
  expect(compiled).toBe(2);
});

describe("Y5: programs by kernel, images, options and values", () => {
  test.each([
    [
      "a kernel of one image",
      ["c.ts"],
      { "c.ts": "declare const out: Int32Array; export const run: Kernel1 = (i) => { out[i] = i; };" },
    ],
    ["a kernel with device functions of other images", ["a.ts", "b.ts", "c.ts"], chain],
  ])(
    "case 39 (BuildOpts): five builds with three sets of options are three programs: %s",
    async (_, names, sources) => {
      const of = imagesOf(`options-${names.length}`, sources);
      const context = new Context();
      const input = createKernelBundle(context, names.flatMap(of), { trusted: true });
      const options = [
        {},
        { bounds: "unchecked" },
        {},
        { bounds: "unchecked" },
        { bounds: "unchecked", fp: "strict" },
      ] as const;
      const bundles = options.map((one) => build(input, one));
      expect(compiled).toBe(3);
      const q = new Queue({ device: "cpu", context, threads: 1 });
      const outputs = await Promise.all(bundles.map((bundle) => outputIn(bundle, q)));
      expect(new Set(outputs.map(String)).size).toBe(1);
      expect(compiled).toBe(3);
    },
  );

  test("a bundle finds what a launch has compiled from the same images, and the other way round", async () => {
    load("shared", loadedChain);
    const q = new Queue({ device: "cpu", context: new Context(), threads: 1 });
    const kernels = ["app@1.0.0/shared/a.ts:run#0"];
    getKernelBundle(q.context, "executable", { kernels });
    expect(compiled).toBe(1);
    expect(await outputOf(q, "shared/a.ts:run#0")).toEqual([210, 1210, 2210, 3210]);
    getKernelBundle(q.context, "executable", { kernels });
    expect(compiled).toBe(1);
  });
});

describe("Y1, S1: no difference is left in the code that runs", () => {
  const codeOf = (prefix: string, sources: Sources): BufferSource | undefined => {
    const of = imagesOf(prefix, sources);
    latest = undefined;
    build(createKernelBundle(new Context(), Object.keys(sources).flatMap(of)));
    return latest;
  };
  const kernelOf = (body: string) => `declare const out: Float32Array, x: Float32Array;
export const run: Kernel1 = (i) => { ${body} };`;

  test("a device function of another module is inlined as one of the kernel's own", () => {
    const text = `(x: f32, k: i32): f32 => {
  let sum: f32 = 0;
  for (let layer = 0; layer < k; layer++) sum += Math.abs(x * layer - Math.floor(x));
  return sum > 3 ? sum * 0.5 : sum;
}`;
    const body = "out[i] = curve(x[i]!, 5) + curve(x[i]! * 2, 3);";
    const linked = codeOf("inlined-linked", {
      "a.ts": `import { curve } from "./b.js";\n${kernelOf(body)}`,
      "b.ts": `export const curve = deviceFn(${text});`,
    });
    // The kernel stands in the same line, which its name tells.
    const own = codeOf("inlined-own", { "a.ts": `//\n${kernelOf(body)}\nconst curve = ${text};` });
    expect(linked).toBeDefined();
    expect(linked).toEqual(own);
  });

  test("a specialization constant is the number that it is set to", () => {
    const body = (rows: string) => `const sums: FixedArray<f32, 8> = fixedArray(8, 0 as f32);
for (let k = 0; k < 64; k++) for (let row = 0; row < ${rows}; row++) sums[row]! += x[(${rows} * i + row) * 64 + k]!;
for (let row = 0; row < ${rows}; row++) out[${rows} * i + row] = sums[row]!;`;
    const declared = "export const rows = specConstant<i32>(4);\n";
    const constant = codeOf("folded-constant", { "a.ts": declared + kernelOf(body("rows.value")) });
    expect(constant).toBeDefined();
    expect(constant).toEqual(codeOf("folded-number", { "a.ts": declared + kernelOf(body("4")) }));
  });
});

describe("Y7: the limits that docs/dynamic-linking.md states", () => {
  const limits =
    readFileSync(new URL("../../docs/dynamic-linking.md", import.meta.url), "utf8").split("## Limits")[1] ?? "";
  const declared = `import type { DeviceFn, DeviceGlobal, i32 } from "lanewise";
export declare const far: DeviceFn<(k: i32) => i32>;
export declare const scoped: DeviceGlobal<i32, { deviceImageScope: true }>;
`;
  const launch = (body: string) => `export const out = new Queue().mallocShared(Int32Array, 4);
export const run: Kernel1 = (i) => { out[i] = ${body}; };`;

  test.each<readonly [string, readonly string[], Sources]>([
    [
      "A discriminated union, a text, an object with optional or private fields, and what may be null cannot be passed",
      ["LW1432"],
      { "a.ts": "export const f = deviceFn((p: { x?: i32 }): i32 => p.x ?? 1);" },
    ],
    [
      "The kernel's own module imports the function",
      ["LW1434"],
      {
        "a.ts": `import { near } from "./b.js";\n${launch("near(i)")}`,
        "b.ts": 'import { far } from "./c.js";\nexport const near = (k: i32): i32 => far(k);',
        "c.d.ts": declared,
      },
    ],
    [
      "A device global with `deviceImageScope` is not shared",
      ["LW1416"],
      {
        "a.ts": `import { scoped } from "./c.js";\n${launch("scoped.value")}`,
        "c.d.ts": declared,
      },
    ],
  ])("%s", (limit, codes, sources) => {
    expect(limits).toContain(limit);
    const texts = Object.entries(sources).map(([name, text]) => [
      name,
      name.endsWith(".d.ts") ? text : head + used + text,
    ]);
    const { compilation, typeErrors } = compileSource(Object.fromEntries(texts));
    expect([typeErrors.map(({ messageText }) => messageText), compilation.diagnostics.map(({ code }) => code)]).toEqual(
      [[], codes],
    );
  });

  test("A function whose name begins with two underscores is no symbol of others", () => {
    expect(limits).toContain("A function whose name begins with two underscores is no symbol of others");
    const of = imagesOf("underscores", {
      "a.ts": `import { __own } from "./b.js";\n${launch("__own(i)")}`,
      "b.ts": "export const __own = deviceFn((k: i32): i32 => k + 1);",
    });
    const bundle = build(createKernelBundle(new Context(), [...of("a.ts")]));
    expect(bundle.kernelNames).toHaveLength(1);
  });
});
