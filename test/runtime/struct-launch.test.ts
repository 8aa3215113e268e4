// Launches that capture arrays of structs, on every device: what kernels see of them, and what is said about those that do
// not fit.

import { argumentLayout } from "@lanewise/ir";
import { Queue, type StructArray, structOf } from "lanewise";
import { describe, expect, test } from "vitest";
import { interpret } from "../../runtime/dist/device/host/host.js";
import { MappedMemory } from "../../runtime/dist/memory/mapped-memory.js";
import { structNode } from "../../runtime/dist/structs/struct-node.js";
import { codecOf } from "../../runtime/dist/structs/struct-values.js";
import { errorOf } from "../support/thrown-error.js";
import {
  type Body,
  bodies,
  body,
  cells,
  copy,
  count,
  either,
  length,
  module,
  step,
  stepped,
  structs,
} from "./struct-kernels.js";

const layouts = ["aos", "soa"] as const;

test("the interpreter sees the same memory", () => {
  const memory = new MappedMemory();
  const [n, size] = [5, bodies.size];
  const block = memory.allocate(1024 + n * size, "test");
  const address = block.offset + 1024;
  const data = new DataView(memory.buffer);
  const { read, write } = codecOf(structNode({ name: "Body", structs }));
  for (let id = 0; id < n; id++) write(data, address + id * size, body(id));
  const kernel = module.functions.findIndex(({ symbol }) => symbol.includes(":step#"));
  const parameters = module.functions[kernel]?.locals.slice(0, 2) ?? [];
  const [span, dt] = argumentLayout(parameters).offsets;
  new Int32Array(memory.buffer, block.offset, 3).set([n, 1, 1]);
  data.setUint32(block.offset + (span ?? 0), address, true);
  data.setInt32(block.offset + (span ?? 0) + 4, n, true);
  data.setFloat32(block.offset + (dt ?? 0), 0.5, true);
  const options = { bounds: "checked", fp: "default", shape: "rows", threads: "one", privatise: false } as const;
  const input = { module: () => module, kernel, ...options, memory: memory.memory, isSharedMemory: memory.isShared };
  interpret({ ...input, globalAddress: () => 0 }).run(block.offset, block.offset + 512, 0, n);
  const found = Array.from({ length: n }, (_, id) => read(data, address + id * size));
  expect(found).toEqual(Array.from({ length: n }, (_, id) => stepped(body(id), id, 0.5)));
});

describe.each(["cpu", "host"] as const)("%s", (device) => {
  const q = new Queue({ device });

  describe.each(layouts)("%s", (layout) => {
    const make = (n: number) =>
      q.mallocShared(
        bodies,
        Array.from({ length: n }, (_, id) => body(id)),
        { layout },
      );

    test("kernels read and write every kind of field", async () => {
      const n = 37;
      using ps = make(n);
      await q.parallelFor(n, step(ps, 0.5));
      const expected = Array.from({ length: n }, (_, id) => stepped(body(id), id, 0.5));
      expect(q.toHost(ps)).toEqual(expected);
    });

    test("a subarray begins where it begins", async () => {
      using ps = make(10);
      await q.parallelFor(3, step(ps.subarray(4, 7), 2));
      const expected = Array.from({ length: 10 }, (_, id) =>
        id < 4 || id > 6 ? body(id) : stepped(body(id), id - 4, 2),
      );
      expect(ps.toArray()).toEqual(expected);
    });

    test("many elements, on many threads", async () => {
      const n = 40_000;
      using ps = q.mallocShared(bodies, n, { layout });
      ps.fill(body(5));
      for (let round = 0; round < 3; round++) q.parallelFor(n, step(ps, 1));
      await q.wait();
      const { x } = stepped(stepped(stepped(body(5), 0, 1), 0, 1), 0, 1).pos;
      expect(ps.every((element, index) => element.pos.x === x && element.big === 5n + 3n * BigInt(index))).toBe(true);
    });

    test("whole elements are copied", async () => {
      using ps = make(9);
      using out = q.mallocShared(bodies, 9, { layout });
      await q.parallelFor(9, copy(ps, out));
      expect(out.toArray()).toEqual(ps.toArray());
    });

    test("the length is that of the array", async () => {
      using ps = make(9);
      using out = q.mallocShared(Int32Array, 2);
      await q.parallelFor(2, length(ps.subarray(2), out));
      expect([...out]).toEqual([7, 7]);
    });

    test("an index out of bounds is found", async () => {
      using ps = make(3);
      await expect(q.parallelFor(5, step(ps, 1)).wait()).rejects.toMatchObject({
        code: "out_of_bounds",
        array: "ps",
        index: 3,
        length: 3,
      });
    });

    test("a freed array is refused, and one in use is kept", async () => {
      const ps = make(5);
      const event = q.parallelFor(5, step(ps, 1));
      q.free(ps);
      using other = make(5);
      await event;
      expect(other.toArray()).toEqual(Array.from({ length: 5 }, (_, id) => body(id)));
      expect(errorOf(() => q.parallelFor(5, step(ps, 1))).code).toBe("freed");
      expect(errorOf(() => q.parallelFor(5, step(ps.subarray(1), 1))).code).toBe("freed");
    });

    test("memory of another device is refused", () => {
      using ps = q.mallocDevice(bodies, 5, { layout });
      const other = new Queue({ device: device === "cpu" ? "host" : "cpu" });
      const error = errorOf(() => other.parallelFor(5, step(ps, 1)));
      expect([error.code, error.message]).toEqual([
        "not_usm",
        expect.stringContaining(`belongs to the device "${device}"`),
      ]);
    });

    test("the struct must be the kernel's: both are shown, and the first difference", () => {
      const [vec, own] = structs;
      if (!vec || !own) throw new Error("there are two structs");
      const elsewhere = (fields: (typeof own)["fields"], inner = vec, name = "Body") => {
        const type = structOf<Body>(undefined, { name, structs: [inner, { name, fields }] });
        return q.mallocShared(type, 4, { layout }) as StructArray<Body>;
      };
      const messageOf = (ps: unknown) => errorOf(() => q.parallelFor(4, step(ps, 1))).message;
      const f64Vec = { name: "Vec", fields: vec.fields.map((field) => ({ ...field, type: "f64" as const })) };
      expect(messageOf(elsewhere(own.fields, f64Vec))).toContain(
        'captured "ps" holds Body { id: u8, pos: Vec { x: f64, y: f64 }, weights: array<i16, 3>, alive: bool, mass: f64, big: i64 }; expected Body { id: u8, pos: Vec { x: f32, y: f32 }, weights: array<i16, 3>, alive: bool, mass: f64, big: i64 }: Body.pos.x is f64, not f32.',
      );
      const short = own.fields.slice(0, -1);
      expect(messageOf(elsewhere(short))).toContain("Body lacks big.");
      expect(messageOf(elsewhere([...own.fields, { name: "more", type: "i8" }]))).toContain("Body has more besides.");
      const [first, second, ...rest] = own.fields;
      if (!first || !second) throw new Error("there are six fields");
      expect(messageOf(elsewhere([second, first, ...rest]))).toContain("Body has pos in the place of id.");
      // Another name of the same struct is no difference.
      expect(() => q.parallelFor(4, step(elsewhere(own.fields, vec, "Body 2"), 1))).not.toThrow();
    });

    test("what is no array of structs is refused", () => {
      const messageOf = (ps: unknown) => errorOf(() => q.parallelFor(1, step(ps, 1))).message;
      expect(messageOf([body(1)])).toContain('captured "ps" is an array of length 1; expected a StructArray of Body');
      expect(messageOf(undefined)).toContain("q.mallocShared(structOf<Body>(), countOrValues)");
      using ps = make(1);
      expect(errorOf(() => q.parallelFor(1, length(ps, ps))).message).toContain(
        'captured "out" is an object (StructArray); expected Int32Array',
      );
    });
  });

  test("a kernel is compiled for each combination of layouts", async () => {
    for (const from of layouts) {
      for (const to of layouts) {
        using ps = q.mallocShared(bodies, [body(1), body(2)], { layout: from });
        using out = q.mallocShared(bodies, 2, { layout: to });
        await q.parallelFor(2, copy(ps, out));
        expect(out.toArray()).toEqual(ps.toArray());
        expect(errorOf(() => q.parallelFor(2, length(out, ps))).message).toContain('captured "out"');
      }
    }
  });

  test("where one variable is arrays of both layouts, the launch says what to do", async () => {
    using aos = q.mallocShared(bodies, 4);
    using soa = q.mallocShared(bodies, 4, { layout: "soa" });
    const error = errorOf(() => q.parallelFor(4, either(aos, soa)));
    expect(error.code).toBe("kernel_not_supported");
    expect(error.message).toContain("cannot have out in columns");
    expect(error.help).toContain("with one layout");
    for (const layout of layouts) {
      using ps = q.mallocShared(bodies, 4, { layout });
      using other = q.mallocShared(bodies, 4, { layout });
      await q.parallelFor(4, either(ps, other));
      expect([ps.map(({ mass }) => mass), other.map(({ mass }) => mass)]).toEqual([
        [0, 0, 9, 9],
        [9, 9, 0, 0],
      ]);
    }
  });

  test.each(layouts)("atomics on a field, on many threads: %s", async (layout) => {
    const n = 1_000_000;
    using counters = q.mallocShared(cells, 4, { layout });
    counters.forEach((cell, index) => {
      cell.weight = index;
    });
    using zero = q.mallocShared(Int32Array, 1);
    for (let round = 0; round < 4; round++) await q.parallelFor(n, count(counters, zero));
    expect(counters.toArray()).toEqual([0, 1, 2, 3].map((weight) => ({ weight, count: n })));
  });
});
