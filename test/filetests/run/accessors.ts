// Elements of accessors with rows, in the places where elements of arrays may stand: each kernel leaves what the same function leaves in
// plain arrays of rows.
import { type Accessor2, type Accessor3, addressOf, atomicRef, DeviceBuffer, f32, type i32, type Queue, reduction, type u32, u8 } from "lanewise";
import { program } from "./harness.js";

type Body = (a: Accessor2<Int32Array>, b: Accessor2<Int32Array>, y: i32, x: i32) => void;
const [height, width] = [5, 19];

/** Two buffers of numbers; the body runs on their accessors, and here on arrays of rows. */
const start = (k: number) => Int32Array.from({ length: height * width }, (_, i) => ((i * 7 + k * 13) % 23) - 5);
const rowsOf = (values: Int32Array) =>
  Object.assign(
    Array.from({ length: height }, (_, y) => values.subarray(y * width, (y + 1) * width)),
    { width, height },
  ) as unknown as Accessor2<Int32Array>;

function expected(body: Body): number[] {
  const [a, b] = [start(1), start(2)];
  const [one, other] = [rowsOf(a), rowsOf(b)];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) body(one, other, y, x);
  return [...a, ...b];
}

async function run(q: Queue, submit: (one: DeviceBuffer<Int32Array, 2>, other: DeviceBuffer<Int32Array, 2>) => void): Promise<number[]> {
  const [a, b] = [start(1), start(2)];
  {
    await using one = new DeviceBuffer(a, [height, width]);
    await using other = new DeviceBuffer(b, [height, width]);
    submit(one, other);
  }
  return [...a, ...b];
}

const assigned: Body = (a, b, y, x) => {
  a[y]![x]! += b[y]![x]!;
  a[y]![x]!++;
  b[y]![x] = a[y]![x]! > 3 ? b[y]![x]! * 2 : -a[y]![x]!;
  b[y]![x]! ^= a[y]![x]! & 7;
  a[y]![x] = b[y]![x] = a[y]![x]! - b[y]![x]!;
};
export const assignments = program(
  (q: Queue) => run(q, (one, other) => {
    q.submit((h) => {
      const [a, b] = [h.accessor(one), h.accessor(other)];
      h.parallelFor([height, width], (y, x) => { assigned(a, b, y, x); });
    });
  }),
  expected(assigned),
);

/** Indices with effects, and indices that are elements. */
const ordered: Body = (a, b, y, x) => {
  let k = 0;
  const at = () => k++;
  const own = a[y]![x]!;
  const sum = b[(y + at()) % b.height]![(x + at() * 10) % b.width]! * 100 + k;
  a[y]![x] = own + sum + (k > 1 && b[y]![(x + k++) % b.width]! > 0 ? k : b[b[y]![x]! & 3]![b[y]![0]! & 15]!);
  let rounds = 0;
  while (rounds < 4 && b[rounds]![x]! > -3) rounds++;
  for (const step of [1, 2]) a[y]![x]! += step * rounds + (y > 0 || b[y]![step]! > 2 ? 1 : 0);
};
export const order = program(
  (q: Queue) => run(q, (one, other) => {
    q.submit((h) => {
      const [a, b] = [h.accessor(one), h.accessor(other, "read") as Accessor2<Int32Array>];
      h.parallelFor([height, width], (y, x) => { ordered(a, b, y, x); });
    });
  }),
  expected(ordered),
);

class Cell {
  constructor(readonly y: i32, readonly x: i32) {}
  of(a: Accessor2<Int32Array>): number {
    return a[this.y]![this.x]!;
  }
}
const viaObjects: Body = (a, b, y, x) => {
  const cell = new Cell((y + 2) % b.height, x);
  const index: u32 = (x >>> 0) as u32;
  const table = [a[y]![x]!, cell.of(b)];
  a[y]![index] = table[x & 1]! + b[y]!.length * b.length;
};
export const objects = program(
  (q: Queue) => run(q, (one, other) => {
    q.submit((h) => {
      const [a, b] = [h.accessor(one), h.accessor(other)];
      h.parallelFor([height, width], (y, x) => { viaObjects(a, b, y, x); });
    });
  }),
  expected(viaObjects),
);

export const volume = program(async (q: Queue) => {
  using buffer = new DeviceBuffer(Uint8ClampedArray, [3, 4, 17]);
  const touch = (a: Accessor3<Uint8ClampedArray>, z: i32, y: i32, x: i32) => { a[z]![y]![x]! += z * 100 + y * 30 + x / 2; };
  q.submit((h) => {
    const a = h.accessor(buffer);
    h.parallelFor([3, 4, 17], (z, y, x) => { touch(a, z, y, x); });
  });
  using all = await buffer.hostAccessor("read");
  return [all[0]![1]![1]!, all[2]![3]![16]!, all[1]![2]![5]!, all[0]![0]![3]!, all.length, all[0]!.length, all[0]![0]!.length];
}, [30, 255, 162, 2, 3, 4, 17]);

export const places = program(async (q: Queue) => {
  using floats = new DeviceBuffer(Float32Array, [2, 3]);
  using sums = new DeviceBuffer(Float32Array, 1);
  using bytes = new DeviceBuffer(Uint8Array, [2, 3]);
  q.submit((h) => {
    const [f, b] = [h.accessor(floats), h.accessor(bytes)];
    h.parallelFor(100, (i) => {
      atomicRef(f[i & 1]!, i % 3).fetchAdd(f32(0.5));
      const own = addressOf(b[1]!, 2);
      if (i === 0) own.set(u8(9));
    });
  });
  q.submit((h) => {
    const [f, s] = [h.accessor(floats, "read"), h.accessor(sums)];
    h.parallelFor([2, 3], reduction(s, "add"), (y, x, sum) => { sum.combine(f[y]![x]!); });
  });
  using f = await floats.hostAccessor("read");
  using s = await sums.hostAccessor("read");
  using b = await bytes.hostAccessor("read");
  return [...f[0]!, ...f[1]!, s[0]!, b[1]![2]!];
}, [8.5, 8, 8.5, 8.5, 8.5, 8, 50, 9]);

export const parts = program(async (q: Queue) => {
  const values = Float64Array.from({ length: 24 }, (_, i) => i);
  {
    await using buffer = new DeviceBuffer(values, [4, 6]);
    q.submit((h) => {
      const [left, right] = [h.accessor(buffer, "read", { range: [4, 2] }), h.accessor(buffer, "read_write", { offset: [0, 4] })];
      h.parallelFor([4, 2], (y, x) => { right[y]![x]! += left[3 - y]![1 - x]! * 100; });
    });
  }
  return [...values.subarray(4, 6), ...values.subarray(22)];
}, [1904, 1805, 122, 23]);
