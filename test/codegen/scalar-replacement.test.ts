// Private structs and small arrays become locals: no memory is left where all is known, what has to stay does, and kernels do
// what they did.

import { compileWasm, type WasmOptions } from "@lanewise/codegen";
import { describe, expect, test } from "vitest";
import { runAlike, simplifyText } from "../support/simplified.js";

const options: Omit<WasmOptions, "module" | "kernel" | "features"> = {
  bounds: "checked",
  fp: "strict",
  threads: "one",
  shape: "rows",
  privatise: false,
  sharedMemory: false,
};

const head = `module "test"

file "test.ts"

struct "V" { "x": f32, "y": f32 }
struct "P" { "at": struct<"V">, "to": struct<"V">, "id": i32 }
struct "Small" { "a": i8, "b": u8, "c": i16, "d": u16, "e": bool, "f": f16 }
struct "Link" { "next": i32, "value": i32 }
struct "Bag" { "count": i32, "items": array<i32, 4>, "last": struct<"V"> }

site !0.a bounds @1:1
site !1.b bounds @2:1
site !2.c bounds @3:1
`;

/** The kernel with the parameters, locals and lines. */
const kernel = (parameters: string, locals: string, body: string, functions = "", index = 0) =>
  simplifyText(`${head}
${functions}
fn #${index}.k kernel "k" range 1 (${parameters}) @1:1 {
${[...(locals ? locals.split("; ").map((local) => `local ${local}`) : []), ...body.trim().split("\n")].join("\n")}
}
`);

const addV = `fn #0.add internal "add" (%0: ref<struct<"V">>, %1: ref<struct<"V">>, %2: ref<struct<"V">>) @1:1 {
  store %0->0 = add(load(%1->0), load(%2->0)) @1:1
  store %0->1 = add(load(%1->1), load(%2->1)) @1:1
}
`;

describe("places whose parts are known", () => {
  const sum = kernel(
    `%0: span<f32>, %1: i32`,
    `%2: struct<"V">; %3: struct<"V">; %4: struct<"V">; %5: i32`,
    `
  store &%2->0 = f32(0) @1:1
  store &%2->1 = f32(1) @1:1
  set %5 = i32(0)
  loop L0 @1:1 while lt(%5, %1) {
    store &%3->0 = convert<f32>(%5) @1:1
    store &%3->1 = load(%0[%5]!0) @1:1
    call #0(&%4, &%2, &%3) @1:1
    store &%2 = &%4 @1:1
  } update {
    set %5 = add(%5, i32(1))
  }
  store %0[add(globalId(0), i32(7))]!1 = mul(load(&%2->0), load(&%2->1)) @1:1`,
    addV,
    1,
  );

  test("become locals", () => {
    expect(sum.inMemory).toEqual([]);
    for (const features of ["scalar", "simd128"] as const) {
      const program = compileWasm({ ...options, module: sum.module, kernel: 1, features });
      expect(program.stackSize).toBe(0);
    }
    runAlike(sum, { range: [21], args: [Float32Array.from({ length: 28 }, (_, i) => i / 4), 7] });
  });

  test("are added to without a copy in between", () => {
    const start = sum.body.findIndex((line) => line.startsWith("loop "));
    expect(sum.body.slice(start + 3, start + 6)).toEqual([
      "  set %3 = add(%3, %5)",
      "  set %4 = add(%4, %6)",
      "} update {",
    ]);
  });

  test("are copied where the old value is wanted, or kept on a way out", () => {
    const turn = kernel(
      `%0: span<f32>`,
      `%1: struct<"V">; %2: struct<"V">; %3: i32`,
      `
  store &%1->0 = f32(1) @1:1
  store &%1->1 = load(%0[globalId(0)]!0) @1:1
  set %3 = i32(0)
  block L9 {
    loop L0 @1:1 while lt(%3, i32(9)) {
      store &%2->0 = sub(load(&%1->0), load(&%1->1)) @1:1
      store &%2->1 = add(load(&%1->1), f32(3)) @1:1
      if gt(load(&%2->1), f32(20)) {
        break L9
      }
      store &%1 = &%2 @1:1
    } update {
      set %3 = add(%3, i32(1))
    }
  }
  store %0[globalId(0)]!0 = mul(load(&%1->0), load(&%1->1)) @1:1`,
    );
    expect(turn.inMemory).toEqual([]);
    runAlike(turn, { range: [13], args: [Float32Array.from({ length: 13 }, (_, i) => i / 4 - 1)] });
  });

  test("nested ones, copied as a whole and in parts, from and to memory", () => {
    const found = kernel(
      `%0: span<struct<"P">>`,
      `%1: struct<"P">; %2: struct<"V">; %3: ref<struct<"P">>`,
      `
  set %3 = %0[globalId(0)]!0
  store &%1 = %3 @1:1
  store &%2 = &%1->0 @1:1
  store &%1->0 = &%1->1 @1:1
  store &%1->1 = &%2 @1:1
  store &%1->2 = add(load(&%1->2), i32(1)) @1:1
  store %3 = &%1 @1:1`,
    );
    expect(found.inMemory).toEqual([]);
    expect(found.body).not.toContain("set %3 = %0[globalId(0)]!0");
    const { arrays } = runAlike(found, { range: [5], args: [new Uint32Array(25).map((_, i) => i)] });
    expect([...(arrays[0] ?? [])].slice(0, 5)).toEqual([2, 3, 0, 1, 5]);
  });

  test("scalars of 8 and 16 bits and bools keep what memory would", () => {
    const found = kernel(
      `%0: span<i32>, %1: i32`,
      `%2: array<i8, 1>; %3: array<u8, 1>; %4: array<i16, 1>; %5: array<u16, 1>; %6: array<bool, 1>; %7: i32`,
      `
  set %7 = load(%0[globalId(0)]!0)
  store &%2[i32(0)]!1 = %7 @1:1
  store &%3[i32(0)]!1 = %7 @1:1
  store &%4[i32(0)]!1 = %7 @1:1
  store &%5[i32(0)]!1 = %7 @1:1
  store &%6[i32(0)]!1 = gt(%7, i32(0)) @1:1
  set %7 = add(load(&%2[i32(0)]!1), mul(load(&%3[i32(0)]!1), i32(3)))
  set %7 = add(%7, add(mul(load(&%4[i32(0)]!1), i32(5)), mul(load(&%5[i32(0)]!1), i32(7))))
  store %0[globalId(0)]!0 = select(load(&%6[i32(0)]!1), %7, neg(%7)) @1:1`,
    );
    expect(found.inMemory).toEqual([]);
    const values = [0, 1, 127, 128, 255, 256, 300, -1, -128, -129, 32767, 32768, 65535, 65536, -32769, 1e9, -1e9];
    runAlike(found, { range: [values.length], args: [Int32Array.from(values), 0] });
  });

  test("what some path reads before it is set begins as zero, once", () => {
    const found = kernel(
      `%0: span<f32>`,
      `%1: struct<"V">; %2: i32`,
      `
  set %2 = i32(0)
  loop L0 @1:1 while lt(%2, i32(20)) {
    if eq(%2, i32(0)) {
      store &%1->0 = f32(2) @1:1
      store &%1->1 = f32(3) @1:1
    }
    store &%1->0 = add(load(&%1->0), load(&%1->1)) @1:1
  } update {
    set %2 = add(%2, i32(1))
  }
  store %0[globalId(0)]!0 = load(&%1->0) @1:1`,
    );
    expect(found.body.slice(0, 2)).toEqual(["set %2 = f32(0)", "set %3 = f32(0)"]);
    expect(runAlike(found, { range: [3], args: [new Float32Array(3)] }).arrays[0]?.[0]).toBe(62);
  });

  test("an index that the copy itself changes is kept before", () => {
    const found = kernel(
      `%0: span<struct<"Link">>, %1: span<i32>`,
      `%2: struct<"Link">`,
      `
  store &%2->0 = globalId(0) @1:1
  store &%2 = %0[load(&%2->0)]!0 @1:1
  store &%2 = %0[load(&%2->0)]!0 @1:1
  store %1[globalId(0)]!1 = add(mul(load(&%2->0), i32(100)), load(&%2->1)) @1:1`,
    );
    expect(found.inMemory).toEqual([]);
    const links = Int32Array.of(3, 10, 0, 11, 4, 12, 1, 13, 2, 14);
    const { arrays } = runAlike(found, { range: [5], args: [links, new Int32Array(5)] });
    expect([...(arrays[1] ?? [])]).toEqual([113, 310, 214, 11, 412]);
  });
});

describe("what stays in memory", () => {
  test("an array that a computed index asks for, without the fields beside it", () => {
    const found = kernel(
      `%0: span<i32>`,
      `%1.bag: struct<"Bag">`,
      `
  store &%1->0 = i32(1) @1:1
  store &%1->1[i32(0)]!1 = i32(5) @1:1
  store &%1->1[i32(1)]!1 = i32(6) @1:1
  store &%1->1[i32(2)]!1 = i32(7) @1:1
  store &%1->1[i32(3)]!1 = i32(8) @1:1
  store &%1->0 = add(load(&%1->0), load(&%1->1[and(globalId(0), load(&%1->0))]!1)) @1:1
  store %0[globalId(0)]!0 = load(&%1->0) @1:1`,
    );
    expect(found.inMemory).toEqual(["bag.items"]);
    const { arrays } = runAlike(found, { range: [4], args: [new Int32Array(4)] });
    expect([...(arrays[0] ?? [])]).toEqual([6, 7, 6, 7]);
  });

  test("an array that only the index below a field asks for", () => {
    const found = kernel(
      `%0: span<i32>`,
      `%1.bags: array<struct<"Bag">, 2>; %2.order: array<i32, 2>`,
      `
  store &%1[i32(0)]!1->1[i32(1)]!1 = i32(10) @1:1
  store &%1[i32(1)]!1->1[i32(1)]!1 = i32(20) @1:1
  store &%2[i32(0)]!1 = i32(1) @1:1
  store &%2[i32(1)]!1 = i32(0) @1:1
  store %0[globalId(0)]!0 = load(&%1[load(&%2[and(globalId(0), i32(1))]!1)]!1->1[i32(1)]!1) @1:1`,
    );
    expect(found.inMemory).toContain("order");
    const { arrays } = runAlike(found, { range: [3], args: [new Int32Array(3)] });
    expect([...(arrays[0] ?? [])]).toEqual([20, 10, 20]);
  });

  test("f16, which nothing else rounds to", () => {
    const found = kernel(
      `%0: span<f32>`,
      `%1.small: struct<"Small">`,
      `
  store &%1->5 = load(%0[globalId(0)]!0) @1:1
  store %0[globalId(0)]!0 = load(&%1->5) @1:1`,
    );
    expect(found.inMemory).toEqual(["small"]);
    runAlike(found, { range: [3], args: [Float32Array.of(0.1, 1e-8, 70000)] });
  });

  test("aggregates that a reference chooses between, in gangs of any size", () => {
    const found = kernel(
      `%0: span<f32>`,
      `%1.one: struct<"V">; %2.two: struct<"V">; %3.three: struct<"V">; %4: ref<struct<"V">>; %5: ref<f32>`,
      `
  store &%1->0 = f32(1) @1:1
  store &%1->1 = f32(2) @1:1
  store &%2 = &%1 @1:1
  store &%3 = &%1 @1:1
  store &%2->1 = f32(20) @1:1
  if gt(load(%0[globalId(0)]!0), f32(0)) {
    set %4 = &%1
  } else {
    set %4 = &%2
  }
  set %5 = %4->1
  store %5 = add(load(%5), load(%0[globalId(0)]!0)) @1:1
  store %4->0 = add(load(%4->0), load(&%3->1)) @1:1
  store &%3 = %4 @1:1
  store %0[globalId(0)]!0 = add(add(mul(load(&%1->1), f32(1000)), load(&%2->1)), mul(load(&%3->0), f32(0.25))) @1:1`,
    );
    expect(found.inMemory).toEqual(["one", "two"]);
    const values = Float32Array.from({ length: 37 }, (_, i) => (i % 3 === 0 ? -i : i));
    runAlike(found, { range: [37], args: [values] });
  });
});

describe("checks", () => {
  test("a reference fails where it is set, before what is stored in between", () => {
    const found = kernel(
      `%0: span<struct<"V">>, %1: span<i32>`,
      `%2: ref<struct<"V">>`,
      `
  set %2 = %0[add(globalId(0), i32(2))]!0
  store %1[globalId(0)]!1 = i32(7) @1:1
  store %2->0 = f32(1) @1:1`,
    );
    const { failure, arrays } = runAlike(found, { range: [3], args: [new Float32Array(6), new Int32Array(3)] });
    expect(failure).toEqual({ site: 0, item: 1, index: 3n, length: 3n });
    expect([...(arrays[1] ?? [])]).toEqual([7, 0, 0]);
  });

  test("a reference that nobody uses fails all the same", () => {
    const found = kernel(`%0: span<f32>`, `%1: ref<f32>`, `set %1 = %0[i32(4)]!2`);
    const { failure } = runAlike(found, { range: [1], args: [new Float32Array(4)] });
    expect(failure).toEqual({ site: 2, item: 0, index: 4n, length: 4n });
  });

  test("a check that is alike, but of an index that a loop has changed, is another one", () => {
    const found = kernel(
      `%0: span<f32>`,
      `%1: f32; %2: i32; %3: ref<f32>`,
      `
  set %2 = i32(0)
  store %0[%2]!0 = f32(1) @1:1
  loop L0 @1:1 while lt(%2, i32(9)) {
    set %1 = load(%0[%2]!0)
    set %2 = add(%2, i32(1))
  }`,
    );
    const { failure } = runAlike(found, { range: [1], args: [new Float32Array(4)] });
    expect(failure).toEqual({ site: 0, item: 0, index: 4n, length: 4n });
  });

  test("indices are computed and checked in their order", () => {
    const found = kernel(
      `%0: span<array<f32, 2>>, %1: span<i32>`,
      `%2: ref<f32>`,
      `
  set %2 = %0[globalId(0)]!0[load(%1[globalId(0)]!1)]!2
  store %2 = f32(1) @1:1`,
    );
    const run = (indices: readonly number[], length: number) =>
      runAlike(found, { range: [3], args: [new Float32Array(2 * length), Int32Array.from(indices)] }).failure;
    expect(run([0, 1, 2], 3)).toEqual({ site: 2, item: 2, index: 2n, length: 2n });
    expect(run([0, 1], 2)).toEqual({ site: 0, item: 2, index: 2n, length: 2n });
    expect(run([0, 1], 3)).toEqual({ site: 1, item: 2, index: 2n, length: 2n });
  });

  test("a constant index outside fails", () => {
    const found = kernel(
      `%0: span<f32>`,
      `%1.pair: array<f32, 2>`,
      `
  store &%1[i32(0)]!1 = f32(1) @1:1
  store &%1[i32(2)]!1 = f32(1) @1:1`,
    );
    const { failure } = runAlike(found, { range: [1], args: [new Float32Array(1)] });
    expect(failure).toEqual({ site: 1, item: 0, index: 2n, length: 2n });
  });
});

test("a reference into a loop's element means that round's", () => {
  const found = kernel(
    `%0: span<struct<"V">>, %1: span<f32>`,
    `%2: ref<struct<"V">>; %3: i32; %4: f32`,
    `
  set %3 = i32(0)
  set %4 = f32(0)
  loop L0 @1:1 while lt(%3, i32(5)) {
    set %2 = %0[%3]!0
    set %3 = add(%3, i32(1))
    set %4 = add(%4, mul(load(%2->0), load(%0[%3]!0->1)))
  }
  store %1[globalId(0)]!1 = %4 @1:1`,
  );
  runAlike(found, { range: [2], args: [Float32Array.from({ length: 12 }, (_, i) => i), new Float32Array(2)] });
});
