// Dynamic linking: kernels whose device functions are in images of other modules (requirements L7, Y1 to Y3). Modules are compiled
// from source and registered one by one, so that some can be missing or replaced.

import { encodeImage } from "@lanewise/ir";
import { KernelError, LanewiseError, Queue } from "lanewise";
import { kernel, register } from "lanewise/internal";
import { describe, expect, test } from "vitest";
import { allParts } from "../support/all-parts.js";
import { compileSource, type Sources } from "../support/compile-source.js";
import { toBase64 } from "./emitted.js";

const head =
  'import { assert, deviceFn, deviceGlobal, type FunctionRef, functionRef, type i32, type f32, type Queue } from "lanewise";\n';

/** Compiles the files and registers those that `which` names; `prefix` keeps the modules of tests apart. */
function load(prefix: string, sources: Sources, which: readonly string[] = Object.keys(sources)): void {
  const texts = Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [
      `${prefix}/${name}`,
      `${head}export const used = [assert, deviceFn, deviceGlobal, functionRef] as const; export type Used = [i32, f32, Queue, FunctionRef<() => void>];\n${text}`,
    ]),
  );
  const { compilation, pathOf } = compileSource(texts);
  expect(compilation.diagnostics).toEqual([]);
  for (const name of which) {
    const images = compilation.files.get(pathOf(`${prefix}/${name}`))?.images ?? [];
    register({
      protocol: 2,
      parts: allParts,
      module: `app@1.0.0/${prefix}/${name}`,
      images: images.map((image) => toBase64(encodeImage(image))),
      globals: {},
    });
  }
}

const launch = (q: Queue, symbol: string, captures: () => readonly unknown[], n = 4) =>
  q.parallelFor(
    n,
    kernel(`app@1.0.0/${symbol}`, captures, () => {
      throw new Error("the original of a compiled kernel is not called");
    }),
  );

const main = (body: string, imports: string) =>
  `import { ${imports} } from "./lib.js";
export const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { ${body} });`;

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });
  const x = q.mallocShared(Int32Array, 4);

  test("Y1: A needs B needs C: three images, one link", async () => {
    load(`chain-${device}`, {
      "main.ts": main("x[i] = f(i);", "f"),
      "lib.ts":
        'import { g } from "./deep.js";\nexport const f = deviceFn((v: i32): i32 => { let sum = 0; for (let k = 0; k < 3; k++) sum += g(v + k); return sum; });',
      "deep.ts": "const ten = (v: i32): i32 => v * 10;\nexport const g = deviceFn((v: i32): i32 => ten(v) + 1);",
    });
    await launch(q, `chain-${device}/main.ts:run#0`, () => [x]);
    expect([...x]).toEqual([33, 63, 93, 123]);
  });

  test("V1, L7: the function's device global is the one of its own module's kernels", async () => {
    load(`globals-${device}`, {
      "main.ts": main("x[i] = next();", "next"),
      "lib.ts": `export const count = deviceGlobal<i32>(40);
const table = [5, 6] as const;
export const next = deviceFn((): i32 => count.value + table[1]);
export const set = (q: Queue) => q.singleTask(() => { count.value = 100; });`,
    });
    await launch(q, `globals-${device}/main.ts:run#0`, () => [x]);
    expect([...x]).toEqual([46, 46, 46, 46]);
    const set = kernel(
      `app@1.0.0/globals-${device}/lib.ts:set#0`,
      () => [],
      () => {
        throw new Error("not called");
      },
    );
    q.singleTask(set);
    await launch(q, `globals-${device}/main.ts:run#0`, () => [x]);
    expect([...x]).toEqual([106, 106, 106, 106]);
  });

  test("a failure in it names its own file and line", async () => {
    load(`failing-${device}`, {
      "main.ts": main("store(x, i + 2);", "store"),
      "lib.ts": "\n\nexport const store = deviceFn((a: Int32Array, at: i32): void => { a[at] = at; });",
    });
    const error = await launch(q, `failing-${device}/main.ts:run#0`, () => [x]).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (!(error instanceof KernelError)) throw new Error("the kernel fails");
    expect(error).toMatchObject({
      code: "out_of_bounds",
      file: `failing-${device}/lib.ts`,
      line: 5,
      index: 4,
      array: "a",
    });
  });

  test("Y3: an unresolved symbol is an error that names it and every image tried", () => {
    load(
      `missing-${device}`,
      { "main.ts": main("x[i] = f(i);", "f"), "lib.ts": "export const f = deviceFn((v: i32): i32 => v);" },
      ["main.ts"],
    );
    const error = thrown(() => launch(q, `missing-${device}/main.ts:run#0`, () => [x]));
    expect(error.code).toBe("link_program_error");
    expect(error.message).toContain(`No device image found for external symbol app@1.0.0/missing-${device}/lib.ts:f`);
    expect(error.message).toContain(`image of app@1.0.0/missing-${device}/main.ts, which exports nothing`);
  });

  test("Y1: a kernel that does not reach a missing function runs", async () => {
    load(
      `partly-${device}`,
      {
        "main.ts": `${main("x[i] = f(i);", "f")}\nexport const other = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { x[i] = 7; });`,
        "lib.ts": "export const f = deviceFn((v: i32): i32 => v);",
      },
      ["main.ts"],
    );
    await launch(q, `partly-${device}/main.ts:other#1`, () => [x]);
    expect([...x]).toEqual([7, 7, 7, 7]);
  });

  test("a module that is registered again replaces what kernels are linked with", async () => {
    const lib = (factor: number) => ({
      "main.ts": main("x[i] = f(i);", "f"),
      "lib.ts": `export const f = deviceFn((v: i32): i32 => v * ${factor});`,
    });
    load(`reload-${device}`, lib(2));
    await launch(q, `reload-${device}/main.ts:run#0`, () => [x]);
    expect([...x]).toEqual([0, 2, 4, 6]);
    load(`reload-${device}`, lib(3), ["lib.ts"]);
    await launch(q, `reload-${device}/main.ts:run#0`, () => [x]);
    expect([...x]).toEqual([0, 3, 6, 9]);
  });

  test("Y4: a reference in memory leads to the function as it is when its module is registered again", async () => {
    const lib = (factor: number) => ({
      "main.ts": `import { current, f } from "./lib.js";
export const take = (q: Queue) => q.singleTask(() => { current.value = functionRef(f); });
export const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { x[i] = current.value(i); });`,
      "lib.ts": `export const current = deviceGlobal<FunctionRef<(v: i32) => i32>>();
export const f = deviceFn((v: i32): i32 => v * ${factor});`,
    });
    const name = `referred-${device}`;
    load(name, lib(2));
    await q.singleTask(
      kernel(
        `app@1.0.0/${name}/main.ts:take#0`,
        () => [],
        () => undefined,
      ),
    );
    await launch(q, `${name}/main.ts:run#1`, () => [x]);
    expect([...x]).toEqual([0, 2, 4, 6]);
    load(name, lib(3), ["lib.ts"]);
    await launch(q, `${name}/main.ts:run#1`, () => [x]);
    expect([...x]).toEqual([0, 3, 6, 9]);
    load(name, { "lib.ts": lib(3)["lib.ts"].replace("(v: i32): i32 => v * 3", "(v: f32): f32 => v") });
    await expect(launch(q, `${name}/main.ts:run#1`, () => [x])).rejects.toMatchObject({
      code: "invalid_function_ref",
      file: `${name}/main.ts`,
      line: 5,
    });
  });

  test("Y4: a function that calls references to functions of its own type calls those that do not", async () => {
    const name = `circle-${device}`;
    load(name, {
      "main.ts": `import { current, f } from "./lib.js";
const plain = deviceFn((v: i32): i32 => v + 1);
export const take = (q: Queue, own: i32) => q.singleTask(() => { current.value = own === 1 ? functionRef(f) : functionRef(plain); });
export const run = (q: Queue, x: Int32Array) => q.parallelFor(4, (i) => { const g = functionRef(f); x[i] = g(i); });`,
      "lib.ts": `export const current = deviceGlobal<FunctionRef<(v: i32) => i32>>();
const through = (v: i32): i32 => current.value(v) * 10;
export const f = deviceFn((v: i32): i32 => through(v));`,
    });
    const take = (own: number) =>
      kernel(
        `app@1.0.0/${name}/main.ts:take#0`,
        () => [own],
        () => undefined,
      );
    await q.singleTask(take(0));
    await launch(q, `${name}/main.ts:run#1`, () => [x]);
    expect([...x]).toEqual([10, 20, 30, 40]);
    await q.singleTask(take(1));
    const error = await launch(q, `${name}/main.ts:run#1`, () => [x]).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (!(error instanceof KernelError)) throw new Error("the kernel fails");
    expect(error).toMatchObject({ code: "invalid_function_ref", file: `${name}/lib.ts`, line: 4 });
    expect(error.message).toContain(
      "current.value refers to a function that itself calls references to functions of this type",
    );
  });

  test("M4: functions that were built apart and do not fit are an error of linking", () => {
    const name = `apart-${device}`;
    load(name, { "main.ts": main("x[i] = f(i);", "f"), "lib.ts": "export const f = deviceFn((v: i32): i32 => v);" });
    for (const [now, found] of [
      ["(v: f32): f32 => v", "(f32) => f32"],
      ["(v: i32, w: i32): i32 => v + w", "(i32, i32) => i32"],
    ] as const) {
      load(name, { "lib.ts": `export const f = deviceFn(${now});` });
      const error = thrown(() => launch(q, `${name}/main.ts:run#0`, () => [x]));
      expect(error.code).toBe("link_program_error");
      expect(error.message.split("\n")[0]).toMatch(
        /^LW4020: Kernel .* cannot be linked: .*main\.ts:\d+:\d+ of .* calls f of app@1\.0\.0\/apart-\w+\/lib\.ts as \(i32\) => i32, but its signature is /,
      );
      expect(error.message.split("\n")[0]).toContain(`but its signature is ${found}.`);
    }
  });
});

function thrown(action: () => unknown): LanewiseError {
  try {
    action();
  } catch (error) {
    if (error instanceof LanewiseError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
