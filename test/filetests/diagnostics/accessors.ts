// Accessors: what their types forbid, and rows of several dimensions.
import { type Accessor2, atomicRef, DeviceBuffer, type f32, type i32, Queue, type ReadAccessor } from "lanewise";

const q = new Queue();
const line = new DeviceBuffer(Float32Array, 8);
const plane = new DeviceBuffer(Int32Array, [8, 8]);
const volume = new DeviceBuffer(Float64Array, [8, 8, 8]);

q.submit((h) => {
  const [x, y] = [h.accessor(line, "read"), h.accessor(line, "write")];
  h.parallelFor(8, (i) => {
    x[i] = 1; // error TS2542
    y[i] = x[i]!;
    x[i]! += 1; // error TS2542
  });
});
q.submit((h) => {
  const a = h.accessor(plane, "read");
  h.parallelFor([8, 8], (y, x) => {
    a[y]![x] = 1; // error TS2542
  });
});

const first = (row: ReadAccessor<Int32Array>): number => row[0]!;
const at = (a: Accessor2<ReadAccessor<Int32Array>>, y: i32, x: i32): number => a[y]![x]!;
q.submit((h) => {
  const a = h.accessor(plane);
  h.parallelFor([8, 8], (y, x) => {
    const row = a[y]!; // error LW1221: `a[y]` is a row of an accessor
    a[y]![x] = row[x]!;
    a[y]![x] = first(a[y]!); // error LW1221: `a[y]` is a row of an accessor
    for (const value of a[y]!) a[y]![x]! += value; // error LW1221: `a[y]` is a row of an accessor
    a[y]![x] = at(a, y, x);
    a[y]![0] = a[y]!.length + a.length + a.width;
    atomicRef(a[y]!, x).fetchAdd(1);
  });
});
q.submit((h) => {
  const a = h.accessor(plane);
  h.parallelFor([8, 8], (y, x) => {
    a[y]![x / 2] = at(a, y, x); // error LW1301
  });
});
q.submit((h) => {
  const a = h.accessor(volume);
  h.parallelFor([8, 8, 8], (z, y, x) => {
    const b = a[z]!; // error LW1221: `a[z]` is a row of an accessor
    a[z]![y]![x] = b[y]![x]!;
    a[z]![y]![x] = a[z]!.height; // error LW1221: `a[z]` is a row of an accessor
    a[z]![y]![x]! += a[z]![y]!.length + a[z]!.length;
  });
});

h2(() => undefined);
function h2(f: () => void): void {
  q.submit((h) => {
    h.accessor(plane, "read", { offset: 3 }); // error TS2322
    h.accessor(line, "all"); // error TS2345
    h.copy(h.accessor(line, "read"), new Int32Array(8)); // error TS2345
    h.copy(new Float32Array(8), h.accessor(line, "read")); // error TS2345
    h.fill(h.accessor(plane, "read"), 1); // error TS2769
    const fine: f32 = h.accessor(line, "read")[0]!;
    h.hostTask(() => f() ?? fine);
  });
}
