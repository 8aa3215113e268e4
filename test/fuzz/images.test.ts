// What the fuzzer of images has found before, and what one would send who means harm: corpus-images/ has modules in base64.

import { readdirSync, readFileSync } from "node:fs";
import { build, encodeModule } from "@lanewise/ir";
import { expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { wasmExecutor } from "../support/run-kernel.js";
import { judgeImage } from "./images.js";

const corpus = new URL("corpus-images/", import.meta.url);

test.each(readdirSync(corpus))(
  "HOS2: is refused, or does no harm: %s",
  (name) => {
    const bytes = Buffer.from(readFileSync(new URL(name, corpus), "utf8"), "base64");
    expect(judgeImage(bytes)).toBeUndefined();
  },
  60_000,
);

test("the judge sees what is written outside of arrays", () => {
  const place = build.element(build.local(0, span("i32")), build.constant("i32", 17), 0);
  const body = [build.store(place, build.constant("i32", 5), at)];
  const bytes = encodeModule(kernelModule({ locals: [span("i32")], parameters: 1, body }));
  const unchecked = wasmExecutor({ threads: "one", sharedMemory: false, features: "scalar", bounds: "unchecked" });
  expect(judgeImage(bytes, { unchecked })).toContain("memory outside the arrays changed");
  expect(judgeImage(bytes)).toBeUndefined();
});
