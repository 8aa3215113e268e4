// A kernel whose only statement is more than engines compile in reasonable memory: refused before the engine sees it.

import { build, type Expr } from "@lanewise/ir";
import { Queue } from "lanewise";
import { expect, test } from "vitest";
import { at, elementOf, emit, i, mark, span } from "./emitted.js";

const quotients = 6000;
const i32s = span("i32");
const quotient = (local: number): Expr => build.op("div", build.local(local, "i32"), build.local(local + 1, "i32"));

/** A balanced tree: nesting has a limit of its own. */
function sum(from: number, to: number): Expr {
  const middle = Math.floor((from + to) / 2);
  return to - from === 1 ? quotient(from) : build.op("add", sum(from, middle), sum(middle, to));
}

test("one statement with thousands of divisions of thousands of values", { timeout: 120_000 }, async () => {
  const locals = Array.from({ length: quotients + 1 }, (_, index) => ({ name: `v${index}`, type: "i32" }) as const);
  emit({
    name: "quotients",
    sites: [{ kind: "bounds", name: "out", at }],
    kernels: [
      {
        name: "sum",
        parameters: [{ name: "out", type: i32s }],
        locals,
        body: [
          ...locals.map((_, index) => build.set(1 + index, build.load(elementOf(0, i32s, i)))),
          build.store(elementOf(0, i32s, i), sum(1, quotients), at),
        ],
      },
    ],
  });
  const q = new Queue({ device: "cpu", threads: 1 });
  const out = q.mallocShared(Int32Array, 16);
  const launch = async () => {
    await q.parallelFor(
      16,
      mark("quotients", "sum", () => [out]),
    );
  };
  await expect(launch()).rejects.toMatchObject({
    code: "image_too_large",
    message: expect.stringContaining("has more conditions and values than the engine can compile"),
  });
});
