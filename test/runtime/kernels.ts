// The kernels that the tests of launches share, registered when this file is loaded.

import { build, encodeMessage } from "@lanewise/ir";
import { at, elementOf, emit, i, mark, span } from "./emitted.js";

const f32s = span("f32");
const i32s = span("i32");
const column = build.query("globalId", 1);
const depth = build.query("globalId", 2);
const int = (value: number) => build.constant("i32", value);
const sites = ["x", "y", "out", "total > 0", encodeMessage(["x is ", "small"])].map((name, index) => ({
  kind: index >= 3 ? ("assert" as const) : ("bounds" as const),
  name,
  at: { ...at, column: 7 + index },
}));

emit({
  name: "kernels",
  sites,
  kernels: [
    {
      name: "saxpy",
      parameters: [
        { name: "x", type: f32s },
        { name: "y", type: f32s },
        { name: "a", type: "f32" },
      ],
      body: [
        build.store(
          elementOf(1, f32s, i, 1),
          build.op(
            "add",
            build.op("mul", build.local(2, "f32"), build.load(elementOf(0, f32s, i, 0))),
            build.load(elementOf(1, f32s, i, 1)),
          ),
          at,
        ),
      ],
    },
    {
      name: "rows",
      dimensions: 2,
      parameters: [{ name: "out", type: i32s }],
      body: [
        build.store(
          elementOf(0, i32s, build.op("add", build.op("mul", i, build.query("globalSize", 1)), column), 2),
          build.op("add", build.op("mul", i, int(10)), column),
          at,
        ),
      ],
    },
    {
      name: "cube",
      dimensions: 3,
      parameters: [{ name: "out", type: i32s }],
      body: [
        build.store(
          elementOf(
            0,
            i32s,
            build.op("add", build.op("mul", build.op("add", build.op("mul", i, int(3)), column), int(4)), depth),
            2,
          ),
          build.op("add", build.op("mul", build.op("add", build.op("mul", i, int(10)), column), int(10)), depth),
          at,
        ),
      ],
    },
    {
      name: "types",
      dimensions: 0,
      parameters: [
        { name: "flag", type: "bool" },
        { name: "small", type: "i32" },
        { name: "large", type: "u32" },
        { name: "long", type: "i64" },
        { name: "real", type: "f64" },
        { name: "longs", type: span("i64") },
        { name: "reals", type: span("f64") },
        { name: "bytes", type: span("u8") },
      ],
      body: [
        build.store(elementOf(5, span("i64"), int(0), 2), build.local(3, "i64"), at),
        build.store(elementOf(5, span("i64"), int(1), 2), build.convert("convert", "i64", build.local(1, "i32")), at),
        build.store(elementOf(6, span("f64"), int(0), 2), build.local(4, "f64"), at),
        build.store(elementOf(6, span("f64"), int(1), 2), build.convert("convert", "f64", build.local(2, "u32")), at),
        build.store(elementOf(7, span("u8"), int(0), 2), build.convert("convert", "i32", build.local(0, "bool")), at),
      ],
    },
    {
      name: "set",
      parameters: [
        { name: "out", type: i32s },
        { name: "value", type: "i32" },
      ],
      body: [build.store(elementOf(0, i32s, i, 2), build.local(1, "i32"), at)],
    },
    { name: "assert", parameters: [], body: [build.ifElse(build.op("gt", i, int(4)), [build.fail(3)])] },
    { name: "assertMessage", parameters: [], body: [build.ifElse(build.op("gt", i, int(4)), [build.fail(4)])] },
    {
      name: "sine",
      parameters: [{ name: "x", type: f32s }],
      body: [build.store(elementOf(0, f32s, i, 0), build.builtin("sin", build.load(elementOf(0, f32s, i, 0))), at)],
    },
  ],
});

export const saxpy = (x: unknown, y: unknown, a: unknown) => mark("kernels", "saxpy", () => [x, y, a]);
export const rows = (out: unknown) => mark("kernels", "rows", () => [out]);
export const cube = (out: unknown) => mark("kernels", "cube", () => [out]);
export const types = (...captures: unknown[]) => mark("kernels", "types", () => captures);
export const set = (out: unknown, value: unknown) => mark("kernels", "set", () => [out, value]);
export const assertSmall = () => mark("kernels", "assert", () => []);
export const assertWithMessage = () => mark("kernels", "assertMessage", () => []);
export const sine = (x: unknown) => mark("kernels", "sine", () => [x]);
