// Kernels of work-groups for tests of launches, and a launch over an nd-range without a queue's own method for it.

import { build, type Global } from "@lanewise/ir";
import type { Queue } from "lanewise";
import { devicesOf } from "../../runtime/dist/context/context-devices.js";
import type { KernelMark } from "../../runtime/dist/images/registry/registry.js";
import { createLaunch } from "../../runtime/dist/launch/launch.js";
import { toGroupRange, toRange } from "../../runtime/dist/values/range.js";
import { at, elementOf, emit, i, moduleName, span } from "./emitted.js";

const { barrier, constant, element, global, ifElse, load, local, loop, op, query, set, store } = build;
const i32s = span("i32");
const int = (value: number) => constant("i32", value);
const [lid, size, group] = [query("localId", 0), query("localSize", 0), query("groupId", 0)];

function localMemory(name: string, length: number): Global {
  const type = { kind: "array", element: "i32", length } as const;
  return { id: `groups:${name}`, name, type, initial: undefined, storage: "local", hostAccess: "none", at };
}
const globals = [localMemory("sums", 4096), localMemory("first", 200_000), localMemory("second", 200_000)];
const sums = (index: ReturnType<typeof int>) =>
  element(global(0, { kind: "array", element: "i32", length: 4096 }), index, 1);
const large = (index: number) => element(global(index, { kind: "array", element: "i32", length: 200_000 }), int(0), 1);
const sites = ["out", "sums"].map((name) => ({ kind: "bounds" as const, name, at }));
const parameters = [
  { name: "x", type: i32s },
  { name: "out", type: i32s },
];
const half = local(2, "i32");

emit({
  name: "groups",
  sites,
  globals,
  kernels: [
    {
      // out[group] = the sum of x over the group, whose size is a power of two.
      name: "sum",
      parameters,
      locals: [{ name: "half", type: "i32" }],
      body: [
        store(sums(lid), load(elementOf(0, i32s, i, 0)), at),
        set(2, op("shr", size, int(1))),
        loop(
          0,
          {
            condition: op("gt", half, int(0)),
            body: [
              barrier("workGroup", at),
              ifElse(op("lt", lid, half), [
                store(sums(lid), op("add", load(sums(lid)), load(sums(op("add", lid, half)))), at),
              ]),
            ],
            update: [set(2, op("shr", half, int(1)))],
          },
          at,
        ),
        ifElse(op("eq", lid, int(0)), [store(elementOf(1, i32s, group, 0), load(sums(int(0))), at)]),
      ],
    },
    {
      name: "indices",
      dimensions: 2,
      parameters: [{ name: "out", type: i32s }],
      body: [
        store(
          elementOf(0, i32s, op("add", op("mul", i, query("globalSize", 1)), query("globalId", 1)), 0),
          op(
            "add",
            op("mul", op("add", op("mul", query("groupId", 0), query("groupCount", 1)), query("groupId", 1)), int(100)),
            op("add", op("mul", query("localId", 0), query("localSize", 1)), query("localId", 1)),
          ),
          at,
        ),
      ],
    },
    {
      name: "diverges",
      parameters,
      body: [ifElse(op("lt", i, int(1003)), [barrier("workGroup", { ...at, line: 12 })])],
    },
    {
      name: "beyond",
      parameters,
      body: [barrier("workGroup", at), store(elementOf(1, i32s, op("add", i, int(1)), 0), i, at)],
    },
    {
      name: "tooLarge",
      parameters,
      body: [store(large(1), i, at), store(large(2), i, at)],
    },
  ],
});

export const marked = (name: string, arrays: readonly Int32Array[]): KernelMark => ({
  symbol: `${moduleName("groups")}:${name}#0`,
  captures: () => arrays,
});

/** Launches over groups of `groupSize`, or over a range without groups. */
export async function launchGroups(
  q: Queue,
  kernel: KernelMark,
  range: readonly number[],
  groupSize?: readonly number[],
): Promise<void> {
  const context = devicesOf(q.context).on(q.device.kind);
  const work = createLaunch(context, kernel, groupSize ? toGroupRange(range, groupSize) : toRange(range), {
    name: undefined,
    variant: { bounds: undefined, fp: undefined },
    queue: context.join(q.device, 1, undefined),
    threads: q.threads,
    timeout: undefined,
    onLog: () => undefined,
    onProgress: () => undefined,
  });
  try {
    for (;;) {
      const { promise: resumed, resolve: resume } = promiseOf();
      const progress = work.step({ isBlocking: false, resume });
      if (progress === "done") return;
      await (progress === "away" ? resumed : new Promise(setImmediate));
    }
  } finally {
    work.release(true);
  }
}

function promiseOf(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let done: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, resolve: () => done?.() };
}
