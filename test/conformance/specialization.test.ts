// Conformance: specialization constants, set by command groups, and captured values that programs are compiled for: values, images and
// their reuse, device globals, errors. On each device; where programs are counted, they are WebAssembly's. Titles begin with the case that
// they port, or with the ids of the requirements they show.

import { LinkError, linkModules, parseModule } from "@lanewise/ir";
import type { DeviceGlobal, FixedArray, f32, Handler, i32, Queue, QueueEvent, SpecConstant } from "lanewise";
import { register } from "lanewise/internal";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { codeOf, errorOf } from "../support/thrown-error.js";

const sources = {
  "main.ts": `import { addressOf, deviceGlobal, type f16, f32, type f64, type FixedArray, type Handler, type i32, type i64, type Item, ndRange, type Pointer, Queue, reduction, specConstant, specialized, type u32, type u8 } from "lanewise";
import { factor, scale } from "./other.js";
export { factor } from "./other.js";
interface Point { x: f64; y: f32 }
interface Shape { at: Point; size: FixedArray<u8, 3>; isOpen: boolean }
export const count = specConstant<i32>(2);
export const gain = specConstant<f32>(0.1);
export const half = specConstant<f16>(1.5);
export const isOn = specConstant<boolean>(true);
export const big = specConstant<i64>(7n);
export const small = specConstant<u8>();
export const shape = specConstant<Shape>({ at: { x: 1.5 }, size: [1, 2] });
export const weights = specConstant<FixedArray<f32, 4>>([1, 2, 3, 4]);
export const unused = specConstant<i32>(1);
namespace Hidden { const depth = specConstant<i32>(4); export const read = (h: Handler, out: Float64Array) => h.singleTask(() => { out[0] = depth.value; }); export const all = () => depth; }
export const hidden = Hidden;
export class Settings { static readonly level = specConstant<u32>(9); }
export const named = count;

export const scalars = (h: Handler, out: Float64Array) => h.singleTask(() => {
  out[0] = count.value; out[1] = gain.get(); out[2] = half.value; out[3] = isOn.value ? 1 : 0; out[4] = Number(big.value); out[5] = small.value; out[6] = Settings.level.value; out[7] = factor.value;
});
export const objects = (h: Handler, out: Float64Array) => h.parallelFor(4, (i) => {
  const { at, size, isOpen } = shape.value;
  out[i] = at.x + at.y * 10 + size[i % 3]! * 100 + (isOpen ? 1000 : 0) + weights.get()[3 - i]! * 10000;
});
export const counted = (h: Handler, out: Int32Array) => h.parallelFor(out.length, (i) => { let sum = 0; for (let k = 0; k < named.value; k++) sum += i; out[i] = sum; });
export const scaled = (h: Handler, out: Float64Array) => h.parallelFor(4, (i) => { out[i] = scale(f32(i)) * count.value; });
export const inItems = (h: Handler, out: Int32Array) => h.parallelFor(4, (item: Item<1>) => { out[item.id()]! = item.id() * count.value; }, { offset: 0 });
export const inGroups = (h: Handler, out: Int32Array) => h.parallelFor(ndRange(4, 2), (item) => { out[item.globalId()]! = item.group.reduce(item.localId() + count.value as i32, "add"); });
export const reduced = (h: Handler, sum: Int32Array) => h.parallelFor(10, reduction(sum, "add"), (i, sum) => sum.combine(count.value));

export const total = deviceGlobal<i32>(100);
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>(1);
const where = deviceGlobal<Pointer<i32>>();
export const addToTotal = (h: Handler) => h.singleTask(() => { total.value += count.value; });
export const addAgain = (h: Handler) => h.singleTask(() => { total.value += 1000 * count.value; });
export const addToScoped = (h: Handler) => h.singleTask(() => { scoped.value += count.value; });
export const keepAddress = (h: Handler) => h.singleTask(() => { if (count.value > 0) where.value = addressOf(total); });
export const sameAddress = (h: Handler, out: Int32Array) => h.singleTask(() => { out[0] = where.value === addressOf(total) ? count.value : -1; });

export const captured = (q: Queue, out: Float64Array, radius: number, factor: f32, isOn: boolean) => q.parallelFor(out.length, (i) => {
  let sum = 0;
  for (let k = -specialized(radius); k <= radius; k++) sum += i + k * k;
  out[i] = specialized(isOn) ? sum * specialized(factor) : -1;
});
`,
  "other.ts": `import { deviceFn, type f32, specConstant } from "lanewise";
export const factor = specConstant<f32>(3);
export const scale = deviceFn((x: f32): f32 => x * factor.value);
`,
};
const program = await loadProgram(sources);
const plain = await loadProgram(
  {
    "main.ts": sources["main.ts"].replace(/^export const (inGroups|reduced).*$/gm, ""),
    "other.ts": sources["other.ts"],
  },
  { isCompiled: false },
);
afterAll(() => {
  program.dispose();
  plain.dispose();
});
type Exports = Readonly<Record<string, unknown>>;
const main: Exports = await program.load("main.ts");
const { Context, Queue: NewQueue } = program.lanewise;

// What main.ts exports; types are checked where it is compiled.
const constant = <T = i32>(name: string, from = main) => from[name] as SpecConstant<T>;
const launch = (name: string, from = main) => from[name] as (h: Handler, ...rest: unknown[]) => void;
const capture = main.captured as (
  q: Queue,
  out: Float64Array,
  radius: unknown,
  factor: number,
  isOn: boolean,
) => QueueEvent;

/** Programs that were compiled since the test began. */
let compiled = 0;
const { Module } = WebAssembly;
class CountedModule extends Module {
  constructor(bytes: BufferSource) {
    super(bytes);
    compiled++;
  }
}
WebAssembly.Module = CountedModule;
afterAll(() => {
  WebAssembly.Module = Module;
});
beforeEach(() => {
  compiled = 0;
});

const all = { count: -3, gain: 0.25, half: 2.5, isOn: false, big: -8n, small: 255, factor: 0.5 };
const anyShape = { at: { x: -1, y: 0.5 }, size: [7, 8, 9], isOpen: true };

describe.each(["cpu", "host"] as const)("%s", (device) => {
  /** `run` gets a queue of a context that nothing else has. */
  async function inContext(run: (q: Queue, another: () => Queue) => Promise<void>): Promise<void> {
    await using context = new Context();
    await run(new NewQueue({ device, context }), () => new NewQueue({ device, context }));
  }
  const setCount = (h: Handler, value: number) => h.setSpecializationConstant(constant("count"), value);

  test("S1: defaults are those of the declaration, and zero without one", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Float64Array, 8);
      await q.submit((h) => launch("scalars")(h, out));
      expect([...out]).toEqual([2, Math.fround(0.1), 1.5, 1, 7, 0, 9, 3]);
      await q.submit((h) => launch("objects")(h, out));
      expect([...out.subarray(0, 4)]).toEqual([40101.5, 30201.5, 20001.5, 10101.5]);
    }));

  test("S1: a set value overrides, of every type; get and value give it in kernels", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Float64Array, 8);
      await q.submit((h) => {
        for (const [name, value] of Object.entries(all)) {
          h.setSpecializationConstant(constant<number | boolean | bigint>(name), value);
        }
        h.setSpecializationConstant((main.Settings as { level: SpecConstant<number> }).level, 2 ** 32 - 1);
        launch("scalars")(h, out);
      });
      expect([...out]).toEqual([-3, 0.25, 2.5, 0, -8, 255, 2 ** 32 - 1, 0.5]);
      await q.submit((h) => {
        h.setSpecializationConstant(constant("shape"), anyShape as never);
        h.setSpecializationConstant(constant<FixedArray<f32, 4>>("weights"), Float32Array.of(5, 6, 7, 8));
        launch("objects")(h, out);
      });
      expect([...out.subarray(0, 4)]).toEqual([81704, 71804, 61904, 51704]);
    }));

  test("S1: the handler gives what was set, else the default; the host's value is the default", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Float64Array, 8);
      await q.submit((h) => {
        const get = (name: string) => h.getSpecializationConstant(constant<unknown>(name));
        expect(Object.keys(all).map(get)).toEqual([2, Math.fround(0.1), 1.5, true, 7n, 0, 3]);
        expect(get("shape")).toEqual({ at: { x: 1.5, y: 0 }, size: [1, 2, 0], isOpen: false });
        setCount(h, 5);
        setCount(h, 6);
        h.setSpecializationConstant(constant("shape"), anyShape as never);
        expect([get("count"), get("shape"), get("gain")]).toEqual([6, anyShape, Math.fround(0.1)]);
        expect([constant("count").value, constant("count").get()]).toEqual([2, 2]);
        launch("scalars")(h, out);
      });
      expect([out[0], constant("count").value]).toEqual([6, 2]);
      expect(Object.isFrozen(constant<{ at: object }>("shape").value.at)).toBe(true);
    }));

  test("S2: the value belongs to the command group, not to the constant", () =>
    inContext(async (q, another) => {
      const outs = Array.from({ length: 4 }, () => q.mallocShared(Int32Array, 3));
      const [first, second] = [q, another()];
      // All are submitted before one runs.
      const events = [
        first.submit((h) => {
          setCount(h, 7);
          launch("counted")(h, outs[0]);
        }),
        second.submit((h) => launch("counted")(h, outs[1])),
        first.submit((h) => launch("counted")(h, outs[2])),
        second.submit((h) => {
          setCount(h, 3);
          launch("counted")(h, outs[3]);
        }),
      ];
      await Promise.all(events);
      expect(outs.map((out) => out[2])).toEqual([14, 4, 4, 6]);
    }));

  test("F1, F3: a constant that the end of the module cannot name is found by its shim", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Float64Array, 1);
      const { read, all: hidden } = main.hidden as {
        read: (h: Handler, out: Float64Array) => void;
        all: () => SpecConstant<i32>;
      };
      await q.submit((h) => {
        h.setSpecializationConstant(hidden(), 12);
        read(h, out);
      });
      expect(out[0]).toBe(12);
    }));

  test("S4: constants of a device function of another module are linked with the kernel's own", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Float64Array, 4);
      await q.submit((h) => launch("scaled")(h, out));
      expect([...out]).toEqual([0, 6, 12, 18]);
      await q.submit((h) => {
        h.setSpecializationConstant(constant<f32>("factor"), 0.5);
        setCount(h, 4);
        launch("scaled")(h, out);
      });
      expect([...out]).toEqual([0, 2, 4, 6]);
    }));

  test("S1: items, work-groups and reductions", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Int32Array, 4);
      const run = async (name: string, value: number) => {
        out.fill(0);
        await q.submit((h) => {
          setCount(h, value);
          launch(name)(h, name === "reduced" ? out.subarray(0, 1) : out);
        });
        return [...out];
      };
      expect(await run("inItems", 5)).toEqual([0, 5, 10, 15]);
      expect(await run("inGroups", 5)).toEqual([11, 11, 11, 11]);
      expect(await run("inGroups", -1)).toEqual([-1, -1, -1, -1]);
      expect(await run("reduced", 3)).toEqual([30, 0, 0, 0]);
    }));

  test("V4: a device global keeps its value and its address over changes of constants", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Int32Array, 1);
      const total = main.total as DeviceGlobal<i32>;
      const add = (value: number | undefined, name = "addToTotal") =>
        q.submit((h) => {
          if (value !== undefined) setCount(h, value);
          launch(name)(h, out);
        });
      for (const value of [5, 7, undefined, 5]) await add(value);
      expect(await q.read(total)).toBe(100 + 5 + 7 + 2 + 5);
      await q.write(total, 1);
      await add(9);
      await add(3, "addAgain");
      expect(await q.read(total)).toBe(3010);
      await add(undefined, "keepAddress");
      await add(8, "sameAddress");
      expect(out[0]).toBe(8);
    }));

  test("V4: also one with deviceImageScope, whose one image has several programs", () =>
    inContext(async (q) => {
      for (const value of [10, 20, 10]) {
        await q.submit((h) => {
          setCount(h, value);
          launch("addToScoped")(h);
        });
      }
      expect(await q.read(main.scoped as DeviceGlobal<i32>)).toBe(41);
    }));

  test("specialized: what the kernel captures, at each launch", () =>
    inContext(async (q) => {
      const out = q.mallocShared(Float64Array, 3);
      const run = async (...args: [number, number, boolean]) => {
        await capture(q, out, ...args);
        return [...out];
      };
      expect(await run(1, 2, true)).toEqual([4, 10, 16]);
      expect(await run(2, 0.5, true)).toEqual([5, 7.5, 10]);
      expect(await run(0, -0, true)).toEqual([-0, -0, -0]);
      expect(await run(0, 0, true)).toEqual([0, 0, 0]);
      expect(await run(2, 0.5, false)).toEqual([-1, -1, -1]);
      expect(await run(1, 2, true)).toEqual([4, 10, 16]);
      const error = errorOf(() => capture(q, out, 1.5, 2, true));
      expect([error.code, error.message]).toEqual([
        "invalid",
        expect.stringMatching(/captured "radius" is 1.5; expected an integer/),
      ]);
    }));
});

describe("programs", () => {
  const counting = async (run: (q: Queue, launchWith: (value?: number) => Promise<number>) => Promise<void>) => {
    await using context = new Context();
    const q = new NewQueue({ device: "cpu", context, threads: 1 });
    const out = q.mallocShared(Int32Array, 3);
    const launchWith = async (value?: number): Promise<number> => {
      await q.submit((h) => {
        if (value !== undefined) h.setSpecializationConstant(constant("count"), value);
        launch("counted")(h, out);
      });
      expect([...out]).toEqual([0, value ?? 2, 2 * (value ?? 2)]);
      return compiled;
    };
    await run(q, launchWith);
  };

  test("S5, case 37 (image_selection): a new value makes a program, an old one and the default find theirs again", () =>
    counting(async (q, launchWith) => {
      expect(await launchWith()).toBe(1);
      expect(await launchWith(5)).toBe(2);
      expect(await launchWith()).toBe(2);
      expect(await launchWith(5)).toBe(2);
      // Setting the default is not setting.
      expect(await launchWith(2)).toBe(2);
      expect(await launchWith(6)).toBe(3);
      expect(await launchWith(5)).toBe(3);
      // What the kernel does not use makes no difference.
      await q.submit((h) => {
        h.setSpecializationConstant(constant("unused"), 77);
        launch("counted")(h, q.mallocShared(Int32Array, 3));
      });
      expect(compiled).toBe(3);
    }));

  test("S5, case 38: distinct values stay distinct, submitted together", () =>
    counting(async (q) => {
      const outs = [4, 5, 4].map((value) => {
        const out = q.mallocShared(Int32Array, 3);
        void q.submit((h) => {
          h.setSpecializationConstant(constant("count"), value);
          launch("counted")(h, out);
        });
        return out;
      });
      await q.wait();
      expect(outs.map((out) => out[1])).toEqual([4, 5, 4]);
      expect(compiled).toBe(2);
    }));

  test("S5: of the values that are not the default, the programs of the last 64 are kept", () =>
    counting(async (_, launchWith) => {
      await launchWith();
      for (let value = 1000; value < 1064; value++) await launchWith(value);
      expect([await launchWith(1000), await launchWith(1063), await launchWith()]).toEqual([65, 65, 65]);
      // 1001 is the one that was used longest ago.
      expect(await launchWith(2000)).toBe(66);
      expect(await launchWith(1000)).toBe(66);
      expect(await launchWith(1001)).toBe(67);
      expect(await launchWith()).toBe(67);
    }));

  test("specialized: one program for each combination of values", async () => {
    await using context = new Context();
    const q = new NewQueue({ device: "cpu", context, threads: 1 });
    const out = q.mallocShared(Float64Array, 3);
    const counts: number[] = [];
    for (const [radius, factor, isOn] of [
      [1, 2, true],
      [2, 2, true],
      [1, 2, true],
      [1, 2, false],
      [1, 0.1, true],
      [1, Math.fround(0.1), true],
    ] as const) {
      await capture(q, out, radius, factor, isOn);
      counts.push(compiled);
    }
    // 0.1 and the f32 next to it are one value to the kernel.
    expect(counts).toEqual([1, 2, 2, 3, 4, 4]);
  });

  test("memory of constants that a program indexes is freed with the program", async () => {
    await using context = new Context();
    const q = new NewQueue({ device: "cpu", context, threads: 1 });
    const out = q.mallocShared(Float64Array, 4);
    const internal = () => q.memoryUsage().internal;
    const found: number[] = [];
    for (let value = 0; value < 200; value++) {
      await q.submit((h) => {
        h.setSpecializationConstant(constant<FixedArray<f32, 4>>("weights"), [value, 1, 2, 3]);
        launch("objects")(h, out);
      });
      expect(out[3]).toBe(value * 10000 + 101.5);
      found.push(internal());
    }
    // 64 programs are kept, each with two blocks of 64 bytes.
    expect(found.at(-1)).toBe(found[66]);
    expect(Math.max(...found) - Math.min(...found)).toBeLessThanOrEqual(64 * 2 * 64);
  });
});

describe("errors", () => {
  const q = new NewQueue({ device: "cpu" });
  const out = q.mallocShared(Float64Array, 8);
  const set = (name: string, value: unknown) =>
    errorOf(() => q.submit((h) => h.setSpecializationConstant(constant(name), value as never)));

  test.each([
    ["count", 1.5, "main.ts:count is 1.5; expected an integer (i32)"],
    ["count", "5", 'main.ts:count is "5"; expected an integer (i32)'],
    ["count", 2 ** 31, "main.ts:count is 2147483648, outside i32"],
    ["count", undefined, "main.ts:count is undefined"],
    ["small", -1, "main.ts:small is -1, outside u8"],
    ["gain", 1n, "main.ts:gain is 1n; expected a number (f32)"],
    ["isOn", 1, "main.ts:isOn is 1; expected a boolean"],
    ["big", 1, "main.ts:big is 1; expected a bigint (i64)"],
    ["weights", [1, 2, 3], "main.ts:weights is an array of length 3; expected an array of length 4"],
    ["weights", [1, 2, 3, "4"], 'main.ts:weights[3] is "4"; expected a number (f32)'],
    ["shape", 5, "main.ts:shape is 5; expected an object with the fields of Shape"],
    ["shape", { ...anyShape, at: { x: 1 } }, "main.ts:shape.at.y is undefined; expected a number (f32)"],
    ["shape", { ...anyShape, size: [1, 2, 300] }, "main.ts:shape.size[2] is 300, outside u8"],
  ])("S1: a value that %s cannot have: %s", (name, value, message) => {
    const error = set(name, value);
    expect(error.code).toBe("invalid");
    expect(error.message).toContain("h.setSpecializationConstant: the value of ");
    expect(error.message).toContain(message);
  });

  test.each([[5], [undefined], [{ value: 1 }]])("what is no specialization constant: %s", (wrong) => {
    for (const use of [
      (h: Handler) => h.setSpecializationConstant(wrong as never, 1 as never),
      (h: Handler) => h.getSpecializationConstant(wrong as never),
    ]) {
      const error = errorOf(() => q.submit(use));
      expect([error.code, error.message]).toEqual([
        "invalid",
        expect.stringContaining("expected a specialization constant"),
      ]);
    }
  });

  test("a value is set before the launch, in a group that launches a kernel", () => {
    const count = constant("count");
    const late = errorOf(() =>
      q.submit((h) => {
        launch("scalars")(h, out);
        h.setSpecializationConstant(count, 3);
      }),
    );
    expect([late.code, late.message]).toEqual(["invalid", expect.stringContaining("after the group's command")]);
    const copy = errorOf(() =>
      q.submit((h) => {
        h.setSpecializationConstant(count, 3);
        h.fill(out, 1);
      }),
    );
    expect([copy.code, copy.message]).toEqual([
      "invalid",
      expect.stringMatching(/sets \S*main.ts:count, but fill runs no kernel/),
    ]);
    let handler: Handler | undefined;
    q.submit((h) => {
      handler = h;
      launch("scalars")(h, out);
    });
    expect(codeOf(() => handler?.setSpecializationConstant(count, 3))).toBe("invalid");
    expect(codeOf(() => handler?.getSpecializationConstant(count))).toBe("invalid");
  });

  test("an error leaves the group as it was: nothing is set", async () => {
    await q.submit((h) => {
      expect(codeOf(() => h.setSpecializationConstant(constant("count"), 0.5))).toBe("invalid");
      launch("scalars")(h, out);
    });
    expect(out[0]).toBe(2);
  });

  test("a kernel's image that has another default than the declaration is an error of the build", () => {
    const { modules } = Reflect.get(globalThis, Symbol.for("lanewise.1")) as {
      modules: Map<string, Parameters<typeof register>[0]>;
    };
    const [name, other] = [...modules].find(([module]) => module.endsWith("/other.ts")) ?? [];
    if (!name || !other) throw new Error("the module is registered");
    // At one place, as a file that is loaded again.
    const reload = (next: typeof other) => register(next);
    try {
      reload({ ...other, specConstants: { [`${name}:factor`]: { type: "f32", initial: "AABAQA==" } } });
      expect(codeOf(() => q.submit((h) => launch("scalars")(h, out)))).toBe("nothing thrown");
      reload({ ...other, specConstants: { [`${name}:factor`]: { type: "f64" } } });
      const error = errorOf(() =>
        new NewQueue({ context: new Context() }).submit((h) => launch("scalars")(h, new Float64Array(8))),
      );
      expect([error.code, error.message]).toEqual([
        "compile_program_error",
        expect.stringContaining(":factor has one type"),
      ]);
    } finally {
      reload(other);
    }
  });
});

describe("linking", () => {
  const image = (name: string, id: string, initial: string) =>
    parseModule(
      `module "${name}"
file "${name}.ts"
global $0.c "${id}": i32 specialization none @1:1 = "${initial}"
fn #0.k kernel "${name}:k" (%0.out: span<i32>) @1:1 {
  store %0.out[i32(0)]!0.out = load($0.c) @1:1
}
`.replace("fn #0", "site !0.out bounds @1:1\nfn #0"),
    );
  const link = (...modules: ReturnType<typeof image>[]) =>
    linkModules({ name: "linked", modules, entries: modules.map((_, module) => ({ module, index: 0 })) }).module
      .globals;

  test("S4: disjoint constants are all there; one that both have is one", () => {
    expect(link(image("a", "a:x", "01000000"), image("b", "b:y", "02000000")).map(({ id }) => id)).toEqual([
      "a:x",
      "b:y",
    ]);
    expect(link(image("a", "a:x", "01000000"), image("b", "a:x", "01000000")).map(({ id }) => id)).toEqual(["a:x"]);
  });

  test("S4: overlapping ones, of one id and different defaults, are an error", () => {
    const overlap = () => link(image("a", "a:x", "01000000"), image("b", "a:x", "02000000"));
    expect(overlap).toThrow(LinkError);
    expect(overlap).toThrow("specialization constant a:x has two definitions");
  });
});

describe("a program that is not compiled", () => {
  const { Queue: PlainQueue } = plain.lanewise;
  const q = new PlainQueue();

  test("S1, S2: kernels see what their group has set, and the defaults; the host has the default", async () => {
    const from = await plain.load("main.ts");
    const out = new Float64Array(8);
    const withoutDefault = (h: Handler) => h.setSpecializationConstant(constant("small", from), 200);
    await q.submit((h) => {
      withoutDefault(h);
      launch("scalars", from)(h, out);
    });
    expect([...out]).toEqual([2, 0.1, 1.5, 1, 7, 200, 9, 3]);
    const submitted = q.submit((h) => {
      withoutDefault(h);
      h.setSpecializationConstant(constant("count", from), 6);
      expect(h.getSpecializationConstant(constant("count", from))).toBe(6);
      launch("scalars", from)(h, out);
    });
    expect(constant("count", from).value).toBe(2);
    await submitted;
    expect([out[0], constant("count", from).value]).toEqual([6, 2]);
    await q.submit((h) => {
      h.setSpecializationConstant(constant("shape", from), anyShape as never);
      h.setSpecializationConstant(constant<FixedArray<f32, 4>>("weights", from), Float32Array.of(5, 6, 7, 8));
      launch("objects", from)(h, out);
    });
    expect([...out.subarray(0, 4)]).toEqual([81704, 71804, 61904, 51704]);
    await (from.captured as typeof capture)(q, out.subarray(0, 3), 1, 2, true);
    expect([...out.subarray(0, 3)]).toEqual([4, 10, 16]);
  });

  test("S1: without a default, a value must be set; one of another kind is an error", async () => {
    const from = await plain.load("main.ts");
    const count = constant("count", from);
    await expect(q.submit((h) => launch("scalars", from)(h, new Float64Array(8)))).rejects.toMatchObject({
      code: "kernel_not_compiled",
    });
    expect(codeOf(() => constant("small", from).value)).toBe("kernel_not_compiled");
    for (const wrong of ["5", 5n, true, null, [5], undefined]) {
      expect(
        codeOf(() => q.submit((h) => h.setSpecializationConstant(count, wrong as never))),
        String(wrong),
      ).toBe("invalid");
    }
  });
});
