// Elements of accessors with rows: their comparisons with the sizes do not keep them from being vectors.
import { DeviceBuffer, Queue } from "lanewise";

const q = new Queue();
const [from, to] = [new DeviceBuffer(Float32Array, [64, 64]), new DeviceBuffer(Float32Array, [64, 64])];
const volume = new DeviceBuffer(Uint8Array, [8, 64, 64]);

q.submit((h) => {
  const [a, b] = [h.accessor(from, "read"), h.accessor(to, "write")];
  h.parallelFor([64, 64], (y, x) => {
    b[y]![x] = a[y]![x]! * 2 + a[y]![Math.max(x - 1, 0)]!;
  });
});
q.submit((h) => {
  const [a, b] = [h.accessor(from, "read"), h.accessor(to, "write")];
  h.parallelFor([64, 64], (y, x) => {
    let sum = 0;
    for (let k = 0; k < 64; k++) sum += a[y]![k]! * a[k]![x]!;
    b[y]![x] = sum;
  });
});
q.submit((h) => {
  const a = h.accessor(volume);
  h.parallelFor([8, 64, 64], (z, y, x) => {
    a[z]![y]![x]! += z;
  });
});
