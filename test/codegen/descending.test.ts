// Elements that descend from one work-item to the next are loaded and stored as whole vectors, reversed in registers: of every size, in gangs of
// every size, with masks, at ends that fill no gang, and where some lie outside, an executor does what one work-item after the other does.

import { explainKernel } from "@lanewise/codegen";
import { build, type Expr } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, store } = build;
const i32 = (value: number) => constant("i32", value);
const arrays = {
  bool: Uint8Array,
  u8: Uint8Array,
  i16: Int16Array,
  f16: Uint16Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;
type Type = keyof typeof arrays;

const x = query("globalId", 0);
const masks = {
  all: undefined,
  some: op("ne", op("and", x, i32(3)), i32(2)),
  few: op("lt", op("and", x, i32(15)), i32(3)),
} as const;

/** `to[x] = from[last - x]`, or `to[last - x] = from[x]`, where the mask is true. */
function moduleOf(type: Type, where: "load" | "store", last: Expr, mask: Expr | undefined) {
  const s = span(type);
  const down = op("sub", last, x);
  const [to, from] = where === "load" ? [x, down] : [down, x];
  const copy = store(element(local(1, s), to, 1), load(element(local(0, s), from, 0)), at);
  const body = mask ? [build.ifElse(mask, [copy], [])] : [copy];
  return kernelModule({ locals: [s, s], parameters: 2, body });
}

function valuesOf(type: Type, length: number) {
  const made = new arrays[type](length);
  for (let index = 0; index < length; index++) {
    const value = type === "bool" ? (index % 3) & 1 : type === "f16" ? 0x3c00 + index : (index * 37) % 101;
    made[index] = value;
  }
  return made;
}

const cases = (Object.keys(arrays) as Type[]).flatMap((type) =>
  (["load", "store"] as const).flatMap((where) =>
    (Object.keys(masks) as (keyof typeof masks)[]).map((mask) => ({ type, where, mask })),
  ),
);
const all = [...Object.values(executors), ...gangExecutors.filter(({ bounds }) => bounds === "checked")];

describe.each(cases)("$where of $type, mask: $mask", ({ type, where, mask }) => {
  test.each([
    { count: 37, last: 36 },
    { count: 5, last: 4 },
    // From work-item 20 on, elements lie below the array.
    { count: 32, last: 19 },
    // The first ones are above it.
    { count: 32, last: 50 },
  ])("$count items from $last down", ({ count, last }) => {
    const module = moduleOf(type, where, i32(last), masks[mask]);
    const launch = { module, range: [count], args: [valuesOf(type, 45), valuesOf(type, 45)] };
    const expected = runKernel(executors.interpreter, launch);
    for (const executor of all) {
      const found = runKernel(executor, launch);
      // In a gang, what other work-items have stored when one fails is another matter.
      if (expected.failure && executor.gang > 1) expect(found.failure).toEqual(expected.failure);
      else expect(found).toEqual(expected);
    }
  });
});

test.each(["load", "store"] as const)("a %s of descending elements is reported as reversed", (where) => {
  const module = moduleOf("f32", where, op("sub", query("globalSize", 0), i32(1)), undefined);
  const options = { kernel: 0, bounds: "checked", fp: "default", threads: "one", features: "simd128" } as const;
  const { accesses } = explainKernel({ ...options, module, shape: "rows", privatise: false, sharedMemory: false });
  expect(accesses.find(({ kind }) => kind === where)?.form).toBe("reversed");
});
