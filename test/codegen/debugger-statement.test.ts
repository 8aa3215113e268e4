// `debugger` in kernels is for JavaScript alone (spec, DBG4): WebAssembly is what it would be without, in scalar code and in gangs.

import { compileJavaScript, compileWasm, inlineWithPaths } from "@lanewise/codegen";
import { build, type Module, parseModule, printModule, type Stmt } from "@lanewise/ir";
import { expect, test } from "vitest";
import { at, kernelModule, ownElement, span } from "../support/kernel-module.js";

const stop = build.debuggerAt({ file: 0, line: 4, column: 3 });
const double: Stmt = build.store(
  ownElement(0, "f32"),
  build.op("mul", build.load(ownElement(0, "f32")), build.constant("f32", 2)),
  at,
);
const isPositive = build.op("gt", build.load(ownElement(0, "f32")), build.constant("f32", 0));
const module = (...body: Stmt[]): Module => kernelModule({ locals: [span("f32")], parameters: 1, body });

const stopping = module(stop, build.ifElse(isPositive, [stop, double, stop]), stop);
const plain = module(build.ifElse(isPositive, [double]));

test.each(["scalar", "simd128"] as const)("WebAssembly has none of it: %s", (features) => {
  const options = { kernel: 0, bounds: "checked", threads: "one", features, fp: "strict", shape: "rows" } as const;
  const bytesOf = (given: Module) =>
    compileWasm({ ...options, module: inlineWithPaths(given, 0), privatise: false, sharedMemory: false }).bytes;
  expect(bytesOf(stopping)).toEqual(bytesOf(plain));
});

test("JavaScript has it where it stands, and the text form says where that is", () => {
  const { source, lines } = compileJavaScript({ module: stopping, kernel: 0, bounds: "checked", threads: "one" });
  const line = source.split("\n").findIndex((one) => one.includes("debugger;")) + 1;
  expect(source.match(/debugger;/g)).toHaveLength(4);
  expect(lines).toContainEqual({ line, at: { file: 0, line: 4, column: 3 } });
  expect(printModule(stopping)).toContain("debugger @4:3");
  expect(parseModule(printModule(stopping))).toEqual(stopping);
});
