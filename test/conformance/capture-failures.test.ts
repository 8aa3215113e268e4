// Conformance: a launch that cannot use a captured array says which, of which kernel, and where that stands (spec, FAIL8). On each device.

import type { KernelError, Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const n = 8;
const source = `import { type f32, ndRange, type NdItem, type Queue, reduction, structOf } from "lanewise";
interface Cell { weight: f32; left: f32; }
const cells = structOf<Cell>();
export const structs = (q: Queue, layout: "aos" | "soa") => q.mallocShared(cells, ${n}, { layout });
type Structs = ReturnType<typeof structs>;
export const twice = (q: Queue, x: Float32Array, y: Float32Array) =>
  q.parallelFor(${n}, /*!*/(i) => { y[i] = x[i]! * 2; });
export const named = (q: Queue, x: Float32Array, y: Float32Array) =>
  q.parallelFor(${n}, /*!*/(i) => { y[i] = x[i]! * 2; }, { name: "doubled" });
export const grouped = (q: Queue, x: Float32Array, y: Float32Array) =>
  q.parallelFor(ndRange(${n}, 4), /*!*/(item: NdItem<1>) => { y[item.globalId()] = x[item.localId()]!; });
export const reducing = (q: Queue, x: Float32Array, y: Float32Array) =>
  q.parallelFor(${n}, reduction(y.subarray(0, 1), "add"), /*!*/(i, sum) => sum.combine(x[i]!));
export const weighed = (q: Queue, x: Structs, y: Float32Array) =>
  q.parallelFor(${n}, /*!*/(i) => { y[i] = x[i]!.weight; });
export const filled = (q: Queue, x: Float32Array, _: Float32Array) =>
  q.parallelFor(${n}, /*!*/(i) => { x[i] = i; });
export const bytes = (q: Queue, x: Uint8Array, y: Float32Array) =>
  q.parallelFor(${n}, /*!*/(i) => { y[i] = x[i]!; });
`;
const lines = source.split("\n");

type Launch = (q: Queue, x: unknown, y: Float32Array) => PromiseLike<unknown>;
interface Fields {
  readonly q: Queue;
  /** Of another context. */
  readonly other: Queue;
  /** Of a context that was disposed of. */
  readonly gone: Float32Array;
}
interface Row {
  readonly kernel?: string;
  readonly launch: string;
  readonly code: KernelError["code"];
  /** What is captured as x. */
  readonly x: (fields: Fields) => unknown;
  /** What comes between the launch and its turn. */
  readonly meanwhile?: (fields: Fields, x: unknown) => unknown;
  readonly text: string;
}

const program = await loadProgram({ "main.ts": source });
afterAll(program.dispose);
const { KernelError: OwnError, LanewiseError, Queue: OwnQueue, Context } = program.lanewise;
const exports = await program.load("main.ts");
const structs = (q: Queue, layout: "aos" | "soa") =>
  (exports.structs as (...given: unknown[]) => Disposable)(q, layout);
const freed = <T extends Disposable>(x: T): T => {
  x[Symbol.dispose]();
  return x;
};
const array = ({ q }: Fields) => q.mallocShared(Float32Array, n);
const detached = (): Float32Array => {
  const x = new Float32Array(n);
  structuredClone(x.buffer, { transfer: [x.buffer] });
  return x;
};
const resized = (): Float32Array => {
  // The library that the tests are checked with does not have it.
  const buffer = Reflect.construct(ArrayBuffer, [4 * n, { maxByteLength: 8 * n }]) as ArrayBuffer;
  const x = new Float32Array(buffer, 4, n - 1);
  Reflect.apply(Reflect.get(buffer, "resize"), buffer, [4]);
  return x;
};

const rows: Readonly<Record<string, Row>> = {
  "a freed array": { launch: "twice", code: "freed", x: (f) => freed(array(f)), text: "was freed" },
  "a view of one": {
    launch: "named",
    kernel: "doubled",
    code: "freed",
    x: (f) => freed(array(f)).subarray(0),
    text: "was freed",
  },
  "of a kernel of groups": { launch: "grouped", code: "freed", x: (f) => freed(array(f)), text: "was freed" },
  "of a kernel that reduces": { launch: "reducing", code: "freed", x: (f) => freed(array(f)), text: "was freed" },
  "an array of structs": {
    launch: "weighed",
    code: "freed",
    x: ({ q }) => freed(structs(q, "aos")),
    text: "was freed",
  },
  "an array of structs in columns": {
    launch: "weighed",
    code: "freed",
    x: ({ q }) => freed(structs(q, "soa")),
    text: "was freed",
  },
  "of another device": {
    launch: "twice",
    code: "freed",
    x: ({ other }) => freed(other.mallocShared(Float32Array, n)),
    text: "was freed",
  },
  "of a context that was disposed of": { launch: "twice", code: "freed", x: ({ gone }) => gone, text: "was freed" },
  "structs of another context": {
    launch: "weighed",
    code: "not_usm",
    x: ({ other }) => structs(other, "aos"),
    text: 'belongs to the context "other"',
  },
  "an array without memory": {
    launch: "twice",
    code: "invalid",
    x: detached,
    text: "without memory: its buffer was transferred",
  },
  "one whose buffer is smaller now": {
    launch: "twice",
    code: "invalid",
    x: resized,
    text: "without memory: its buffer was transferred, or is smaller now",
  },
  "one that goes while the launch waits": {
    launch: "filled",
    code: "invalid",
    x: () => new Float32Array(n),
    meanwhile: (_, x) =>
      structuredClone((x as Float32Array).buffer, { transfer: [(x as Float32Array).buffer as ArrayBuffer] }),
    text: "its buffer was transferred or made smaller while the launch was unfinished",
  },
};

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new OwnQueue({ device, context: new Context() });
  const other = new OwnQueue({ device, context: new Context({ name: "other" }) });
  const context = new Context();
  const gone = new OwnQueue({ device, context }).mallocShared(Float32Array, n);
  context[Symbol.dispose]();
  const fields: Fields = { q, other, gone };
  const y = q.mallocShared(Float32Array, n);

  const errorOf = async (call: () => unknown): Promise<KernelError> => {
    try {
      await call();
    } catch (error) {
      if (error instanceof OwnError) return error;
      throw error;
    }
    throw new Error("it did not fail");
  };
  const placeOf = (launch: string) => {
    const first = lines.findIndex((text) => text.startsWith(`export const ${launch} `));
    const line = lines.findIndex((text, index) => index > first && text.includes("/*!*/"));
    return { file: "main.ts", line: line + 1, column: (lines[line]?.indexOf("/*!*/") ?? 0) + "/*!*/".length + 1 };
  };

  test.each(Object.entries(rows))("FAIL8: %s", async (_, { launch, kernel, code, x: make, meanwhile, text }) => {
    const x = make(fields);
    const error = await errorOf(() => {
      const event = (exports[launch] as Launch)(q, x, y);
      meanwhile?.(fields, x);
      return event;
    });
    expect(error).toBeInstanceOf(LanewiseError);
    const place = placeOf(launch);
    expect({ ...error }).toMatchObject({ code, array: "x", index: undefined, workItem: [], calledFrom: [], ...place });
    if (!meanwhile) expect(error.length).toBe((x as Float32Array).length);
    expect(error.kernel).toBe(kernel ?? `${launch} (main.ts:${place.line})`);
    expect(error.message).toContain(`Kernel ${error.kernel}: captured "x"`);
    expect(error.message).toContain(text);
    expect(error.message).toContain(
      `(main.ts:${place.line}:${place.column}).\n  ${place.line} | ${lines[place.line - 1]}\n`,
    );
    expect(error.message.endsWith(`\n  help: ${error.help}`)).toBe(true);
    await q.wait();
    // The queue goes on.
    await (exports.twice as Launch)(q, array(fields).fill(3), y);
    expect([...y]).toEqual(Array(n).fill(6));
  });

  test.each([false, true])("FAIL8: a graph with a freed array, fuse: %s", async (fuse) => {
    const [a, b] = [array(fields), array(fields)];
    using graph = q.record(
      () => {
        (exports.twice as Launch)(q, b, y);
        (exports.filled as Launch)(q, a, y);
      },
      { fuse },
    );
    q.free(a);
    const error = await errorOf(() => graph.run());
    expect(error).toMatchObject({ code: "freed", array: "x", file: "main.ts" });
    expect(error.message).toContain("graph.run: x, which kernel ");
  });

  test("FAIL8: a queue that was disposed of", async () => {
    const own = new OwnQueue({ device, name: "mine" });
    const x = own.mallocShared(Float32Array, n);
    own[Symbol.dispose]();
    const error = await errorOf(() => (exports.twice as Launch)(own, x, x));
    expect(error).toMatchObject({ code: "invalid", array: undefined, workItem: [], ...placeOf("twice") });
    expect(error.message).toContain('Kernel twice (main.ts:7): queue "mine" was disposed of.');
  });
});

test.each(["cpu", "host"] as const)("on %s, an array with more elements than kernels index", async (device) => {
  const q = new OwnQueue({ device });
  // Nobody touches its memory.
  const x = new Uint8Array(2 ** 31);
  const launched = async () => (exports.bytes as Launch)(q, x, new Float32Array(n));
  const error: unknown = await launched().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LanewiseError);
  expect(error).toMatchObject({
    code: "invalid",
    message: expect.stringContaining('captured "x" (Uint8Array of length 2147483648'),
    help: expect.stringContaining("subarray"),
  });
});
