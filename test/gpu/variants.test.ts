// Which code a launch on a GPU runs, as the host chooses it by the launch's arguments: without checks where all indices are foreseen, with
// memory that is reached atomically apart from the rest, with copies of small arrays. Needs no GPU.

import { compileWgsl, type MemoryParts, type WgslProgram } from "@lanewise/codegen";
import { argumentLayout, decodeModule, type Fn, type Module, RANGE_OFFSET } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { textsOf } from "../support/dawn.js";

interface Kernel {
  readonly module: Module;
  readonly kernel: number;
  readonly fn: Fn;
}

/** The kernel of a launch in a function that takes these parameters. */
function kernelOf(parameters: string, launch: string): Kernel {
  const { compilation, pathOf } = compileSource({
    "main.ts": `import { atomicRef, deviceGlobal, type i32, type i8, type Queue, type u32 } from "lanewise";
export const run = (q: Queue, ${parameters}) => ${launch};
`,
  });
  expect(compilation.diagnostics.filter(({ category }) => category === "error")).toEqual([]);
  const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
  if (image?.format !== "ir") throw new Error("the module has an image of IR");
  const module = decodeModule(image.code);
  const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
  const fn = module.functions[kernel];
  if (!fn) throw new Error("the module has a kernel");
  return { module, kernel, fn };
}

function compiled({ module, kernel }: Kernel, parts: MemoryParts = "whole"): WgslProgram {
  const globalAddress = () => 0;
  return compileWgsl({ module, kernel, bounds: "checked", fp: "default", threads: "many", globalAddress }, parts);
}

/** Of spans, the length, or the address and the length; by the names of captures. */
type Captured = Readonly<Record<string, number | readonly [address: number, length: number]>>;

function blockOf({ fn }: Kernel, sizes: readonly number[], captured: Captured): DataView {
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets, size } = argumentLayout(parameters);
  const block = new DataView(new ArrayBuffer(size));
  for (const dimension of [0, 1, 2]) block.setUint32(RANGE_OFFSET + 4 * dimension, sizes[dimension] ?? 1, true);
  for (const [index, { name, type }] of parameters.entries()) {
    const at = offsets[index] ?? 0;
    const value = captured[name];
    if (value === undefined) throw new Error(`${name} has a value`);
    if (typeof type === "string") block.setInt32(at, Number(value), true);
    else {
      const [address, length] = typeof value === "number" ? [0, value] : value;
      block.setUint32(at, address, true);
      block.setUint32(at + 4, length, true);
    }
  }
  return block;
}

describe("a launch whose indices are foreseen runs code without checks", () => {
  const cases = [
    {
      title: "neighbours",
      kernel: kernelOf(
        "n: i32, a: Float32Array, b: Float32Array",
        "q.parallelFor(n, (i) => { a[i] = b[i]! + b[i + 2]!; })",
      ),
      sizes: (n: number) => [n],
      inside: [{ n: 10, a: 10, b: 12 }],
      outside: [
        { n: 10, a: 10, b: 11 },
        { n: 10, a: 9, b: 12 },
      ],
    },
    {
      title: "the one before",
      kernel: kernelOf("n: i32, a: Float32Array", "q.parallelFor(n, (i) => { a[i] = a[i - 1]!; })"),
      sizes: (n: number) => [n],
      inside: [],
      outside: [{ n: 10, a: 10 }],
    },
    {
      title: "rows and columns of products",
      kernel: kernelOf(
        "n: i32, a: Float32Array, b: Float32Array, c: Float32Array",
        `q.parallelFor([n, n], (y, x) => {
          let sum = 0;
          for (let k = 0; k < n; k++) sum += a[y * n + k]! * b[k * n + x]!;
          c[y * n + x] = sum;
        })`,
      ),
      sizes: (n: number) => [n, n],
      inside: [{ n: 100, a: 10_000, b: 10_000, c: 10_000 }],
      outside: [
        { n: 100, a: 10_000, b: 9_999, c: 10_000 },
        { n: 65_536, a: 2 ** 31, b: 2 ** 31, c: 2 ** 31 },
      ],
    },
    {
      title: "every third from the end on",
      kernel: kernelOf(
        "n: i32, by: i32, a: Float32Array, b: Float32Array",
        `q.parallelFor(n, (i) => {
          let sum = 0;
          for (let k = n - 1; k >= 0; k -= 3) sum += a[k]!;
          for (let k = 0; k < n; k += by) sum += a[k]!;
          b[i] = sum;
        })`,
      ),
      sizes: (n: number) => [n],
      inside: [{ n: 20, by: 7, a: 20, b: 20 }],
      outside: [
        { n: 20, by: 7, a: 19, b: 20 },
        { n: 20, by: 0, a: 20, b: 20 },
        { n: 20, by: 2 ** 31 - 1, a: 20, b: 20 },
      ],
    },
    {
      title: "what is clamped",
      kernel: kernelOf(
        "n: i32, a: Int32Array, b: Int32Array",
        "q.parallelFor(n, (i) => { b[i] = a[Math.max(0, Math.min(i + 3, n - 1))]! + a[i >> 2]! + a[(i / 3) | 0]!; })",
      ),
      sizes: (n: number) => [n],
      inside: [{ n: 20, a: 20, b: 20 }],
      outside: [{ n: 20, a: 19, b: 20 }],
    },
    {
      title: "bytes as indices",
      kernel: kernelOf(
        "n: i32, bytes: Uint8Array, table: Int32Array, out: Int32Array",
        "q.parallelFor(n, (i) => { out[i] = table[bytes[i]!]!; })",
      ),
      sizes: (n: number) => [n],
      inside: [{ n: 20, bytes: 20, table: 256, out: 20 }],
      outside: [{ n: 20, bytes: 20, table: 255, out: 20 }],
    },
  ] as const;

  test.each(cases)("$title", ({ kernel, sizes, inside, outside }) => {
    const { variants, variantFor } = compiled(kernel);
    const of = (captured: Captured & { readonly n: number }) =>
      variantFor(blockOf(kernel, sizes(captured.n), captured)).code().canFail;
    expect(variants.at(-1)?.code().canFail).toBe(true);
    for (const captured of inside) expect(of(captured), JSON.stringify(captured)).toBe(false);
    for (const captured of outside) expect(of(captured), JSON.stringify(captured)).toBe(true);
  });
});

describe("memory that is reached atomically", () => {
  const blur = kernelOf(
    "from: Uint8Array, to: Uint8Array",
    "q.parallelFor(to.length, (i) => { to[i] = from[i]! >> 1; })",
  );
  const stretchesOf = (kernel: Kernel, captured: Captured) =>
    compiled(kernel, "apart").stretches?.(blockOf(kernel, [100], captured));

  test("is a binding of its own, where it lies apart", () => {
    expect(stretchesOf(blur, { from: [1024, 300], to: [256, 500] })).toEqual({
      heap: { begin: 1024, end: 1536 },
      atomics: { begin: 256, end: 768 },
    });
    const text = textsOf(compiled(blur, "apart")).join();
    expect(text).toContain("var<storage, read_write> heap: array<u32>;");
    expect(text).toContain("var<storage, read_write> atomics: array<atomic<u32>>;");
  });

  test("is all memory where the two overlap, also in a block of 256 bytes", () => {
    expect(stretchesOf(blur, { from: [300, 10], to: [256, 20] })).toBeUndefined();
    expect(stretchesOf(blur, { from: [256, 600], to: [512, 10] })).toBeUndefined();
    expect(textsOf(compiled(blur)).join()).toContain("var<storage, read_write> heap: array<atomic<u32>>;");
    expect(compiled(blur).stretches).toBeUndefined();
  });

  test("may have the rest on both sides", () => {
    const kernel = kernelOf(
      "a: Uint8Array, to: Uint8Array, b: Float32Array, c: Float32Array",
      "q.parallelFor(to.length, (i) => { to[i] = a[i]! + Math.trunc(b[i]!); c[i] = b[i]!; })",
    );
    const captured = { to: [1024, 100], b: [2048, 100], c: [2560, 100] } as const;
    expect(stretchesOf(kernel, { ...captured, a: [300, 700] })).toEqual({
      heap: { begin: 256, end: 1024 },
      atomics: { begin: 1024, end: 1280 },
      above: { begin: 2048, end: 3072 },
    });
    expect(stretchesOf(kernel, { ...captured, a: [300, 900] })).toBeUndefined();
    // Empty, where the bytes begin.
    expect(stretchesOf(kernel, { ...captured, a: [1024, 0] })).toBeUndefined();
    const text = textsOf(compiled(kernel, "around")).join();
    expect(text).toContain("@binding(4) var<storage, read_write> above: array<u32>;");
    expect(text).toContain("if (at >= launch.above_at)");
    expect(textsOf(compiled(kernel, "apart")).join()).not.toContain("above:");
  });

  test("of several arrays is the stretch around them", () => {
    const kernel = kernelOf(
      "a: Uint8Array, b: Int32Array, c: Int32Array",
      "q.parallelFor(100, (i) => { a[i] = b[i]!; atomicRef(c, 0).fetchMax(b[i]!); })",
    );
    const captured = { a: [512, 100], c: [1024, 1] } as const;
    expect(stretchesOf(kernel, { ...captured, b: [2048, 100] })?.atomics).toEqual({ begin: 512, end: 1280 });
    expect(stretchesOf(kernel, { ...captured, b: [768, 64] })).toBeUndefined();
  });

  test("is no question where there is none, and where there is nothing else", () => {
    const plain = kernelOf("a: Int32Array", "q.parallelFor(100, (i) => { a[i] = i; })");
    const all = kernelOf("a: Uint8Array", "q.parallelFor(100, (i) => { a[i] = i & 255; })");
    for (const kernel of [plain, all]) expect(compiled(kernel, "apart").stretches).toBeUndefined();
  });
});

describe("workgroups have copies of arrays that all work-items update", () => {
  const wordsOf = (update: string, items: number, length: number): number => {
    const kernel = kernelOf("items: i32, bins: Uint32Array", `q.parallelFor(items, (i) => { ${update}; })`);
    const captured = Object.fromEntries(
      kernel.fn.locals
        .slice(0, kernel.fn.parameters)
        .map(({ name, type }) => [name, typeof type === "string" ? items : length]),
    );
    return compiled(kernel).copyWords(blockOf(kernel, [items], captured));
  };
  const add = "atomicRef(bins, i & 255).fetchAdd(1)";

  test("where they are small, and work-items are many", () => {
    expect(wordsOf(add, 10_000, 256)).toBe(256);
    expect(wordsOf(add, 10_000, 300)).toBe(512);
    expect(wordsOf(add, 4000, 256)).toBe(1);
    expect(wordsOf(add, 1_000_000, 1025)).toBe(1);
  });

  test("where no other capture leads to the same memory", () => {
    const kernel = kernelOf(
      "x: Uint32Array, bins: Uint32Array",
      "q.parallelFor(x.length, (i) => { atomicRef(bins, x[i]!).fetchAdd(1); })",
    );
    const wordsWith = (bins: readonly [number, number]) =>
      compiled(kernel).copyWords(blockOf(kernel, [10_000], { x: [4096, 10_000], bins }));
    expect(wordsWith([0, 256])).toBe(256);
    expect(wordsWith([4000, 25])).toBe(1);
    expect(wordsWith([4096 + 39_996, 1])).toBe(1);
    expect(wordsWith([4096 + 40_000, 1])).toBe(2);
  });

  test("where nobody asks for anything but the end", () => {
    expect(wordsOf("bins[1] = atomicRef(bins, i & 255).fetchAdd(1)", 10_000, 256)).toBe(1);
    expect(wordsOf(`${add}; atomicRef(bins, 3).fetchMax(9)`, 10_000, 256)).toBe(1);
    expect(wordsOf("atomicRef(bins, i & 255).fetchMax(i)", 10_000, 256)).toBe(256);
  });
});
