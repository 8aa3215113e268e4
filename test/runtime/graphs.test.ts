// Graphs while modules are registered anew, by hot reload or because a library was loaded.

import { build, type Local } from "@lanewise/ir";
import { type CommandGraph, Queue } from "lanewise";
import { expect, test } from "vitest";
import { at, elementOf, emit, mark, span } from "./emitted.js";

const out: Local = { name: "out", type: span("i32") };
const place = elementOf(0, out.type);

/** Registers a module whose kernel adds `by`. */
function emitAdding(by: number): void {
  const value = build.op("add", build.load(place), build.constant("i32", by));
  const body = [build.store(place, value, at)];
  emit({
    name: "reloaded",
    sites: [{ kind: "bounds", name: "out", at }],
    kernels: [{ name: "add", parameters: [out], body }],
  });
}

test.each(["cpu", "host"] as const)(
  "X12: a kernel that was replaced is found anew by the next run, on %s",
  (device) => {
    const q = new Queue({ device, threads: 1 });
    const x = q.mallocShared(Int32Array, 4);
    emitAdding(1);
    const add = mark("reloaded", "add", () => [x]);
    for (const fuse of [false, true]) {
      using graph: CommandGraph = q.record(
        () => {
          q.parallelFor(4, add);
          q.parallelFor(4, add);
        },
        { fuse },
      );
      emitAdding(1);
      graph.run().waitSync();
      expect([...x]).toEqual([2, 2, 2, 2]);
      emitAdding(100);
      graph.run().waitSync();
      expect([...x]).toEqual([202, 202, 202, 202]);
      x.fill(0);
    }
  },
);
