// Conformance: device globals at run time, on each device: initial values, storage, copies, their order and their limits, properties,
// host access, hot reload. Every test has a context of its own, so that nothing was used before. Titles begin with the case that they
// port, or with the ids of the requirements they show.

import type { DeviceGlobal, ExecutableBundle, FixedArray, InputBundle, i32, Queue, QueueEvent } from "lanewise";
import { register } from "lanewise/internal";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { codeOf, errorOf } from "../support/thrown-error.js";

const program = await loadProgram({
  "main.ts": `import { type Context, deviceGlobal, type ExecutableBundle, type FixedArray, type i32, Queue, thisModule, type u32 } from "lanewise";
import { value as theirs } from "./other.js";
export { addOther, value as theirs } from "./other.js";
export const zero = deviceGlobal<i32>();
export const five = deviceGlobal<i32>(5);
export const zeros = deviceGlobal<FixedArray<i32, 4>>();
export const four = deviceGlobal<FixedArray<i32, 4>>([1, 2, 3, 4]);
export const grid = deviceGlobal<FixedArray<FixedArray<i32, 2>, 2>>([[1, 2], [3, 4]]);
export const large = deviceGlobal<FixedArray<i32, 4096>>();
export const scoped = deviceGlobal<FixedArray<i32, 4>, { deviceImageScope: true }>([1, 2, 3, 4]);
export const unusedInScope = deviceGlobal<i32, { deviceImageScope: true }>(3);
export const ordered = deviceGlobal<i32>();
export const value = deviceGlobal<i32>(1);
namespace Hidden { export const value = deviceGlobal<i32>(2); export const add = (q: Queue) => q.singleTask(() => { value.value += 20; }); export const all = () => value; }
export namespace Shown { export const value = deviceGlobal<i32>(3); export namespace Inner { export const value = deviceGlobal<i32>(4); } }
export class Totals { static readonly value = deviceGlobal<i32>(5); }
export const named = () => [value, Hidden.all(), Shown.value, Shown.Inner.value, Totals.value, theirs];

export const addToAll = async (q: Queue) => {
  void Hidden.add(q);
  await q.singleTask(() => { value.value += 10; Shown.value.value += 30; Shown.Inner.value.value += 40; Totals.value.value += 50; theirs.value += 60; });
};
export const increment = (q: Queue) => q.singleTask(() => { zero.value += 1; five.value += 1; });
export const add = (q: Queue, out: Int32Array) => q.parallelFor(4, (i) => { zeros[i]! += 10; four[i]! += 10; out[i] = zeros[i]! * 100 + four[i]!; });
export const large1 = (q: Queue) => q.parallelFor(4096, (i) => { large[i]! += 1; });
export const large2 = (q: Queue) => q.parallelFor(4096, (i) => { large[i]! += 2; }, { fp: "strict" });
const tens = (i: number) => { scoped[i]! += 10; };
export const addScoped = (q: Queue) => q.parallelFor(4, tens);
export const addScopedOf = (q: Queue, bundle: ExecutableBundle) => q.submit((h) => { h.useModule(bundle); h.parallelFor(4, tens); });
export const own = (context: Context) => thisModule.get(context, "input");
export const next = (q: Queue, to: i32) => q.singleTask(() => { ordered.value = to; });
export const variants = async (q: Queue) => {
  for (const fp of ["strict", "default"] as const) for (const bounds of ["checked", "unchecked"] as const) {
    q.parallelFor(4, (i) => { four[i]! *= 2; }, { fp, bounds });
    await q.parallelFor([2, 2], (y, x) => { four[y * 2 + x]! += 1; }, { fp, bounds });
  }
};
export const ofFour = (q: Queue) => q.read(four);
`,
  "other.ts": `import { deviceGlobal, type i32, Queue } from "lanewise";
import { five, four } from "./main.js";
export const value = deviceGlobal<i32>(100);
export const addOther = (q: Queue) => q.singleTask(() => { five.value += 100; four[0]! += 1000; });
`,
  "data.ts": `import { deviceGlobal, type FixedArray, type f32 } from "lanewise";
export const table = deviceGlobal<FixedArray<f32, 3>>([0.5, 1.5, 2.5]);
`,
});
afterAll(program.dispose);
/** What main.ts exports besides its device globals; types are checked where it is compiled. */
type Call = (q: Queue, ...rest: unknown[]) => PromiseLike<unknown>;
type Exports = Readonly<Record<string, unknown>>;
const main: Exports = await program.load("main.ts");
const data: Exports = await program.load("data.ts");
const { Context, Queue: NewQueue } = program.lanewise;

type Array4 = DeviceGlobal<FixedArray<i32, 4>>;
const array4 = (name: string) => main[name] as Array4; // in the program above
const scalar = (name: string) => main[name] as DeviceGlobal<i32>; // in the program above
const launch = (name: string, q: Queue, ...rest: unknown[]) => (main[name] as Call)(q, ...rest);

describe.each(["cpu", "host"] as const)("%s", (device) => {
  /** `run` gets a queue of a context that nothing else has. */
  async function inContext(run: (q: Queue, another: () => Queue) => Promise<void>): Promise<void> {
    await using context = new Context();
    await run(new NewQueue({ device, context }), () => new NewQueue({ device, context }));
  }
  const valuesOf = async (q: Queue, global: Array4): Promise<number[]> => {
    const values = new Int32Array(4);
    await q.copy(global, values);
    return [...values];
  };

  describe("initialisation", () => {
    test("I1, I2, case 5 (InitBeforeUse): the first kernels find the initial value, which comes once", () =>
      inContext(async (q, another) => {
        const first = launch("increment", q);
        const second = launch("increment", another());
        await Promise.all([first, second]);
        expect([await q.read(scalar("zero")), await q.read(scalar("five"))]).toEqual([2, 7]);
        // Another program of the same global, on another queue.
        await launch("addOther", another());
        await launch("increment", q);
        expect(await another().read(scalar("five"))).toBe(108);
      }));

    test("case 6 (CopyToBeforeUseFull): a copy of all elements before the first kernel is what that sees", () =>
      inContext(async (q) => {
        const out = q.mallocShared(Int32Array, 4);
        q.copy(Int32Array.of(5, 6, 7, 8), array4("zeros"));
        q.memcpy(array4("four"), Int32Array.of(1, 1, 1, 1));
        await launch("add", q, out);
        expect([...out]).toEqual([1511, 1611, 1711, 1811]);
      }));

    test.each([0, 2])(
      "I3, case 7 (CopyToBeforeUsePartial): the rest of a copy to element %i and on is zero, or the initial value",
      (start) =>
        inContext(async (q) => {
          const out = q.mallocShared(Int32Array, 4);
          const two = Int32Array.of(7, 8);
          if (start === 0) q.copy(two, array4("zeros"), 2);
          else q.copy(two, array4("zeros"), 2, start);
          q.memcpy(array4("four"), two, 8, start * 4);
          await launch("add", q, out);
          expect([...out]).toEqual(start === 0 ? [1717, 1818, 1013, 1014] : [1011, 1012, 1717, 1818]);
        }),
    );

    test("I3, R4, case 8 (ImgScopeCopyToBeforeUse): with device_image_scope copies load the image, whose kernels see them", () =>
      inContext(async (q) => {
        expect(await valuesOf(q, array4("scoped"))).toEqual([1, 2, 3, 4]);
        q.copy(Int32Array.of(20, 30), array4("scoped"), 2, 1);
        await launch("addScoped", q);
        expect(await valuesOf(q, array4("scoped"))).toEqual([11, 30, 40, 14]);
        await q.memcpy(array4("scoped"), Int32Array.of(5), 4, 12);
        expect(await valuesOf(q, array4("scoped"))).toEqual([11, 30, 40, 5]);
      }));

    test("I4: kernels of other images do not initialise a global with device_image_scope again", () =>
      inContext(async (q) => {
        await launch("addScoped", q);
        await launch("addOther", q);
        await launch("addScoped", q);
        expect(await valuesOf(q, array4("scoped"))).toEqual([21, 22, 23, 24]);
      }));
  });

  describe("storage", () => {
    test("R2, V1: memory is taken at first need, once for all kernels and copies", () =>
      inContext(async (q, another) => {
        const before = q.memoryUsage().internal;
        expect(before).toBe(0);
        await launch("large1", q);
        const once = q.memoryUsage().internal;
        expect(once).toBeGreaterThanOrEqual(16384);
        await launch("large2", another());
        const values = new Int32Array(4096);
        await q.copy(main.large as DeviceGlobal<FixedArray<i32, 4096>>, values);
        expect(values.every((value) => value === 3)).toBe(true);
        expect(q.memoryUsage().internal - once).toBeLessThan(16384);
      }));

    test("V1: queues of one context share it, contexts and devices do not", () =>
      inContext(async (q, another) => {
        await using apart = new Context();
        const others = [
          new NewQueue({ device, context: apart }),
          new NewQueue({ device: device === "cpu" ? "host" : "cpu", context: q.context }),
        ];
        await q.write(scalar("five"), 50);
        for (const other of [another(), ...others]) await launch("increment", other);
        expect(await Promise.all([q, ...others].map((queue) => queue.read(scalar("five"))))).toEqual([51, 6, 6]);
      }));

    test("R1, case 16 (unused): what no kernel uses reads as zero or its initial value, and round-trips", () =>
      inContext(async (q) => {
        const grid = main.grid as DeviceGlobal<FixedArray<FixedArray<i32, 2>, 2>>;
        expect([...(await q.read(grid))]).toEqual([1, 2, 3, 4]);
        await q.copy(Int32Array.of(9, 8), grid, { count: 2, startIndex: 1 });
        expect([...(await q.read(grid))]).toEqual([1, 9, 8, 4]);
        expect(await valuesOf(q, array4("zeros"))).toEqual([0, 0, 0, 0]);
        await q.copy(Int32Array.of(3, 4, 5, 6), array4("zeros"));
        expect(await valuesOf(q, array4("zeros"))).toEqual([3, 4, 5, 6]);
      }));

    test("R3: copies work where a module has no image at all", () =>
      inContext(async (q) => {
        const table = data.table as DeviceGlobal<FixedArray<number, 3>>;
        const values = new Float32Array(3);
        await q.copy(table as never, values as never);
        expect([...values]).toEqual([0.5, 1.5, 2.5]);
        const bytes = new Uint8Array(4);
        await q.memcpy(bytes, table, 4, 4);
        expect(new Float32Array(bytes.buffer)[0]).toBe(1.5);
      }));

    test("D6, D11, case 19 (variables_with_same_name): namesakes in modules, namespaces and classes are independent", () =>
      inContext(async (q) => {
        const named = (main.named as () => readonly DeviceGlobal<i32>[])();
        const read = () => Promise.all(named.map((global) => q.read(global)));
        expect(await read()).toEqual([1, 2, 3, 4, 5, 100]);
        await launch("addToAll", q);
        expect(await read()).toEqual([11, 22, 33, 44, 55, 160]);
        for (const [index, global] of named.entries()) q.write(global, index);
        expect(await read()).toEqual([0, 1, 2, 3, 4, 5]);
      }));

    test("V4, F4, case 20 (functional_kernel_bundle): the state stays when other programs of it are built, of two modules", () =>
      inContext(async (q) => {
        await launch("variants", q);
        // x -> 2 x + 1, four times.
        const expected = [1, 2, 3, 4].map((x) => 16 * x + 15);
        expect(await valuesOf(q, array4("four"))).toEqual(expected);
        await launch("addOther", q);
        await launch("variants", q);
        const [first = 0, ...rest] = expected;
        expect(await valuesOf(q, array4("four"))).toEqual([first + 1000, ...rest].map((x) => 16 * x + 15));
      }));
  });

  describe("copies", () => {
    /** Every way to copy: what it is called with, and whether the global is written. */
    const overloads: readonly (readonly [
      string,
      boolean,
      (q: Queue, host: Int32Array, after: QueueEvent | readonly QueueEvent[]) => QueueEvent,
    ])[] = [
      ["copy to", true, (q, host, after) => q.copy(host, scalar("ordered"), 1, 0, after)],
      ["copy from", false, (q, host, after) => q.copy(scalar("ordered"), host, 1, 0, after)],
      ["memcpy to", true, (q, host, after) => q.memcpy(scalar("ordered"), host, 4, 0, after)],
      ["memcpy from", false, (q, host, after) => q.memcpy(host, scalar("ordered"), 4, 0, after)],
      ["copy to, options", true, (q, host, after) => q.copy(host, scalar("ordered"), { after })],
      ["copy from, options", false, (q, host, after) => q.copy(scalar("ordered"), host, { after })],
      ["memcpy to, options", true, (q, host, after) => q.memcpy(scalar("ordered"), host, { after })],
      ["memcpy from, options", false, (q, host, after) => q.memcpy(host, scalar("ordered"), { after })],
      [
        "handler, to",
        true,
        (q, host, after) =>
          q.submit((h) => {
            h.dependsOn(after);
            h.copy(host, scalar("ordered"));
          }),
      ],
      [
        "handler, from",
        false,
        (q, host, after) =>
          q.submit((h) => {
            h.dependsOn(after);
            h.memcpy(host, scalar("ordered"));
          }),
      ],
    ];
    test.each(overloads)("C1, R5, case 18 (queue_copy): %s waits for an event, and for a list", (_, isWrite, copy) =>
      inContext(async (q, another) => {
        for (const queues of [[another()], [another(), another()]]) {
          const events = queues.map((queue, index) => {
            // Queues take turns, so that without the events the copy would come in between.
            for (let step = 1; step < 5; step++) launch("next", queue, step);
            return launch("next", queue, 10 + index) as QueueEvent;
          });
          const [one] = events;
          const host = Int32Array.of(77);
          await copy(q, host, queues.length === 1 && one ? one : events);
          expect(events.map(({ status }) => status)).toEqual(events.map(() => "complete"));
          const found = isWrite ? await q.read(scalar("ordered")) : host[0];
          expect(isWrite ? [77] : [10, 11]).toContain(found);
        }
      }),
    );

    test("R5: a copy gives an event that may be awaited or waited for right there", () =>
      inContext(async (q) => {
        const values = new Int32Array(4);
        launch("add", q, q.mallocShared(Int32Array, 4));
        const event = q.copy(array4("four"), values);
        expect([event.status, ...values]).toEqual(["submitted", 0, 0, 0, 0]);
        event.waitSync();
        expect([event.status, ...values]).toEqual(["complete", 11, 12, 13, 14]);
      }));

    test("C2: counts and starts are elements of the innermost type, or bytes; host memory or USM", () =>
      inContext(async (q) => {
        const grid = main.grid as DeviceGlobal<FixedArray<FixedArray<i32, 2>, 2>>;
        const usm = q.mallocShared(Int32Array, 4);
        await q.copy(grid, usm, 3, 1);
        expect([...usm]).toEqual([2, 3, 4, 0]);
        // The default is what is left from the start on.
        await q.copy(usm, grid, { startIndex: 2, count: 2 });
        await q.memcpy(grid, new Uint8Array([9]), 1, 4);
        const host = new DataView(new ArrayBuffer(16));
        await q.memcpy(host, grid);
        expect([0, 4, 8, 12].map((at) => host.getInt32(at, true))).toEqual([1, 9, 2, 3]);
      }));

    test("C3, case 17 (exceptions): past the end in four calls and both directions: `invalid`, nothing is copied", () =>
      inContext(async (q) => {
        const global = array4("four");
        for (const host of [new Int32Array(8), q.mallocShared(Int32Array, 8)]) {
          const calls: readonly (() => unknown)[] = [
            () => q.copy(host, global, 5),
            () => q.copy(global, host, 5),
            () => q.memcpy(global, host, 17),
            () => q.memcpy(host, global, 17),
            () => q.copy(host, global, 2, 3),
            () => q.copy(global, host, 2, 3),
            () => q.memcpy(global, host, 16, 1),
            () => q.memcpy(host, global, 16, 1),
            () => q.copy(host, global, 0, 5),
            () => q.memcpy(host, global, 1, 2 ** 53),
            () => q.copy(host.subarray(0, 3), global),
            () => q.copy(global, host.subarray(0, 3)),
            () => q.memcpy(global, host.subarray(0, 3)),
            () => q.memcpy(host.subarray(0, 3), global),
          ];
          expect(calls.map(codeOf)).toEqual(calls.map(() => "invalid"));
          await q.wait();
          expect([...host]).toEqual(new Array(8).fill(0));
          expect(await valuesOf(q, global)).toEqual([1, 2, 3, 4]);
        }
      }));

    test("C4: with device_image_scope and more than one image that has it, copies are `invalid`", () =>
      inContext(async (q) => {
        // An image of the same code that another module brings.
        const { modules } = Reflect.get(globalThis, Symbol.for("lanewise.1")) as {
          modules: Map<string, { images: string[] }>;
        };
        const images = modules.get("app@1.0.0/main.ts")?.images ?? [];
        expect(images.length).toBe(1);
        register({ protocol: 2, module: "app@1.0.0/again.ts", images, globals: {} });
        expect(codeOf(() => q.copy(array4("scoped"), new Int32Array(4)))).toBe("invalid");
        expect(codeOf(() => q.memcpy(array4("scoped"), new Int32Array(4)))).toBe("invalid");
        // Others may be in any number of images.
        expect(await valuesOf(q, array4("four"))).toEqual([1, 2, 3, 4]);
        register({ protocol: 2, module: "app@1.0.0/again.ts", images: [], globals: {} });
        expect(await valuesOf(q, array4("scoped"))).toEqual([1, 2, 3, 4]);
      }));

    test.runIf(device === "cpu")("C4: a bundle of the image's bytes has the global in an image of its own", () =>
      inContext(async (q) => {
        const { build, getNative, makeKernelBundle } = program.lanewise;
        const { context } = q;
        const input = (main.own as (context: object) => InputBundle)(context);
        const launchOf = (bundle: ExecutableBundle) => launch("addScopedOf", q, bundle);
        // Specialised or not, what is made of the loaded image is one image.
        await launchOf(build(input));
        await launch("addScoped", q);
        expect(await valuesOf(q, array4("scoped"))).toEqual([21, 22, 23, 24]);
        const copied = build(makeKernelBundle(context, getNative(input), "input"));
        const error = errorOf(() => q.copy(array4("scoped"), new Int32Array(4)));
        expect(error.code).toBe("invalid");
        expect(error.message).toContain("is in 2 images (app@1.0.0/main.ts, app@1.0.0/main.ts)");
        await launchOf(copied);
        expect(codeOf(() => q.copy(new Int32Array(4), array4("scoped")))).toBe("invalid");
        // Others have one value, whatever bundle uses them.
        expect(await valuesOf(q, array4("four"))).toEqual([1, 2, 3, 4]);
        // Another device has one image.
        await using apart = new Context();
        expect(await valuesOf(new NewQueue({ device, context: apart }), array4("scoped"))).toEqual([1, 2, 3, 4]);
      }),
    );

    test("C5: with device_image_scope and no kernel that uses it, copies are `kernel_not_supported`", () =>
      inContext(async (q) => {
        const global = scalar("unusedInScope");
        expect(codeOf(() => q.copy(global, new Int32Array(1)))).toBe("kernel_not_supported");
        expect(codeOf(() => q.copy(new Int32Array(1), global))).toBe("kernel_not_supported");
        expect(codeOf(() => q.memcpy(global, new Int32Array(1)))).toBe("kernel_not_supported");
        expect(codeOf(() => q.memcpy(new Int32Array(1), global))).toBe("kernel_not_supported");
        await expect(q.read(global)).rejects.toMatchObject({ code: "kernel_not_supported" });
      }));
  });
});

test("V6: host access to the value, from untyped code, throws and names the global", () => {
  const [one, many] = [scalar("zero"), array4("zeros")];
  const uses: readonly (() => unknown)[] = [
    () => one.value,
    () => {
      one.value = 4;
    },
    () => one.get(),
    () => one.set(1),
    () => many[0],
    () => {
      many[1] = 4;
    },
    () => Reflect.get(many, "length"),
    () => [...(many as unknown as Iterable<number>)],
    () => Number(one) + 1,
    () => `${String(one)}`,
  ];
  expect(uses.map(codeOf)).toEqual(uses.map(() => "host_access"));
});

describe.each(["cpu", "host"] as const)("hot reload on %s", (device) => {
  /** The module as it is after an edit; loading it again replaces what is registered. */
  const edited = (step: number, type: string, initial: string) =>
    loadProgram({
      "reloaded.ts": `import { deviceGlobal, type FixedArray, type i32, Queue } from "lanewise";
export const kept = deviceGlobal<i32>(1);
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>(1);
export const changed = deviceGlobal<${type}>(${initial});
export const step = (q: Queue) => q.singleTask(() => { kept.value += ${step}; scoped.value += ${step}; });
`,
    });

  test("V4, F4, I4: values stay where type and initial value do; with device_image_scope they go with their image", async () => {
    await using context = new Context();
    const q = new NewQueue({ device, context });
    const found: unknown[] = [];
    for (const [step, type, initial] of [
      [10, "i32", "5"],
      [100, "i32", "5"],
      [1000, "i32", "6"],
      [10_000, "FixedArray<i32, 2>", "[7, 8]"],
    ] as const) {
      const loaded = await edited(step, type, initial);
      const exports = await loaded.load("reloaded.ts");
      await (exports.step as Call)(q);
      const [kept, scoped, changed] = [exports.kept, exports.scoped, exports.changed] as DeviceGlobal<i32>[];
      if (!kept || !scoped || !changed) throw new Error("the module exports them");
      found.push([await q.read(kept), await q.read(scoped), await q.read(changed)]);
      if (type === "i32") await q.write(changed, 9);
      loaded.dispose();
    }
    expect(found).toEqual([
      [11, 11, 5],
      [111, 101, 9],
      [1111, 1001, 6],
      [11_111, 10_001, Int32Array.of(7, 8)],
    ]);
  });
});
