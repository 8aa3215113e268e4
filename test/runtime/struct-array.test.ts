// Arrays of structs on the host: live views, plain values, every type of field, both layouts, and what mistakes say. The
// layouts are those that the compiler would pass.

import {
  type FixedArray,
  type i16,
  LanewiseError,
  Queue,
  type StructArray,
  type StructDescription,
  structOf,
} from "lanewise";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/thrown-error.js";

interface Vec {
  x: number;
  y: number;
}
interface Body {
  id: number;
  pos: Vec;
  weights: FixedArray<i16, 3>;
  alive: boolean;
  mass: number;
  big: bigint;
}
const vec = {
  name: "Vec",
  fields: [
    { name: "x", type: "f32" },
    { name: "y", type: "f32" },
  ],
} as const;
const bodyLayout: StructDescription = {
  name: "Body",
  structs: [
    vec,
    {
      name: "Body",
      fields: [
        { name: "id", type: "u8" },
        { name: "pos", type: { kind: "struct", name: "Vec" } },
        { name: "weights", type: { kind: "array", element: "i16", length: 3 } },
        { name: "alive", type: "bool" },
        { name: "mass", type: "f64" },
        { name: "big", type: "i64" },
      ],
    },
  ],
};
const vecs = structOf<Vec>(undefined, { name: "Vec", structs: [vec] });
const bodies = structOf<Body>(undefined, bodyLayout);

function body(id: number): Body {
  return { id, pos: { x: id + 0.5, y: -id }, weights: [id, 2, 3], alive: id % 2 === 1, mass: id / 3, big: BigInt(id) };
}
const three = [body(0), body(1), body(2)];

const q = new Queue({ device: "host" });

describe.each(["aos", "soa"] as const)("%s", (layout) => {
  const make = (values: number | readonly Body[] = three) => q.mallocShared(bodies, values, { layout });

  test("begins as zero or as the given values", () => {
    using zeros = make(2);
    const zero = { id: 0, pos: { x: 0, y: 0 }, weights: [0, 0, 0], alive: false, mass: 0, big: 0n };
    expect(zeros.toArray()).toEqual([zero, zero]);
    using given = make();
    expect(given.toArray()).toEqual(three);
    using generated = q.mallocShared(bodies, new Set(three), { layout });
    expect(generated.toArray()).toEqual(three);
    using copied = q.mallocShared(bodies, given, { layout });
    expect(copied.toArray()).toEqual(three);
    expect([given.length, given.layout]).toEqual([3, layout]);
  });

  test("elements are live views", () => {
    using ps = make();
    const first = ps[0];
    if (!first) throw new Error("there is an element 0");
    first.mass = 7;
    first.pos.x = 8;
    first.alive = true;
    first.big = -(2n ** 63n);
    first.id = 255;
    expect(ps.at(0)).toMatchObject({ mass: 7, alive: true, big: -(2n ** 63n), id: 255 });
    expect(ps.toArray()[0]?.pos).toEqual({ x: 8, y: -0 });
    const { pos } = first;
    ps[0] = body(5);
    expect([first.mass, pos.x, pos.y]).toEqual([5 / 3, 5.5, -5]);
    expect(ps.toArray().slice(1)).toEqual(three.slice(1));
  });

  test("a fixed array of numbers is a typed array over the memory", () => {
    using ps = make();
    const weights: unknown = ps[2]?.weights;
    expect(weights).toBeInstanceOf(Int16Array);
    if (!(weights instanceof Int16Array)) throw new Error("checked above");
    weights[1] = -9;
    expect(ps.toArray()[2]?.weights).toEqual([2, -9, 3]);
    const third = ps[2];
    if (third) Reflect.set(third, "weights", new Int16Array([4, 5, 6]));
    expect([...weights]).toEqual([4, 5, 6]);
  });

  test("assigning an element, a nested struct or an object of the class copies", () => {
    using ps = make();
    const source = { x: 1, y: 2 };
    const [first, second] = ps;
    if (!first || !second) throw new Error("there are three");
    first.pos = source;
    source.x = 100;
    second.pos = first.pos;
    first.pos.x = 3;
    expect(ps.toArray().map(({ pos }) => pos.x)).toEqual([3, 1, 2.5]);
    ps[2] = second;
    second.mass = 50;
    expect(ps[2].mass).toBe(1 / 3);
  });

  test("outside there is nothing to read, and nothing can be written", () => {
    using ps = make();
    expect([ps[3], ps[-1], ps[1.5], ps.at(3), ps.at(-4)]).toEqual(Array(5).fill(undefined));
    expect(ps.at(-1)?.id).toBe(2);
    const error = errorOf(() => {
      ps[3] = body(3);
    });
    expect(error.code).toBe("out_of_bounds");
    expect(error.message).toContain("Index 3 was assigned, but the array's length is 3");
  });

  test("is iterable as arrays are", () => {
    using ps = make();
    const ids: number[] = [];
    for (const { id } of ps) ids.push(id);
    ps.forEach(({ id }, index, all) => {
      ids.push(id * 10 + index + all.length);
    });
    expect(ids).toEqual([0, 1, 2, 3, 14, 25]);
    expect([...ps.keys()]).toEqual([0, 1, 2]);
    expect([...ps.entries()].map(([index, { id }]) => [index, id])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect([...ps.values()].map(({ mass }) => mass)).toEqual([0, 1 / 3, 2 / 3]);
    expect(ps.map(({ id }) => id * 2)).toEqual([0, 2, 4]);
    expect(ps.filter(({ alive }) => !alive).map(({ id }) => id)).toEqual([0, 2]);
    expect([ps.find(({ id }) => id > 0)?.id, ps.find(({ id }) => id > 5)]).toEqual([1, undefined]);
    expect([ps.findIndex(({ id }) => id === 2), ps.some(({ id }) => id === 2), ps.every(({ id }) => id < 2)]).toEqual([
      2,
      true,
      false,
    ]);
    expect(ps.reduce((sum, { id }) => sum + id, 10)).toBe(13);
    expect(Array.from(ps, ({ id }) => id)).toEqual([0, 1, 2]);
    expect(Array.prototype.map.call(ps, (element: unknown) => Reflect.get(Object(element), "id"))).toEqual([0, 1, 2]);
  });

  test("subarray is the same memory", () => {
    using ps = make([...three, body(3), body(4)]);
    const part = ps.subarray(1, -1);
    expect(part.map(({ id }) => id)).toEqual([1, 2, 3]);
    part[0] = body(9);
    expect(ps[1]?.id).toBe(9);
    expect(part.subarray(-2).map(({ id }) => id)).toEqual([2, 3]);
    expect([ps.subarray(4, 2).length, ps.subarray(10).length, ps.subarray().length]).toEqual([0, 0, 5]);
  });

  test("set and fill", () => {
    using ps = make(7);
    ps.set(three, 2);
    expect(ps.map(({ id }) => id)).toEqual([0, 0, 0, 1, 2, 0, 0]);
    ps.set(ps.subarray(2, 5), 3); // overlaps
    expect(ps.map(({ id }) => id)).toEqual([0, 0, 0, 0, 1, 2, 0]);
    ps.fill(body(7), 1, 6);
    expect(ps.toArray().slice(1, 6)).toEqual(Array(5).fill(body(7)));
    expect(ps.map(({ id }) => id)).toEqual([0, 7, 7, 7, 7, 7, 0]);
    expect(errorOf(() => ps.set(three, 5)).message).toContain(
      "3 elements from index 5 do not fit into an array of length 7",
    );
  });

  test("numbers are written as typed arrays write them", () => {
    using ps = make(1);
    const [first] = ps;
    if (!first) throw new Error("there is one");
    first.id = 257.9;
    first.weights = [40_000, -1.5, Number.NaN];
    first.pos.x = 0.1;
    first.big = 2n ** 63n;
    expect(first.id).toBe(1);
    expect([...first.weights]).toEqual([-25_536, -1, 0]);
    expect(first.pos.x).toBe(Math.fround(0.1));
    expect(first.big).toBe(-(2n ** 63n));
  });

  test.each([
    ["a string", { mass: "heavy" }, 'Body.mass is "heavy"; expected a number (f64)'],
    ["a number for a boolean", { alive: 1 }, "Body.alive is 1; expected a boolean (bool)"],
    ["a number for a bigint", { big: 1 }, "Body.big is 1; expected a bigint (i64)"],
    ["a bigint for a number", { mass: 1n }, "Body.mass is 1n; expected a number (f64)"],
    ["no object", { pos: 3 }, "Body.pos is 3; expected an object with the fields of Vec"],
    ["null", { pos: null }, "Body.pos is null; expected an object with the fields of Vec"],
    ["a missing field", { pos: { x: 1 } }, "Body.pos.y is undefined (missing); expected a number (f32)"],
    ["another length", { weights: [1, 2] }, "Body.weights is an array of length 2; expected an array of length 3"],
    ["an element", { weights: [1, "2", 3] }, 'Body.weights[1] is "2"; expected a number (i16)'],
  ])("a field's setter says what is wrong: %s", (_, wrong, message) => {
    using ps = make();
    const [name, value] = Object.entries(wrong)[0] ?? [];
    const error = errorOf(() => Reflect.set(Object(ps[1]), String(name), value));
    expect(error.code).toBe("invalid");
    expect(error.message).toContain(message);
    // The same through the element, and as an initial value; then the element is named.
    const element = { ...body(1), ...wrong } as unknown as Body;
    const inArray = message.slice("Body".length);
    expect(errorOf(() => ps.set([element], 1)).message).toContain(`StructArray<Body> of length 3[1]${inArray}`);
    expect(errorOf(() => make([body(0), element])).message).toContain(`StructArray<Body> of length 2[1]${inArray}`);
    expect(errorOf(() => ps.fill(element)).message).toContain(inArray);
    expect(errorOf(() => q.fill(ps, element)).message).toContain(message);
  });

  test("memory of a failed allocation is given back", () => {
    const firstByte = () => {
      using ps = make();
      return (layout === "aos" ? ps.bytes : ps.column("id")).byteOffset;
    };
    const before = firstByte();
    expect(() => make([{ ...body(0), mass: 0n as unknown as number }, body(1), body(2)])).toThrow(LanewiseError);
    expect(firstByte()).toBe(before);
  });

  test("becomes JSON, and prints, as plain objects", () => {
    using ps = q.mallocShared(vecs, [{ x: 1, y: 2 }], { layout });
    expect(JSON.stringify(ps)).toBe('[{"x":1,"y":2}]');
    expect(JSON.stringify(ps[0])).toBe('{"x":1,"y":2}');
    const keys: string[] = [];
    for (const key in ps[0]) keys.push(key);
    expect(keys).toEqual(["x", "y"]);
    expect(`${ps}`).toBe("[object StructArray]");
  });

  test("freeing", () => {
    const ps = make();
    expect(errorOf(() => q.free(ps.subarray(1))).code).toBe("invalid");
    q.free(ps);
    expect(errorOf(() => q.free(ps)).code).toBe("freed");
    expect(errorOf(() => q.toHost(ps)).code).toBe("freed");
    {
      using inner = make();
      expect(inner.length).toBe(3);
    }
    const other = new Queue({ device: "cpu" });
    expect(errorOf(() => other.free(make())).code).toBe("not_usm");
  });

  test("queues copy, fill and read them", async () => {
    using ps = make(5);
    using source = make();
    await q.copy(source, ps);
    expect(q.toHost(ps).slice(0, 3)).toEqual(three);
    await q.fill(ps, body(6));
    expect(q.toHost(ps)).toEqual(Array(5).fill(body(6)));
    using mirrored = q.mallocShared(bodies, 3, { layout: layout === "aos" ? "soa" : "aos" });
    await q.copy(source, mirrored, 2);
    expect(mirrored.map(({ id }) => id)).toEqual([0, 1, 0]);
    expect(errorOf(() => q.copy(ps, source)).message).toContain(
      "5 elements do not fit: the destination is a StructArray<Body> of length 3",
    );
    using points = q.mallocShared(vecs, 3, { layout });
    const other = points as unknown as StructArray<Body>;
    expect(errorOf(() => q.copy(source, other)).message).toContain("has id in the place of x");
  });
});

test("a large array is copied and filled in steps", async () => {
  const n = 300_000;
  for (const [from, to] of [
    ["aos", "soa"],
    ["soa", "soa"],
    ["aos", "aos"],
  ] as const) {
    using source = q.mallocShared(vecs, n, { layout: from });
    using target = q.mallocShared(vecs, n, { layout: to });
    source.forEach((element, index) => {
      element.x = index;
    });
    await q.copy(source, target);
    expect(target.every(({ x }, index) => x === index)).toBe(true);
    await q.fill(target, { x: 1, y: 2 });
    expect(target.every(({ x, y }) => x === 1 && y === 2)).toBe(true);
  }
});

test.each(["aos", "soa"] as const)("a queue copies parts of one array that overlap: %s", async (layout) => {
  const n = 300_000;
  using ps = q.mallocShared(vecs, n, { layout });
  ps.forEach((element, index) => {
    element.x = index;
  });
  await q.copy(ps.subarray(0, n - 1), ps.subarray(1));
  expect(ps.every(({ x }, index) => x === Math.max(0, index - 1))).toBe(true);
});

describe("elements have the methods of the class", () => {
  class Point {
    x: number;
    y: number;
    constructor(x: number, y: number) {
      this.x = x;
      this.y = y;
    }
    get length(): number {
      return Math.hypot(this.x, this.y);
    }
    scale(by: number): this {
      this.x *= by;
      this.y *= by;
      return this;
    }
    static readonly zero = new Point(0, 0);
  }
  const points = structOf(Point, { name: "Vec", structs: [vec] });

  test.each(["aos", "soa"] as const)("%s", (layout) => {
    using ps = q.mallocShared(points, [new Point(3, 4), new Point(1, 0)], { layout });
    const [first] = ps;
    expect(first).toBeInstanceOf(Point);
    expect([first?.length, first?.constructor]).toEqual([5, Point]);
    expect(ps[0]?.scale(2).x).toBe(6);
    expect(ps.toArray()).toEqual([
      { x: 6, y: 8 },
      { x: 1, y: 0 },
    ]);
    ps[1] = new Point(7, 8);
    expect(ps[1].y).toBe(8);
  });
});

describe("every type of field", () => {
  const numbers = ["i8", "u8", "i16", "u16", "i32", "u32", "f16", "f32", "f64"] as const;
  const all = [...numbers, "bool", "i64", "u64"] as const;
  const fields = all.flatMap((type) => [
    { name: type, type },
    { name: `${type}s`, type: { kind: "array", element: type, length: 2 } as const },
  ]);
  const grid = { kind: "array", element: { kind: "array", element: "f32", length: 2 }, length: 2 } as const;
  const nested = { kind: "array", element: { kind: "struct", name: "Vec" }, length: 2 } as const;
  const name = "All";
  const more = [...fields, { name: "grid", type: grid }, { name: "vecs", type: nested }];
  const type = structOf<Record<string, unknown>>(undefined, { name, structs: [vec, { name, fields: more }] });

  const sampleOf = (of: (typeof all)[number]) => (of === "bool" ? true : of.endsWith("64") && of !== "f64" ? 5n : 5);
  const value = {
    ...Object.fromEntries(
      all.flatMap((of) => [
        [of, sampleOf(of)],
        [`${of}s`, [sampleOf(of), sampleOf(of)]],
      ]),
    ),
    grid: [
      [1, 2],
      [3, 4],
    ],
    vecs: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
  };

  test.each(["aos", "soa"] as const)("%s", (layout) => {
    using ps = q.mallocShared(type, [value, value], { layout });
    expect(ps.toArray()).toEqual([value, value]);
    const element = Object(ps[1]);
    for (const of of all) {
      expect(element[of]).toBe(sampleOf(of));
      expect([...element[`${of}s`]]).toEqual([sampleOf(of), sampleOf(of)]);
      element[of] = sampleOf(of);
      element[`${of}s`][0] = sampleOf(of);
    }
    element.bools[1] = false;
    element.grid[1][0] = 30;
    element.vecs[1].y = 40;
    element.vecs[0] = { x: 10, y: 20 };
    expect([element.bools.length, element.vecs.length, element.bools[2], element.bools.at(-1)]).toEqual([
      2,
      2,
      undefined,
      false,
    ]);
    expect(element.vecs.map((of: Vec) => of.x)).toEqual([10, 3]);
    const changed = {
      ...value,
      bools: [true, false],
      grid: [
        [1, 2],
        [30, 4],
      ],
      vecs: [
        { x: 10, y: 20 },
        { x: 3, y: 40 },
      ],
    };
    expect(ps.toArray()).toEqual([value, changed]);
    expect(() => {
      element.bools[0] = 1;
    }).toThrow("[0] is 1; expected a boolean (bool)");
    expect(element.bools.join()).toBe("true,false");
    expect(element.bools.includes(false)).toBe(true);
  });
});

describe("memory", () => {
  test("aos is laid out as C would: bytes and views", () => {
    using ps = q.mallocShared(bodies, three);
    expect(ps.bytes.length).toBe(3 * 40);
    const data = new DataView(ps.bytes.buffer, ps.bytes.byteOffset);
    expect([data.getUint8(40), data.getFloat32(44, true), data.getInt16(52, true), data.getUint8(58)]).toEqual([
      1, 1.5, 1, 1,
    ]);
    expect([data.getFloat64(64, true), data.getBigInt64(72, true)]).toEqual([1 / 3, 1n]);
    expect(ps.subarray(1).bytes.byteOffset).toBe(ps.bytes.byteOffset + 40);
    using points = q.mallocShared(vecs, [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]);
    const numbers = points.view(Float32Array);
    expect([...numbers]).toEqual([1, 2, 3, 4]);
    numbers[2] = 9;
    expect(points[1]?.x).toBe(9);
    expect([...points.subarray(1).view(Float32Array)]).toEqual([9, 4]);
    expect(errorOf(() => points.view(Int32Array)).message).toContain("view: the elements are Vec { x: f32, y: f32 }");
    expect(errorOf(() => ps.view(Float32Array)).code).toBe("invalid");
    expect(errorOf(() => points.column("x")).message).toContain('has the layout "aos"');
  });

  test("soa has a column for each leaf, aligned, and not alike modulo 4096", () => {
    const n = 2 ** 14;
    using ps = q.mallocShared(bodies, n, { layout: "soa" });
    const paths = ["id", "pos.x", "pos.y", "weights", "alive", "mass", "big"] as const;
    const columns = paths.map((path) => ps.column(path));
    expect(columns.map((column) => column.constructor)).toEqual([
      Uint8Array,
      Float32Array,
      Float32Array,
      Int16Array,
      Uint8Array,
      Float64Array,
      BigInt64Array,
    ]);
    expect(columns.map(({ length }) => length / n)).toEqual([1, 1, 1, 3, 1, 1, 1]);
    const ends = columns.map(({ byteOffset, byteLength }) => byteOffset + byteLength);
    columns.forEach(({ byteOffset }, index) => {
      expect(byteOffset % 64).toBe(0);
      if (index > 0) expect(byteOffset).toBeGreaterThanOrEqual(ends[index - 1] ?? 0);
    });
    const [, x, y] = columns;
    expect(((y?.byteOffset ?? 0) - (x?.byteOffset ?? 0)) % 4096).not.toBe(0);
    ps[3] = body(3);
    expect([ps.column("pos.x")[3], ps.column("weights")[9], ps.column("alive")[3]]).toEqual([3.5, 3, 1]);
    ps.column("pos.y")[3] = 8;
    expect(ps[3].pos.y).toBe(8);
    expect(ps.subarray(3, 5).column("mass").length).toBe(2);
    expect(ps.subarray(3, 5).column("mass")[0]).toBe(1);
    const wrong = errorOf(() => ps.column("pos" as "mass"));
    expect(wrong.message).toContain('has no column of numbers "pos"; expected one of id, pos.x, pos.y, weights');
    expect(errorOf(() => ps.bytes).message).toContain('has the layout "soa"');
  });

  test("arrays of none, and arguments that do not fit", () => {
    for (const layout of ["aos", "soa"] as const) expect(q.mallocShared(vecs, 0, { layout }).toArray()).toEqual([]);
    expect(errorOf(() => q.mallocShared(vecs, -1)).code).toBe("invalid");
    expect(errorOf(() => q.mallocShared(vecs, "3" as unknown as number)).code).toBe("invalid");
    expect(errorOf(() => q.mallocShared(vecs, 2 ** 31 - 1)).code).toBe("memory_allocation");
    expect(errorOf(() => q.mallocShared(vecs, 1, { layout: "rows" as "aos" })).message).toContain(
      'the layout is "rows"',
    );
  });

  test("arrays made before memory grew are views of the same memory", () => {
    using ps = q.mallocShared(vecs, [{ x: 1, y: 2 }]);
    using large = q.mallocShared(Uint8Array, q.memoryUsage().reserved);
    expect(large.buffer).not.toBe(ps.bytes.buffer);
    using copy = q.mallocShared(vecs, ps);
    ps.set(copy);
    expect(ps.toArray()).toEqual([{ x: 1, y: 2 }]);
  });
});

describe("structOf", () => {
  test("throws in a program that is not compiled", () => {
    const error = errorOf(() => structOf<Vec>());
    expect(error.code).toBe("kernel_not_compiled");
    expect(error.message).toContain("structOf: Lanewise has not compiled this module, so the layout of T is unknown");
    expect(error.help).toContain("lanewise build");
    class Point {
      x = 0;
    }
    expect(errorOf(() => structOf(Point)).message).toContain("the layout of Point");
  });

  test.each([
    [{ name: "A", structs: [] }, "there is no struct A"],
    [{ name: "A", structs: [{ name: "A", fields: [] }] }, "A has no fields"],
    [{ name: "A", structs: [{ name: "A", fields: [{ name: "x", type: "f128" }] }] }, "there is no type f128"],
    [
      { name: "A", structs: [{ name: "A", fields: [{ name: "a", type: { kind: "struct", name: "A" } }] }] },
      "A contains itself",
    ],
    [
      {
        name: "A",
        structs: [{ name: "A", fields: [{ name: "a", type: { kind: "array", element: "f32", length: 0 } }] }],
      },
      "an array has the length 0",
    ],
    [{ name: "A" }, "it is not { name, structs }"],
  ])("checks a layout that is passed: %j", (layout, message) => {
    const error = errorOf(() => structOf<Vec>(undefined, layout as unknown as StructDescription));
    expect(error.message).toContain(message);
  });

  test("knows name and size", () => {
    expect([bodies.name, bodies.size]).toEqual(["Body", 40]);
  });
});
