// Loads that are alike happen once, unless something in between may change what they give: a store, an assignment to their
// index, another round of a loop, an atomic operation.

import { build, type Expr, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, element, load, local, op, query, set, store } = build;
const i32 = (value: number) => constant("i32", value);
const s = span("i32");
const [ARRAY, INDEX, SUM, ROUND] = [0, 1, 2, 3];
const place = (index: Expr) => element(local(ARRAY, s), index, 0);
const own = () => place(local(INDEX, "i32"));
const add = (value: Expr): Stmt => set(SUM, op("add", local(SUM, "i32"), value));
const twice = () => add(op("add", op("mul", load(own()), i32(3)), load(own())));

const bodies: Readonly<Record<string, readonly Stmt[]>> = {
  "nothing in between": [twice(), add(load(own()))],
  "a store in between": [twice(), store(own(), op("add", load(own()), i32(100)), at), twice()],
  "a store of the loaded value": [store(own(), op("mul", load(own()), load(own())), at), add(load(own()))],
  "another index in between": [twice(), set(INDEX, op("xor", local(INDEX, "i32"), i32(1))), twice()],
  "rounds of a loop": [
    set(ROUND, i32(0)),
    {
      kind: "loop",
      label: 0,
      header: [],
      condition: op("lt", local(ROUND, "i32"), load(place(i32(64)))),
      body: [twice(), store(own(), op("add", load(own()), i32(1)), at)],
      update: [set(ROUND, op("add", local(ROUND, "i32"), i32(1)))],
      at,
    },
    twice(),
  ],
  "a branch in between": [
    twice(),
    build.ifElse(op("gt", load(own()), i32(20)), [store(own(), i32(-1), at), add(load(own()))]),
    twice(),
  ],
  "the same element for all": [add(op("mul", load(place(i32(65))), load(place(i32(65))))), add(load(place(i32(65))))],
};

describe.each(Object.entries(executors))("%s", (_, executor) => {
  test.each(Object.entries(bodies))("%s", (__, body) => {
    const module = kernelModule({
      locals: [s, "i32", "i32", "i32"],
      parameters: 1,
      body: [
        set(INDEX, query("globalId", 0)),
        set(SUM, i32(0)),
        ...body,
        store(place(op("add", op("xor", query("globalId", 0), i32(0)), i32(128))), local(SUM, "i32"), at),
      ],
    });
    const array = Int32Array.from({ length: 192 }, (___, index) => (index === 64 ? 3 : (index * 7) % 41));
    const launch = { module, range: [40], args: [array] };
    expect(runKernel(executor, launch)).toEqual(runKernel(executors.interpreter, launch));
  });
});
